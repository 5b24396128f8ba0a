"""Chat is a stream of its own: it loses no line, and holds no move up."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.live.house import House
from app.tables.refusals import Code
from tests.games import pots
from tests.live.doubles import settle
from tests.live.kitchen import ANNA, BO, CLEO, Kitchen, move, open_match, state_of, visitor, watch
from tests.live.test_rematch import refused

pytestmark = pytest.mark.anyio


async def test_34_chat_undo_chat(kitchen: Kitchen) -> None:
    kitchen.registry = pots.REGISTRY
    house = kitchen.house()
    host = await open_match(house, "pots", seats=3, people=3)
    viewers = [await watch(host, player) for player in (ANNA, BO, CLEO)]
    put = {"type": "put", "amount": 1}
    for number in range(5):
        await host.say(visitor(ANNA), "table", text=f"before {number}", phrase=None)
        seq = host.ledger.seq or 0
        done = await host.move(visitor(ANNA), f"move-{number}", seq, put)
        await host.say(visitor(BO), "table", text=f"between {number}", phrase=None)
        await host.undo(visitor(ANNA), f"undo-{number}", done)
        await host.say(visitor(CLEO), "table", text=f"after {number}", phrase=None)
    said = [f"{when} {number}" for number in range(5) for when in ("before", "between", "after")]
    for viewer in viewers:
        told = [each["text"] for each in viewer.read() if each["type"] == "chat"]
        assert told == said
    for newest in (host, await kitchen.house().host(host.table.id)):
        state = state_of(newest, BO)
        assert [line["text"] for line in state["chat"]] == said
        assert len(state["log"]) == 10
    line = state_of(host, BO)["chat"][6]["id"]
    back = await watch(host, BO, seq=host.ledger.seq, chat=line)
    assert [each["text"] for each in back.read() if each["type"] == "chat"] == said[7:]


async def test_34_chat_never_waits_for_a_move(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host, BO)
    viewer.read()
    held = asyncio.Event()
    kitchen.store.points.at(1, held.wait)
    moving = asyncio.create_task(move(host))
    await settle()
    assert not moving.done()
    await host.say(visitor(ANNA), "table", text="while it is saved", phrase=None)
    assert [each["type"] for each in viewer.read()] == ["chat"]
    held.set()
    assert await moving == 1


async def test_34_a_chat_that_cannot_be_stored_blocks_no_move(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    kitchen.store.fail("say")
    with pytest.raises(Exception, match="say"):
        await host.say(visitor(ANNA), "table", text="lost", phrase=None)
    assert await move(host) == 1
    assert state_of(host, ANNA)["chat"] == []


async def test_a_closed_rail_is_silent_and_the_table_is_not(kitchen: Kitchen) -> None:
    here, there = kitchen.house(), kitchen.house()
    host = await open_match(here)
    elsewhere = await there.host(host.table.id)
    guest = visitor(replace(BO, id="p-guest"))
    await host.steward.open_rail(visitor(ANNA), is_open=False)
    await settle()
    for each in (host, elsewhere):
        refusal = await refused(each.say(guest, "rail", text="x", phrase=None))
        assert refusal.code is Code.FORBIDDEN
        assert state_of(each, ANNA)["table"]["rail_open"] is False
    await host.say(visitor(BO), "table", text="x", phrase=None)
    await host.steward.open_rail(visitor(ANNA), is_open=True)
    await host.say(guest, "rail", text="y", phrase=None)
