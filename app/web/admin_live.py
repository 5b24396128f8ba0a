"""The staff's WebSocket: `/api/admin/live` tells each second what the house does.

It lasts as long as the session of its cookie, and takes nothing but pings.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from starlette.websockets import WebSocket

from app.codec import wire as messages
from app.codec.commands import NotAMessage, PingFrame, invalid, parse_frame
from app.live.outbox import Outbox
from app.live.wire import Parcel
from app.tables.admins import OnDuty, check_may
from app.tables.refusals import Code, Refused
from app.web.admin_doors import COOKIE
from app.web.callers import address_of
from app.web.context import web_of
from app.web.errors import noted
from app.web.limits import Buckets
from app.web.socket import OFFENCES
from app.web.socket_entrance import CLOSE_POLICY, read_to_end, serve_socket, turning_away
from app.web.wire import SocketWire

HOUSE = "the house"
"""Where its sockets are counted: no id of a table."""

LARGEST = 512
"""Bytes of a ping, with room to spare."""


@dataclass(frozen=True, slots=True)
class Watch:
    """One socket that was let in."""

    websocket: WebSocket
    duty: OnDuty
    outbox: Outbox
    offences: Buckets


async def serve_admin(websocket: WebSocket) -> None:
    """A whole connection."""
    await serve_socket(websocket, come_and_go, has_cookie=COOKIE in websocket.cookies)


async def come_and_go(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> None:
    """All that is said over an open socket."""
    watch = await come_in(websocket, wire, held)
    if watch is None:
        await read_to_end(wire)
        return
    try:
        await converse(watch, wire)
    finally:
        web_of(websocket).sampler.feed.leave(watch.outbox)


async def come_in(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> Watch | None:
    """Let who is on duty listen, or tell the socket why not; it counts until `held` ends."""
    web, address = web_of(websocket), address_of(websocket)
    with turning_away(websocket, wire):
        web.limits.check("socket", address)
        held.enter_context(web.limits.holding(address, HOUSE))
        duty = await find_duty(websocket)
        lasts = partial(is_on_duty, websocket, duty.session)
        outbox = await web.sampler.listen(wire, duty.session, lasts)
        return Watch(websocket, duty, outbox, web.limits.offences())
    return None


async def find_duty(websocket: WebSocket) -> OnDuty:
    """Who is on duty in that browser. Raises `sign_in`, and `forbidden` for who may not look."""
    web = web_of(websocket)
    duty = await web.doors.look(websocket)
    if duty is None:
        raise Refused(Code.SIGN_IN, "Log in first.")
    check_may(duty, "look", web.now())
    return duty


async def is_on_duty(websocket: WebSocket, session: str) -> bool:
    """Whether the session that came in still lasts."""
    try:
        return (await find_duty(websocket)).session == session
    except Refused:
        return False


async def converse(watch: Watch, wire: SocketWire) -> None:
    """One ping after another, until the connection is over; others have their turn between."""
    while (payload := await wire.receive()) is not None:
        if watch.outbox.closed:
            continue
        refusal = answer(watch, payload)
        if refusal is not None and refusal.code in OFFENCES and watch.offences.take("") > 0:
            watch.outbox.farewell("closed", CLOSE_POLICY)
        await asyncio.sleep(0)


def answer(watch: Watch, payload: bytes) -> Refused | None:
    """Answer one message; the refusal, if it was one."""
    ref = None
    try:
        frame = parse_ping(payload)
        ref = frame.ref
        limits = web_of(watch.websocket).limits
        limits.check("message", address_of(watch.websocket), watch.duty.session)
    except NotAMessage as problem:
        return tell(watch, problem.ref, problem.refusal)
    except Refused as refusal:
        return tell(watch, ref, refusal)
    watch.outbox.answer(Parcel(messages.ok(ref, None)))
    return None


def parse_ping(payload: bytes) -> PingFrame:
    """The only message there is. Raises `NotAMessage`."""
    if len(payload) > LARGEST:
        raise NotAMessage(Refused(Code.TOO_LARGE, detail={"limit": LARGEST}))
    frame = parse_frame(payload)
    if not isinstance(frame, PingFrame):
        raise NotAMessage(invalid("type", "There is no such message here"), frame.ref)
    return frame


def tell(watch: Watch, ref: str | None, refusal: Refused) -> Refused:
    """Say no, and count it."""
    told = noted(watch.websocket, refusal)
    watch.outbox.answer(Parcel(messages.error(ref, told)))
    return told
