"""What can be read off one process: counts since its start, and who and what is here now."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.tables.statistics import Counts
from app.tables.tallies import MOMENTS, BotTally, Histogram, LogTally

if TYPE_CHECKING:
    from app.live.host import Host

MICROSECONDS = 1_000_000
STATM = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True)
class Gauges:
    """The counts of all rooms, each kept where the thing happens."""

    log: LogTally = field(default_factory=LogTally)
    bots: BotTally = field(default_factory=BotTally)
    moves: Histogram = field(default_factory=lambda: Histogram(MOMENTS))
    """Microseconds from the arrival of a person's or program's move to its `ok`."""
    lag: Histogram = field(default_factory=lambda: Histogram(MOMENTS))
    """Microseconds by which the event loop was late for what it had promised."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Answers that were a no, by code."""
    bugs: Counter[str] = field(default_factory=Counter)
    """Failures that nobody foresaw, by where they showed."""
    repairs: Counter[str] = field(default_factory=Counter)
    """What staff did to tables, by kind."""

    @property
    def errors(self) -> int:
        """All that went wrong by itself."""
        return self.bugs.total() + self.log.failures

    def counts(self, at: float, cpu: float) -> Counts:
        """What has been counted up to now; `at` and `cpu`: both clocks' seconds."""
        return Counts(
            at=at,
            moves=self.log.moves.total(),
            errors=self.errors,
            waits=tuple(self.moves.counts),
            lags=tuple(self.lag.counts),
            cpu=cpu,
        )


@dataclass(frozen=True, slots=True)
class Census:
    """Who and what is in a process's memory now."""

    people: int
    """Players who are connected, each once."""
    watchers: int
    """Sockets that look on without a seat."""
    table_sockets: int
    lobby_sockets: int
    tables: Counter[tuple[str, str]]
    """Open tables by game and state."""

    @classmethod
    def empty(cls) -> Census:
        """Nobody has been counted yet."""
        return cls(0, 0, 0, 0, Counter())


def take_census(hosts: Iterable[Host], lobby_sockets: int) -> Census:
    """Count everybody at these tables."""
    people: set[str] = set()
    watchers = table_sockets = 0
    tables: Counter[tuple[str, str]] = Counter()
    for host in hosts:
        tables[host.table.game, host.table.state] += 1
        for attachment in host.crowd:
            table_sockets += 1
            watchers += attachment.seat is None
            if attachment.visitor.player_id is not None:
                people.add(attachment.visitor.player_id)
    return Census(len(people), watchers, table_sockets, lobby_sockets, tables)


def microseconds(seconds: float) -> int:
    """A time as histograms keep it; never negative."""
    return max(0, int(seconds * MICROSECONDS))


def resident_bytes() -> int | None:
    """The process's memory; None where the system does not tell."""
    try:
        pages = int(STATM.read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None
