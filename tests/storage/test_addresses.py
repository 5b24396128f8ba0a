"""Visits and addresses: once for each player and place a day, and no way back from a mark."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from app.storage.addresses import mark_of
from app.storage.house_schema import addresses, salts, visits
from app.storage.store import Store
from app.tables.retention import Visit
from tests.storage.samples import ANNA, BO, NOW, add_players, later

pytestmark = pytest.mark.anyio

HOME, CAFE = "203.0.113.7", "2001:db8::7"
TOMORROW = NOW + timedelta(days=1)


async def stored(store: Store) -> list[tuple[str, str, str | None, datetime, datetime]]:
    """All addresses: player, mark, the address itself, first and last time."""
    query = select(addresses).order_by(addresses.c.first_at, addresses.c.player_id)
    return await store.database.read(
        lambda connection: [tuple(row) for row in connection.execute(query)]
    )


async def seen(store: Store, player: str) -> datetime | None:
    query = select(visits.c.at).where(visits.c.player_id == player)
    return await store.database.read(lambda connection: connection.scalar(query))


async def test_a_guest_who_is_new_has_been_here(store: Store) -> None:
    await add_players(store, ANNA)
    assert await seen(store, ANNA.id) == NOW


async def test_one_place_is_one_row_a_day_and_the_first_salt_counts(store: Store) -> None:
    await add_players(store, ANNA, BO)
    first = [Visit(ANNA.id, HOME, later(1)), Visit(BO.id, HOME, later(1))]
    await store.addresses.record(first, "salt")
    again = [Visit(ANNA.id, HOME, later(9)), Visit(BO.id, CAFE, later(9))]
    await store.addresses.record(again, "another")
    mark = mark_of(HOME, "salt")
    assert await stored(store) == [
        (ANNA.id, mark, HOME, later(1), later(9)),
        (BO.id, mark, HOME, later(1), later(1)),
        (BO.id, mark_of(CAFE, "salt"), CAFE, later(9), later(9)),
    ]
    assert await seen(store, ANNA.id) == later(9)


async def test_the_next_day_has_its_own_marks(store: Store) -> None:
    await add_players(store, ANNA)
    await store.addresses.record([Visit(ANNA.id, HOME, NOW)], "salt")
    await store.addresses.record([Visit(ANNA.id, HOME, TOMORROW)], "next")
    marks = [row[1] for row in await stored(store)]
    assert marks == [mark_of(HOME, "salt"), mark_of(HOME, "next")]
    assert len(set(marks)) == 2


async def test_who_has_left_or_was_never_here_leaves_no_trace(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await store.departing.forget(ANNA.id, "Former Wren 100", later(1))
    came = [Visit(each, HOME, later(2)) for each in (ANNA.id, BO.id, "p-nobody")]
    await store.addresses.record(came, "salt")
    assert [row[0] for row in await stored(store)] == [BO.id]
    assert await seen(store, ANNA.id) is None


async def test_without_an_address_only_the_visit_counts(store: Store) -> None:
    await add_players(store, ANNA)
    await store.addresses.record([Visit(ANNA.id, None, later(5))], "salt")
    assert await stored(store) == []
    assert await seen(store, ANNA.id) == later(5)


async def test_after_a_day_a_mark_is_left_that_nothing_can_be_tried_against(store: Store) -> None:
    await add_players(store, ANNA)
    await store.addresses.record([Visit(ANNA.id, HOME, NOW)], "salt")
    sweep = store.sweeping.sweep
    assert not await sweep("raw_addresses", NOW)
    assert [row[2] for row in await stored(store)] == [HOME]
    await sweep("raw_addresses", later(1))
    await sweep("salts", TOMORROW.replace(hour=0, minute=0, second=0, microsecond=0))
    assert [row[1:3] for row in await stored(store)] == [(mark_of(HOME, "salt"), None)]
    assert await store.database.read(lambda c: c.execute(select(salts)).all()) == []
    await sweep("marks", later(1))
    assert await stored(store) == []


async def test_the_salt_of_today_stays(store: Store) -> None:
    await add_players(store, ANNA)
    await store.addresses.record([Visit(ANNA.id, HOME, NOW)], "salt")
    await store.sweeping.sweep("salts", NOW.replace(hour=0, minute=0, second=0, microsecond=0))
    await store.addresses.record([Visit(ANNA.id, HOME, later(60))], "another")
    assert len(await stored(store)) == 1
