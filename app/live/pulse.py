"""The pulse of a process: its steady time, its beat each second, and the times nobody had one.

A gap between two beats is an outage, whatever made it: a server that was down, a store that was
away, a machine that was suspended. No deadline runs in an outage.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from app.tables.bugs import trace_of
from app.tables.heart import Heart, Outage
from app.tables.ports import Now, Sleep
from app.tables.table import Break

logger = logging.getLogger("kitchen_table.live")

INTERVAL = 1.0
"""Seconds between two beats."""

LONGEST_GAP = timedelta(seconds=3)
"""A longer gap is an outage."""

FRESH = 2.5
"""Seconds for which a beat counts; with an older one no deadline may come true."""


class SteadyTime:
    """UTC that neither jumps nor goes back: read off the wall once, then measured.

    Only what is missing by more than an outage is caught up with, and a beat tells of it.
    """

    def __init__(self, wall: Now, monotonic: Callable[[], float]) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._anchor = wall()
        self._anchored = monotonic()

    def now(self) -> datetime:
        """The time, UTC with zone."""
        return self._anchor + timedelta(seconds=self._monotonic() - self._anchored)

    def monotonic(self) -> float:
        """Seconds that only ever pass."""
        return self._monotonic()

    def look_up(self) -> None:
        """Catch up with the wall after the machine was suspended."""
        wall = self._wall()
        if wall - self.now() > LONGEST_GAP:
            self._set(wall)

    def not_before(self, at: datetime) -> None:
        """Nothing happens before what was stored already, whatever a wall set back says."""
        if self.now() < at:
            self._set(at)

    def _set(self, at: datetime) -> None:
        self._anchor, self._anchored = at, self._monotonic()


class Pulse:
    """Beats, and knows all outages. `on_outage` is called when a beat has told of new ones."""

    def __init__(self, heart: Heart, time: SteadyTime, sleep: Sleep) -> None:
        self._heart = heart
        self._time = time
        self._sleep = sleep
        self._last: float | None = None
        self._known: list[Outage] = []
        self._breaks: tuple[Break, ...] = ()

    @property
    def is_fresh(self) -> bool:
        """Whether the last beat is young enough to let a deadline come true."""
        return self._last is not None and self._time.monotonic() - self._last <= FRESH

    @property
    def known(self) -> tuple[Outage, ...]:
        """All outages, oldest first."""
        return tuple(self._known)

    @property
    def outages(self) -> tuple[Break, ...]:
        """When all deadlines stood still, oldest first."""
        return self._breaks

    async def beat(self) -> bool:
        """Tell the store that this process runs; whether there are outages not known before.

        Raises what the store raises.
        """
        self._time.look_up()
        at, began = self._time.now(), self._time.monotonic()
        newest = self._known[-1].id if self._known else 0
        beat = await self._heart.beat(at, most=LONGEST_GAP, known=newest)
        self._time.not_before(beat.newest)
        self._last = began
        self._known.extend(beat.outages)
        self._breaks = tuple(outage.rest for outage in self._known)
        return bool(beat.outages)

    async def go_on(self, on_outage: Callable[[], None]) -> None:
        """Beat for ever, each second."""
        while True:
            began = self._time.monotonic()
            try:
                if await self.beat():
                    on_outage()
            except Exception as failure:
                logger.error("beat failed: %s", trace_of(failure))
            await self._sleep(max(0.0, began + INTERVAL - self._time.monotonic()))
