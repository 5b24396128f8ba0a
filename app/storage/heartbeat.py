"""The heart in SQL: one row that some process touches each second, and the times it stood still."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, insert, select, update

from app.storage.engine import Database, insert_new
from app.storage.schema import heartbeat, outages
from app.tables.heart import Beat, Outage
from app.tables.table import Break

ONLY_ROW = 1


class SqlHeart:
    """`heart.Heart`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, at: datetime, *, most: timedelta, known: int = 0) -> Beat:
        """Touch the row; what lies too long behind it becomes an outage, once."""

        def act(connection: Connection) -> Beat:
            last = touch(connection, at)
            if at - last > most:
                connection.execute(insert(outages).values(started_at=last, ended_at=at))
            found = connection.execute(newer_than(known)).all()
            told = (Outage(row.id, Break(row.started_at, row.ended_at)) for row in found)
            return Beat(max(last, at), tuple(told))

        return await self._database.write(act)


def touch(connection: Connection, at: datetime) -> datetime:
    """The beat before this one, which is this one the first time. The row never goes back.

    It is locked: of two processes only one finds a gap.
    """
    first = insert_new(connection.dialect.name, heartbeat)
    connection.execute(first, [{"id": ONLY_ROW, "at": at}])
    row = select(heartbeat.c.at).where(heartbeat.c.id == ONLY_ROW).with_for_update()
    last: datetime = connection.execute(row).scalar_one()
    if at > last:
        connection.execute(update(heartbeat).where(heartbeat.c.id == ONLY_ROW).values(at=at))
    return last


def newer_than(known: int) -> Select[tuple[int, datetime, datetime]]:
    """The outages that came after that one, oldest first."""
    columns = outages.c.id, outages.c.started_at, outages.c.ended_at
    return select(*columns).where(outages.c.id > known).order_by(outages.c.id)
