"""What is told beside the log, in SQL: people's lines and the table's own notes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, select

from app.storage.engine import Database, insert_new
from app.storage.schema import chat, notes, players
from app.tables.ports import ChatLine, Note
from app.tables.table import Player

GLASS = "glass"


class SqlChat:
    """`ports.Chat`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, line: ChatLine) -> None:
        """Store one line."""
        statement = insert(chat).values(
            id=line.id,
            table_id=table_id,
            room=line.room,
            player_id=line.player.id,
            seat=line.seat,
            text=line.text,
            phrase=line.phrase,
            at=line.at,
        )
        await self._database.write(lambda connection: connection.execute(statement) and None)

    async def newest(self, table_id: str, limit: int = 50) -> tuple[ChatLine, ...]:
        """The last lines of both rooms, oldest first, under their writers' present names."""
        query = (
            select(chat, players.c.name)
            .join(players, players.c.id == chat.c.player_id)
            .where(chat.c.table_id == table_id)
            .order_by(chat.c.number.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(line_of(row) for row in reversed(found))


class SqlNotes:
    """`ports.Notes`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, note: Note) -> None:
        """Store one note, unless one with its id is there."""
        values = {
            "id": note.id,
            "table_id": table_id,
            "at": note.at,
            "kind": note.kind,
            "seat": note.seat,
            "params": dict(note.params),
        }

        def act(connection: Connection) -> None:
            connection.execute(insert_new(connection.dialect.name, notes), [values])

        await self._database.write(act)

    async def newest(self, table_id: str, limit: int = 50) -> tuple[Note, ...]:
        """The last notes but those that wait for the end, oldest first."""
        query = (
            select(notes)
            .where(notes.c.table_id == table_id, notes.c.kind != GLASS)
            .order_by(notes.c.number.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(note_of(row) for row in reversed(found))

    async def glass(self, table_id: str) -> tuple[Note, ...]:
        """All notes that wait for the end, oldest first."""
        query = (
            select(notes)
            .where(notes.c.table_id == table_id, notes.c.kind == GLASS)
            .order_by(notes.c.number)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(note_of(row) for row in found)


def note_of(row: Row[Any]) -> Note:
    """A stored note as the domain knows it."""
    return Note(row.id, row.at, row.kind, row.seat, row.params)


def line_of(row: Row[Any]) -> ChatLine:
    """A stored line as the domain knows it."""
    return ChatLine(
        id=row.id,
        room=row.room,
        player=Player(row.player_id, row.name),
        seat=row.seat,
        text=row.text,
        phrase=row.phrase,
        at=row.at,
    )
