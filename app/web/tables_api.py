"""HTTP calls on tables (protocol.md, "HTTP"): parse, come to the door, do, answer the table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BeforeValidator
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import (
    ID,
    MAX_NUMBER,
    ChangeTable,
    LeaveSeat,
    NewTable,
    PlayMove,
    TakeBack,
    TakeSeat,
)
from app.codec.record import RecordJson
from app.codec.wire import StateMessage, TableJson
from app.tables.refusals import Code, Refused
from app.tables.table import TableState
from app.web.answers import (
    ErrorAnswer,
    LogAnswer,
    MovedAnswer,
    TablesAnswer,
    json_answer,
    json_text,
)
from app.web.bodies import described, read_body, read_command, read_optional
from app.web.context import web_of
from app.web.doors import CallerOf, Door, DoorOf, come_to
from app.web.lists import public_tables
from app.web.moves import submit_move
from app.web.orders import change_from, check_level, order_from

PAGE = 20
MAX_PAGE = 100

REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "Refused, with a code"}
}
router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSED)

MAX_SEAT = 99


def check_plain(text: str) -> str:
    """A number as people write it: `1`, not `1.0`, `+1` or `１`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 16):
        raise ValueError("Should be a whole number")
    return text


Plain = BeforeValidator(check_plain)
IdInPath = Annotated[str, Path(pattern=ID)]
SeatInPath = Annotated[int, Plain, Path(le=MAX_SEAT)]
Position = Annotated[int, Plain, Query(le=MAX_NUMBER)]
PageSize = Annotated[int, Plain, Query(ge=1, le=MAX_PAGE)]


def answers(model: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """For a call's `responses`: what a good answer looks like."""
    return {status: {"model": model}}


def table_answer(door: Door, status: int = 200) -> Response:
    """The table as the visitor may see it now."""
    return json_answer(door.host.table_json(door.visitor), status)


@router.post(
    "",
    summary="Open a table",
    status_code=201,
    responses=answers(TableJson, 201),
    openapi_extra=described(NewTable),
)
async def open_table(request: Request, caller: CallerOf) -> Response:
    """Open a table for the caller."""
    web = web_of(request)
    order = order_from(await read_command(request, NewTable), web)
    caller = await web.callers.with_player(request, caller)
    player = caller.player
    if player is None:
        raise Refused(Code.SIGN_IN)
    web.limits.check("table", caller.address, player.id)
    table = await web.house.open_table(player, order, caller.session_id)
    return table_answer(await come_to(request, table.id, caller), 201)


@router.get("", summary="Public tables, newest first", responses=answers(TablesAnswer))
async def list_tables(
    request: Request,
    caller: CallerOf,
    state: TableState | None = None,
    game: Annotated[str | None, Query(max_length=32)] = None,
    cursor: Annotated[str | None, Query(pattern=r"^[\w.:=+-]{0,200}$")] = None,
    limit: PageSize = PAGE,
) -> Response:
    """One page of the lobby."""
    web = web_of(request)
    if game is not None and game not in web.registry.current():
        raise Refused(Code.INVALID, "There is no such game.", {"at": "query.game"})
    return json_answer(
        await public_tables(web, state=state, game=game, cursor=cursor or None, limit=limit)
    )


@router.get("/{table_id}", summary="A table", responses=answers(TableJson))
async def show_table(door: DoorOf) -> Response:
    """The table as the caller may see it."""
    return table_answer(door)


@router.patch(
    "/{table_id}",
    summary="Change an open table (host)",
    responses=answers(TableJson),
    openapi_extra=described(ChangeTable),
)
async def change_table(request: Request, door: DoorOf) -> Response:
    """Change what the host may change before the start."""
    change = change_from(await read_command(request, ChangeTable))
    await door.host.steward.change(door.visitor, change)
    return table_answer(door)


@router.post(
    "/{table_id}/seats/{seat}",
    summary="Sit down, or seat a bot (host)",
    responses=answers(TableJson),
    openapi_extra=described(TakeSeat),
)
async def take_seat(request: Request, door: DoorOf, seat: SeatInPath) -> Response:
    """Take a free seat or the own one back; put a bot on a free seat."""
    body = await read_command(request, TakeSeat)
    if body.who == "bot":
        check_level(body.level, "level", web_of(request))
        await door.host.steward.seat_bot(door.visitor, seat, body.level)
        return table_answer(door)
    person = await web_of(request).callers.with_player(request, door.caller)
    door = await come_to(request, door.host.table.id, person)
    await door.host.steward.sit(door.visitor, seat, body.client_seed)
    return table_answer(door)


@router.delete(
    "/{table_id}/seats/{seat}",
    summary="Leave a seat, or free it (host)",
    responses=answers(TableJson),
    openapi_extra=described(LeaveSeat, required=False),
)
async def leave_seat(request: Request, door: DoorOf, seat: SeatInPath) -> Response:
    """Before the start the seat is free again; later a bot plays on for its player."""
    body = await read_optional(request, LeaveSeat)
    await door.host.steward.vacate(door.visitor, seat, bar=body.bar)
    return table_answer(door)


@router.post(
    "/{table_id}/close", summary="Give an open table up (host)", responses=answers(TableJson)
)
async def close_table(request: Request, door: DoorOf) -> Response:
    """The table will never start."""
    await read_body(request)
    await door.host.steward.close(door.visitor)
    return table_answer(door)


@router.post("/{table_id}/start", summary="Start the match (host)", responses=answers(TableJson))
async def start_match(request: Request, door: DoorOf) -> Response:
    """Deal, if every seat is taken."""
    await read_body(request)
    await door.host.steward.start(door.visitor)
    return table_answer(door)


@router.post(
    "/{table_id}/moves",
    summary="Make a move",
    responses=answers(MovedAnswer),
    openapi_extra=described(PlayMove),
)
async def make_move(request: Request, door: DoorOf) -> Response:
    """The same as the socket's `move`."""
    body = await read_command(request, PlayMove)
    seq = await submit_move(
        web_of(request), door.host, door.visitor, ref=body.ref, seq=body.seq, move=body.move
    )
    return json_answer(MovedAnswer(ref=body.ref, seq=seq))


@router.post(
    "/{table_id}/undo",
    summary="Take the own last move back",
    responses=answers(MovedAnswer),
    openapi_extra=described(TakeBack),
)
async def undo_move(request: Request, door: DoorOf) -> Response:
    """The same as the socket's `undo`, for programs without one."""
    body = await read_command(request, TakeBack)
    seq = await door.host.undo(door.visitor, body.ref, body.seq)
    return json_answer(MovedAnswer(ref=body.ref, seq=seq))


@router.get(
    "/{table_id}/state", summary="The socket's `state` now", responses=answers(StateMessage)
)
async def show_state(door: DoorOf) -> Response:
    """Everything that the caller may know now."""
    return json_text(door.host.state_json(door.visitor))


@router.get("/{table_id}/log", summary="Older entries of the log", responses=answers(LogAnswer))
async def show_log(door: DoorOf, before: Position | None = None) -> Response:
    """Up to 50 entries before a position, as the caller may know them."""
    return json_answer({"log": await door.host.log_page(door.visitor, before)})


@router.get(
    "/{table_id}/record",
    summary="The match record, once it has ended",
    responses=answers(RecordJson),
)
async def show_record(door: DoorOf, draws: bool = False) -> Response:
    """The record; with `draws=1` every draw and the server's verdict as well."""
    return json_answer(await door.host.record(door.visitor, draws=draws))
