"""Presence and counts, coalesced: at most one announcement a second, changes of seats at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

INTERVAL = 1.0
"""Seconds between two announcements of presence."""


class Announcer:
    """Calls `announce` soon, or now."""

    def __init__(self, announce: Callable[[], None], monotonic: Callable[[], float]) -> None:
        self._announce = announce
        self._monotonic = monotonic
        self._timer: asyncio.TimerHandle | None = None
        self._last = monotonic() - INTERVAL

    def soon(self) -> None:
        """At once if the last announcement was long ago, else when its second is over."""
        if self._timer is None:
            wait = self._last + INTERVAL - self._monotonic()
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self.now)

    def now(self) -> None:
        """Announce, instead of what was to come soon."""
        self.cancel()
        self._last = self._monotonic()
        self._announce()

    def cancel(self) -> None:
        """Nothing is announced any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
