"""Sockets as the real-time room wants them: sending never waits (speed.md, 1 and 7).

`DirectWebSocket` is uvicorn's protocol with one way in: ready-made frames go straight to the
transport. Under another server, `QueueWire` stands in with a bounded queue and a writer task.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from app.live.wire import Parcel, Wire

EXTENSION = "kitchen_table.wire"
MAX_QUEUED = 1024 * 1024
"""Bytes in the queue past which its reader is given up; outboxes hold back long before."""

FLUSH_TIME = 5.0
"""Seconds for what is queued when its socket ends."""

CLOSE_ABNORMAL = 1011
CLOSE_POLICY = 1008
CLOSE_NO_TEXT = 1007

MAX_PIECES = 64
"""Frames that one message may be cut into."""

MAX_WAITING = 512
"""Messages that may wait to be read; who sends so many at once is not listened to any more."""


class SocketWire(Wire, Protocol):
    """A wire, and the messages that come in on it."""

    async def receive(self) -> bytes | None:
        """The next frame's payload; None when the connection is over."""
        ...


class DirectWebSocket(WebSocketsSansIOProtocol):
    """For uvicorn's `ws`: hands the application a wire beside `receive` and `send`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # uvicorn logs addresses with their queries, and our keys are in there
        self.logger = logging.getLogger("uvicorn.error.websocket")
        self.logger.setLevel(logging.WARNING)
        self.conn.logger = self.logger
        self.on_gone: Callable[[], None] = nobody_waits

    async def run_asgi(self) -> None:
        """Run the application with the wire in its scope."""
        extensions = self.scope["extensions"]
        if extensions is not None:
            extensions[EXTENSION] = {"protocol": self}
        await super().run_asgi()

    @property
    def is_open(self) -> bool:
        """Whether frames may be written now."""
        return (
            self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and not self.transport.is_closing()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, however it ended."""
        super().connection_lost(exc)
        self.on_gone()

    def handle_ping(self) -> None:
        """Answer, but not to who does not read: answers would pile up."""
        if self.transport.get_write_buffer_size() > MAX_QUEUED:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message; pieces may be empty, so their number has a bound too."""
        if len(self.frames) < MAX_PIECES:
            super().handle_cont(event)
        else:
            self.frames = []
            self.begin_close(CLOSE_POLICY, "too many pieces")

    def send_receive_event_to_app(self) -> None:
        """A whole message, for the application to read."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.queue.qsize() >= MAX_WAITING:
            self.begin_close(CLOSE_POLICY, "too many messages")
        elif self.curr_msg_data_type == "text" and not is_text(data):
            self.conn.send_close(CLOSE_NO_TEXT)
            self.handle_parser_exception()
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """What came is no WebSocket's; who does not read the reason is cut off after a while."""
        super().handle_parser_exception()
        self.cut_off_later()

    def keepalive_timeout(self) -> None:
        """Nobody answers; what is unsent will not be read either."""
        super().keepalive_timeout()
        self.cut_off_later()

    def cut_off_later(self) -> None:
        """A connection that closes may hold what is unsent only so long."""
        if self.close_timer is None and self.transport.get_write_buffer_size():
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def handle_close(self, event: Frame) -> None:
        """The peer closes; one that does not read what is still unsent is cut off as well."""
        super().handle_close(event)
        if not self.close_sent:
            self.cut_off_later()

    def shutdown(self) -> None:
        """The server stops: uvicorn's own way would close a second time after the peer did."""
        if self.handshake_complete and not self.close_sent and self.transport.is_closing():
            self.stop_keepalive()
            self.transport.abort()
        else:
            super().shutdown()

    def write_frames(self, frames: bytes) -> None:
        """Ready-made frames, straight to the transport."""
        if self.is_open:
            self.transport.write(frames)

    def begin_close(self, code: int, reason: str) -> None:
        """Send the close frame; who does not answer it is cut off after a while."""
        if not self.is_open:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def is_text(data: bytes) -> bool:
    """Whether that is UTF-8, as text has to be."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def nobody_waits() -> None:
    """For a connection whose end nobody has to hear of."""


class DirectWire:
    """The fast wire: no task, no queue of its own, no coroutine a message."""

    __slots__ = ("_protocol", "_websocket")

    def __init__(self, websocket: WebSocket, protocol: DirectWebSocket) -> None:
        self._websocket = websocket
        self._protocol = protocol

    def send(self, parcel: Parcel) -> None:
        """Write the frames; a connection that is closing drops them."""
        self._protocol.write_frames(parcel.frame)

    def unsent(self) -> int:
        """What the transport still holds."""
        return self._protocol.transport.get_write_buffer_size()

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake."""
        self._protocol.begin_close(code, reason)

    def abort(self) -> None:
        """Cut the connection."""
        self._protocol.transport.abort()

    async def receive(self) -> bytes | None:
        """The next frame's payload."""
        return await next_payload(self._websocket)


class QueueWire:
    """The wire for any ASGI server: a bounded queue and one task that writes it out."""

    def __init__(self, websocket: WebSocket, max_queued: int = MAX_QUEUED) -> None:
        self._websocket = websocket
        self._max_queued = max_queued
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._closing: tuple[int, str] | None = None
        self._news = asyncio.Event()
        self._cut: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def send(self, parcel: Parcel) -> None:
        """Queue the messages; a queue that overflows gives its reader up."""
        if self._closing is not None or self._cut.done():
            return
        for payload in parcel.payloads:
            self._queue.append(payload)
            self._queued += len(payload)
        self._news.set()
        if self._queued > self._max_queued:
            self.abort()

    def unsent(self) -> int:
        """Bytes in the queue."""
        return self._queued

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued."""
        if self._closing is None:
            self._closing = (code, reason)
            self._news.set()

    def abort(self) -> None:
        """Forget what is queued and stop reading."""
        self._queue.clear()
        self._queued = 0
        if not self._cut.done():
            self._cut.set_result(None)
        self._news.set()

    async def receive(self) -> bytes | None:
        """The next frame's payload; None as well once the wire is cut."""
        reading = asyncio.ensure_future(next_payload(self._websocket))
        either: set[asyncio.Future[Any]] = {reading, self._cut}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return reading.result() if reading.done() else None
        finally:
            reading.cancel()

    async def write_out(self) -> None:
        """The writer task: all that is queued, in order, then the close frame."""
        while not self._cut.done():
            await self._news.wait()
            self._news.clear()
            while self._queue:
                payload = self._queue.popleft()
                await self._websocket.send_text(payload.decode())
                self._queued = max(0, self._queued - len(payload))
            if self._closing is not None:
                code, reason = self._closing
                await self._websocket.close(code, reason)
                return

    async def finish(self, writer: asyncio.Task[None]) -> None:
        """End the writer: a closing wire may still say what is queued, for a while."""
        if self._closing is not None and not self._cut.done():
            await asyncio.wait({writer}, timeout=FLUSH_TIME)
        writer.cancel()
        await asyncio.wait({writer})
        if not writer.cancelled() and writer.exception() is not None:
            return  # the peer went away while something was on its way to it
        if self._cut.done():
            with suppress(RuntimeError, OSError):
                await asyncio.wait_for(self._websocket.close(CLOSE_ABNORMAL), FLUSH_TIME)


@asynccontextmanager
async def open_wire(websocket: WebSocket) -> AsyncIterator[SocketWire]:
    """The best wire that the server offers for an accepted socket."""
    extension = (websocket.scope.get("extensions") or {}).get(EXTENSION)
    if extension is not None:
        yield DirectWire(websocket, extension["protocol"])
        return
    wire = QueueWire(websocket)
    writer = asyncio.create_task(wire.write_out())
    try:
        yield wire
    finally:
        await wire.finish(writer)


async def next_payload(websocket: WebSocket) -> bytes | None:
    """A text or binary message as bytes; None at the end."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    data: bytes = message["bytes"] if text is None else text.encode()
    return data
