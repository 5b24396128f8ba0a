"""Decisions for the whole house are kept, and what was not decided stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.storage.store import Store
from app.tables.house_rules import (
    MOST_ANNOUNCEMENTS,
    Announcement,
    HouseRules,
    Maintenance,
)
from app.tables.refusals import Code, Refused
from tests.storage.housekeeping import OLGA, add_admin, deeds, line
from tests.storage.samples import ANNA, NOW, add_players, later, playing, table

pytestmark = pytest.mark.anyio

TEA = Announcement("n1", {"en": "Tea!", "th": "ชา!"}, NOW, later(60), OLGA.id)


@pytest.fixture(autouse=True)
async def _staff(store: Store) -> None:
    await add_admin(store)


async def test_nothing_is_decided_at_first(store: Store) -> None:
    assert await store.rule_book.load() == HouseRules()


async def test_games_and_levels_rest_one_by_one(store: Store) -> None:
    book, note = store.rule_book, line("switch_game")
    await book.save_game("gnav", note, resting=True, levels={})
    await book.save_game("gnav", note, resting=None, levels={"hard": False, "easy": True})
    await book.save_game("milkman", note, resting=None, levels={"easy": False})
    rests = frozenset(("hard",))
    levels = {"gnav": rests, "milkman": frozenset(("easy",))}
    assert await book.load() == HouseRules(frozenset(("gnav",)), levels)
    await book.save_game("gnav", note, resting=False, levels={})
    assert await book.load() == HouseRules(frozenset(), levels)
    await book.save_game("milkman", note, resting=None, levels={"easy": True})
    assert await book.load() == HouseRules(frozenset(), {"gnav": rests})
    assert await deeds(store) == ["switch_game"] * 5


@pytest.mark.parametrize("until", [None, NOW + timedelta(hours=1)])
async def test_maintenance_is_kept_and_called_off(store: Store, until: object) -> None:
    planned = Maintenance(NOW, None, {"en": "Paint", "fr": "Peinture"})
    if until is not None:
        planned = replace(planned, until=NOW + timedelta(hours=1))
    await store.rule_book.save_maintenance(planned, line("maintain"))
    assert (await store.rule_book.load()).maintenance == planned
    await store.rule_book.save_maintenance(None, line("maintain"))
    assert await store.rule_book.load() == HouseRules()
    assert await deeds(store) == ["maintain"] * 2


async def test_announcements_are_listed_and_taken_back(store: Store) -> None:
    book, note = store.rule_book, line("announce")
    earlier = replace(TEA, id="n2", starts_at=later(-60), ends_at=later(30))
    for each in (TEA, earlier):
        await book.announce(each, note)
    assert await book.announcements(None) == (earlier, TEA)
    assert await book.announcements(later(30)) == (TEA,)
    assert await book.withdraw("n1", note)
    assert not await book.withdraw("n1", note)
    assert await book.announcements(None) == (earlier,)
    assert await deeds(store) == ["announce"] * 3


async def test_there_are_not_too_many_announcements(store: Store) -> None:
    for number in range(MOST_ANNOUNCEMENTS):
        await store.rule_book.announce(replace(TEA, id=f"n{number}"), line("announce"))
    with pytest.raises(Refused) as refused:
        await store.rule_book.announce(replace(TEA, id="more"), line("announce"))
    assert refused.value.code is Code.INVALID
    when = line("announce", later(60))
    await store.rule_book.announce(replace(TEA, id="later", ends_at=later(90)), when)


async def test_running_tables_are_counted_by_game(store: Store) -> None:
    await add_players(store, ANNA)
    for number, made in enumerate((playing, playing, table)):
        await store.tables.create(made(f"t{number}"), ())
    await store.tables.create(playing("t9", game="gnav"), ())
    assert await store.rule_book.running() == {"milkuro": 2, "gnav": 1}
