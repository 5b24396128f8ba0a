"""What is coalesced: at most one announcement a second, what cannot wait at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.tables.ports import Sleep

INTERVAL = 1.0
"""Seconds between two announcements that were not urgent."""


class Announcer:
    """Calls `announce` soon, or now."""

    def __init__(
        self, announce: Callable[[], None], monotonic: Callable[[], float], sleep: Sleep
    ) -> None:
        self._announce = announce
        self._monotonic = monotonic
        self._sleep = sleep
        self._waiting: asyncio.Task[None] | None = None
        self._last = monotonic() - INTERVAL

    def soon(self) -> None:
        """At once if the last announcement was long ago, else when its second is over."""
        if self._waiting is None:
            self._waiting = asyncio.create_task(self._announce_soon())

    async def _announce_soon(self) -> None:
        await self._sleep(max(0.0, self._last + INTERVAL - self._monotonic()))
        self._waiting = None
        self.now()

    def now(self) -> None:
        """Announce, instead of what was to come soon."""
        self.cancel()
        self._last = self._monotonic()
        self._announce()

    def cancel(self) -> None:
        """Nothing is announced any more."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
