"""Opening, promising and closing."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from app.storage.engine import StoreUnavailable
from app.storage.schema import players
from app.storage.store import Store, open_store
from app.tables.ports import Appended
from tests.storage.samples import ANNA, NOW, row

pytestmark = pytest.mark.anyio


async def test_what_was_stored_is_there_after_a_restart(database_url: str) -> None:
    first = await open_store(database_url)
    await first.players.create_guest(ANNA, NOW)
    assert await first.log.append("m", row(1)) is Appended.DONE
    await first.close()
    second = await open_store(database_url)
    assert await second.players.load(ANNA.id) == ANNA
    assert await second.log.load("m") == [row(1)]
    await second.close()


async def test_sqlite_promises_what_is_on_disk(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/store.db")

    async def pragma(name: str) -> object:
        return await store.database.write(lambda c: c.scalar(text(f"PRAGMA {name}")))

    full = 2
    assert await pragma("journal_mode") == "wal"
    assert await pragma("synchronous") == full
    assert await pragma("foreign_keys") == 1
    assert await pragma("busy_timeout") == 10_000
    await store.close()


async def test_readers_cannot_write(store: Store) -> None:
    if not store.database.name.endswith(".db"):
        return
    with pytest.raises(Exception, match="readonly"):
        await store.database.read(lambda c: c.execute(text("DELETE FROM players")))


async def test_a_long_transaction_holds_up_neither_readers_nor_the_loop(store: Store) -> None:
    """A reader sees the state before, while a writer is in the middle of its transaction."""
    inside, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    await store.players.create_guest(ANNA, NOW)
    assert await asyncio.gather(*(store.players.load(ANNA.id) for _ in range(40))) == [ANNA] * 40
    del inside, go_on, loop


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


async def test_ping(store: Store) -> None:
    await store.ping()
