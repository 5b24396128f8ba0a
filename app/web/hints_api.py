"""The call for a hint: what a strong player would do, told to nobody but the seat that asks."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.hints import HintJson
from app.web.answers import json_answer
from app.web.bodies import read_body
from app.web.context import web_of
from app.web.doors import DoorOf
from app.web.tables_api import REFUSED, answers

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSED)


@router.post(
    "/{table_id}/hint",
    summary="What a strong player would do (whose turn it is)",
    responses=answers(HintJson),
)
async def give_hint(request: Request, door: DoorOf) -> Response:
    """The `hard` bot's choices for the caller's seat, with how often each wins by its estimate."""
    await read_body(request)
    player = door.caller.player
    web_of(request).limits.check(
        "hint", door.caller.address, player.id if player else None, table=door.host.table.id
    )
    return json_answer(await door.host.advisor.hint(door.visitor))
