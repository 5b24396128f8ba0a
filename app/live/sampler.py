"""The sampler: looks at the house each second, tells the staff, and keeps each minute.

It only reads counts that the rooms keep anyway, never waits for the store, and outlives whatever
goes wrong: an error is noted, counted, and the next look comes a second later.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from multiprocessing import active_children
from typing import Literal

from app.codec import statistics as messages
from app.live.admin_feed import AdminFeed, OnDuty
from app.live.gauges import Census, resident_bytes
from app.live.house import House
from app.live.outbox import Limits, Outbox
from app.live.wire import Parcel, Wire
from app.tables.bugs import trace_of
from app.tables.liveness import Violation
from app.tables.ports import Now, Sleep
from app.tables.statistics import (
    BusState,
    Counts,
    DatabaseState,
    Minute,
    Peak,
    Point,
    Snapshot,
    Sockets,
    Span,
    Statistics,
    TableCounts,
    Workers,
    close_minute,
    first_of,
    minute_of,
    point_of,
    points_of,
    put_together,
)

logger = logging.getLogger("kitchen_table.live")

INTERVAL = 1.0
"""Seconds between two looks."""

WINDOW = 10
"""Looks over which rates and waits are told."""

UNWATCHED = 10
"""Looks between two countings of everybody when nobody of the staff looks on."""

SESSIONS = 2
"""Looks between two checks of the staff's sessions."""

MOST_UNWRITTEN = 60
"""Minutes that wait for a store that does not answer."""

WRITING = 10.0
"""Seconds for the store to take a minute; it comes again, and counts once."""

ASKING = 2.0
"""Seconds for the store to count its tables."""


@dataclass(frozen=True, slots=True)
class Premises:
    """What does not change while a process runs, and what it asks its machine."""

    run: str
    """A word that no other run of a process has."""
    database: Literal["sqlite", "postgresql"]
    version: str
    bus: Callable[[], BusState]
    cpu: Callable[[], float] = time.process_time
    memory: Callable[[], int | None] = resident_bytes
    workers: Callable[[], int] = lambda: len(active_children())


class Sampler:
    """One process's eyes on itself."""

    def __init__(
        self,
        house: House,
        statistics: Statistics,
        premises: Premises,
        *,
        now: Now,
        monotonic: Callable[[], float],
        sleep: Sleep,
        limits: Limits | None = None,
    ) -> None:
        self._house = house
        self._statistics = statistics
        self._premises = premises
        self._now = now
        self._monotonic = monotonic
        self._sleep = sleep
        self.feed = AdminFeed(monotonic) if limits is None else AdminFeed(monotonic, limits)
        self._began = monotonic()
        self._number = 0
        self._looks: deque[Counts] = deque((self._count(),), WINDOW + 1)
        self._minute, self._minute_began, self._peak = minute_of(now()), self._looks[0], Peak()
        self._unwritten: deque[Minute] = deque(maxlen=MOST_UNWRITTEN)
        self._census = Census.empty()
        self._tables = TableCounts()
        self._database = DatabaseState(premises.database, False, None)
        self._violations: tuple[Violation, ...] = ()
        self._looking: asyncio.Task[None] | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Begin to look."""
        self._looking = asyncio.create_task(self._look_for_ever())

    async def stop(self) -> None:
        """Look no more; what has been lived of this minute is stored."""
        self.feed.say_goodbye()
        tasks = [*self._tasks.values()] + ([self._looking] if self._looking else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._attempt(self._end_minute)
        await self._write()

    async def _look_for_ever(self) -> None:
        while True:
            self.look()
            await self._sleep(INTERVAL)

    # A look

    def look(self) -> None:
        """Take everything in and tell it. Never waits, never raises."""
        watched = len(self.feed) > 0
        if watched or self._number % UNWATCHED == 0:
            self._attempt(self._count_everybody)
            self._begin(self._ask_store)
        if watched and self._number % SESSIONS == 0:
            self.check_sessions()
        self._number += 1
        self._attempt(lambda: self._looks.append(self._count()))
        self._attempt(self._notice_minute)
        self._attempt(self._notice_violations)
        if watched:
            self._attempt(self._tell_now)

    def check_sessions(self) -> None:
        """See at once which sessions have ended, and close their sockets."""
        self._begin(self.feed.check_sessions)

    def _attempt(self, step: Callable[[], object]) -> None:
        """One step; its failure is noted and keeps no other from being taken."""
        try:
            step()
        except Exception as bug:
            self._house.gauges.bugs["sampler"] += 1
            logger.error("look failed: %s", trace_of(bug))

    def _begin(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Something that waits for the store, unless it is under way already."""
        name = step.__name__
        if name not in self._tasks:
            self._tasks[name] = task = asyncio.create_task(step())
            task.add_done_callback(lambda _: self._tasks.pop(name, None))

    def _count(self) -> Counts:
        return self._house.gauges.counts(self._monotonic(), self._premises.cpu())

    def _count_everybody(self) -> None:
        """A house that closes has sent everybody away: its minute keeps who was there."""
        if self._house.closing:
            return
        self._census = self._house.census()
        self._raise_peak()

    def _raise_peak(self) -> None:
        sockets = self._sockets().all
        memory = self._premises.memory() or 0
        here = Peak(self._census.people, self._census.watchers, self._tables.all, sockets, memory)
        self._peak = self._peak.raised_to(here)

    def _sockets(self) -> Sockets:
        return Sockets(self._census.table_sockets, self._census.lobby_sockets, len(self.feed))

    async def _ask_store(self) -> None:
        """Count the tables of the whole house, which shows how the store is doing."""
        began = self._monotonic()
        try:
            async with asyncio.timeout(ASKING):
                self._tables = await self._statistics.count_tables()
        except Exception as failure:
            if self._database.ok:
                logger.error("tables not counted: %s", trace_of(failure))
            self._database = replace(self._database, ok=False)
            return
        took = (self._monotonic() - began) * 1000
        self._database = DatabaseState(self._premises.database, True, took)
        self._raise_peak()

    # Minutes

    def _notice_minute(self) -> None:
        """Once the clock shows another minute, the one before is over."""
        if minute_of(self._now()) == self._minute:
            return
        ended = self._end_minute()
        self.feed.tell(messages.minute_message(point_of(ended.at, (ended,))))
        self._begin(self._write)

    def _end_minute(self) -> Minute:
        counts, before = self._count(), self._minute_began
        ended = close_minute(self._minute, self._premises.run, counts.since(before), self._peak)
        self._unwritten.append(ended)
        self._minute, self._minute_began, self._peak = minute_of(self._now()), counts, Peak()
        self._raise_peak()
        return ended

    async def _write(self) -> None:
        """Store what has not been stored; what fails comes again when the next minute ends."""
        try:
            while self._unwritten:
                minute = self._unwritten[0]
                async with asyncio.timeout(WRITING):
                    await self._statistics.keep(minute)
                if self._unwritten[0] is minute:  # else it had waited for too long, and was dropped
                    self._unwritten.popleft()
        except Exception as failure:
            logger.error("numbers not stored: %s", trace_of(failure))

    # Telling

    def _notice_violations(self) -> None:
        found = self._house.liveness.violations
        new = [each for each in found if each not in self._violations]
        self._violations = found
        for each in new:
            self.feed.tell(messages.alert_message(each))

    def _tell_now(self) -> None:
        self.feed.tell(messages.now_message(self._snapshot()))

    async def now(self) -> Snapshot:
        """What the house does at this moment. Never raises what the store raises."""
        self._attempt(self._count_everybody)
        await self._ask_store()
        return self._snapshot()

    async def points(self, span: Span) -> tuple[Point, ...]:
        """What a chart of this span shows, with the minutes that are not stored yet. A whole day
        is added up beside the event loop. Raises what the store raises."""
        now, waiting = self._now(), tuple(self._unwritten)
        stored = await self._statistics.since(first_of(span, now))
        minutes = {minute.at: minute for minute in stored}
        for minute in waiting:
            other = minutes.get(minute.at)
            minutes[minute.at] = minute if other is None else put_together(other, minute)
        return await asyncio.to_thread(points_of, tuple(minutes.values()), span, now)

    async def listen(self, wire: Wire, session: str, is_on_duty: OnDuty) -> Outbox:
        """Subscribe a socket of the staff: first what is now and which tables stand still."""
        snapshot = await self.now()
        outbox = self.feed.join(wire, session, is_on_duty)
        alerts = map(messages.alert_message, snapshot.violations)
        outbox.push(Parcel(messages.now_message(snapshot), *alerts))
        return outbox

    def _snapshot(self) -> Snapshot:
        house, bots = self._house, self._house.gauges.bots
        counts, liveness = self._count(), self._house.liveness
        return Snapshot(
            at=self._now(),
            people=self._census.people,
            watchers=self._census.watchers,
            tables=self._tables,
            sockets=self._sockets(),
            lately=counts.since(self._looks[0]),
            errors=counts.errors,
            refusals=dict(house.gauges.refusals),
            memory=self._premises.memory(),
            workers=Workers(self._premises.workers(), bots.thinking, bots.late, bots.failures),
            database=replace(self._database, ok=self._database.ok and house.pulse.is_fresh),
            bus=self._premises.bus(),
            checked=liveness.checked,
            violations=liveness.violations,
            uptime=self._monotonic() - self._began,
            version=self._premises.version,
        )
