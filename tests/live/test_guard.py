"""Rules that do not come to an end are left, and their table rests; nothing else is broken off."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from app.games.chance import Chance
from app.games.gnav import GAME as GNAV
from app.games.milkuro import GAME as MILKURO
from app.live import guard
from app.live.guard import Guard, package_of
from app.live.house import House
from app.live.ledger import FIRST_REST
from app.tables.bugs import RulesTooSlow
from app.tables.refusals import Code, Refused
from tests.games.marker import Marker
from tests.live.kitchen import ANNA, Kitchen, move, open_match, state_of, watch

pytestmark = pytest.mark.anyio

RINGS = round(guard.MOST_SECONDS / guard.RING)


def watching(*games: object) -> Guard:
    """A guard of these games' rules that nothing winds."""
    watch = Guard(asyncio.get_running_loop(), {package_of(game) for game in games})
    watch._memory = guard.held_memory()
    return watch


class RingingChance(Chance):
    """Rules draw from it, and the alarm rings while they do."""

    def __init__(self, watch: Guard, rings: int) -> None:
        super().__init__(bytes(32), 0)
        self._watch = watch
        self._rings = rings

    def word(self) -> int:
        """The next word, after so many rings."""
        for _ in range(self._rings):
            self._watch.ring(0, inspect.currentframe())
        return super().word()


def test_a_package_is_a_folder_or_a_file() -> None:
    assert package_of(GNAV) == "app.games.gnav."
    assert package_of(Marker()) == "tests.games.marker."


async def test_what_is_no_rule_may_take_its_time() -> None:
    watch = watching(GNAV)
    for _ in range(10 * RINGS):
        watch.ring(0, inspect.currentframe())


async def test_rules_are_left_once_they_have_taken_too_long() -> None:
    with pytest.raises(RulesTooSlow):
        GNAV.start(4, GNAV.info.options(), RingingChance(watching(GNAV), RINGS))


async def test_other_rules_are_not_to_blame() -> None:
    GNAV.start(4, GNAV.info.options(), RingingChance(watching(MILKURO), 2 * RINGS))


async def test_rules_that_eat_memory_are_left_at_the_first_ring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "held_memory", iter((0, 2 * guard.MOST_MEMORY)).__next__)
    watch = watching(GNAV)
    with pytest.raises(RulesTooSlow):
        GNAV.start(4, GNAV.info.options(), RingingChance(watch, 1))


async def test_31_a_table_whose_rules_do_not_end_rests_and_comes_back(
    kitchen: Kitchen, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await open_match(house)
    await move(host)
    asked = 0

    def spin(*args: object) -> Any:
        nonlocal asked
        asked += 1
        raise RulesTooSlow

    for rest in (FIRST_REST, 2 * FIRST_REST):
        with monkeypatch.context() as patched:
            patched.setattr(type(host.ledger.game), "apply", spin)
            before = asked
            assert await code_of(host) is Code.UNAVAILABLE
            assert asked == before + 1
            assert await code_of(host) is Code.UNAVAILABLE
            with pytest.raises(Refused):
                await watch(host, ANNA)
            assert asked == before + 1, "nobody asks the rules meanwhile"
        await kitchen.clock.advance(rest - 1)
        assert await code_of(host) is Code.UNAVAILABLE
        await kitchen.clock.advance(2)
        assert await move(host, f"after {rest}") == host.ledger.seq
    assert state_of(host, ANNA)["seq"] == 3


async def code_of(host: Any) -> Code:
    """Why a move is refused."""
    with pytest.raises(Refused) as caught:
        await move(host, "slow")
    return caught.value.code
