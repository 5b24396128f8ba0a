"""How every socket of the product begins and is turned away: at tables, in the lobby, for staff."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager

from starlette.websockets import WebSocket

from app.codec import wire as messages
from app.codec.commands import invalid
from app.live.wire import Parcel
from app.tables.refusals import Refused
from app.web.context import web_of
from app.web.errors import log_trouble, noted
from app.web.wire import CLOSE_ABNORMAL, SocketWire, open_wire

CLOSE_POLICY = 1008

Serve = Callable[[WebSocket, SocketWire, ExitStack], Awaitable[None]]
"""What is said over an open socket. What it puts into the stack lasts as long as the socket."""


async def serve_socket(websocket: WebSocket, serve: Serve, *, has_cookie: bool) -> None:
    """A whole connection. Only a foreign page is refused before the handshake.

    `has_cookie`: a browser says by itself who is there, so it matters whose page asks.
    """
    if has_cookie and not web_of(websocket).origins.is_ours(websocket):
        await websocket.close()
        return
    await websocket.accept()
    with ExitStack() as held:
        async with open_wire(websocket) as wire:
            await serve(websocket, wire, held)


@contextmanager
def turning_away(websocket: WebSocket, wire: SocketWire) -> Iterator[None]:
    """Let somebody in inside of it: what is refused or fails there is told, and ends the socket."""
    try:
        yield
    except Refused as refusal:
        turn_away(wire, noted(websocket, refusal))
    except Exception as bug:
        give_up(websocket, wire, bug)


def turn_away(wire: SocketWire, refusal: Refused) -> None:
    """The reason, `bye: closed`, and the close code of a broken rule."""
    wire.send(Parcel(messages.error(None, refusal), messages.bye("closed")))
    wire.close(CLOSE_POLICY, refusal.code.value)


def give_up(websocket: WebSocket, wire: SocketWire, bug: Exception) -> None:
    """A bug: logged and told. Without a `bye` the client comes back by itself."""
    wire.send(Parcel(messages.error(None, log_trouble(websocket, "socket", bug))))
    wire.close(CLOSE_ABNORMAL, "unavailable")


async def read_to_end(wire: SocketWire) -> None:
    """Let the closing handshake finish; what still comes in is not read."""
    while await wire.receive() is not None:
        pass


def parse_flag(websocket: WebSocket, name: str) -> bool:
    """Whether the address asks for that. Raises `invalid`."""
    written = websocket.query_params.get(name, "0")
    if written not in ("0", "1"):
        raise invalid(f"query.{name}", "Should be 0 or 1")
    return written == "1"
