"""The door of the house: a cookie becomes an admin on duty, and what they do is noted.

Whether they may do it is decided by `app.tables.admins`; no call on `/api/admin/` goes past here.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from app.tables.admins import Deed, OnDuty, check_may
from app.tables.ports import Now
from app.tables.refusals import Code, Refused
from app.tables.staff import MARK_LIFE, AdminSession, AuditDeed, AuditLine, Shifts, Target
from app.web import limits
from app.web.bodies import hear_out
from app.web.callers import MAX_SECRET, NEW_COOKIE, address_of, hash_secret
from app.web.context import web_of
from app.web.origins import SAFE_METHODS, Origins

COOKIE = "kt_admin"

TOUCHED_AFTER = timedelta(minutes=1)
"""How exactly a session knows when it was used last: not every call writes."""


class AdminDoors:
    """Finds who is on duty by the session's cookie."""

    def __init__(self, shifts: Shifts, now: Now, *, origins: Origins) -> None:
        self._shifts = shifts
        self._now = now
        self._origins = origins

    async def look(self, connection: HTTPConnection) -> OnDuty | None:
        """Who is on duty in that browser. Looking does not keep a session from running out:
        sockets ask so again and again, and end when the answer is nobody."""
        session = await self._find(connection)
        return None if session is None else duty_in(session)

    async def enter(self, connection: HTTPConnection) -> OnDuty:
        """Who is on duty in that browser, just now. Raises `sign_in`."""
        session = await self._find(connection)
        if session is None:
            raise Refused(Code.SIGN_IN, "Log in first.")
        now = self._now()
        if now - session.seen_at >= TOUCHED_AFTER:
            await self._shifts.touch(session.id, now)
        return duty_in(session)

    async def browser(self, connection: HTTPConnection) -> AdminSession | None:
        """The session that let this browser in, even if it has ended."""
        secret = secret_in(connection)
        return await self._shifts.find_browser(hash_secret(secret)) if secret else None

    def hand_cookie(self, connection: HTTPConnection, secret: str) -> None:
        """The cookie goes out with the answer. It outlives its session, as a mark of a browser
        that was let in before: strangers cannot lock such a one out."""
        secure = "; Secure" if self._origins.is_secure(connection) else ""
        age = int(MARK_LIFE.total_seconds())
        connection.scope[NEW_COOKIE] = (
            f"{COOKIE}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"
        )

    async def _find(self, connection: HTTPConnection) -> AdminSession | None:
        secret = secret_in(connection)
        if secret is None:
            return None
        return await self._shifts.find_session(hash_secret(secret), self._now())


def secret_in(connection: HTTPConnection) -> str | None:
    """The cookie's content, if it can be one of ours."""
    secret = connection.cookies.get(COOKIE)
    return secret if secret and len(secret) <= MAX_SECRET else None


def duty_in(session: AdminSession) -> OnDuty:
    """The admin of a session that goes on."""
    return OnDuty(session.admin, session.id, session.proved_at)


def check_sender(request: Request) -> None:
    """Raises `forbidden` for a change that none of our pages sent, and for whatever a foreign
    page wants to read; `rate_limited` for haste."""
    web = web_of(request)
    is_change = request.method not in SAFE_METHODS
    if is_change or "origin" in request.headers:
        web.origins.check_ours(request)
    deed: limits.Deed = "message" if is_change else "read"
    web.limits.check(deed, address_of(request))


async def on_duty(request: Request) -> OnDuty:
    """Who is on duty. Raises `forbidden` for foreign pages, `rate_limited`, and `sign_in`."""
    check_sender(request)
    await hear_out(request)
    return await web_of(request).doors.enter(request)


OnDutyOf = Annotated[OnDuty, Depends(on_duty)]
"""A call's admin: who is not on duty comes no further."""


def allowed(request: Request, duty: OnDuty, deed: Deed) -> None:
    """Raises `forbidden` unless the admin may do that, now."""
    check_may(duty, deed, web_of(request).now())


def line_of(
    request: Request,
    duty: OnDuty,
    deed: AuditDeed,
    *,
    target: Target | None = None,
    why: str = "",
    detail: Mapping[str, object] | None = None,
) -> AuditLine:
    """What the audit log is told of a deed: the store writes it along with the deed, or before one
    that has no transaction of its own, so that nothing happens untold."""
    return AuditLine(web_of(request).now(), duty.admin, deed, target, why, detail or {})
