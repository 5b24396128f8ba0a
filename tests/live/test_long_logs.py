"""Matches with very many moves: told and opened without holding up the other tables."""

from __future__ import annotations

import asyncio

import orjson
import pytest

from app.live.house import House
from app.live.ledger import BREATH
from app.live.scribe import LOG_IN_STATE
from app.tables.match import RECENT_POSITIONS
from tests.games import endless
from tests.live.kitchen import BO, Kitchen, move, open_match, state_of, visitor

pytestmark = pytest.mark.anyio

LONG = 64 * BREATH


async def count_turns(turns: list[int]) -> None:
    """Somebody at another table: counts how often it has its turn."""
    while True:
        turns[0] += 1
        await asyncio.sleep(0)


async def test_others_have_their_turn_while_a_long_match_is_opened(kitchen: Kitchen) -> None:
    kitchen.registry = endless.REGISTRY
    host = await open_match(kitchen.house(), "endless", seats=2, people=2)
    for _ in range(LONG):
        await move(host)
    told, turns = state_of(host, BO), [0]
    other = asyncio.create_task(count_turns(turns))
    restarted = await kitchen.house().host(host.table.id)
    other.cancel()
    assert turns[0] >= LONG // BREATH
    assert state_of(restarted, BO)["view"] == told["view"]


async def test_every_page_of_a_log_is_the_same_from_memory_and_from_the_store(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    for _ in range(RECENT_POSITIONS + 10):
        await move(host)
    bo, seq = visitor(BO), host.ledger.seq or 0
    older, newer = await host.log_page(bo, LOG_IN_STATE + 1), await host.log_page(bo, None)
    whole = older + [entry for entry in newer if entry["seq"] > LOG_IN_STATE]
    assert [entry["seq"] for entry in whole] == list(range(1, seq + 1))
    for before in range(seq + 2):
        page = await host.log_page(bo, before)
        wanted = whole[max(0, before - 1 - LOG_IN_STATE) : max(0, before - 1)]
        assert orjson.dumps(page) == orjson.dumps(wanted)
    assert await host.log_page(bo, seq + 9) == newer


async def test_the_opening_is_told_as_long_as_the_entries_reach_back(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    opening = state_of(host, None)["opening"]
    assert opening
    for _ in range(LOG_IN_STATE):
        assert state_of(host, BO)["opening"] == opening
        await move(host)
    assert state_of(host, BO)["opening"] == opening
    assert state_of(await kitchen.house().host(host.table.id), BO)["opening"] == opening
    await move(host)
    assert state_of(host, BO)["opening"] == []
    assert state_of(await kitchen.house().host(host.table.id), BO)["opening"] == []
