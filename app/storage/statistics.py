"""The numbers of the house, in SQL: one row a minute, written by whichever process lived it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update

from app.storage.engine import Database, insert_new
from app.storage.house_schema import statistics
from app.storage.schema import tables
from app.tables.statistics import KEPT_FOR, Minute, Peak, TableCounts, put_together

PAGE = 240
"""Minutes that are read at once."""

MOST_FORGOTTEN = 200
"""Old minutes that one transaction deletes: the log's rows wait behind it."""


class SqlStatistics:
    """`statistics.Statistics`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, minute: Minute) -> None:
        """Store a minute, added to what other runs stored of it; forget a few old ones."""

        def act(connection: Connection) -> None:
            row = {"minute": minute.at, "values": values_of(minute)}
            new = insert_new(connection.dialect.name, statistics)
            if not connection.execute(new, [row]).rowcount:
                add_to_stored(connection, minute)
            forget_before(connection, minute.at - KEPT_FOR)

        await self._database.write(act)

    async def since(self, at: datetime) -> tuple[Minute, ...]:
        """All minutes from this one on, oldest first: a page at a time, so that a whole day
        keeps no table waiting."""
        minutes = await self._page(statistics.c.minute >= at)
        page = minutes
        while len(page) == PAGE:
            page = await self._page(statistics.c.minute > page[-1].at)
            minutes += page
        return minutes

    async def _page(self, which: ColumnElement[bool]) -> tuple[Minute, ...]:
        query = select(statistics).where(which).order_by(statistics.c.minute).limit(PAGE)
        return await self._database.read(
            lambda connection: tuple(map(minute_of, connection.execute(query)))
        )

    async def count_tables(self) -> TableCounts:
        """How many tables there are that have not ended."""
        paused, asleep = tables.c.paused_at.is_not(None), tables.c.asleep_since.is_not(None)
        query = (
            select(
                func.count().filter(tables.c.state == "open"),
                func.count().filter(tables.c.state == "playing", ~paused, ~asleep),
                func.count().filter(tables.c.state == "playing", paused),
                func.count().filter(tables.c.state == "playing", ~paused, asleep),
            )
            .select_from(tables)
            .where(tables.c.state.in_(("open", "playing")))
        )
        found = await self._database.read(lambda connection: connection.execute(query).one())
        return TableCounts(*found)


def add_to_stored(connection: Connection, minute: Minute) -> None:
    """Put a share to what is stored; the row is locked meanwhile."""
    this = statistics.c.minute == minute.at
    stored = connection.execute(select(statistics).where(this).with_for_update()).one()
    together = values_of(put_together(minute_of(stored), minute))
    connection.execute(update(statistics).where(this).values({"values": together}))


def forget_before(connection: Connection, at: datetime) -> None:
    """Delete the oldest minutes before this one, as many as may go at once."""
    old = (
        select(statistics.c.minute)
        .where(statistics.c.minute < at)
        .order_by(statistics.c.minute)
        .limit(MOST_FORGOTTEN)
    )
    connection.execute(delete(statistics).where(statistics.c.minute.in_(old)))


def values_of(minute: Minute) -> dict[str, Any]:
    """A minute as JSON, without its time."""
    values = asdict(minute)
    del values["at"]
    return values


def minute_of(row: Row[Any]) -> Minute:
    """A stored minute as the domain knows it."""
    values = row._mapping["values"]
    return Minute(
        at=row.minute,
        runs=tuple(values["runs"]),
        seconds=values["seconds"],
        moves=values["moves"],
        errors=values["errors"],
        waits=tuple(values["waits"]),
        cpu=values["cpu"],
        peak=Peak(**values["peak"]),
    )
