"""The WebSocket of a table: `/api/tables/{id}/live?seq=12&key=…` (protocol.md)."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from app.codec.commands import (
    MAX_NUMBER,
    ChatFrame,
    Frame,
    MoveFrame,
    NotAMessage,
    NudgeFrame,
    PingFrame,
    UndoFrame,
    invalid,
    parse_frame,
)
from app.live.connections import Connection
from app.tables.refusals import Code, Refused
from app.web.callers import address_of, has_cookie
from app.web.context import web_of
from app.web.doors import TABLE_ID, Door, come_to
from app.web.errors import log_trouble, noted
from app.web.limits import Buckets
from app.web.moves import submit_move
from app.web.socket_entrance import (
    CLOSE_POLICY,
    parse_flag,
    read_to_end,
    serve_socket,
    turning_away,
)
from app.web.wire import SocketWire

if TYPE_CHECKING:
    from app.live.attachment import Attachment

OFFENCES = frozenset((Code.INVALID, Code.TOO_LARGE, Code.RATE_LIMITED))


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a client asks for in the address: where it stopped, and how it wants to be told.

    `news`: what is new in the house as well.
    """

    seq: int | None
    chat: str | None
    patch: bool
    news: bool


@dataclass(frozen=True, slots=True)
class Conversation:
    """One socket that was let in."""

    websocket: WebSocket
    door: Door
    attachment: Attachment
    offences: Buckets


async def serve_table(websocket: WebSocket) -> None:
    """A whole connection."""
    await serve_socket(websocket, come_and_go, has_cookie=has_cookie(websocket))


async def come_and_go(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> None:
    """All that is said over an open socket."""
    conversation = await come_in(websocket, wire, held)
    if conversation is None:
        await read_to_end(wire)
        return
    try:
        await converse(conversation, wire)
    finally:
        conversation.door.host.detach(conversation.attachment)


async def come_in(websocket: WebSocket, wire: SocketWire, held: ExitStack) -> Conversation | None:
    """Attach the socket to its table, or tell it why not; it counts until `held` ends."""
    web, table_id = web_of(websocket), websocket.path_params["table_id"]
    with turning_away(websocket, wire):
        caller = await web.callers.identify(websocket)
        web.limits.check("socket", caller.address, caller.session_id, table=table_id)
        held.enter_context(web.limits.holding(caller.address, table_id))
        wishes = parse_wishes(websocket)
        door = await come_to(websocket, table_id, caller)
        attachment = await door.host.attach(
            door.visitor, wire, seq=wishes.seq, chat=wishes.chat, patch=wishes.patch
        )
        held.enter_context(
            web.house.keeper.present(
                Connection(
                    caller.address,
                    attachment.visitor,
                    attachment.outbox,
                    leave=partial(door.host.detach, attachment),
                    news=wishes.news,
                )
            )
        )
        return Conversation(websocket, door, attachment, web.limits.offences())
    return None


def parse_wishes(websocket: WebSocket) -> Wishes:
    """The query of the address. Raises `invalid`."""
    query = websocket.query_params
    seq = query.get("seq")
    if seq is not None and not (seq.isascii() and seq.isdecimal() and len(seq) <= 16):
        raise invalid("query.seq", "A log position is a whole number")
    if seq is not None and int(seq) > MAX_NUMBER:
        raise invalid("query.seq", "A log position is a whole number")
    chat = query.get("chat")
    if chat is not None and not TABLE_ID.fullmatch(chat):
        raise invalid("query.chat", "That is no id of a message")
    patch, news = parse_flag(websocket, "patch"), parse_flag(websocket, "news")
    return Wishes(None if seq is None else int(seq), chat, patch=patch, news=news)


async def converse(conversation: Conversation, wire: SocketWire) -> None:
    """One message after another, until the connection is over; others have their turn between."""
    outbox = conversation.attachment.outbox
    while (payload := await wire.receive()) is not None:
        if outbox.closed:
            continue
        refusal = await answer(conversation, payload)
        if refusal is not None and refusal.code in OFFENCES and is_tiresome(conversation):
            outbox.farewell("closed", CLOSE_POLICY)
        await asyncio.sleep(0)


def is_tiresome(conversation: Conversation) -> bool:
    """Count an offence; whether it is one too many."""
    return conversation.offences.take("") > 0


async def answer(conversation: Conversation, payload: bytes) -> Refused | None:
    """Do what one message says and answer it; the refusal, if it was one."""
    ref = None
    try:
        frame = parse_frame(payload)
        ref = frame.ref
        check_pace(conversation, frame)
        seq = await act(conversation, frame)
    except NotAMessage as problem:
        told = noted(conversation.websocket, problem.refusal)
        conversation.attachment.answer_error(problem.ref, told)
        return told
    except Refused as refusal:
        told = noted(conversation.websocket, refusal)
        conversation.attachment.answer_error(ref, told)
        return told
    except Exception as bug:
        told = log_trouble(conversation.websocket, "message", bug)
        conversation.attachment.answer_error(ref, told)
        return None
    conversation.attachment.answer_ok(ref, seq)
    return None


def check_pace(conversation: Conversation, frame: Frame) -> None:
    """Raises `rate_limited` for who sends faster than people and fast bots do."""
    websocket, visitor = conversation.websocket, conversation.door.visitor
    table_id, limits = conversation.door.host.table.id, web_of(websocket).limits
    limits.check("message", address_of(websocket), visitor.session, table=table_id)
    if isinstance(frame, ChatFrame):
        limits.check("chat", address_of(websocket), visitor.session, table=table_id)


async def act(conversation: Conversation, frame: Frame) -> int | None:
    """Carry one message out; the log position to answer with. Raises `Refused`."""
    # The attachment's visitor, not the door's: somebody may go by another name since it came.
    host, visitor = conversation.door.host, conversation.attachment.visitor
    match frame:
        case MoveFrame():
            web = web_of(conversation.websocket)
            return await submit_move(
                web, host, visitor, ref=frame.ref, seq=frame.seq, move=frame.move
            )
        case ChatFrame():
            await host.say(visitor, frame.room, text=frame.text, phrase=frame.phrase)
        case UndoFrame():
            return await host.undo(visitor, frame.ref, frame.seq)
        case NudgeFrame():
            host.nudges.knock(visitor, frame.seat)
        case PingFrame():
            pass
    return host.match.seq if host.match else None
