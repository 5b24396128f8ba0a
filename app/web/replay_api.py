"""HTTP calls on an ended match: every position through anybody's eyes, and a way on from there."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import BranchOff
from app.codec.replay import ReplayAnswer, StepsAnswer
from app.codec.wire import TableJson
from app.games.base import Audience, Viewer
from app.tables.branching import BranchOrder
from app.tables.refusals import Code, Refused
from app.web.answers import json_answer
from app.web.bodies import described, read_command
from app.web.context import web_of
from app.web.doors import DoorOf, come_to
from app.web.tables_api import REFUSED, Position, answers, table_answer

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSED)

Eyes = Annotated[
    str | None,
    Query(
        pattern="^(all|[0-9]|[1-9][0-9])$",
        description="A seat, or `all` for everything open; left out: a spectator",
    ),
]
First = Annotated[
    Position | None, Query(alias="from", description="Answer several positions, from this one on")
]
Last = Annotated[Position | None, Query(alias="to", description="The last one of several")]


@router.get(
    "/{table_id}/replay",
    summary="A position of an ended match, or several",
    responses=answers(ReplayAnswer | StepsAnswer),
)
async def show_replay(
    door: DoorOf,
    seq: Position | None = None,
    seat: Eyes = None,
    first: First = None,
    last: Last = None,
    views: bool = True,
) -> Response:
    """The view after `seq` as that seat saw it; with `from` and `to` several positions at once,
    up to 50, or up to 1000 with `views=0`. `last` says where the match ended."""
    eyes, archive = eyes_of(seat), door.host.archive
    if first is None and last is None:
        return json_answer(await archive.view(door.visitor, seq, eyes))
    return json_answer(await archive.steps(door.visitor, first or 0, last, eyes, views=views))


def eyes_of(seat: str | None) -> Viewer:
    """Whose eyes the query names."""
    if seat is None:
        return Audience.SPECTATOR
    return Audience.OPEN if seat == "all" else int(seat)


@router.post(
    "/{table_id}/branch",
    summary="Play on from a position of an ended match, with bots",
    status_code=201,
    responses=answers(TableJson, 201),
    openapi_extra=described(BranchOff),
)
async def branch_off(request: Request, door: DoorOf) -> Response:
    """A new private table that begins at that position, the caller on that seat."""
    web = web_of(request)
    body = await read_command(request, BranchOff)
    caller = await web.callers.with_player(request, door.caller)
    if caller.player is None:
        raise Refused(Code.SIGN_IN)
    web.limits.check("table", caller.address, caller.player.id)
    word = web.mint.client_seed() if body.client_seed is None else body.client_seed
    order = BranchOrder(caller.player, body.seq, body.seat, word)
    table = await web.house.branch_table(door.host, door.visitor, order, caller.session_id)
    return table_answer(await come_to(request, table.id, caller), 201)
