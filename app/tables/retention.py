"""For how long the house keeps what it keeps, and the port that lets go of what is older."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

Broom = Literal[
    "lines", "judged_lines", "raw_addresses", "marks", "salts", "credentials", "networks"
]
"""What is swept out: lines of chat; lines of people who have left, once they were judged; addresses
as they are; marks of addresses; what marks are made with; what lets nobody in any more; bans of
networks that ended."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The settings of whoever hosts."""

    guests: timedelta = timedelta(days=180)
    """Since their last visit."""
    chat: timedelta = timedelta(days=90)
    addresses: timedelta = timedelta(hours=24)
    """As they are; then a mark."""
    marks: timedelta = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody was here. `address` None: it came by no network."""

    player: str
    address: str | None
    at: datetime


class Addresses(Protocol):
    """When people were here last, and from where."""

    async def record(self, visits: Sequence[Visit], salt: str) -> None:
        """Store visits, of who is known and has not left. `salt` is the day's if it has none."""
        ...


class Sweeping(Protocol):
    """Works in portions, each a short transaction; of several processes one at a time."""

    async def unvisited_guests(self, before: datetime) -> tuple[str, ...]:
        """A portion of the guests whose last visit is that long ago."""
        ...

    async def sweep(self, broom: Broom, before: datetime) -> bool:
        """Let go of a portion of what is older; whether there may be more of it."""
        ...
