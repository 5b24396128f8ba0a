"""HTTP calls beside one match: the next one, the series' score, and what is said at the rail."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import OpenRail, ReportLine
from app.codec.wire import TableJson, player_json, result_json, time_text
from app.tables import access
from app.tables.ports import Report
from app.tables.refusals import Code, Refused
from app.tables.series import Standing, score, shown_matches
from app.tables.table import Table
from app.web.answers import SeriesAnswer, SeriesMatchJson, StandingJson, json_answer
from app.web.bodies import described, read_body, read_command
from app.web.context import WebContext, web_of
from app.web.doors import DoorOf, come_to
from app.web.tables_api import REFUSED, answers, table_answer

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSED)

SERIES = 500
"""So many tables of a series are counted, the newest ones."""


@router.post(
    "/{table_id}/rematch",
    summary="The next table with the same people (seated)",
    responses=answers(TableJson),
)
async def offer_rematch(request: Request, door: DoorOf) -> Response:
    """The table that follows, made once: everybody who asks is answered the same one."""
    await read_body(request)
    web, player = web_of(request), door.caller.player
    if not await is_followed(web, door.host.table):
        web.limits.check("table", door.caller.address, player.id if player else None)
    follower = await web.house.rematch(door.host, door.visitor)
    return table_answer(await come_to(request, follower.id, door.caller))


@router.get(
    "/{table_id}/series",
    summary="The matches of the table's series, and its score",
    responses=answers(SeriesAnswer),
)
async def show_series(request: Request, door: DoorOf) -> Response:
    """Oldest first; what the caller may not see is left out."""
    found = await web_of(request).tables.list_series(door.host.table.series, SERIES)
    shown = shown_matches(found, door.visitor)
    return json_answer(
        SeriesAnswer(
            matches=[match_json(table) for table in shown],
            score=[standing_json(standing) for standing in score(shown)],
        )
    )


@router.post(
    "/{table_id}/rail",
    summary="Whether spectators may write (host)",
    responses=answers(TableJson),
    openapi_extra=described(OpenRail),
)
async def open_rail(request: Request, door: DoorOf) -> Response:
    """Open or close the spectators' chat, until the match has ended."""
    body = await read_command(request, OpenRail)
    await door.host.steward.open_rail(door.visitor, is_open=body.open)
    return table_answer(door)


@router.post(
    "/{table_id}/reports",
    summary="Report a line of chat",
    responses=answers(TableJson),
    openapi_extra=described(ReportLine),
)
async def report_line(request: Request, door: DoorOf) -> Response:
    """Have a line looked at by who runs the place; once for each reader."""
    body = await read_command(request, ReportLine)
    access.check_watches(door.host.table, door.visitor)
    web = web_of(request)
    reader = (await web.callers.with_player(request, door.caller)).player
    if reader is None:
        raise Refused(Code.SIGN_IN)
    report = Report(
        id=web.mint.message_id(),
        table=door.host.table.id,
        line=body.message,
        player=reader.id,
        why=body.why,
        at=web.now(),
    )
    if not await web.reports.add(report):
        raise Refused(Code.NOT_FOUND)
    return table_answer(door)


async def is_followed(web: WebContext, table: Table) -> bool:
    """Whether there is a next table already: no new one is opened then."""
    follower = await web.tables.load(table.next) if table.next else None
    return follower is not None and not follower.fell_through


def match_json(table: Table) -> SeriesMatchJson:
    """One table of a series; the seat of a bot has no name."""
    return {
        "id": table.id,
        "state": table.state,
        "result": result_json(table.result),
        "ended_at": time_text(table.ended_at) if table.ended_at else None,
        "seats": [place.player.name if place.player else "" for place in table.seats],
    }


def standing_json(standing: Standing) -> StandingJson:
    """One line of the score."""
    answer: StandingJson = {
        "name": standing.player.name if standing.player else "",
        "wins": standing.wins,
        "played": standing.played,
    }
    if standing.player is not None:
        answer["player"] = player_json(standing.player)
    elif standing.bot is not None:
        answer["bot"] = standing.bot
    return answer
