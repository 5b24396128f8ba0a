"""Hints: for the seat that is to move, from what it may know, and never in anybody's way."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

from app.bots.advice import PLAYING_ON
from app.live.advisor import HINT_TIME
from app.live.house import House
from app.live.parts import Pacing
from app.tables.access import Visitor
from app.tables.ports import THINKING_TIME
from app.tables.refusals import Code
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    open_match,
    refused,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


def mover(host: Any) -> Visitor:
    """The person whose turn it is."""
    return visitor(host.table.seats[next_seat(host)].player)


def waiting(host: Any) -> Visitor:
    """Somebody seated who has to wait."""
    return visitor(host.table.seats[(next_seat(host) + 1) % len(host.table.seats)].player)


async def test_a_hint_is_for_the_seat_that_is_to_move(house: House) -> None:
    host = await open_match(house)
    hint = await host.advisor.hint(mover(host))
    assert (hint["seq"], hint["seat"], hint["samples"]) == (0, next_seat(host), 4)
    assert [choice["wins"] for choice in hint["choices"]] == [0.25]
    assert hint["choices"][0]["move"] in legal_json(host)


async def test_nobody_else_is_told(house: House) -> None:
    host = await open_match(house)
    for who, code in (
        (waiting(host), Code.NOT_YOUR_TURN),
        (visitor(None), Code.NOT_SEATED),
        (Visitor(), Code.NOT_FOUND),
    ):
        assert (await refused(host.advisor.hint(who))).code is code


async def test_not_before_the_match_nor_in_a_pause_nor_after_it(house: House) -> None:
    host = await open_match(house, "gnav", seats=2, people=2)
    await host.steward.pause(visitor(ANNA))
    assert (await refused(host.advisor.hint(mover(host)))).code is Code.PAUSED
    await host.steward.resume(visitor(ANNA))
    for player in (ANNA, BO):
        await host.steward.end(visitor(player))
    assert (await refused(host.advisor.hint(mover(host)))).code is Code.MATCH_OVER


async def test_not_while_a_stand_in_plays(house: House) -> None:
    host = await open_match(house)
    who = waiting(host)
    await host.steward.vacate(who, host.table.seat_of(who.player_id or "") or 0, bar=False)
    assert (await refused(host.advisor.hint(who))).code is Code.NOT_SEATED


@pytest.mark.parametrize("game", ["milkuro", "gnav", "mino_dice"])
async def test_only_an_imagined_state_is_thought_about(kitchen: Kitchen, game: str) -> None:
    host = await open_match(kitchen.house(), game)
    differing = 0
    for _ in range(10):
        if host.match is None or host.match.outcome is not None:
            break
        await host.advisor.hint(mover(host))
        question, true, rules = kitchen.thinker.questions[-1], host.match.state, host.match.game
        assert (question.level, question.seat) == ("hard", next_seat(host))
        for read in (rules.view, rules.legal_moves):
            imagined, real = read(question.state, question.seat), read(true, question.seat)
            assert orjson.dumps(imagined) == orjson.dumps(real)
        differing += question.state != true
        await move(host)
    assert differing > 5


async def test_who_asks_again_is_answered_the_same(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = gate = asyncio.Event()
    host = await open_match(house)
    asking = [asyncio.create_task(host.advisor.hint(mover(host))) for _ in range(3)]
    await settle()
    gate.set()
    first, *others = await asyncio.gather(*asking)
    assert others == [first, first]
    assert await host.advisor.hint(mover(host)) == first
    assert len(kitchen.thinker.questions) == 1
    await move(host)
    await host.advisor.hint(mover(host))
    assert len(kitchen.thinker.questions) == 2


async def test_the_table_goes_on_while_somebody_thinks(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = gate = asyncio.Event()
    host = await open_match(house)
    asking = asyncio.create_task(host.advisor.hint(mover(host)))
    await settle()
    assert await move(host) == 1
    assert await move(host) == 2
    assert not asking.done()
    gate.set()
    assert (await asking)["seq"] == 0


async def test_the_answer_takes_always_the_same_time(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(Pacing(0.6, 1.5)))
    for thinking in (0.0, 1.25, 2.5):
        kitchen.thinker.gate = gate = asyncio.Event()
        asking = asyncio.create_task(host.advisor.hint(mover(host)))
        await settle()
        await kitchen.clock.advance(thinking)
        gate.set()
        await settle()
        await kitchen.clock.advance(HINT_TIME - thinking - 0.25)
        assert not asking.done()
        await kitchen.clock.advance(0.25)
        assert asking.done()
        await move(host)


async def test_who_cannot_be_advised_may_ask_again(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.answers = [None]
    host = await open_match(house)
    assert (await refused(host.advisor.hint(mover(host)))).code is Code.UNAVAILABLE
    assert (await host.advisor.hint(mover(host)))["samples"] == 4


async def test_company_is_told_that_somebody_asked_and_nothing_more(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house())
    seat = next_seat(host)
    other = await watch(host, SEATED[(seat + 1) % 4])
    other.read()
    for _ in range(2):
        await host.advisor.hint(mover(host))
    told = [message for message in other.read() if message["type"] != "table"]
    assert [(each["type"], each["kind"], each["seat"], each["params"]) for each in told] == [
        ("note", "hint", seat, {})
    ]


async def test_bots_do_not_mind(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, people=1)
    viewer = await watch(host, ANNA)
    while next_seat(host) != 0:
        await settle()
    viewer.read()
    await host.advisor.hint(visitor(ANNA))
    assert [message for message in viewer.read() if message["type"] == "note"] == []


async def test_nobody_is_advised_after_the_house_has_closed(kitchen: Kitchen) -> None:
    kitchen.thinker.gate = asyncio.Event()
    house = kitchen.house()
    host = await open_match(house)
    asking = asyncio.create_task(host.advisor.hint(mover(host)))
    await settle()
    await house.drain()
    assert (await refused(asking)).code is Code.UNAVAILABLE


async def test_an_answer_is_due_when_all_that_is_thought_out_is_thought() -> None:
    assert HINT_TIME > THINKING_TIME * (1 + PLAYING_ON)
