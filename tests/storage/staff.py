"""Accounts of the staff for the tests of the store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.storage.store import Store
from app.tables.admins import Admin, Role
from app.tables.staff import (
    AdminRow,
    AdminSession,
    Admission,
    AuditDeed,
    AuditLine,
    SealedLink,
    Target,
    handle_of,
)

AT = datetime(2026, 11, 30, 20, tzinfo=UTC)
DAY = timedelta(days=1)


def account(name: str, role: Role = "owner") -> AdminRow:
    """An account without a password; its id is its handle."""
    return AdminRow(handle_of(name), name, handle_of(name), role, None, 0, 0, AT, None)


def link(word: str) -> SealedLink:
    """A link by that word that waits for a day."""
    return SealedLink(word.encode(), AT, AT + DAY)


def line(deed: AuditDeed = "hire", admin: Admin | None = None, at: datetime = AT) -> AuditLine:
    """A line of the audit log; without an admin the command line's."""
    return AuditLine(at, admin, deed, Target("admin", "ada"), "a reason")


async def hire(store: Store, name: str, role: Role = "owner", *, ready: bool = True) -> AdminRow:
    """An account, with a password if it is ready."""
    await store.staff.hire(account(name, role), link(name), line())
    if ready:
        assert await store.staff.set_password(name.encode(), "a hash", line("set_password"))
    found = await store.staff.find(handle_of(name))
    assert found is not None
    return found


def session(of: AdminRow, word: str, at: datetime = AT) -> AdminSession:
    """A session of twelve hours."""
    return AdminSession(word, of.admin, "a browser", at, at, at, at + timedelta(hours=12))


async def let_in(store: Store, of: AdminRow, word: str, *, step: int, at: datetime = AT) -> bool:
    """Open a session whose cookie is that word, with the code of that step."""
    admission = Admission(of.id, of.totp_generation, step, b"mark")
    told = line("log_in", of.admin, at)
    return await store.shifts.let_in(session(of, word, at), word.encode(), admission, told)
