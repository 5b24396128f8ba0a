"""How a database is doing, asked from outside: for whoever looks after a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, inspect, select, text

from app.storage.engine import open_database
from app.storage.migrate import revision_of
from app.storage.schema import REVISION, heartbeat


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a database said of itself."""

    name: str
    """Without a password."""
    revision: str | None
    """The schema's; None where no migration ever ran."""
    now: datetime | None
    """The time of a database that has a clock of its own."""
    last_beat: datetime | None
    """When a process of ours last ran."""

    @property
    def is_current(self) -> bool:
        """Whether the schema is the one that this version's code expects."""
        return self.revision == REVISION


async def examine(database_url: str) -> Checkup:
    """Ask the database. Raises `StoreUnavailable`, and whatever a broken one makes of it."""
    database = await open_database(database_url)

    def ask(connection: Connection) -> Checkup:
        return Checkup(
            database.name, revision_of(connection), clock_of(connection), beat_of(connection)
        )

    try:
        return await database.read(ask)
    finally:
        await database.close()


def clock_of(connection: Connection) -> datetime | None:
    """The database's own time; SQLite has the one of this machine."""
    if connection.dialect.name == "sqlite":
        return None
    now: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
    return now.astimezone(UTC)


def beat_of(connection: Connection) -> datetime | None:
    """The newest beat, None before the first."""
    if not inspect(connection).has_table(heartbeat.name):
        return None
    beat: datetime | None = connection.execute(select(heartbeat.c.at)).scalar()
    return beat
