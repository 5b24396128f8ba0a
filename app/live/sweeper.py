"""The sweeper lets go of what is older than the settings say, in small portions.

Between two portions it rests, so that no move waits for it; each begins from what is stored, so it
may be cut off anywhere and go on after a start.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

from app.live.departures import Departures
from app.live.guest_book import GuestBook
from app.live.parts import Parts
from app.tables.bugs import trace_of
from app.tables.departures import Departing
from app.tables.retention import Broom, Retention, Sweeping

logger = logging.getLogger("kitchen_table.live")

WRITE_INTERVAL = 10.0
"""Seconds between two looks at the guest book."""

SWEEP_EVERY = 6
"""So many of those later it sweeps."""

BREATH = 0.2
"""Seconds between two portions."""

UNCLEARED = 20
"""Departures that are looked at in one round."""

SETTLED_AFTER = timedelta(minutes=10)
"""What was under way when somebody left has arrived by then: that is cleared as well."""

NO_DAYS = timedelta(0)


class Sweeper:
    """One for each process. Portions of several processes never meet, and whoever two of them see
    off has left once."""

    def __init__(
        self,
        parts: Parts,
        book: GuestBook,
        departures: Departures,
        *,
        departing: Departing,
        sweeping: Sweeping,
        retention: Retention,
    ) -> None:
        self._parts = parts
        self._book = book
        self._departures = departures
        self._departing = departing
        self._sweeping = sweeping
        self._retention = retention

    async def go_on(self) -> None:
        """Write visits and sweep, for ever."""
        while True:
            for _ in range(SWEEP_EVERY):
                await self._parts.sleep(WRITE_INTERVAL)
                await self._till_done(self._book.write)
            await self.sweep()

    async def sweep(self) -> None:
        """One round of everything. What fails is tried again in the next one."""
        await self._attempt("guests", self._see_guests_off)
        await self._attempt("departures", self._finish_departures)
        for broom, age in self._ages().items():
            await self._attempt(broom, partial(self._sweep_out, broom, age))

    def _ages(self) -> dict[Broom, timedelta]:
        now = self._parts.now()
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        kept = self._retention
        return {
            "lines": kept.chat,
            "judged_lines": NO_DAYS,
            "raw_addresses": kept.addresses,
            "marks": kept.marks,
            "salts": now - midnight,
            "credentials": NO_DAYS,
            "networks": kept.marks,
        }

    async def _attempt(self, chore: str, do: Callable[[], Awaitable[None]]) -> None:
        try:
            await do()
        except Exception as failure:
            logger.error("not swept: %s", trace_of(failure), extra={"chore": chore})

    async def _sweep_out(self, broom: Broom, age: timedelta) -> None:
        before = self._parts.now() - age
        await self._till_done(lambda: self._sweeping.sweep(broom, before))

    async def _till_done(self, portion: Callable[[], Awaitable[bool]]) -> None:
        while await portion():
            await self._parts.sleep(BREATH)

    async def _see_guests_off(self) -> None:
        before = self._parts.now() - self._retention.guests
        for guest in await self._sweeping.unvisited_guests(before):
            await self._departures.leave(guest)
            await self._parts.sleep(BREATH)

    async def _finish_departures(self) -> None:
        for departure in await self._departing.uncleared(UNCLEARED):
            await self._departures.finish(departure.player)
            if self._parts.now() - departure.at >= SETTLED_AFTER:
                await self._departing.mark_cleared(departure.player, self._parts.now())
            await self._parts.sleep(BREATH)
