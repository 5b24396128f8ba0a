"""What the staff's calls say and answer: log-in, proof, accounts, sessions, the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from app.codec.commands import Command, check_remark
from app.codec.times import time_text
from app.tables.admins import Admin, Deed, Role
from app.tables.staff import AdminRow, AdminSession, AuditEntry

MAX_TYPED = 256
"""Letters of a name, password or code that are read; more is none."""

PEOPLE = ("player", "admin")
PEOPLE_IN_DETAIL = ("player", "into")
"""Where a line of the audit log has ids of people."""

Typed = Annotated[str, Field(max_length=MAX_TYPED)]
Secret = Annotated[str, Field(min_length=1, max_length=MAX_TYPED)]
Why = Annotated[str, Field(max_length=500), AfterValidator(check_remark)]


class LogIn(Command):
    """`POST /api/admin/login`."""

    name: Typed
    password: Typed
    code: Typed


class Prove(Command):
    """`POST /api/admin/proof`."""

    password: Typed
    code: Typed


class OpenWelcome(Command):
    """`POST /api/admin/welcome/open`: the secret of a link."""

    secret: Secret


class Welcome(Command):
    """`POST /api/admin/welcome`."""

    secret: Secret
    password: Annotated[str, Field(max_length=1024)]
    code: Typed


class Hire(Command):
    """`POST /api/admin/staff`."""

    name: Typed
    role: Role
    why: Why = ""


class ChangeStaff(Command):
    """`PATCH /api/admin/staff/{id}`."""

    role: Role
    why: Why = ""


class Reason(Command):
    """The body of calls that say no more than why; it may be left out."""

    why: Why = ""


STAFF_BODIES = (LogIn, Prove, OpenWelcome, Welcome, Hire, ChangeStaff, Reason)


class AdminJson(TypedDict):
    """Somebody of the staff."""

    id: str
    name: str
    role: Role


class AdminMeAnswer(TypedDict):
    """`GET /api/admin/me`. `proved`: password and code were given recently."""

    admin: AdminJson
    may: list[Deed]
    proved: bool
    session: str


class GreetingAnswer(TypedDict):
    """`POST /api/admin/welcome/open`. `totp`: the secret for codes; `qr`: it as an SVG picture."""

    admin: AdminJson
    totp: str
    address: str
    qr: str


class AdminSessionJson(TypedDict):
    """A browser in which somebody is logged in; `here`: this one."""

    id: str
    agent: str
    created_at: str
    seen_at: str
    here: bool
    admin: AdminJson


class AdminSessionsAnswer(TypedDict):
    """`GET /api/admin/sessions`."""

    sessions: list[AdminSessionJson]


class StaffJson(AdminJson):
    """An account. `ready`: a password is set. `locked_until`: for browsers not yet known."""

    created_at: str
    locked_until: str | None
    dismissed_at: str | None
    ready: bool


class StaffAnswer(TypedDict):
    """`GET /api/admin/staff`."""

    staff: list[StaffJson]


class HiredAnswer(TypedDict):
    """`POST /api/admin/staff`; the link is shown this once. `qr`: it as an SVG picture."""

    admin: StaffJson
    link: str
    qr: str


class ChangedStaffAnswer(TypedDict):
    """`PATCH` and `DELETE /api/admin/staff/{id}`."""

    admin: StaffJson


class StaffLinkAnswer(TypedDict):
    """`POST /api/admin/staff/{id}/link`; shown this once. `qr`: it as an SVG picture."""

    link: str
    qr: str


class AuditAdminJson(TypedDict):
    """Whose deed it was."""

    id: str
    name: str


class TargetJson(TypedDict):
    """What it was done to."""

    kind: str
    id: str


class AuditEntryJson(TypedDict):
    """One line of the audit log; `admin` null: done on the command line. `names`: what those
    whose ids are in it are called now."""

    number: int
    at: str
    admin: AuditAdminJson | None
    deed: str
    target: TargetJson | None
    why: str
    detail: Mapping[str, Any]
    names: Mapping[str, str]


class AuditAnswer(TypedDict):
    """`GET /api/admin/audit`; `before`: where the next page goes on, null at the end."""

    entries: list[AuditEntryJson]
    before: int | None


def admin_json(admin: Admin) -> AdminJson:
    """Somebody of the staff."""
    return AdminJson(id=admin.id, name=admin.name, role=admin.role)


def staff_json(row: AdminRow, locked_until: str | None) -> StaffJson:
    """An account."""
    return StaffJson(
        id=row.id,
        name=row.name,
        role=row.role,
        created_at=time_text(row.created_at),
        locked_until=locked_until,
        dismissed_at=time_text(row.dismissed_at) if row.dismissed_at else None,
        ready=row.ready,
    )


def admin_session_json(session: AdminSession, here: str) -> AdminSessionJson:
    """A session; `here`: the asking one's id."""
    return AdminSessionJson(
        id=session.id,
        agent=session.agent,
        created_at=time_text(session.created_at),
        seen_at=time_text(session.seen_at),
        here=session.id == here,
        admin=admin_json(session.admin),
    )


def ids_in(entry: AuditEntry) -> frozenset[str]:
    """The players and admins whom a line is about: it holds their ids, as names may change."""
    line = entry.line
    target = line.target.id if line.target and line.target.kind in PEOPLE else None
    ids = (target, *(line.detail.get(key) for key in PEOPLE_IN_DETAIL))
    return frozenset(found for found in ids if isinstance(found, str))


def audit_json(entry: AuditEntry, names: Mapping[str, str]) -> AuditEntryJson:
    """A line of the audit log; `names`: by id, of more people than it needs."""
    line = entry.line
    return AuditEntryJson(
        number=entry.number,
        at=time_text(line.at),
        admin=AuditAdminJson(id=line.admin.id, name=line.admin.name) if line.admin else None,
        deed=line.deed,
        target=TargetJson(kind=line.target.kind, id=line.target.id) if line.target else None,
        why=line.why,
        detail=line.detail,
        names={found: names[found] for found in sorted(ids_in(entry)) if found in names},
    )
