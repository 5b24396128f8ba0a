"""Whose clock runs since when, and for whom a stand-in plays on: derived from the log alone.

Only matches at a table with a clock carry this. Pauses, sleep and time given back come in later,
where deadlines are worked out (clock.py): they belong to the table, not to its log.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.games.base import Seat

if TYPE_CHECKING:
    from app.tables.match import Entry

PATIENCE = 2
"""After so many time-outs in a row a stand-in takes the seat."""


@dataclass(frozen=True, slots=True)
class Timing:
    """When the first clocks start. `unhurried`: they wait until people have looked at a step."""

    started_at: datetime
    unhurried: bool = True


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of all seats at one log position."""

    since: tuple[datetime | None, ...]
    """Since when each seat owes its present decision, None if it owes none. May lie ahead."""
    timeouts: tuple[tuple[int, ...], ...]
    """Each seat's last time-outs in a row, as log positions: its player did nothing between."""
    covered: frozenset[Seat] = frozenset()
    """Seats whose time ran out: a stand-in plays on until they owe nothing, or play themselves."""
    unhurried: bool = True

    def timeouts_after(self, seat: Seat, seq: int) -> int:
        """How many time-outs in a row the seat has had after that log position, `PATIENCE` at
        most."""
        return sum(1 for position in self.timeouts[seat] if position > seq)


def start_clocks(timing: Timing, seats: int, running: Set[Seat], pause: float) -> Clocks:
    """The clocks at the set-up, or where a branch begins. `running`: seats that owe a move."""
    begins = _begins(timing.started_at, pause, unhurried=timing.unhurried)
    since = tuple(begins if seat in running else None for seat in range(seats))
    return Clocks(since, ((),) * seats, unhurried=timing.unhurried)


def move_on(
    clocks: Clocks, entry: Entry, running: Set[Seat], pause: float, owed: datetime | None = None
) -> Clocks:
    """The clocks after an entry of the log, which leads to a state where `running` owe a move.

    Who made the entry starts anew, or with an undo goes on where it was: `owed`. Others who owed
    before are not touched.
    """
    begins = _begins(entry.at, pause, unhurried=clocks.unhurried)
    own = begins if entry.undo is None else owed
    before = (*clocks.since[: entry.seat], own, *clocks.since[entry.seat + 1 :])
    since = tuple((old or begins) if seat in running else None for seat, old in enumerate(before))
    return Clocks(since, _count(clocks, entry), _cover(clocks, entry) & running, clocks.unhurried)


def _begins(at: datetime, pause: float, *, unhurried: bool) -> datetime:
    return at + timedelta(seconds=pause) if unhurried and pause else at


def _count(clocks: Clocks, entry: Entry) -> tuple[tuple[int, ...], ...]:
    if entry.by == "bot":
        return clocks.timeouts
    own = (*clocks.timeouts[entry.seat], entry.seq) if entry.by == "clock" else ()
    others = clocks.timeouts
    return (*others[: entry.seat], own[-PATIENCE:], *others[entry.seat + 1 :])


def _cover(clocks: Clocks, entry: Entry) -> frozenset[Seat]:
    if entry.by == "clock":
        return clocks.covered | {entry.seat}
    return clocks.covered - {entry.seat} if entry.by == "player" else clocks.covered
