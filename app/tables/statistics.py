"""The numbers of the house: what it does now, and what it did minute by minute.

Rooms only count what they do. Rates and times of waiting come from two looks at those counts: what
lies between the looks is what happened in between.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import accumulate
from typing import Literal, Protocol

from app.tables.liveness import Violation
from app.tables.tallies import MOMENTS

Span = Literal["hour", "day"]

MINUTE = timedelta(minutes=1)
SECONDS_OF_A_MINUTE = 60.0
OVERLAP = 5.0
"""Seconds by which a minute may seem too long without two processes having shared it."""

KEPT_FOR = timedelta(days=31)
"""Older minutes are forgotten."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Grid:
    """How a chart divides its time: `count` points, each of so many minutes."""

    count: int
    step: timedelta


GRIDS: Mapping[Span, Grid] = {"hour": Grid(60, MINUTE), "day": Grid(144, 10 * MINUTE)}


@dataclass(frozen=True, slots=True)
class Counts:
    """What one process has counted since its start, at one look."""

    at: float = 0.0
    """Seconds of the monotonic clock."""
    moves: int = 0
    errors: int = 0
    waits: tuple[int, ...] = ()
    """Moves by how long their senders waited; bounded by `MOMENTS`."""
    lags: tuple[int, ...] = ()
    """Turns of the event loop by how late they were."""
    cpu: float = 0.0
    """Seconds of computing."""

    def since(self, before: Counts) -> Counts:
        """What happened between two looks; `at` is how long that was."""
        return Counts(
            self.at - before.at,
            self.moves - before.moves,
            self.errors - before.errors,
            difference(self.waits, before.waits),
            difference(self.lags, before.lags),
            self.cpu - before.cpu,
        )


@dataclass(frozen=True, slots=True)
class TableCounts:
    """All tables that have not ended, in every process; each is counted once."""

    open: int = 0
    playing: int = 0
    """Neither paused nor asleep."""
    paused: int = 0
    asleep: int = 0

    @property
    def all(self) -> int:
        """Together."""
        return self.open + self.playing + self.paused + self.asleep


@dataclass(frozen=True, slots=True)
class Sockets:
    """Open WebSockets, by what they look at."""

    table: int = 0
    lobby: int = 0
    admin: int = 0

    @property
    def all(self) -> int:
        """Together."""
        return self.table + self.lobby + self.admin


@dataclass(frozen=True, slots=True)
class Workers:
    """The processes in which bots think, and what became of their questions since the start."""

    alive: int
    thinking: int
    late: int
    failures: int


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """Whether the store answers and takes beats, and how long its last answer took."""

    kind: Literal["sqlite", "postgresql"]
    ok: bool
    ms: float | None


@dataclass(frozen=True, slots=True)
class BusState:
    """What wakes other processes, and whether it does."""

    kind: Literal["in_process", "redis"]
    ok: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the house does now. Rates and waits are those of the last few seconds."""

    at: datetime
    people: int
    watchers: int
    tables: TableCounts
    sockets: Sockets
    lately: Counts
    errors: int
    """Since the start, as are the refusals."""
    refusals: Mapping[str, int]
    memory: int | None
    """Bytes; None where the system does not tell."""
    workers: Workers
    database: DatabaseState
    bus: BusState
    checked: int
    """Running tables of the last round that looked for frozen ones."""
    violations: tuple[Violation, ...]
    uptime: float
    version: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The most that was there at once while a minute went by."""

    people: int = 0
    watchers: int = 0
    tables: int = 0
    sockets: int = 0
    memory: int = 0
    """Bytes."""

    def raised_to(self, other: Peak) -> Peak:
        """The greater of each."""
        return Peak(
            max(self.people, other.people),
            max(self.watchers, other.watchers),
            max(self.tables, other.tables),
            max(self.sockets, other.sockets),
            max(self.memory, other.memory),
        )


@dataclass(frozen=True, slots=True)
class Minute:
    """A minute that is over, as it is stored: what happened in it adds up, its peak does not."""

    at: datetime
    """Its first moment."""
    runs: tuple[str, ...]
    """The runs of processes whose share is in it: none counts twice."""
    seconds: float
    """How much of it was looked at; of several processes, all together."""
    moves: int
    errors: int
    waits: tuple[int, ...]
    cpu: float
    peak: Peak

    @property
    def lived(self) -> float:
        """How much of it somebody looked at."""
        return min(self.seconds, SECONDS_OF_A_MINUTE)


@dataclass(frozen=True, slots=True)
class Point:
    """One point of every chart; without `known` it is a gap, and stays one."""

    at: datetime
    known: Minute | None = None
    """What happened in the whole step, `seconds` long."""


class Statistics(Protocol):
    """The minutes that are kept."""

    async def keep(self, minute: Minute) -> None:
        """Store a minute, added to the shares of other runs; again is the same as once.

        Forgets some of the minutes that are too old.
        """
        ...

    async def since(self, at: datetime) -> tuple[Minute, ...]:
        """All minutes from this one on, oldest first."""
        ...

    async def count_tables(self) -> TableCounts:
        """How many tables there are that have not ended."""
        ...


def minute_of(at: datetime) -> datetime:
    """The first moment of the minute in which this lies."""
    return floor(at, MINUTE)


def floor(at: datetime, step: timedelta) -> datetime:
    """The last beginning of a step that is not after this time."""
    return at - (at - EPOCH) % step


def difference(after: Sequence[int], before: Sequence[int]) -> tuple[int, ...]:
    """What was added to each count; without counts before, all of them."""
    if len(before) != len(after):
        return tuple(after)
    return tuple(map(operator.sub, after, before))


def quantile(counts: Sequence[int], share: float) -> float | None:
    """The value in microseconds that this share of all values do not exceed.

    Within a bucket values are taken as evenly spread; what lies above the last bound is told as
    that bound. None without values.
    """
    if len(counts) != len(MOMENTS) + 1 or not any(counts):
        return None
    wanted = share * sum(counts)
    for bucket, reached in enumerate(accumulate(counts[:-1])):
        if reached >= wanted and counts[bucket]:
            low = MOMENTS[bucket - 1] if bucket else 0
            within = (wanted - reached + counts[bucket]) / counts[bucket]
            return low + within * (MOMENTS[bucket] - low)
    return float(MOMENTS[-1])


def close_minute(at: datetime, run: str, lived: Counts, peak: Peak) -> Minute:
    """The minute that began at `at`, as one process saw it; `lived`: what happened in it."""
    return Minute(
        minute_of(at), (run,), lived.at, lived.moves, lived.errors, lived.waits, lived.cpu, peak
    )


def put_together(one: Minute, other: Minute) -> Minute:
    """One minute of several processes: side by side, or one after the other's end.

    Side by side they look at more than a minute together, and who is here is here or there.
    """
    if set(other.runs) <= set(one.runs):
        return one
    beside = one.seconds + other.seconds > SECONDS_OF_A_MINUTE + OVERLAP
    return replace(
        summed((one, other)),
        runs=one.runs + other.runs,
        peak=side_by_side(one.peak, other.peak) if beside else one.peak.raised_to(other.peak),
    )


def side_by_side(one: Peak, other: Peak) -> Peak:
    """The peak of two processes that ran at once; tables are counted for both by the store."""
    return Peak(
        one.people + other.people,
        one.watchers + other.watchers,
        max(one.tables, other.tables),
        one.sockets + other.sockets,
        one.memory + other.memory,
    )


def summed(minutes: Sequence[Minute]) -> Minute:
    """What happened in all of them; the peak is the highest."""
    return replace(
        minutes[0],
        seconds=sum(each.seconds for each in minutes),
        moves=sum(each.moves for each in minutes),
        errors=sum(each.errors for each in minutes),
        waits=added([each.waits for each in minutes]),
        cpu=sum(each.cpu for each in minutes),
        peak=reduce(Peak.raised_to, (each.peak for each in minutes)),
    )


def added(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The sums of some rows of counts; rows by different bounds tell nothing together."""
    if len({len(row) for row in rows}) > 1:
        return ()
    return tuple(map(sum, zip(*rows, strict=True)))


def points_of(minutes: Sequence[Minute], span: Span, now: datetime) -> tuple[Point, ...]:
    """Everything that a chart of this span shows, oldest first; times without minutes are gaps."""
    grid = GRIDS[span]
    steps: dict[datetime, list[Minute]] = {}
    for minute in minutes:
        steps.setdefault(floor(minute.at, grid.step), []).append(minute)
    last = last_step(minutes, grid, now)
    beginnings = (last - back * grid.step for back in reversed(range(grid.count)))
    return tuple(point_of(at, steps.get(at, ())) for at in beginnings)


def last_step(minutes: Sequence[Minute], grid: Grid, now: datetime) -> datetime:
    """The step of the last minute that is over: one that has just ended may not be stored yet."""
    over = minute_of(now) - MINUTE
    stored = max((minute.at for minute in minutes), default=over)
    return floor(over - MINUTE if stored == over - MINUTE else over, grid.step)


def point_of(at: datetime, minutes: Sequence[Minute]) -> Point:
    """One step of a chart; a minute that was seen twice is as long as any other."""
    if not minutes:
        return Point(at)
    return Point(at, replace(summed(minutes), seconds=sum(each.lived for each in minutes)))


def first_of(span: Span, now: datetime) -> datetime:
    """Since when a chart of this span wants minutes."""
    grid = GRIDS[span]
    return floor(minute_of(now) - 2 * MINUTE, grid.step) - (grid.count - 1) * grid.step
