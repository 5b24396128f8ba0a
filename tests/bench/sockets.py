"""The cheapest WebSocket client that Python allows, so that a load generator is not the limit.

Frames go out with a mask of zeros: valid (RFC 6455, 5.3), and nothing has to be computed.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable, Mapping
from typing import cast
from urllib.parse import urlsplit

HEAD_END = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class RawSocket(asyncio.Protocol):
    """One connection. `on_text` gets each message; `frames` and `received` count them."""

    def __init__(self, request: bytes) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.frames = 0
        self.received = 0
        self.on_text: Callable[[bytes], None] = self._keep
        self._request = request
        self._kept: list[bytes] = []
        self._rest = b""

    def hear(self, on_text: Callable[[bytes], None]) -> None:
        """From now on messages go there, first those that came before."""
        self.on_text = on_text
        kept, self._kept = self._kept, []
        for payload in kept:
            on_text(payload)

    def _keep(self, payload: bytes) -> None:
        self._kept.append(payload)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits for the opening waits in vain."""
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        """Cut the stream into frames."""
        self.received += len(data)
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            end = data.find(HEAD_END)
            if end < 0:
                self._rest = data
                return
            self._open(data[:end])
            data = data[end + len(HEAD_END) :]
        self._rest = self._take_frames(data)

    def _open(self, head: bytes) -> None:
        if head.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode(errors="replace")))

    def _take_frames(self, data: bytes) -> bytes:
        start, size = 0, len(data)
        while size - start >= 2:
            length, begin = data[start + 1], start + 2
            if length == 126:
                length, begin = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
            elif length == 127:
                length, begin = int.from_bytes(data[start + 2 : start + 10], "big"), start + 10
            if begin > size or size - begin < length:
                break
            self._take(data[start] & 15, data[begin : begin + length])
            start = begin + length
        return data[start:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self.frames += 1
            self.on_text(payload)
        elif opcode == PING:
            self._write(PONG, payload)
        elif opcode == CLOSE:
            self.transport.close()

    def send(self, payload: bytes) -> None:
        """One text message."""
        self._write(TEXT, payload)

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | opcode, 0x80 | size))
        else:
            head = bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Say that it is over, and go."""
        if not self.closed:
            self._write(CLOSE, b"\x03\xe8")
            self.transport.close()


async def open_socket(
    url: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    receive_buffer: int | None = None,
) -> RawSocket:
    """A connection that is open. `receive_buffer`: bytes that the kernel may hold for it."""
    address = urlsplit(url)
    assert address.hostname is not None
    lines = {
        "Host": address.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **(headers or {}),
    }
    request = f"GET {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items())
    loop = asyncio.get_running_loop()
    plug = socket.socket()
    plug.setblocking(False)
    if receive_buffer is None:
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    else:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    await loop.sock_connect(plug, (address.hostname, address.port))
    _, connection = await loop.create_connection(
        lambda: RawSocket(f"{request}\r\n".encode()), sock=plug
    )
    await connection.opened
    return connection
