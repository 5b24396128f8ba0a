"""The staff of the house: their accounts, sessions and deeds, and the ports that keep them.

What each of them may do is decided in `admins.py`; here is what is known of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol
from unicodedata import normalize

from app.tables.admins import Admin, Deed, Role
from app.tables.lookalikes import look_alike
from app.tables.refusals import Code, Refused

OwnDeed = Literal["log_in", "log_out", "prove", "set_password", "make_link"]
AuditDeed = Deed | OwnDeed
"""What the audit log can tell: what a role allows, and what admins do with their own accounts."""

TargetKind = Literal[
    "table", "player", "ban", "report", "game", "announcement", "maintenance", "admin", "session"
]

LINK_LIFE = timedelta(hours=24)
"""How long a link that sets a password waits to be used."""

SESSION_LIFE = timedelta(hours=12)
IDLE_LIFE = timedelta(hours=2)
"""A session that nobody uses for so long has ended."""

MARK_LIFE = timedelta(days=30)
"""How long an ended session still tells that its browser was let in once. It opens nothing."""

FREE_TRIES = 5
FIRST_LOCK = timedelta(seconds=30)
LONGEST_LOCK = timedelta(hours=1)
TRIES_LIFE = timedelta(days=1)
"""How long tries are counted after the last of them."""


@dataclass(frozen=True, slots=True)
class AdminRow:
    """An account of the staff. `totp_step`: the newest one whose code was used."""

    id: str
    name: str
    handle: str
    role: Role
    password_hash: str | None
    totp_generation: int
    totp_step: int
    created_at: datetime
    dismissed_at: datetime | None

    @property
    def admin(self) -> Admin:
        """Who they are to everybody else."""
        return Admin(self.id, self.name, self.role)

    @property
    def ready(self) -> bool:
        """Whether they can log in: a password is set, and nobody dismissed them."""
        return self.password_hash is not None and self.dismissed_at is None


@dataclass(frozen=True, slots=True)
class AdminSession:
    """A browser in which an admin is logged in. `agent`: what it says it is."""

    id: str
    admin: Admin
    agent: str
    created_at: datetime
    seen_at: datetime
    proved_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class SealedLink:
    """A link that sets a password once, as it is stored: without its secret."""

    secret_hash: bytes
    created_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Target:
    """What a deed was done to."""

    kind: TargetKind
    id: str


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Something done by an admin, or on the command line (`admin` None).

    `detail` is small and never holds secrets, hands or seeds.
    """

    at: datetime
    admin: Admin | None
    deed: AuditDeed
    target: Target | None = None
    why: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A line of the audit log in its place; the admin goes by the present name."""

    number: int
    line: AuditLine


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """Which entries are wanted; None: whatever it is."""

    before: int | None = None
    deed: str | None = None
    admin: str | None = None
    target_kind: str | None = None
    target_id: str | None = None
    limit: int = 50


class Audit(Protocol):
    """Everything an admin did: entries are added and read, never changed."""

    async def add(self, line: AuditLine) -> None:
        """Store one line; it is on disk when this returns."""
        ...

    async def list(self, query: AuditQuery) -> tuple[AuditEntry, ...]:
        """The wanted entries, newest first."""
        ...


class Staff(Protocol):
    """Accounts, and the links that set their passwords.

    Every change writes its audit line in the same transaction, and raises `forbidden` when its
    admin is no owner any more.
    """

    async def find(self, handle: str) -> AdminRow | None:
        """Who goes by that handle and was not dismissed."""
        ...

    async def list(self) -> tuple[AdminRow, ...]:
        """Everybody, also who was dismissed, oldest first."""
        ...

    async def hire(self, newcomer: AdminRow, link: SealedLink, line: AuditLine) -> None:
        """A new account and its first link. Raises `invalid` for a name like another's."""
        ...

    async def change_role(self, admin_id: str, role: Role, line: AuditLine) -> AdminRow:
        """Another role. Raises `not_found`, and `forbidden` for the last owner."""
        ...

    async def reset(self, admin_id: str, link: SealedLink, line: AuditLine) -> AdminRow:
        """No password, another secret for codes, no session and no older link any more."""
        ...

    async def dismiss(self, admin_id: str, line: AuditLine) -> AdminRow:
        """No way in any more. Raises `not_found`, and `forbidden` for the last owner."""
        ...

    async def find_link(self, secret_hash: bytes, at: datetime) -> AdminRow | None:
        """Whose password a link sets; None if it was used, has ended, or is none."""
        ...

    async def set_password(self, secret_hash: bytes, password_hash: str, line: AuditLine) -> bool:
        """Use the link up. False if somebody was faster."""
        ...


class Shifts(Protocol):
    """Who is on duty: tries to log in, and sessions."""

    async def take_try(self, mark: bytes, at: datetime) -> datetime | None:
        """Count a try before it is judged; the end of the lock if there must be none now."""
        ...

    async def find_locks(self, marks: Sequence[bytes], at: datetime) -> Mapping[bytes, datetime]:
        """Which of those marks are locked, and until when."""
        ...

    async def let_in(
        self, session: AdminSession, secret_hash: bytes, admission: Admission, line: AuditLine
    ) -> bool:
        """A new session for a code that was not used before; False if it was."""
        ...

    async def prove(self, session_id: str, admission: Admission, line: AuditLine) -> bool:
        """The session's proof is as new as the line; False for a code that was used before."""
        ...

    async def find_session(self, secret_hash: bytes, at: datetime) -> AdminSession | None:
        """The session of that cookie, if it goes on and its admin was not dismissed."""
        ...

    async def find_browser(self, secret_hash: bytes) -> AdminSession | None:
        """The session of that cookie, ended or not: its browser was let in before."""
        ...

    async def touch(self, session_id: str, at: datetime) -> None:
        """The session was used just now."""
        ...

    async def list_sessions(
        self, at: datetime, admin_id: str | None = None
    ) -> tuple[AdminSession, ...]:
        """The sessions that go on, of everybody or of one admin, newest first."""
        ...

    async def leave(self, session_id: str, line: AuditLine) -> None:
        """The session ends; its browser stays one that was let in before."""
        ...

    async def revoke(self, session_id: str, line: AuditLine) -> bool:
        """The session ends and its browser is a stranger again; False if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Admission:
    """A password and a code that fit. `step`: the code's. `mark`: the tries that are forgotten.
    `generation`: that of the secret for codes, so that nobody comes in past a reset.

    `password_hash`: the password hashed anew, where the stored hash is older than our demands.
    `replaces`: the session whose cookie the browser gives up.
    """

    admin_id: str
    generation: int
    step: int
    mark: bytes
    password_hash: str | None = None
    replaces: str | None = None


def handle_of(name: str) -> str:
    """A name as it is looked up: however its letters and spaces were typed."""
    seen = "".join(letter for letter in normalize("NFC", name) if letter.isprintable())
    return " ".join(seen.split()).casefold()


def lock_after(failures: int) -> timedelta | None:
    """How long the door stays shut after so many tries in a row that failed."""
    if failures < FREE_TRIES:
        return None
    doublings = min(failures - FREE_TRIES, 16)
    return min(FIRST_LOCK * (1 << doublings), LONGEST_LOCK)


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Raises `invalid` for a name that could be taken for another's of the staff."""
    if any(look_alike(name, other) for other in others):
        raise Refused(Code.INVALID, "Somebody of the staff has a name like that.", {"at": "name"})
