"""Everybody who was ever here, as those who keep the house look them up, and two becoming one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from app.tables.staff import AuditLine
from app.tables.table import TableState

PlayerKind = Literal["guest", "account"]


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the staff sees them. `tables`: so many seats they hold or have held."""

    id: str
    name: str
    kind: PlayerKind
    created_at: datetime
    last_seen: datetime | None
    tables: int
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class PersonPage:
    """People, who came last first; `before` None on the last page."""

    people: tuple[Person, ...]
    before: str | None


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser or program that is let in as somebody."""

    id: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table where somebody holds or held a seat."""

    id: str
    game: str
    state: TableState
    title: str | None
    seat: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SeenAddress:
    """Where somebody came from. `raw` None: only its mark is left."""

    raw: str | None
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Merge:
    """What became of a merge. With `conflicts`, ids of tables, nothing has changed."""

    conflicts: tuple[str, ...] = ()
    tables: tuple[tuple[str, int], ...] = ()
    """Open and running tables where a seat, or the host's role, is the other's now; versions."""


class Roster(Protocol):
    """Looking people up, ending their sessions, making one of two.

    A change writes its audit line with it.
    """

    async def search(self, words: str, *, before: str | None, limit: int) -> PersonPage:
        """Whose name holds the words, or whose id they are; a cursor that cannot be read raises
        `ValueError`."""
        ...

    async def find(self, player: str) -> Person | None:
        """One of them."""
        ...

    async def sessions(self, player: str, now: datetime) -> tuple[OpenSession, ...]:
        """Those that have not ended, the newest first."""
        ...

    async def tables(self, player: str, limit: int) -> tuple[PlayedTable, ...]:
        """The newest tables."""
        ...

    async def addresses(self, player: str) -> tuple[SeenAddress, ...]:
        """As long as they are kept, the last one first."""
        ...

    async def rename(self, player: str, name: str, line: AuditLine) -> bool:
        """Another label for the same person; False when there is no such player any more."""
        ...

    async def end_session(self, player: str, session: str, line: AuditLine) -> bool:
        """Nothing of this session is let in any more; False when it is none of theirs."""
        ...

    async def merge(self, player: str, into: str, line: AuditLine) -> Merge | None:
        """All that was the one player's is the other's from now on, or nothing has changed: while
        both sit at one table, or have seen two hands of one running match. None when one of them
        is not there, or was merged into a third before.
        """
        ...
