"""Opening, promising and closing."""

from __future__ import annotations

import asyncio
import stat
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import DBAPIError

from app.storage.engine import StoreUnavailable
from app.storage.schema import players
from app.storage.store import Store, open_store
from app.tables.ports import Appended
from tests.services import PostgresServer
from tests.storage.samples import ANNA, NOW, row

pytestmark = pytest.mark.anyio

HANG_UP = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""The server ends all connections to the database but this one."""
LEAVE = text("SELECT pg_terminate_backend(pg_backend_pid())")


async def test_what_was_stored_is_there_after_a_restart(database_url: str) -> None:
    first = await open_store(database_url)
    await first.players.create_guest(ANNA, NOW)
    assert await first.log.append("m", row(1)) is Appended.DONE
    await first.close()
    second = await open_store(database_url)
    assert await second.players.load(ANNA.id) == ANNA
    assert await second.log.load("m") == [row(1)]
    await second.close()


async def test_a_new_file_is_for_nobody_else(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/new/kitchen.db")
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "new").iterdir()}
    await store.close()
    assert modes["kitchen.db"] == 0o600
    assert set(modes.values()) == {0o600}


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """A store in a file."""
    opened = await open_store(sqlite_url)
    yield opened
    await opened.close()


@pytest.fixture
async def postgres_store(migrated_postgres_url: str) -> AsyncIterator[Store]:
    """A store on a server."""
    opened = await open_store(migrated_postgres_url)
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("name", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
async def test_sqlite_promises_what_is_on_disk(
    sqlite_store: Store, name: str, value: object
) -> None:
    pragma = text(f"PRAGMA {name}")
    assert await sqlite_store.database.write(lambda c: c.scalar(pragma)) == value


async def test_readers_of_sqlite_cannot_write(sqlite_store: Store) -> None:
    with pytest.raises(Exception, match="readonly"):
        await sqlite_store.database.read(lambda c: c.execute(text("DELETE FROM players")))


async def test_a_long_transaction_holds_up_neither_readers_nor_the_loop(
    sqlite_store: Store,
) -> None:
    begun, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def take_long(connection: Connection) -> bool:
        connection.execute(text("UPDATE players SET name = 'Bo'"))
        loop.call_soon_threadsafe(begun.set)
        return go_on.wait(60)

    await sqlite_store.players.create_guest(ANNA, NOW)
    writing = asyncio.create_task(sqlite_store.database.write(take_long))
    async with asyncio.timeout(30):
        await begun.wait()
    assert await sqlite_store.players.load(ANNA.id) == ANNA
    go_on.set()
    assert await writing
    assert await sqlite_store.players.load(ANNA.id) == replace(ANNA, name="Bo")


async def test_the_log_goes_on_after_the_server_hung_up(postgres_store: Store) -> None:
    log = postgres_store.log
    assert await log.append("m", row(1)) is Appended.DONE
    await postgres_store.database.read(lambda c: c.execute(HANG_UP))
    group = [log.append(f"m{number}", row(1)) for number in range(3)]
    fates = await asyncio.gather(*group, return_exceptions=True)
    assert [type(fate) for fate in fates] == [StoreUnavailable] * 3
    assert await log.append("m", row(2)) is Appended.DONE
    assert await log.load("m") == [row(1), row(2)]


async def test_times_keep_their_microseconds_and_lose_their_zone(store: Store) -> None:
    bangkok = timezone(timedelta(hours=7))
    times = [
        datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=bangkok),
        datetime(2026, 11, 30, 1, 2, 3, 1, tzinfo=bangkok),
        datetime(9998, 1, 1, 0, 0, 0, 999999, tzinfo=bangkok),
    ]
    for number, time in enumerate(times, 1):
        await store.log.append("m", row(number, at=time))
    found = [each.at for each in await store.log.load("m")]
    assert found == times
    assert {time.utcoffset() for time in found} == {timedelta(0)}


async def test_a_time_without_zone_is_refused(store: Store) -> None:
    naive = NOW.replace(tzinfo=None)
    values = {"id": "p", "kind": "guest", "name": "P", "created_at": naive}
    with pytest.raises(Exception, match="without zone"):
        await store.database.write(lambda c: c.execute(insert(players).values(values)))


@pytest.mark.parametrize(
    "url",
    [
        "mysql://here/db",
        "sqlite:////proc/nowhere/store.db",
        "postgresql://anna:hunter2@127.0.0.1:1/nowhere",
        "postgresql://anna:hunter2@/nowhere?host=/nowhere",
    ],
)
async def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await open_store(url)
    assert "hunter2" not in str(caught.value)
    assert str(caught.value).startswith(("The database ", "A database URL "))


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy milk, and bread for the neighbours, before the shop closes.\n" * 20)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await open_store(f"sqlite:///{path}")


async def test_ping_of_a_database_that_answers(store: Store) -> None:
    await store.ping()


async def test_ping_of_a_server_that_lets_nobody_in(
    postgres_store: Store, postgres_server: PostgresServer
) -> None:
    name = postgres_store.database.name.rpartition("/")[2]
    postgres_server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    with pytest.raises(DBAPIError):
        await postgres_store.database.read(lambda c: c.execute(LEAVE))
    with pytest.raises(StoreUnavailable, match="does not answer"):
        await postgres_store.ping()
