"""Which table follows another one."""

from __future__ import annotations

from sqlalchemy import Connection, and_, not_, select

from app.storage.schema import tables


def find_next(connection: Connection, table_id: str) -> str | None:
    """The table that follows; one that was closed before its start follows no longer.

    Until the transaction ends nobody else names another.
    """
    locked = select(tables.c.next_id).where(tables.c.id == table_id).with_for_update()
    next_id = connection.scalar(locked)
    never_played = and_(tables.c.state == "abandoned", tables.c.match_seed.is_(None))
    living = select(tables.c.id).where(tables.c.id == next_id, not_(never_played))
    found: str | None = connection.scalar(living)
    return found
