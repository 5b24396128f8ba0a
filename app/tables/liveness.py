"""What keeps a running table going: somebody or something that can act, or a rest with an owner.

A table for which nothing of this holds is frozen: nobody could ever move it on.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from app.games.base import Seat
from app.tables.clock import is_covered
from app.tables.match import Match
from app.tables.table import Table, people


@dataclass(frozen=True, slots=True)
class Hands:
    """What this process does by itself at a table."""

    driven: Set[Seat] = frozenset()
    """Seats whose bot or stand-in is about to move."""
    elsewhere: bool = False
    """Whether another process drives this table."""
    timed: Set[Seat] = frozenset()
    """Seats for which an alarm is set."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A running table that nothing would move on, and why."""

    table: str
    why: str
    title: str | None = None
    """What its host calls the table."""


def owing(match: Match) -> frozenset[Seat]:
    """The seats that the match waits for."""
    runs = match.game.clock_runs
    return frozenset(seat for seat in match.to_act if runs(match.state, seat))


def has_owner(table: Table) -> bool:
    """Whether anybody may end the pause: who holds a seat, a stand-in playing it or not."""
    return bool(people(table.seats)) or table.host is not None


def frozen_why(table: Table, match: Match | None, hands: Hands) -> str | None:
    """Why nothing will ever happen here again, None for a table that goes on."""
    if table.state != "playing":
        return None
    if match is None:
        return "no match"
    if match.outcome is not None:  # read already, and the table that has ended with it not yet
        return None
    if table.paused is not None:
        return None if has_owner(table) else "pause without an owner"
    if table.asleep_since is not None or hands.elsewhere:
        return None
    if not owing(match):
        return "nobody owes a move"
    return _stuck_seat(table, match, hands)


def _stuck_seat(table: Table, match: Match, hands: Hands) -> str | None:
    for seat in sorted(owing(match)):
        place = table.seats[seat]
        by_bot = place.bot is not None or is_covered(place, match.clocks)
        if by_bot and seat not in hands.driven:
            return f"no bot is at work for seat {seat}"
        if not by_bot and place.player is None:
            return f"nobody holds seat {seat}"
        if not by_bot and table.pace.seconds is not None and seat not in hands.timed:
            return f"no alarm is set for seat {seat}"
    return None
