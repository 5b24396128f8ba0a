"""Lets admins in: password and code, a limit on tries, links that set passwords.

A name that nobody bears is answered as one that somebody bears: the same words, the same work,
the same lock. Tries are counted before they are judged, so that many at once are many. A browser
that was let in before has tries of its own: strangers who use up the name's lock it out of nothing.
"""

from __future__ import annotations

import hashlib
import logging
import math
from dataclasses import replace
from datetime import UTC, datetime

from starlette.requests import HTTPConnection

from app.tables.admins import Admin, OnDuty, Role
from app.tables.names import check_name
from app.tables.passwords import check_password
from app.tables.ports import Mint, Now
from app.tables.refusals import Code, Refused
from app.tables.staff import (
    LINK_LIFE,
    SESSION_LIFE,
    AdminRow,
    AdminSession,
    Admission,
    AuditDeed,
    AuditLine,
    SealedLink,
    Shifts,
    Staff,
    Target,
    handle_of,
)
from app.web.admin_doors import AdminDoors, duty_in
from app.web.callers import hash_secret
from app.web.codes import Codes
from app.web.passwords import Passwords

LOG = logging.getLogger("kitchen_table.doors")

MAX_AGENT = 200

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOBODY = AdminRow("", "", "", "observer", None, 0, 0, EPOCH, None)
"""Who is looked at in place of somebody who is not there."""

WRONG = (
    "Name, password and code do not fit together. Each code works once: wait for the next one "
    "before you try again."
)
NO_LINK = "This link has been used, has ended, or was replaced by a newer one."
WRONG_CODE = "That code does not fit. Look at the newest one; is your phone's clock right?"


class Usher:
    """Judges passwords and codes, and opens sessions."""

    def __init__(
        self,
        staff: Staff,
        shifts: Shifts,
        doors: AdminDoors,
        *,
        mint: Mint,
        now: Now,
        passwords: Passwords,
        codes: Codes,
    ) -> None:
        self.staff = staff
        self.shifts = shifts
        self._doors = doors
        self._mint = mint
        self._now = now
        self._passwords = passwords
        self._codes = codes

    async def log_in(
        self, connection: HTTPConnection, name: str, *, password: str, code: str
    ) -> OnDuty:
        """A new session in this browser. Raises `sign_in`, and `rate_limited` while locked."""
        handle = handle_of(name)
        browser = await self._doors.browser(connection)
        known = browser is not None and handle_of(browser.admin.name) == handle
        mark = mark_of("browser", browser.id) if browser and known else mark_of("name", handle)
        await self._take_try(mark)
        row = await self.staff.find(handle)
        admission = await self._judge(row, mark, password=password, code=code)
        if row is None or admission is None:
            LOG.warning("a log-in was refused")
            raise Refused(Code.SIGN_IN, WRONG)
        admission = replace(admission, replaces=browser.id if browser else None)
        return await self._open(connection, row.admin, admission)

    async def prove(self, duty: OnDuty, *, password: str, code: str) -> OnDuty:
        """The same admin with a proof of this minute. Raises `forbidden`, and `rate_limited`."""
        mark = mark_of("browser", duty.session)
        await self._take_try(mark)
        row = await self.staff.find(handle_of(duty.admin.name))
        admission = await self._judge(row, mark, password=password, code=code)
        line = self._line(duty.admin, "prove", session=duty.session)
        if admission is None or not await self.shifts.prove(duty.session, admission, line):
            LOG.warning("a proof was refused")
            raise Refused(Code.FORBIDDEN, WRONG, {"prove": True})
        return replace(duty, proved_at=line.at)

    async def greet(self, secret: str) -> tuple[AdminRow, str, str]:
        """Who a link is for, the secret for codes, and that as apps read it off a picture.

        Raises `not_found`.
        """
        row = await self._find_invited(secret)
        return row, self._codes.secret_of(row), self._codes.address_of(row)

    async def welcome(
        self, connection: HTTPConnection, secret: str, *, password: str, code: str
    ) -> OnDuty:
        """Set a password, once, and log in. Raises `not_found` and `invalid`."""
        row = await self._find_invited(secret)
        check_password(password, row.name)
        step = self._codes.find_step(row, code, self._now())
        if step is None:
            raise Refused(Code.INVALID, WRONG_CODE, {"at": "code"})
        hashed = await self._passwords.hash(password)
        line = self._line(row.admin, "set_password")
        if not await self.staff.set_password(hash_secret(secret), hashed, line):
            raise Refused(Code.NOT_FOUND, NO_LINK)
        browser = await self._doors.browser(connection)
        mark = mark_of("name", row.handle)
        replaces = browser.id if browser else None
        admission = Admission(row.id, row.totp_generation, step, mark, replaces=replaces)
        return await self._open(connection, row.admin, admission)

    async def locks(self, handles: tuple[str, ...]) -> dict[str, datetime]:
        """Until when strangers keep those names locked."""
        marks = {mark_of("name", handle): handle for handle in handles}
        found = await self.shifts.find_locks(tuple(marks), self._now())
        return {marks[mark]: until for mark, until in found.items()}

    async def _take_try(self, mark: bytes) -> None:
        now = self._now()
        locked_until = await self.shifts.take_try(mark, now)
        if locked_until is not None:
            wait = math.ceil((locked_until - now).total_seconds())
            raise Refused(Code.RATE_LIMITED, detail={"retry_after": wait})

    async def _judge(
        self, row: AdminRow | None, mark: bytes, *, password: str, code: str
    ) -> Admission | None:
        """The way in, if all fits. Nothing is left out for who is nobody."""
        judged = row or NOBODY
        fits = await self._passwords.fits(judged.password_hash, password)
        step = self._codes.find_step(judged, code, self._now())
        if not fits or step is None or judged.password_hash is None:
            return None
        old = self._passwords.is_old(judged.password_hash)
        fresh = await self._passwords.hash(password) if old else None
        return Admission(judged.id, judged.totp_generation, step, mark, password_hash=fresh)

    async def _find_invited(self, secret: str) -> AdminRow:
        row = await self.staff.find_link(hash_secret(secret), self._now())
        if row is None:
            raise Refused(Code.NOT_FOUND, NO_LINK)
        return row

    async def _open(self, connection: HTTPConnection, admin: Admin, admission: Admission) -> OnDuty:
        """A session that did not exist before: whoever planted a cookie is none the wiser."""
        secret, now = self._mint.token(), self._now()
        session = AdminSession(
            id=self._mint.session_id(),
            admin=admin,
            agent=agent_of(connection),
            created_at=now,
            seen_at=now,
            proved_at=now,
            until=now + SESSION_LIFE,
        )
        line = self._line(admin, "log_in", session=session.id)
        if not await self.shifts.let_in(session, hash_secret(secret), admission, line):
            raise Refused(Code.SIGN_IN, WRONG)
        self._doors.hand_cookie(connection, secret)
        return duty_in(session)

    def _line(self, admin: Admin, deed: AuditDeed, *, session: str | None = None) -> AuditLine:
        target = Target("session", session) if session else Target("admin", admin.id)
        return AuditLine(self._now(), admin, deed, target)


def mark_of(kind: str, word: str) -> bytes:
    """Under what tries are counted: a hash, so that a mistyped password is not kept as a name."""
    return hashlib.sha256(f"{kind}:{word}".encode()).digest()


def agent_of(connection: HTTPConnection) -> str:
    """What a browser says it is, as far as it can be read."""
    said = connection.headers.get("user-agent", "")
    return "".join(letter for letter in said if letter.isprintable())[:MAX_AGENT]


def new_account(mint: Mint, now: datetime, *, name: str, role: Role) -> AdminRow:
    """Somebody who has no password yet. Raises `invalid`."""
    label = check_name(name)
    return AdminRow(mint.player_id(), label, handle_of(label), role, None, 0, 0, now, None)


def new_link(mint: Mint, now: datetime) -> tuple[SealedLink, str]:
    """A link as it is stored, and the secret that is shown this once."""
    secret = mint.token()
    return SealedLink(hash_secret(secret), now, now + LINK_LIFE), secret


def address_of_link(public_url: str, secret: str) -> str:
    """The secret stands in the fragment, which browsers send to nobody."""
    return f"{public_url}/admin/welcome#{secret}"
