"""A table's socket and somebody who sends whatever bytes: only that connection suffers."""

from __future__ import annotations

import base64
import gc
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from tests.fuzz.hostile import hostile
from tests.fuzz.parsers import FRAMES
from tests.web.kitchen import Kitchen
from tests.web.serving import served

PATIENCE = 20
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"\0\0\0\0"
"""Allowed, and nothing has to be computed (RFC 6455, 5.3)."""


def frame(
    opcode: int, payload: bytes, *, end: bool = True, flags: int = 0, masked: bool = True
) -> bytes:
    """One frame as the RFC draws it, or not quite."""
    size, mask = len(payload), 0x80 if masked else 0
    head = bytes((0x80 * end | flags | opcode,))
    if size < 126:
        head += bytes((mask | size,))
    elif size < 1 << 16:
        head += bytes((mask | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((mask | 127,)) + size.to_bytes(8, "big")
    return head + (MASK if masked else b"") + payload


def cut(whole: bytes, part: int) -> bytes:
    """The beginning of it."""
    return whole[: len(whole) * part // 100]


messages = st.builds(frame, st.sampled_from((TEXT, BINARY)), hostile(FRAMES))
odd = st.builds(
    frame,
    st.integers(0, 15),
    st.binary(max_size=200),
    end=st.booleans(),
    flags=st.sampled_from((0, 0x40, 0x20, 0x10)),
    masked=st.booleans(),
)
half = st.builds(cut, messages | odd, st.integers(1, 99))
announced = st.integers(0, 2**64 - 1).map(lambda size: b"\x82\xff" + size.to_bytes(8, "big") + MASK)
floods = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from(
        (
            frame(PING, b"p" * 125),
            frame(PONG, b""),
            frame(TEXT, b"1"),
            frame(TEXT, FRAMES[3]),
            frame(TEXT, b'{"type":"ping","ref":"a"', end=False),
            frame(CONTINUED, b"", end=False),
        )
    ),
    st.integers(1, 3000),
)
attacks = st.lists(messages | messages | odd | half | announced | floods, min_size=1, max_size=6)
"""What one connection sends, from its handshake on."""


class Troubles(logging.Handler):
    """Keeps what was logged as an error: no client makes one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.heard.append(f"{record.name}: {record.getMessage()}")


@dataclass
class Arena:
    """A server, a table that is attacked, and two people whose matches have to go on."""

    kitchen: Kitchen
    host: str
    port: int
    table_id: str
    token: str
    bystanders: list[ClientConnection]
    troubles: Troubles = field(default_factory=Troubles)

    def attack(self, pieces: list[bytes]) -> bytes:
        """A connection of its own that sends them and goes away; what it was told."""
        with self.connection() as line:
            with suppress(OSError):
                for piece in pieces:
                    line.sendall(piece)
                line.shutdown(socket.SHUT_WR)
            return read_all(line)

    @contextmanager
    def connection(self) -> Iterator[socket.socket]:
        """A socket at the table, after the handshake."""
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /api/tables/{self.table_id}/live HTTP/1.1\r\nHost: {self.host}\r\n"
            f"Authorization: Bearer {self.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall(request.encode())
            head = b""
            while b"\r\n\r\n" not in head:
                head += line.recv(4096)
            assert head.startswith(b"HTTP/1.1 101 "), head
            assert b"permessage-deflate" not in head
            yield line

    def check(self, pieces: list[bytes]) -> None:
        """Whatever was sent: everybody else is answered, and nothing was taken for a bug."""
        self.attack(pieces)
        self.check_others()
        assert self.troubles.heard == []
        assert not sum(self.kitchen.house.gauges.bugs.values())

    def check_others(self) -> None:
        """Both matches answer."""
        for number, bystander in enumerate(self.bystanders):
            bystander.send(orjson.dumps({"type": "ping", "ref": f"b{number}"}).decode())
            while (told := read(bystander)).get("ref") != f"b{number}":
                pass
            assert told["type"] == "ok"

    def objects(self) -> int:
        """How much there is in memory that Python counts."""
        gc.collect()
        return len(gc.get_objects())


def read(connection: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = orjson.loads(connection.recv(timeout=PATIENCE))
    return message


def hear(line: socket.socket, wanted: bytes) -> bytes:
    """All that is told until that is; fails if it never is."""
    heard = bytearray()
    while wanted not in heard:
        piece = line.recv(1 << 16)
        assert piece, f"no {wanted!r} in {bytes(heard[-200:])!r}"
        heard += piece
    return bytes(heard)


def read_all(line: socket.socket) -> bytes:
    """To the end, clean or not."""
    heard = bytearray()
    with suppress(OSError):
        while piece := line.recv(1 << 16):
            heard += piece
    return bytes(heard)


@contextmanager
def arena(kitchen: Kitchen) -> Iterator[Arena]:
    """All of it, around a running server."""
    ada, bob = kitchen.program("Ada"), kitchen.program("Bob")
    attacked = kitchen.open_table(ada, visibility="public", seats=2)
    other = kitchen.open_table(bob, visibility="public", seats=2)
    with served(kitchen) as host:
        address = f"ws://{host}/api/tables"
        token = bob.headers["authorization"]
        here = connect(f"{address}/{attacked['id']}/live", compression=None, proxy=None)
        there = connect(
            f"{address}/{other['id']}/live",
            additional_headers={"Authorization": token},
            compression=None,
            proxy=None,
        )
        with here as watching, there as playing:
            place = Arena(
                kitchen,
                host,
                int(host.rpartition(":")[2]),
                attacked["id"],
                ada.headers["authorization"].removeprefix("Bearer "),
                [watching, playing],
            )
            logging.getLogger().addHandler(place.troubles)
            try:
                yield place
            finally:
                logging.getLogger().removeHandler(place.troubles)
