"""What the house knows about people and how it lets go of it: book, departures, sweeper, files."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.live.departures import Departures
from app.live.guest_book import GuestBook
from app.live.parts import Parts
from app.live.sweeper import Sweeper
from app.tables.departures import Departing
from app.tables.dossiers import Dossiers
from app.tables.retention import Addresses, Retention, Sweeping

if TYPE_CHECKING:
    from app.live.house import House


@dataclass(frozen=True, slots=True)
class Files:
    """The ports behind it."""

    addresses: Addresses
    departing: Departing
    dossiers: Dossiers
    sweeping: Sweeping


class Discretion:
    """One for each process."""

    def __init__(self, house: House, parts: Parts, files: Files, retention: Retention) -> None:
        self.retention = retention
        self.dossiers = files.dossiers
        self.book = GuestBook(files.addresses, parts.mint, parts.now, parts.monotonic)
        self.departures = Departures(house, parts, files.departing)
        self.sweeper = Sweeper(
            parts,
            self.book,
            self.departures,
            departing=files.departing,
            sweeping=files.sweeping,
            retention=retention,
        )
        self._sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to sweep."""
        self._sweeping = asyncio.create_task(self.sweeper.go_on())

    async def stop(self) -> None:
        """Write down who was here, then nothing more."""
        self.departures.stop()
        if self._sweeping is None:
            return
        self._sweeping.cancel()
        self._sweeping = None
        while await self.book.write():
            pass
