"""Looking for tables in SQL (`tables/table_search.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, exists, func, or_, select

from app.storage.engine import Database
from app.storage.schema import entries, players, seats, tables
from app.storage.tables import choose_tables, load_tables, newest_first, older_than, write_cursor
from app.tables.table import Table
from app.tables.table_search import FoundPage, FoundTable, TableQuery


class SqlTableSearch:
    """`table_search.TableSearch`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, query: TableQuery) -> FoundPage:
        """One page, newest first."""
        chosen = newest_first(narrowed(query)).limit(query.limit + 1)

        def act(connection: Connection) -> tuple[FoundTable, ...]:
            return with_positions(connection, load_tables(connection, chosen))

        found = await self._database.read(act)
        page = found[: query.limit]
        more = len(found) > query.limit
        return FoundPage(page, write_cursor(page[-1].table) if more else None)


def narrowed(query: TableQuery) -> Select[str]:
    """The ids of the tables that are looked for."""
    chosen = choose_tables()
    if query.game is not None:
        chosen = chosen.where(tables.c.game == query.game)
    if query.state is not None:
        chosen = chosen.where(tables.c.state == query.state)
    if query.ids is not None:
        chosen = chosen.where(tables.c.id.in_(query.ids))
    if query.words is not None:
        chosen = chosen.where(speaks_of(query.words))
    return chosen if query.before is None else chosen.where(older_than(query.before))


def speaks_of(words: str) -> ColumnElement[bool]:
    """Whether a table is meant by these words."""
    somebody = (
        select(seats.c.seat)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.table_id == tables.c.id)
        .where(or_(players.c.id == words, *holds(players.c.name, words)))
    )
    return or_(
        tables.c.id == words,
        tables.c.series_id == words,
        *holds(tables.c.title, words),
        exists(somebody),
    )


def holds(column: Column[str], words: str) -> list[ColumnElement[bool]]:
    """Whether the words are part of a text, large or small. SQLite takes only ASCII letters for
    the same in both: others are looked for as they are usually written."""
    written = {words, words.lower(), words.upper(), words.title()}
    return [column.icontains(each, autoescape=True) for each in sorted(written)]


def with_positions(connection: Connection, found: Sequence[Table]) -> tuple[FoundTable, ...]:
    """The tables with where their logs stand: one look at an index for each."""
    newest = select(func.max(entries.c.seq)).where(entries.c.match_id == tables.c.id)
    query = select(tables.c.id, newest.scalar_subquery().label("seq"))
    chosen = query.where(tables.c.id.in_([table.id for table in found]))
    stands: dict[str, Any] = {row.id: row.seq for row in connection.execute(chosen)}
    return tuple(FoundTable(table, position(table, stands.get(table.id))) for table in found)


def position(table: Table, stored: int | None) -> int | None:
    """A match without an entry of its own stands at its set-up, or where it branched."""
    if not table.started:
        return None
    return stored if stored is not None else table.branch.seq if table.branch else 0
