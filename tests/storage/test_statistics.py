"""Minutes in the store: one row for all processes, written once however often, and forgotten."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from app.storage import statistics as numbers
from app.storage.house_schema import statistics
from app.storage.statistics import MOST_FORGOTTEN, values_of
from app.storage.store import Store
from app.tables.statistics import KEPT_FOR, MINUTE, Minute, Peak, TableCounts, minute_of
from app.tables.table import Pause
from tests.storage.samples import NOW, later, playing, table
from tests.storage.test_tables import create

pytestmark = pytest.mark.anyio

FIRST = minute_of(NOW)


def minute(number: int = 0, run: str = "a", **changes: Any) -> Minute:
    """What one run saw of the `number`-th minute."""
    made = Minute(
        FIRST + number * MINUTE, (run,), 60.0, 120, 1, (3, 0, 1), 1.25, Peak(4, 1, 2, 5, 77)
    )
    return replace(made, **changes)


async def test_minutes_are_read_as_they_were_stored_oldest_first(store: Store) -> None:
    stored = [minute(number, moves=number) for number in (2, 0, 1)]
    for each in stored:
        await store.statistics.keep(each)
    assert await store.statistics.since(FIRST) == tuple(sorted(stored, key=lambda each: each.at))
    assert await store.statistics.since(FIRST + MINUTE) == (minute(1, moves=1), minute(2, moves=2))
    assert await store.statistics.since(FIRST + 3 * MINUTE) == ()


async def test_a_minute_that_comes_again_counts_once(store: Store) -> None:
    for _ in range(3):
        await store.statistics.keep(minute())
    assert await store.statistics.since(FIRST) == (minute(),)


async def test_a_restart_within_a_minute_leaves_one_whole_minute(store: Store) -> None:
    await store.statistics.keep(minute(seconds=20.0, peak=Peak(9, 0, 1, 1, 50)))
    await store.statistics.keep(minute(run="b", seconds=35.0, peak=Peak(2, 3, 1, 1, 70)))
    (whole,) = await store.statistics.since(FIRST)
    assert (whole.seconds, whole.moves, whole.runs) == (55.0, 240, ("a", "b"))
    assert whole.peak == Peak(9, 3, 1, 1, 70)
    assert whole.waits == (6, 0, 2)


async def test_processes_that_write_the_same_minute_at_once_lose_nothing(
    store: Store, other_store: Store
) -> None:
    runs = [minute(run=f"run-{number}") for number in range(6)]
    both = (store, other_store)
    await asyncio.gather(
        *(both[number % 2].statistics.keep(each) for number, each in enumerate(runs))
    )
    (together,) = await store.statistics.since(FIRST)
    assert together.moves == 6 * 120
    assert sorted(together.runs) == [f"run-{number}" for number in range(6)]
    assert together.peak.people == 24


async def test_old_minutes_are_forgotten_a_few_at_a_time(store: Store) -> None:
    too_many = MOST_FORGOTTEN + 50
    rows = [{"minute": each.at, "values": values_of(each)} for each in map(minute, range(too_many))]
    await store.database.write(lambda c: c.execute(insert(statistics), rows) and None)
    much_later = minute(too_many, at=FIRST + KEPT_FOR + timedelta(days=2))
    await store.statistics.keep(much_later)
    left = await store.statistics.since(FIRST)
    assert len(left) == 51
    assert left[0].at == FIRST + MOST_FORGOTTEN * MINUTE
    await store.statistics.keep(much_later)
    assert await store.statistics.since(FIRST) == (much_later,)


async def test_a_minute_within_the_time_is_kept(store: Store) -> None:
    await store.statistics.keep(minute())
    await store.statistics.keep(minute(at=FIRST + KEPT_FOR))
    assert len(await store.statistics.since(FIRST)) == 2
    await store.statistics.keep(minute(at=FIRST + KEPT_FOR + MINUTE))
    assert len(await store.statistics.since(FIRST)) == 2


async def test_a_failing_write_leaves_the_minute_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.statistics.keep(minute())

    def fail(connection: Connection, at: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(numbers, "forget_before", fail)
        with pytest.raises(RuntimeError):
            await store.statistics.keep(minute(run="b"))
    assert await store.statistics.since(FIRST) == (minute(),)
    await store.statistics.keep(minute(run="b"))
    assert (await store.statistics.since(FIRST))[0].moves == 240


async def test_there_is_one_row_a_minute(store: Store) -> None:
    for number in range(3):
        for run in "ab":
            await store.statistics.keep(minute(number, run))
    count = select(func.count()).select_from(statistics)
    assert await store.database.read(lambda connection: connection.scalar(count)) == 3


async def test_each_table_that_has_not_ended_is_counted_once(store: Store) -> None:
    assert await store.statistics.count_tables() == TableCounts()
    resting = Pause(0, later(2))
    await create(
        store,
        table("open-1"),
        table("open-2"),
        table("closed", state="abandoned", ended_at=later(9)),
        playing("on-1"),
        playing("on-2"),
        playing("on-3"),
        playing("paused", paused=resting),
        playing("asleep", asleep_since=later(3)),
        playing("both", paused=resting, asleep_since=later(3)),
        table("over", state="finished", ended_at=later(9)),
    )
    counted = await store.statistics.count_tables()
    assert counted == TableCounts(open=2, playing=3, paused=2, asleep=1)
    assert counted.all == 8
