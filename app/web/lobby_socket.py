"""The lobby's WebSocket: `/api/lobby/live` tells public tables as they come, change and go."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

from starlette.websockets import WebSocket

from app.live.connections import Connection
from app.live.outbox import Outbox
from app.tables.access import Visitor
from app.web.callers import has_cookie
from app.web.context import web_of
from app.web.socket_entrance import parse_flag, read_to_end, serve_socket, turning_away
from app.web.wire import SocketWire

LOBBY = "the lobby"
"""Where its sockets are counted: no id of a table."""


async def serve_lobby(websocket: WebSocket) -> None:
    """A whole connection. It only listens."""
    await serve_socket(websocket, come_and_go, has_cookie=has_cookie(websocket))


async def come_and_go(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> None:
    """Nothing is said by who listens."""
    outbox = await listen(websocket, wire, held)
    try:
        await read_to_end(wire)
    finally:
        if outbox is not None:
            web_of(websocket).house.lobby.leave(outbox)


async def listen(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> Outbox | None:
    """Subscribe the socket, or tell it why not; it counts until `held` ends."""
    web = web_of(websocket)
    with turning_away(websocket, wire):
        caller = await web.callers.identify(websocket)
        web.limits.check("socket", caller.address, caller.session_id)
        held.enter_context(web.limits.holding(caller.address, LOBBY))
        news = parse_flag(websocket, "news")
        outbox = await web.house.lobby.listen(wire)
        leave = partial(web.house.lobby.leave, outbox)
        visitor = Visitor(caller.player, caller.session_id)
        connection = Connection(caller.address, visitor, outbox, leave=leave, news=news)
        held.enter_context(web.house.keeper.present(connection))
        return outbox
    return None
