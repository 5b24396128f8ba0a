"""Deadlines: what a table's pace, its log and the times in which nobody could move lead to.

Nothing of it is stored: a deadline is the time since which a seat owes its decision, plus the
pace, plus every break that falls between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from operator import attrgetter
from types import MappingProxyType

from app.games.base import Seat
from app.tables.clocks import PATIENCE, Clocks
from app.tables.match import Match
from app.tables.rest import is_resting
from app.tables.table import Break, PaceKind, SeatState, Table

PACES: Mapping[PaceKind, tuple[int | None, ...]] = MappingProxyType(
    {
        "relaxed": (None,),
        "live": (15, 30, 60, 120),
        "daily": (8 * 3600, 24 * 3600, 72 * 3600),
    }
)
"""The seconds a decision that each kind of clock may have."""

Deadlines = Mapping[Seat, datetime]

NO_DEADLINES: Deadlines = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Moment:
    """What time it is, and when no process could accept a move: oldest first, none overlaps."""

    now: datetime
    outages: Sequence[Break] = ()


def deadline(since: datetime, seconds: float, breaks: Iterable[Break]) -> datetime:
    """When `seconds` have run that began at `since` and stood still in every break.

    Breaks may overlap; time that lies in several of them is given back once.
    """
    due = since + timedelta(seconds=seconds)
    counted = since
    for each in sorted(breaks, key=attrgetter("started_at")):
        starts = max(each.started_at, counted)
        if starts >= due:
            break
        if each.ended_at > starts:
            due += each.ended_at - starts
            counted = each.ended_at
    return due


def deadlines(table: Table, clocks: Clocks | None, outages: Sequence[Break]) -> Deadlines:
    """When the stand-in moves for each seat whose player owes a move; empty while nothing runs."""
    seconds = table.pace.seconds
    if clocks is None or seconds is None or not is_running(table):
        return NO_DEADLINES
    owed = {
        place.seat: clocks.since[place.seat]
        for place in table.seats
        if place.player is not None and not place.away and not is_covered(place, clocks)
    }
    return {
        seat: deadline(since, seconds, _breaks(table, outages, since))
        for seat, since in owed.items()
        if since is not None
    }


def deadlines_now(table: Table, match: Match | None, outages: Sequence[Break]) -> Deadlines:
    """The deadlines where the match stands now."""
    if match is None or match.outcome is not None:
        return NO_DEADLINES
    return deadlines(table, match.clocks, outages)


def is_running(table: Table) -> bool:
    """Whether time passes here: a match that is neither paused nor asleep."""
    return table.state == "playing" and not is_resting(table)


def _breaks(table: Table, outages: Sequence[Break], since: datetime) -> Iterator[Break]:
    """The breaks that may matter to who owes a move since then."""
    for kind in (table.breaks, outages):
        yield from takewhile(lambda each: each.ended_at > since, reversed(kind))


def has_run_out(table: Table, owed: datetime | None, moment: Moment) -> bool:
    """Whether the deadline of a decision that was owed since then has passed."""
    if owed is None or table.pace.seconds is None:
        return False
    breaks = [*_breaks(table, moment.outages, owed), *_resting(table, moment.now)]
    return deadline(owed, table.pace.seconds, breaks) <= moment.now


def _resting(table: Table, now: datetime) -> Iterator[Break]:
    """The pause or the sleep that goes on."""
    for begun in (table.paused.since if table.paused else None, table.asleep_since):
        if begun is not None and begun < now:
            yield Break(begun, now)


def given_back(
    table: Table, match: Match | None, outages: Sequence[Break]
) -> Iterator[tuple[int, timedelta]]:
    """Which outages move running deadlines, by their numbers, and by how much; for several seats
    the most."""
    running = deadlines_now(table, match, outages)
    if not running or match is None or match.clocks is None:
        return
    earliest = min(since for since in match.clocks.since if since is not None)
    for number, outage in enumerate(outages):
        if outage.ended_at <= earliest:
            continue
        without = (*outages[:number], *outages[number + 1 :])
        sooner = deadlines_now(table, match, without)
        most = max(running[seat] - sooner[seat] for seat in running)
        if most:
            yield number, most


def lost_seats(table: Table, match: Match | None) -> list[Seat]:
    """Seats whose players let their time run out too often since they sit there."""
    if match is None or match.clocks is None or table.state != "playing":
        return []
    return [
        place.seat
        for place in table.seats
        if place.player is not None
        and not place.away
        and match.clocks.timeouts_after(place.seat, place.since) >= PATIENCE
    ]


def is_covered(place: SeatState, clocks: Clocks | None) -> bool:
    """Whether a stand-in plays on after a time-out of whoever sits there now."""
    if clocks is None or place.seat not in clocks.covered:
        return False
    return clocks.timeouts_after(place.seat, place.since) > 0
