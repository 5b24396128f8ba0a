"""Branches, with the record that each carries, and the matches that somebody has behind them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sqlalchemy import select

from app.games.base import Outcome
from app.storage.schema import tables as stored_tables
from app.storage.store import Store
from app.tables.table import Branch, SeatState, Table, empty_seats
from tests.storage.samples import ANNA, BO, add_players, later, playing, table

pytestmark = pytest.mark.anyio

RECORD = json.dumps({"format": "kitchen-table-record/1", "log": [{"seq": 1, "move": {"card": 7}}]})
OUTCOME = Outcome((3, 1), (1, 2), (0,))


async def test_a_branch_comes_back_with_its_origin_beside_it(store: Store) -> None:
    await add_players(store, ANNA)
    made = playing("b1", branch=Branch("t1", 17))
    await store.tables.create(made, (), origin=RECORD)
    assert await store.tables.load("b1") == made
    text = await store.tables.origin("b1")
    assert text is not None
    assert json.loads(text) == json.loads(RECORD)
    start = await store.database.read(lambda c: c.scalar(select(stored_tables.c.start)))
    assert start == {"branch": {"record": json.loads(RECORD), "seq": 17, "table": "t1"}}


async def test_a_branch_stays_one_when_it_changes(store: Store) -> None:
    await add_players(store, ANNA)
    made = playing("b1", branch=Branch("t1", 0))
    await store.tables.create(made, (), origin=RECORD)
    saved = await store.tables.save(replace(made, title="again"))
    assert saved is not None
    assert saved.branch == Branch("t1", 0)
    assert await store.tables.load("b1") == saved
    assert await store.tables.origin("b1") is not None


async def test_a_match_from_its_set_up_has_no_origin(store: Store) -> None:
    await add_players(store, ANNA)
    await store.tables.create(table(), ())
    assert await store.tables.origin("t1") is None
    assert await store.tables.origin("nowhere") is None
    loaded = await store.tables.load("t1")
    assert loaded is not None
    assert loaded.branch is None


def ended(table_id: str, minute: int, **changes: object) -> Table:
    """A match of Anna's that was over at that minute."""
    made = playing(table_id, ended_at=later(60 * minute))
    return replace(made, **{"state": "finished", "result": OUTCOME, **changes})  # type: ignore[arg-type]


async def test_past_matches_the_last_ended_first(store: Store) -> None:
    await add_players(store, ANNA, BO)
    bos = (SeatState(0, player=BO, client_seed="x"), *empty_seats(4)[1:])
    long_ago = later(-3600)
    made = [
        ended("first", 1),
        ended("third", 3, created_at=long_ago),
        ended("second", 2, state="abandoned", result=None, ended_why="agreed"),
        ended("bos", 4, seats=bos),
        playing("running"),
        table("open"),
        table("closed", state="abandoned", ended_why="closed", ended_at=later(900)),
    ]
    for each in made:
        await store.tables.create(each, ())
    past = await store.tables.list_past(ANNA.id, 10)
    assert [each.id for each in past] == ["third", "second", "first"]
    assert past[0] == made[1]
    assert [each.id for each in await store.tables.list_past(ANNA.id, 2)] == ["third", "second"]
    assert [each.id for each in await store.tables.list_past(BO.id, 10)] == ["bos"]
    assert await store.tables.list_past("nobody", 10) == ()
