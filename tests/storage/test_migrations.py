"""The schema grows from nothing, shrinks to nothing, and is what the code describes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from app.storage import house_schema  # noqa: F401  (its tables belong to the metadata)
from app.storage.engine import StoreUnavailable, open_database
from app.storage.migrate import MIGRATIONS, is_current, migrate, migrate_sync
from app.storage.schema import REVISION, metadata

pytestmark = pytest.mark.anyio


async def tables_in(database_url: str) -> set[str]:
    database = await open_database(database_url)
    names = await database.read(lambda connection: set(inspect(connection).get_table_names()))
    await database.close()
    return names


async def test_up_from_nothing_and_down_again(empty_url: str) -> None:
    assert not await is_current(empty_url)
    await migrate(empty_url)
    assert await is_current(empty_url)
    assert await tables_in(empty_url) == {*metadata.tables, "alembic_version"}
    await migrate(empty_url, "base")
    assert not await is_current(empty_url)
    assert await tables_in(empty_url) == {"alembic_version"}
    await migrate(empty_url)
    assert await is_current(empty_url)


async def test_migrations_lead_to_what_the_code_describes(database_url: str) -> None:
    def check(connection: Connection) -> None:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        command.check(config)

    database = await open_database(database_url)
    await database.write(check)
    await database.close()


async def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    database = await open_database(database_url)
    await database.write(
        lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = 'x'"))
    )
    await database.close()
    assert not await is_current(database_url)
    with pytest.raises(StoreUnavailable, match="used by a newer"):
        await migrate(database_url)


async def test_many_processes_migrate_at_once(empty_url: str) -> None:
    await asyncio.gather(*(migrate(empty_url) for _ in range(4)))
    assert await is_current(empty_url)


def test_migrating_without_a_loop(tmp_path: Path) -> None:
    migrate_sync(f"sqlite:///{tmp_path}/new/folder/store.db")
    assert (tmp_path / "new/folder/store.db").exists()


def test_the_code_names_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [REVISION]
