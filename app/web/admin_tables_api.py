"""HTTP calls of the staff on tables: look for them, look at them, mend, end, examine.

Looking goes through a spectator's eyes. The one call that shows a running match's hidden state is
`glass`: it is in the audit log before it is answered, and the table is told once it has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import AfterValidator
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import check_printable
from app.codec.desk import FindingsJson, GlassJson, TableDetailJson, TableLinesJson
from app.codec.desk_commands import BreakGlass, EndTable, RepairTable
from app.live.desk import Account
from app.tables.admins import Deed, OnDuty
from app.tables.refusals import Code, Refused
from app.tables.staff import Target
from app.tables.table import TableState
from app.tables.table_search import TableQuery
from app.web.admin_doors import OnDutyOf, allowed, line_of
from app.web.answers import LogAnswer, json_answer
from app.web.bodies import described, read_command
from app.web.context import web_of
from app.web.tables_api import REFUSED, IdInPath, Position, answers

router = APIRouter(prefix="/api/admin/tables", tags=["house"], responses=REFUSED)

Words = Annotated[str, Query(max_length=64), AfterValidator(check_printable)]
Before = Annotated[str, Query(pattern=r"^[\w.:=+-]{0,200}$")]


def account_of(request: Request, duty: OnDuty, deed: Deed, *, table_id: str, why: str) -> Account:
    """Writes that deed into the audit log, with its particulars."""

    async def account(particulars: Mapping[str, object]) -> None:
        target = Target("table", table_id)
        line = line_of(request, duty, deed, target=target, why=why, detail=particulars)
        await web_of(request).audit.add(line)

    return account


async def tell(request: Request, table_id: str) -> Response:
    """The table as it is now."""
    return json_answer(await web_of(request).house.desk.look(table_id))


@router.get("", summary="All tables, newest first", responses=answers(TableLinesJson))
async def find_tables(
    request: Request,
    duty: OnDutyOf,
    q: Words = "",
    game: Annotated[str, Query(max_length=32), AfterValidator(check_printable)] = "",
    state: TableState | Literal[""] = "",
    stuck: bool = False,
    before: Before = "",
) -> Response:
    """One page. `q`: part of a title or a name, or a whole id; `stuck`: what this process found."""
    allowed(request, duty, "look")
    web = web_of(request)
    query = TableQuery(
        words=q.strip() or None,
        game=game or None,
        state=state or None,
        ids=tuple(web.house.desk.stuck()) if stuck else None,
        before=before or None,
    )
    try:
        page = await web.table_search.find(query)
    except ValueError:
        raise Refused(Code.INVALID, "That is no cursor.", {"at": "query.before"}) from None
    return json_answer(web.house.desk.lines(page))


@router.get(
    "/{table_id}", summary="A table from a spectator's side", responses=answers(TableDetailJson)
)
async def show_table(request: Request, duty: OnDutyOf, table_id: IdInPath) -> Response:
    """What a spectator may know, and how the table is. It does not wake by this."""
    allowed(request, duty, "look")
    return await tell(request, table_id)


@router.get("/{table_id}/log", summary="Older entries of its log", responses=answers(LogAnswer))
async def show_log(
    request: Request, duty: OnDutyOf, table_id: IdInPath, before: Position | None = None
) -> Response:
    """Up to 50 entries before a position, as a spectator may know them."""
    allowed(request, duty, "look")
    return json_answer({"log": await web_of(request).house.desk.log_page(table_id, before)})


@router.get("/{table_id}/verify", summary="Examine a stored match", responses=answers(FindingsJson))
async def examine_match(request: Request, duty: OnDutyOf, table_id: IdInPath) -> Response:
    """Whether an ended match was dealt and played as its record says, and can be told again."""
    allowed(request, duty, "verify_table")
    return json_answer(await web_of(request).house.desk.examine(table_id))


@router.post(
    "/{table_id}/repair",
    summary="Wake, pause or resume a running table, or call a stand-in",
    responses=answers(TableDetailJson),
    openapi_extra=described(RepairTable),
)
async def repair_table(request: Request, duty: OnDutyOf, table_id: IdInPath) -> Response:
    """Set a table going. A repair works on a table that another process serves as well."""
    allowed(request, duty, "repair_table")
    body = await read_command(request, RepairTable)
    account = account_of(request, duty, "repair_table", table_id=table_id, why=body.why)
    await web_of(request).house.desk.repair(table_id, body.kind, body.seat, account=account)
    return await tell(request, table_id)


@router.post(
    "/{table_id}/end",
    summary="End a table, with or without a result",
    responses=answers(TableDetailJson),
    openapi_extra=described(EndTable),
)
async def end_table(request: Request, duty: OnDutyOf, table_id: IdInPath) -> Response:
    """`none`: at once, without a result. `as_it_stands`: only the rules know a result, and only
    at the end, so bots take all seats and play the match out at once."""
    allowed(request, duty, "end_table")
    body = await read_command(request, EndTable)
    account = account_of(request, duty, "end_table", table_id=table_id, why=body.why)
    await web_of(request).house.desk.end(table_id, body.result, account=account)
    return await tell(request, table_id)


@router.post(
    "/{table_id}/glass",
    summary="Break the glass: a running match with everything open",
    responses=answers(GlassJson),
    openapi_extra=described(BreakGlass),
)
async def break_glass(request: Request, duty: OnDutyOf, table_id: IdInPath) -> Response:
    """For a reason, which stays in the audit log; that it was done is told to the table."""
    allowed(request, duty, "break_glass")
    body = await read_command(request, BreakGlass)
    account = account_of(request, duty, "break_glass", table_id=table_id, why=body.why)
    return json_answer(await web_of(request).house.desk.break_glass(table_id, account=account))
