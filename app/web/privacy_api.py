"""HTTP calls by which a person carries home what is kept of them, and leaves for good."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from typing_extensions import TypedDict

from app.codec import json
from app.codec.wire import time_text
from app.tables.dossiers import (
    Dossier,
    Dossiers,
    KeptAddress,
    KeptBan,
    KeptCaution,
    KeptCredential,
    KeptGrant,
    KeptLine,
    KeptPerson,
    KeptReport,
    KeptTable,
)
from app.tables.refusals import Code, Refused
from app.web.answers import MeAnswer, json_answer
from app.web.bodies import read_body
from app.web.callers import Caller
from app.web.context import web_of
from app.web.doors import CallerOf
from app.web.people import describe_with_history
from app.web.tables_api import REFUSED, answers

FORMAT = "kitchen-table-person/1"
FILE_NAME = "kitchen-table-me.json"

router = APIRouter(prefix="/api/me", tags=["players"], responses=REFUSED)


class ExportAnswer(TypedDict):
    """`GET /api/me/export`: everything that is kept about one person."""

    format: str
    exported_at: str
    player: KeptPerson
    credentials: list[KeptCredential]
    links: list[KeptGrant]
    addresses: list[KeptAddress]
    bans: list[KeptBan]
    cautions: list[KeptCaution]
    reports: list[KeptReport]
    chat: list[KeptLine]
    tables: list[KeptTable]


@router.get(
    "/export",
    summary="Everything that is kept about me, as a file",
    responses=answers(ExportAnswer),
)
async def export_me(request: Request, caller: CallerOf) -> Response:
    """One JSON file, written while it is read from the store: it may be long."""
    web = web_of(request)
    if caller.player is None:
        raise Refused(Code.SIGN_IN)
    web.limits.check("export", caller.address, caller.player.id)
    dossiers = web.discretion.dossiers
    dossier = await dossiers.load(caller.player.id)
    if dossier is None:
        raise Refused(Code.SIGN_IN)
    return StreamingResponse(
        write_file(dossier, dossiers, time_text(web.now())),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{FILE_NAME}"'},
    )


async def write_file(dossier: Dossier, dossiers: Dossiers, at: str) -> AsyncIterator[bytes]:
    """The file piece by piece; what there may be much of comes last."""
    player = dossier.player.id
    head = {
        "format": FORMAT,
        "exported_at": at,
        "player": dossier.player,
        "credentials": dossier.credentials,
        "links": dossier.links,
        "addresses": dossier.addresses,
        "bans": dossier.bans,
        "cautions": dossier.cautions,
        "reports": dossier.reports,
    }
    yield json.dumps(head)[:-1] + b',"chat":['
    async for piece in in_a_row(lines_of(player, dossiers)):
        yield piece
    yield b'],"tables":['
    async for piece in in_a_row(tables_of(player, dossiers)):
        yield piece
    yield b"]}"


async def in_a_row(values: AsyncIterator[object]) -> AsyncIterator[bytes]:
    """The items of a JSON array."""
    comma = b""
    async for value in values:
        yield comma + json.dumps(value)
        comma = b","


async def lines_of(player: str, dossiers: Dossiers) -> AsyncIterator[KeptLine]:
    """All lines, oldest first."""
    portion = await dossiers.lines(player)
    while portion:
        for line in portion:
            yield line
        portion = await dossiers.lines(player, after=portion[-1].number)


async def tables_of(player: str, dossiers: Dossiers) -> AsyncIterator[KeptTable]:
    """All tables, oldest first."""
    for table_id in await dossiers.table_ids(player):
        table = await dossiers.table(player, table_id)
        if table is not None:
            yield table


@router.delete("", summary="Delete me", responses=answers(MeAnswer))
async def delete_me(request: Request, caller: CallerOf) -> Response:
    """Whoever calls is a stranger afterwards; matches stay, under a name that means nobody.

    To who is a stranger already it says the same.
    """
    await read_body(request)
    web = web_of(request)
    if caller.player is not None:
        await web.discretion.departures.leave(caller.player.id)
    elif caller.session is not None:
        await web.discretion.departures.end_session(caller.session.id)
    web.callers.take_cookie(request)
    nobody = Caller(caller.address, browser=caller.browser)
    return json_answer(await describe_with_history(request, nobody))
