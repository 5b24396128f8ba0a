"""A warned player is told until they understand: kept over restarts, merges and swept lines."""

from __future__ import annotations

import asyncio

import pytest

from app.storage.store import Store
from app.tables.cautions import Caution
from app.tables.dossiers import KeptCaution
from app.tables.judging import Judgement
from app.tables.ports import ChatLine, Report
from tests.storage.housekeeping import OLGA, add_admin, line
from tests.storage.samples import ANNA, BO, NOW, add_players, later, table

pytestmark = pytest.mark.anyio

GIVEN = Caution("k1", BO.id, "c1", later(5), "Cold soup!")


@pytest.fixture(autouse=True)
async def _reported(store: Store) -> None:
    """Anna minds what Bo said at t1."""
    await add_players(store, ANNA, BO)
    await add_admin(store)
    await store.tables.create(table(), ())
    await store.chat.add("t1", ChatLine("c1", "table", BO, 1, "Cold soup!", None, NOW))
    await store.reports.add(Report("r1", "t1", "c1", ANNA.id, "rude", NOW))


async def warn(store: Store, caution: str = "k1", player: str = BO.id) -> bool:
    """Olga warns who said it."""
    judgement = Judgement("warned", OLGA.id, later(5))
    given = Caution(caution, player, "c1", later(5))
    return await store.cases.judge("r1", judgement, line("judge_report"), given)


async def leave(store: Store, player: str) -> None:
    await store.departing.forget(player, "Former Wren 100", later(9))
    while (await store.departing.clear(player)).more:
        pass


async def test_it_waits_with_its_words_in_every_process(store: Store, other_store: Store) -> None:
    assert await store.cautions.waiting() == ()
    assert await warn(store)
    assert await store.cautions.waiting() == (GIVEN,)
    assert await other_store.cautions.waiting() == (GIVEN,)


async def test_of_two_verdicts_one_warns(store: Store) -> None:
    done = await asyncio.gather(*(warn(store, f"k{number}") for number in range(3)))
    assert sorted(done) == [False, False, True]
    assert len(await store.cautions.waiting()) == 1


async def test_only_its_player_understands_it_and_the_first_time_counts(store: Store) -> None:
    await warn(store)
    assert not await store.cautions.understand(ANNA.id, "k1", later(6))
    assert not await store.cautions.understand(BO.id, "k2", later(6))
    assert await store.cautions.waiting() == (GIVEN,)
    for seconds in (7, 8):
        assert await store.cautions.understand(BO.id, "k1", later(seconds))
    assert await store.cautions.waiting() == ()
    dossier = await store.dossiers.load(BO.id)
    assert dossier is not None
    assert dossier.cautions == (KeptCaution("c1", later(5), later(7)),)


async def test_it_outlives_the_line(store: Store) -> None:
    await warn(store)
    await store.sweeping.sweep("lines", later(1000))
    (waits,) = await store.cautions.waiting()
    assert (waits.id, waits.line, waits.text) == ("k1", "c1", None)


async def test_it_follows_who_was_merged(store: Store) -> None:
    await warn(store)
    assert await store.roster.merge(BO.id, ANNA.id, line("merge_players"))
    assert [each.player for each in await store.cautions.waiting()] == [ANNA.id]
    assert await store.cautions.understand(ANNA.id, "k1", later(6))


async def test_it_goes_with_who_leaves(store: Store) -> None:
    await warn(store)
    await leave(store, BO.id)
    assert await store.cautions.waiting() == ()
    dossier = await store.dossiers.load(BO.id)
    assert dossier is not None
    assert dossier.cautions == ()


async def test_who_has_left_is_not_warned(store: Store) -> None:
    await leave(store, BO.id)
    assert await warn(store), "the report is judged all the same"
    assert await store.cautions.waiting() == ()
