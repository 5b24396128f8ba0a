"""Bans and mutes are kept, end, are lifted once, and every change is in the audit log."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.storage.store import Store
from app.tables.bans import Ban
from tests.storage.housekeeping import add_admin, ban, deeds, line
from tests.storage.samples import ANNA, BO, NOW, add_players, later

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def _people(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await add_admin(store)


async def newest(store: Store, limit: int) -> list[Ban]:
    """The newest bans of all."""
    return [record.ban for record in await store.bans.newest(limit)]


async def test_what_was_stored_is_read(store: Store) -> None:
    known = [
        ban("b1"),
        ban("b2", kind="mute", until=later(60), player=ANNA.id),
        ban("b3", player=None, network="203.0.113.0/24", until=later(60)),
    ]
    for each in known:
        assert await store.bans.add(each, line())
    assert sorted(await store.bans.in_force(NOW), key=lambda each: each.id) == known
    assert await newest(store, 10) == known[::-1]
    assert await newest(store, 2) == known[:0:-1]
    (record,) = await store.bans.newest(10, player=BO.id)
    assert (record.ban, record.player_name, record.admin_name) == (known[0], BO.name, "Olga")
    assert [await store.bans.find(each.id) for each in known] == known
    assert await store.bans.find("nothing") is None
    assert await deeds(store) == ["ban"] * 3


async def test_a_ban_is_in_force_until_its_end(store: Store) -> None:
    await store.bans.add(ban(until=later(60)), line())
    assert len(await store.bans.in_force(later(59.999999))) == 1
    assert await store.bans.in_force(later(60)) == ()
    assert len(await store.bans.newest(10)) == 1


async def test_a_ban_is_lifted_once(store: Store) -> None:
    await store.bans.add(ban(), line())
    lifting = (store.bans.lift("b1", line("lift_ban", later(1))) for _ in range(3))
    assert sorted(await asyncio.gather(*lifting)) == [False, False, True]
    assert await store.bans.in_force(later(2)) == ()
    assert await newest(store, 10) == [replace(ban(), lifted_at=later(1))]
    assert await deeds(store) == ["ban", "lift_ban"]


async def test_what_has_ended_or_is_not_there_is_not_lifted(store: Store) -> None:
    await store.bans.add(ban(until=later(60)), line())
    assert not await store.bans.lift("b1", line("lift_ban", later(60)))
    assert not await store.bans.lift("nothing", line("lift_ban"))
    assert await deeds(store) == ["ban"]


async def test_nobody_is_not_banned(store: Store) -> None:
    assert not await store.bans.add(ban(player="p-nobody"), line())
    assert await newest(store, 10) == []
    assert await deeds(store) == []
