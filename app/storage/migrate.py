"""The schema's way to this version: Alembic, configured by code, run through our own engines."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from app.storage.engine import DRIVER_ERRORS, StoreUnavailable, cannot_open, open_database
from app.storage.schema import REVISION

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtext('kitchen_table.migrations'))")


async def migrate(database_url: str, revision: str = "head") -> None:
    """Bring the schema to this version, in one transaction; nothing to do is done quickly.

    Several processes may try at once: one does it. Raises `StoreUnavailable`.
    """
    database = await open_database(database_url)
    try:
        if revision == "head" and await database.read(revision_of) == REVISION:
            return
        await database.write(lambda connection: run_migrations(connection, revision))
    except DRIVER_ERRORS as error:
        raise StoreUnavailable(cannot_open(database.name, error)) from error
    finally:
        await database.close()


def migrate_sync(database_url: str) -> None:
    """The same where no event loop runs."""
    asyncio.run(migrate(database_url))


async def is_current(database_url: str) -> bool:
    """Whether the schema is the one that this version's code expects."""
    database = await open_database(database_url)
    try:
        return await database.read(revision_of) == REVISION
    finally:
        await database.close()


def revision_of(connection: Connection) -> str | None:
    """The schema's revision; None where no migration ever ran."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def run_migrations(connection: Connection, revision: str) -> None:
    """Up or down to `revision`. SQLite's write lock is taken; PostgreSQL needs a lock for it."""
    from alembic import command  # here: a start that finds all current does without
    from alembic.config import Config
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":
        connection.execute(ONE_AT_A_TIME)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    here = revision_of(connection)
    try:
        if revision == "base":
            command.downgrade(config, revision)
        else:
            command.upgrade(config, revision)
    except CommandError as error:
        raise StoreUnavailable(
            f"The database has schema {here}, which this version does not know: "
            "it was used by a newer one."
        ) from error
