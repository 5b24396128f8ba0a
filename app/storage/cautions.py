"""Cautions in SQL."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, literal, select, update

from app.storage.engine import Database
from app.storage.house_schema import cautions, departures
from app.storage.schema import UtcTime, chat
from app.tables.cautions import Caution


class SqlCautions:
    """`cautions.Cautions`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self) -> tuple[Caution, ...]:
        """With the line as it reads now."""
        query = (
            select(cautions, chat.c.text, chat.c.phrase)
            .outerjoin(chat, chat.c.id == cautions.c.line_id)
            .where(cautions.c.understood_at.is_(None))
            .order_by(cautions.c.at, cautions.c.id)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(map(caution_of, found))

    async def understand(self, player: str, caution: str, at: datetime) -> bool:
        """The first time counts."""
        own = cautions.c.id == caution, cautions.c.player_id == player
        first_time = func.coalesce(cautions.c.understood_at, literal(at, UtcTime))
        read = update(cautions).where(*own).values(understood_at=first_time)
        return await self._database.write(lambda connection: connection.execute(read).rowcount == 1)


def insert_caution(connection: Connection, caution: Caution) -> None:
    """Store a new one in the transaction of its verdict; who has left is told nothing."""
    left = select(departures.c.player_id).where(departures.c.player_id == caution.player)
    if connection.scalar(left) is not None:
        return
    values = {
        "id": caution.id,
        "player_id": caution.player,
        "line_id": caution.line,
        "at": caution.at,
    }
    connection.execute(insert(cautions).values(values))


def caution_of(row: Row[Any]) -> Caution:
    """A stored row as the domain knows it."""
    return Caution(row.id, row.player_id, row.line_id, row.at, row.text, row.phrase)
