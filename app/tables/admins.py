"""Who keeps the house and what each may do: the one place where that is decided.

An `owner` may do everything, a `moderator` everything but settings and staff, an `observer` looks
only. No role sees the hidden state of a running match, except by breaking the glass for a reason,
which the table is told afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from app.tables.refusals import Code, Refused

Role = Literal["owner", "moderator", "observer"]
Deed = Literal[
    "look",
    "repair_table",
    "end_table",
    "break_glass",
    "verify_table",
    "rename_player",
    "end_session",
    "mute",
    "ban",
    "lift_ban",
    "merge_players",
    "judge_report",
    "switch_game",
    "certify_game",
    "announce",
    "maintain",
    "hire",
    "change_staff",
    "dismiss",
]

ROLES: tuple[Role, ...] = ("owner", "moderator", "observer")
_OWNER: frozenset[Role] = frozenset(("owner",))
_STAFF: frozenset[Role] = frozenset(("owner", "moderator"))

MAY: Mapping[Deed, frozenset[Role]] = {
    "look": frozenset(ROLES),
    "repair_table": _STAFF,
    "end_table": _STAFF,
    "break_glass": _STAFF,
    "verify_table": frozenset(ROLES),
    "rename_player": _STAFF,
    "end_session": _STAFF,
    "mute": _STAFF,
    "ban": _STAFF,
    "lift_ban": _STAFF,
    "merge_players": _STAFF,
    "judge_report": _STAFF,
    "switch_game": _OWNER,
    "certify_game": _STAFF,
    "announce": _OWNER,
    "maintain": _OWNER,
    "hire": _OWNER,
    "change_staff": _OWNER,
    "dismiss": _OWNER,
}

DANGEROUS: frozenset[Deed] = frozenset(
    ("end_table", "break_glass", "ban", "merge_players", "maintain", "hire", "change_staff",
     "dismiss")
)  # fmt: skip
"""Deeds for which password and code must have been given recently."""

PROOF_LIFE = timedelta(minutes=10)
"""How long a password and a code just given count as recent."""


@dataclass(frozen=True, slots=True)
class Admin:
    """Somebody who keeps the house. `name` is what the audit log and the others read."""

    id: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class OnDuty:
    """An admin who is logged in. `proved_at`: when password and code were last given."""

    admin: Admin
    session: str
    proved_at: datetime


def may(role: Role, deed: Deed) -> bool:
    """Whether somebody of that role may do this at all."""
    return role in MAY[deed]


def is_proved(duty: OnDuty, now: datetime) -> bool:
    """Whether password and code were given recently."""
    return now - duty.proved_at < PROOF_LIFE


def check_may(duty: OnDuty, deed: Deed, now: datetime) -> None:
    """Raises `forbidden`, with `prove` in the detail for a dangerous deed without proof."""
    if not may(duty.admin.role, deed):
        raise Refused(Code.FORBIDDEN, "Your role does not include that.", {"deed": deed})
    if deed in DANGEROUS and not is_proved(duty, now):
        raise Refused(Code.FORBIDDEN, "Give your password and a code again.", {"prove": True})


def sees_all_sessions(duty: OnDuty) -> bool:
    """Whether others' sessions are shown too, not the own ones only."""
    return may(duty.admin.role, "change_staff")


def check_ends_session(duty: OnDuty, now: datetime, *, own: bool) -> None:
    """Raises `forbidden` for another's session, unless the admin may change staff."""
    if not own:
        check_may(duty, "change_staff", now)


def check_still_owner(actor: Admin | None, owners: Collection[str]) -> None:
    """Raises `forbidden` for who was an owner when they asked, and is none of `owners` any more."""
    if actor is not None and actor.id not in owners:
        raise Refused(Code.FORBIDDEN, "Your role does not include that.", {"deed": "change_staff"})


def check_keeps_owner(leaving: Admin, ready: Collection[str]) -> None:
    """Raises `forbidden` unless another owner stays; `ready`: the ids of those who can log in."""
    if leaving.role == "owner" and not set(ready) - {leaving.id}:
        raise Refused(Code.FORBIDDEN, "The house keeps at least one owner who can log in.")
