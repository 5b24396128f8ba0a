"""HTTP calls that let a match rest, go on, or end: pause, resume, end, stand-in (protocol.md)."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.wire import TableJson
from app.web.bodies import read_body
from app.web.doors import DoorOf
from app.web.tables_api import REFUSED, SeatInPath, answers, table_answer

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSED)


@router.post(
    "/{table_id}/pause",
    summary="Pause (the host, or all who play agree)",
    responses=answers(TableJson),
)
async def pause_table(request: Request, door: DoorOf) -> Response:
    """The host's word pauses at once; others agree by calling, and the table shows who has."""
    await read_body(request)
    await door.host.steward.pause(door.visitor)
    return table_answer(door)


@router.post("/{table_id}/resume", summary="Go on (seated)", responses=answers(TableJson))
async def resume_table(request: Request, door: DoorOf) -> Response:
    """Anybody seated lets a paused match go on."""
    await read_body(request)
    await door.host.steward.resume(door.visitor)
    return table_answer(door)


@router.post(
    "/{table_id}/end", summary="End without a result (all agree)", responses=answers(TableJson)
)
async def end_table(request: Request, door: DoorOf) -> Response:
    """Once all who play have called, the match is abandoned; its record can be had."""
    await read_body(request)
    await door.host.steward.end(door.visitor)
    return table_answer(door)


@router.post(
    "/{table_id}/seats/{seat}/stand_in",
    summary="Have a bot play for somebody who is gone (seated)",
    responses=answers(TableJson),
)
async def call_stand_in(request: Request, door: DoorOf, seat: SeatInPath) -> Response:
    """At a relaxed table, for a seat that is waited for and whose player has long been away.

    Too early, `forbidden` says in `wait` how many seconds are missing.
    """
    await read_body(request)
    await door.host.steward.call_stand_in(door.visitor, seat)
    return table_answer(door)
