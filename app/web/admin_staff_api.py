"""HTTP calls on the staff: accounts and links by owners, the audit log for everybody of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from app.codec.staff import (
    AuditAnswer,
    ChangedStaffAnswer,
    ChangeStaff,
    Hire,
    HiredAnswer,
    Reason,
    StaffAnswer,
    StaffJson,
    StaffLinkAnswer,
    audit_json,
    ids_in,
    staff_json,
)
from app.codec.times import time_text
from app.tables.staff import AdminRow, AuditEntry, AuditQuery, Target
from app.web.admin_doors import OnDutyOf, allowed, line_of
from app.web.answers import json_answer
from app.web.bodies import described, read_command, read_optional
from app.web.context import WebContext, web_of
from app.web.pictures import draw_code
from app.web.tables_api import REFUSED, IdInPath, answers
from app.web.usher import address_of_link, new_account, new_link

router = APIRouter(prefix="/api/admin", tags=["house"], responses=REFUSED)

Word = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{0,64}$")]
TARGET = r"^[a-z]{0,32}(:[A-Za-z0-9_.-]{0,64})?$"
PAGE = 50
MOST_ENTRIES = 2**31 - 1


async def tell_staff(request: Request, *rows: AdminRow) -> list[StaffJson]:
    """Accounts as the staff sees them."""
    locks = await web_of(request).usher.locks(tuple(row.handle for row in rows))
    return [
        staff_json(row, time_text(locks[row.handle]) if row.handle in locks else None)
        for row in rows
    ]


def link_to(request: Request, secret: str) -> StaffLinkAnswer:
    """The address that sets a password, to read and to scan."""
    address = address_of_link(web_of(request).house.porter.public_url, secret)
    return StaffLinkAnswer(link=address, qr=draw_code(address).decode())


async def names_in(web: WebContext, entries: Sequence[AuditEntry]) -> Mapping[str, str]:
    """What the players and admins of these entries are called now, by id."""
    names = {row.id: row.name for row in await web.staff.list()}
    for unknown in frozenset().union(*map(ids_in, entries)) - names.keys():
        person = await web.books.roster.find(unknown)
        if person is not None:
            names[unknown] = person.name
    return names


@router.get("/staff", summary="Who keeps the house", responses=answers(StaffAnswer))
async def list_staff(request: Request, duty: OnDutyOf) -> Response:
    """Everybody, also who was dismissed."""
    allowed(request, duty, "look")
    rows = await web_of(request).staff.list()
    return json_answer(StaffAnswer(staff=await tell_staff(request, *rows)))


@router.post(
    "/staff",
    summary="Let somebody help to keep the house (owner)",
    status_code=201,
    responses=answers(HiredAnswer, 201),
    openapi_extra=described(Hire),
)
async def hire(request: Request, duty: OnDutyOf) -> Response:
    """A new account, and the link by which its password is set."""
    allowed(request, duty, "hire")
    body = await read_command(request, Hire)
    web = web_of(request)
    row = new_account(web.mint, web.now(), name=body.name, role=body.role)
    link, secret = new_link(web.mint, web.now())
    target, detail = Target("admin", row.id), {"name": row.name, "role": row.role}
    line = line_of(request, duty, "hire", target=target, why=body.why, detail=detail)
    await web.staff.hire(row, link, line)
    (told,) = await tell_staff(request, row)
    return json_answer(HiredAnswer(admin=told, **link_to(request, secret)), 201)


@router.patch(
    "/staff/{admin_id}",
    summary="Give somebody another role (owner)",
    responses=answers(ChangedStaffAnswer),
    openapi_extra=described(ChangeStaff),
)
async def change_role(request: Request, duty: OnDutyOf, admin_id: IdInPath) -> Response:
    """From their next call on. The last owner stays one."""
    allowed(request, duty, "change_staff")
    body = await read_command(request, ChangeStaff)
    target = Target("admin", admin_id)
    line = line_of(
        request, duty, "change_staff", target=target, why=body.why, detail={"role": body.role}
    )
    row = await web_of(request).staff.change_role(admin_id, body.role, line)
    (told,) = await tell_staff(request, row)
    return json_answer(ChangedStaffAnswer(admin=told))


@router.post(
    "/staff/{admin_id}/link",
    summary="A new link for who lost password or phone (owner)",
    status_code=201,
    responses=answers(StaffLinkAnswer, 201),
    openapi_extra=described(Reason, required=False),
)
async def make_link(request: Request, duty: OnDutyOf, admin_id: IdInPath) -> Response:
    """Password, codes, sessions and older links of that account are good for nothing any more."""
    allowed(request, duty, "change_staff")
    body = await read_optional(request, Reason)
    web = web_of(request)
    link, secret = new_link(web.mint, web.now())
    target = Target("admin", admin_id)
    line = line_of(request, duty, "make_link", target=target, why=body.why)
    await web.staff.reset(admin_id, link, line)
    web.sampler.check_sessions()
    return json_answer(link_to(request, secret), 201)


@router.delete(
    "/staff/{admin_id}",
    summary="Dismiss somebody (owner)",
    responses=answers(ChangedStaffAnswer),
    openapi_extra=described(Reason, required=False),
)
async def dismiss(request: Request, duty: OnDutyOf, admin_id: IdInPath) -> Response:
    """Their sessions end at once. The last owner stays."""
    allowed(request, duty, "dismiss")
    body = await read_optional(request, Reason)
    line = line_of(request, duty, "dismiss", target=Target("admin", admin_id), why=body.why)
    web = web_of(request)
    row = await web.staff.dismiss(admin_id, line)
    web.sampler.check_sessions()
    (told,) = await tell_staff(request, row)
    return json_answer(ChangedStaffAnswer(admin=told))


@router.get("/audit", summary="Everything that the staff did", responses=answers(AuditAnswer))
async def read_audit(
    request: Request,
    duty: OnDutyOf,
    before: Annotated[int | None, Query(ge=1, le=MOST_ENTRIES)] = None,
    deed: Word = None,
    admin: Word = None,
    target: Annotated[str | None, Query(pattern=TARGET, description="`kind` or `kind:id`")] = None,
) -> Response:
    """Newest first, page by page."""
    allowed(request, duty, "look")
    kind, _, target_id = (target or "").partition(":")
    query = AuditQuery(before, deed or None, admin or None, kind or None, target_id or None, PAGE)
    web = web_of(request)
    entries = await web.audit.list(query)
    names = await names_in(web, entries)
    told = [audit_json(entry, names) for entry in entries]
    more = told[-1]["number"] if len(told) == PAGE else None
    return json_answer(AuditAnswer(entries=told, before=more))
