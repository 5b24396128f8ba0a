"""The next table of a series, and what is reported: decided by the database, once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from app.games.base import Outcome
from app.storage.schema import reports as stored_reports
from app.storage.store import Store
from app.tables.ports import ChatLine, Report
from app.tables.table import SeatState
from tests.storage.samples import ANNA, BO, NOW, add_players, later, playing, table

pytestmark = pytest.mark.anyio

HELD = (SeatState(0, player=BO, held=True), SeatState(1, player=ANNA, held=True))
OUTCOME = Outcome((2, 1), (1, 2), (0,))


async def finish_first(store: Store) -> None:
    """Anna's first table, with a result."""
    await add_players(store, ANNA, BO)
    made = replace(playing(), state="finished", result=OUTCOME, ended_at=later(9))
    await store.tables.create(made, ())


async def test_the_next_table_is_stored_and_named(store: Store) -> None:
    await finish_first(store)
    follower = table("t2", series="series-t1", seats=HELD, created_at=later(10))
    assert await store.tables.create_next("t1", follower) == "t2"
    assert await store.tables.load("t2") == follower
    first = await store.tables.load("t1")
    assert first is not None
    assert (first.next, first.version) == ("t2", 1)


async def test_there_is_one_next_table(store: Store) -> None:
    await finish_first(store)
    await store.tables.create_next("t1", table("t2", series="series-t1"))
    assert await store.tables.create_next("t1", table("t3", series="series-t1")) == "t2"
    assert await store.tables.load("t3") is None
    first = await store.tables.load("t1")
    assert first is not None
    assert first.version == 1


async def test_16_two_processes_make_one_next_table(store: Store, other_store: Store) -> None:
    await finish_first(store)
    offered = [
        table(f"next-{number}", series="series-t1", created_at=later(10)) for number in range(20)
    ]
    stores = (store, other_store)
    answers = await asyncio.gather(
        *(
            stores[number % 2].tables.create_next("t1", follower)
            for number, follower in enumerate(offered)
        )
    )
    assert len(set(answers)) == 1
    series = await store.tables.list_series("series-t1", 100)
    assert [each.id for each in series] == ["t1", answers[0]]


async def test_one_that_was_closed_before_its_start_is_followed_no_longer(store: Store) -> None:
    await finish_first(store)
    await store.tables.create_next("t1", table("t2", series="series-t1"))
    closed = await store.tables.load("t2")
    assert closed is not None
    await store.tables.save(replace(closed, state="abandoned", ended_why="closed"))
    assert await store.tables.create_next("t1", table("t3", series="series-t1")) == "t3"
    first = await store.tables.load("t1")
    assert first is not None
    assert (first.next, first.version) == ("t3", 2)


async def test_one_that_ended_by_agreement_is_followed_still(store: Store) -> None:
    await finish_first(store)
    ended = replace(playing("t2", series="series-t1"), state="abandoned", ended_why="agreed")
    await store.tables.create_next("t1", ended)
    assert await store.tables.create_next("t1", table("t3", series="series-t1")) == "t2"


async def test_who_saves_what_it_knew_before_is_too_late(store: Store) -> None:
    await finish_first(store)
    known = await store.tables.load("t1")
    assert known is not None
    await store.tables.create_next("t1", table("t2", series="series-t1"))
    assert await store.tables.save(replace(known, title="late")) is None


async def test_a_series_is_listed_oldest_first(store: Store) -> None:
    await finish_first(store)
    for number in range(2, 6):
        made = table(f"t{number}", series="series-t1", created_at=later(number))
        await store.tables.create(made, ())
    await store.tables.create(table("other"), ())
    listed = await store.tables.list_series("series-t1", 100)
    assert [each.id for each in listed] == ["t1", "t2", "t3", "t4", "t5"]
    assert listed[0].result == OUTCOME
    newest = await store.tables.list_series("series-t1", 2)
    assert [each.id for each in newest] == ["t4", "t5"]
    assert await store.tables.list_series("series-none", 2) == ()


async def say_something(store: Store) -> None:
    """Anna's table with a line of Bo's, and another table."""
    await add_players(store, ANNA, BO)
    for table_id in ("t1", "t2"):
        await store.tables.create(table(table_id), ())
    await store.chat.add("t1", ChatLine("c1", "rail", BO, None, "rude", None, NOW))


async def test_a_line_is_reported_once_for_each_reader(store: Store) -> None:
    await say_something(store)
    report = Report("r1", "t1", "c1", ANNA.id, "It is rude.", NOW)
    again = replace(report, id="r2", why="Really.")
    other = replace(report, id="r3", player=BO.id, why="")
    assert [await store.reports.add(each) for each in (report, again, other)] == [True] * 3
    query = select(stored_reports).order_by(stored_reports.c.id)
    rows = await store.database.read(lambda connection: connection.execute(query).all())
    assert [(row.id, row.table_id, row.line_id, row.player_id, row.why) for row in rows] == [
        ("r1", "t1", "c1", ANNA.id, "It is rude."),
        ("r3", "t1", "c1", BO.id, ""),
    ]


@pytest.mark.parametrize(("table_id", "line"), [("t1", "c2"), ("t2", "c1"), ("t3", "c1")])
async def test_what_was_not_said_at_that_table_cannot_be_reported(
    store: Store, table_id: str, line: str
) -> None:
    await say_something(store)
    assert not await store.reports.add(Report("r1", table_id, line, ANNA.id, "", NOW))
