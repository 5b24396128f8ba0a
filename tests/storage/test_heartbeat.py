"""The heart: one row, and outages that are found once, whoever finds them."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from app.storage.store import Store
from app.tables.heart import Beat, Outage
from app.tables.table import Break
from tests.storage.samples import later

pytestmark = pytest.mark.anyio

MOST = timedelta(seconds=3)


async def beat(store: Store, seconds: float, known: int = 0) -> Beat:
    """A beat so many seconds after the first."""
    return await store.heart.beat(later(seconds), most=MOST, known=known)


def outage(number: int, begin: float, end: float) -> Outage:
    """An outage between two beats."""
    return Outage(number, Break(later(begin), later(end)))


async def test_the_first_beat_and_regular_ones_find_nothing(store: Store) -> None:
    assert await beat(store, 0) == Beat(later(0), ())
    for second in (1, 2, 3.5, 6.5):
        assert await beat(store, second) == Beat(later(second), ())


async def test_a_gap_is_an_outage_from_beat_to_beat(store: Store) -> None:
    await beat(store, 0)
    found = await beat(store, 3.000001)
    assert found == Beat(later(3.000001), (outage(1, 0, 3.000001),))
    assert (await beat(store, 4)).outages == found.outages
    assert (await beat(store, 5, known=1)).outages == ()
    assert (await beat(store, 95, known=1)).outages == (outage(2, 5, 95),)
    assert (await beat(store, 96)).outages == (outage(1, 0, 3.000001), outage(2, 5, 95))


async def test_no_beat_goes_back(store: Store) -> None:
    await beat(store, 100)
    assert await beat(store, 40) == Beat(later(100), ())
    assert await beat(store, 102) == Beat(later(102), ())


async def test_of_two_processes_one_finds_the_gap_and_both_know_it(
    store: Store, other_store: Store
) -> None:
    await beat(store, 0)
    answers = await asyncio.gather(beat(store, 60), beat(other_store, 60.5), beat(store, 60.25))
    assert {len(answer.outages) for answer in answers} <= {1}
    (found,) = (await beat(other_store, 61)).outages
    assert found.rest.started_at == later(0)
    assert later(60) <= found.rest.ended_at <= later(60.5)


async def test_one_processs_end_is_no_outage_while_another_beats(
    store: Store, other_store: Store
) -> None:
    for second in range(0, 8, 2):
        await beat(store, second)
        await beat(other_store, second + 1)
    for second in range(8, 20, 2):
        assert (await beat(other_store, second)).outages == ()
    assert (await beat(store, 19.5)).outages == ()
