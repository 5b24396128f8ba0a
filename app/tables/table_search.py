"""Looking for tables among all that are stored: public or not, running or over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.tables.table import Table, TableState

PAGE = 50


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What is looked for; None leaves a question open.

    `words`: part of a title or of the name of somebody seated, or a whole id of table, series or
    player. `ids`: only these. `before`: where the last page ended.
    """

    words: str | None = None
    game: str | None = None
    state: TableState | None = None
    ids: tuple[str, ...] | None = None
    before: str | None = None
    limit: int = PAGE


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table as stored, and the last log position; None before the start."""

    table: Table
    seq: int | None


@dataclass(frozen=True, slots=True)
class FoundPage:
    """Tables, newest first; `before` None on the last page."""

    tables: tuple[FoundTable, ...]
    before: str | None


class TableSearch(Protocol):
    """All stored tables."""

    async def find(self, query: TableQuery) -> FoundPage:
        """One page. A `before` that cannot be read raises `ValueError`."""
        ...
