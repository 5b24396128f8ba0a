"""Reads a broken ledger again, soon, even if nobody asks for anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from app.tables.ports import Sleep
from app.tables.refusals import Refused

WAITS = (0.0, 1.0, 5.0, 30.0)
"""Seconds before each try; after the last one the next command tries again."""


class Mender:
    """Who was not told what is stored must not have to wait for somebody's next move."""

    def __init__(
        self, is_broken: Callable[[], bool], read: Callable[[], Awaitable[None]], sleep: Sleep
    ) -> None:
        self._is_broken = is_broken
        self._read = read
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether it is at work."""
        return self._task is not None

    def look(self) -> None:
        """Begin to mend, if there is something to mend."""
        if self._is_broken() and self._task is None:
            self._task = asyncio.create_task(self._mend())

    async def _mend(self) -> None:
        try:
            for wait in WAITS:
                await self._sleep(wait)
                with suppress(Refused):
                    await self._read()
                if not self._is_broken():
                    return
        finally:
            self._task = None
