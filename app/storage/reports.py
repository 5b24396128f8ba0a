"""Reported lines of chat, in SQL."""

from __future__ import annotations

from sqlalchemy import Connection, select

from app.storage.engine import Database, insert_new
from app.storage.schema import chat, reports
from app.tables.ports import Report


class SqlReports:
    """`ports.Reports`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: Report) -> bool:
        """Store a report of a line that was written at that table; once for each reader."""
        line = select(chat.c.id).where(chat.c.id == report.line, chat.c.table_id == report.table)
        values = {
            "id": report.id,
            "table_id": report.table,
            "line_id": report.line,
            "player_id": report.player,
            "why": report.why,
            "at": report.at,
        }

        def act(connection: Connection) -> bool:
            if connection.scalar(line) is None:
                return False
            connection.execute(insert_new(connection.dialect.name, reports), values)
            return True

        return await self._database.write(act)
