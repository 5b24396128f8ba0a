"""Bots sit on the same protocol, know no more than their seat, and never hold a table up."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import orjson
import pytest

from app.games.milkuro.model import Lead
from app.live.driver import RETRY_AFTER
from app.live.house import House
from app.live.parts import Pacing
from tests.live.doubles import settle, until
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    move,
    next_seat,
    open_match,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

HUMAN = Pacing(0.6, 1.5)


async def until_a_bot_is_asked(kitchen: Kitchen, host: Any) -> None:
    """People move until a bot owes a move."""
    while host.match.outcome is None and host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()


async def test_a_match_of_bots_plays_to_its_end(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav", seats=4, people=1)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    await until(lambda: host.table.state == "finished")
    assert {row.by for row in kitchen.store.rows[host.table.id]} == {"bot"}
    assert all(row.player is None and row.ref is None for row in kitchen.store.rows[host.table.id])


@pytest.mark.parametrize("game", ["milkuro", "gnav"])
async def test_only_an_imagined_state_goes_to_the_thinker(kitchen: Kitchen, game: str) -> None:
    kitchen.thinker.permits = permits = asyncio.Semaphore(0)
    host = await open_match(kitchen.house(), game, people=1)
    differing = 0
    asked = kitchen.thinker.questions
    while host.table.state == "playing" and len(asked) < 30:
        await until_a_bot_is_asked(kitchen, host)
        if host.match is None or host.match.outcome is not None:
            break
        question, true, rules = asked[-1], host.match.state, host.match.game
        for read in (rules.view, rules.legal_moves):
            imagined, real = read(question.state, question.seat), read(true, question.seat)
            assert orjson.dumps(imagined) == orjson.dumps(real)
        assert question.state is not true
        differing += question.state != true
        permits.release()
        await settle()
    assert len(asked) >= 5
    assert differing > len(asked) // 2


async def test_a_delay_is_drawn_without_a_look_at_the_state(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(HUMAN), people=1)
    pauses = {0.0}
    while len(kitchen.mint.bot_seeds) < 30 and host.match is not None:
        if next_seat(host) == 0:
            await move(host)
        await kitchen.clock.advance(0.3)
        pauses.add(host.match.newest.pause)
    drawn = [HUMAN.delay(Random(seed)) for seed in kitchen.mint.bot_seeds]
    assert len(set(drawn)) == len(drawn)
    for waited, delay in zip(kitchen.clock.naps, drawn, strict=True):
        assert HUMAN.shortest <= delay <= HUMAN.longest
        assert any(waited == pytest.approx(pause + delay) for pause in pauses)


async def test_people_have_time_to_look_at_a_settlement(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(HUMAN), "gnav", seats=3, people=1, options={"lives": 5})
    assert host.match is not None
    while host.match.newest.pause == 0:
        if next_seat(host) == 0:
            await move(host)
        await kitchen.clock.advance(HUMAN.longest)
    pause = host.match.newest.pause
    seq = host.match.seq
    if next_seat(host) == 0:
        await move(host)
        seq += 1
        pause = 0
    await settle()
    await kitchen.clock.advance(pause)
    assert host.match.seq == seq
    await kitchen.clock.advance(HUMAN.longest)
    assert host.match.seq > seq


async def test_nothing_waits_without_a_pace(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav", seats=4, people=1)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    await until(lambda: host.table.state == "finished")
    assert set(kitchen.clock.naps) == {0.0}


async def test_27_who_leaves_is_played_for_and_comes_back(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(HUMAN))
    seat = next_seat(host)
    player = SEATED[seat]
    sockets = [await watch(host, player) for _ in range(2)]
    other = await watch(host, SEATED[(seat + 1) % 4])
    await kitchen.clock.advance(2)
    for viewer in (*sockets, other):
        viewer.read()
    await host.steward.vacate(visitor(player), seat, bar=False)
    for viewer in sockets:
        told = viewer.read()
        assert [message["type"] for message in told] == ["state", "table", "note"]
        assert (told[0]["seat"], told[0]["legal"]) == (seat, [])
        place = told[0]["table"]["seats"][seat]
        assert (place["away"], place["bot"], place["given_up"]) == (True, "normal", True)
        assert place["player"]["id"] == player.id
        assert (told[2]["kind"], told[2]["seat"]) == ("stand_in", seat)
    assert [message["type"] for message in other.read()] == ["table", "note"]
    await kitchen.clock.advance(HUMAN.longest)
    assert kitchen.store.rows[host.table.id][0].by == "bot"
    (moved, *_) = [m for m in sockets[0].read() if m["type"] == "move"]
    assert (moved["seat"], moved["by"]) == (seat, "bot")
    await host.steward.sit(visitor(player), seat, None)
    (state,) = [message for message in sockets[1].read() if message["type"] == "state"]
    assert state["table"]["seats"][seat]["bot"] is None
    assert [note["kind"] for note in state["notes"]] == ["stand_in"]
    tenures = [tenure for _, tenure in kitchen.store.tenures if tenure.seat == seat]
    assert [(each.player, each.why) for each in tenures] == [
        (player.id, "start"),
        (None, "left"),
        (player.id, "back"),
    ]


async def test_a_stand_ins_late_answer_is_dropped(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host = await open_match(house)
    seat = next_seat(host)
    await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
    await settle()
    assert len(kitchen.thinker.questions) == 1
    await host.steward.sit(visitor(SEATED[seat]), seat, None)
    kitchen.thinker.gate.set()
    await kitchen.clock.advance(5)
    assert kitchen.store.rows[host.table.id] == []
    assert await move(host) == 1


async def test_an_answer_of_an_earlier_turn_is_dropped(kitchen: Kitchen, house: House) -> None:
    """Back, moved, and gone again while the stand-in of before still thinks."""
    kitchen.thinker.permits = permits = asyncio.Semaphore(0)
    host = await open_match(house, "gnav", seats=2, people=2)
    seat = next_seat(host)
    player = SEATED[seat]
    await host.steward.vacate(visitor(player), seat, bar=False)
    await settle()
    await host.steward.sit(visitor(player), seat, None)
    await move(host)
    while next_seat(host) != seat:
        await move(host)
    await host.steward.vacate(visitor(player), seat, bar=False)
    assert host.match is not None
    before = host.match.seq
    permits.release()
    await settle()
    assert host.match.seq == before
    assert len(kitchen.thinker.questions) == 2
    permits.release()
    await settle()
    assert host.match.seq == before + 1


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(RuntimeError("the pool is broken"), id="raises"),
        pytest.param("no move at all", id="nonsense"),
        pytest.param(Lead(99, "white"), id="illegal"),
    ],
)
async def test_a_thinker_that_fails_is_asked_again(
    kitchen: Kitchen, house: House, answer: Any
) -> None:
    kitchen.thinker.answers.append(answer)
    host = await open_match(house, people=1)
    await until_a_bot_is_asked(kitchen, host)
    await kitchen.clock.advance(RETRY_AFTER - 0.5)
    assert host.match is not None
    before = host.match.seq
    assert len(kitchen.thinker.questions) == 1
    await kitchen.clock.advance(1)
    assert host.match.seq > before


async def test_a_bots_move_that_could_not_be_stored_is_made_later(
    kitchen: Kitchen, house: House
) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host = await open_match(house, people=1)
    await until_a_bot_is_asked(kitchen, host)
    assert host.match is not None
    before = host.match.seq
    kitchen.store.fail("append")
    kitchen.thinker.gate.set()
    await settle()
    assert host.match.seq == before
    await kitchen.clock.advance(RETRY_AFTER)
    assert host.match.seq > before


async def test_bots_of_two_houses_play_each_move_once(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(), "gnav", people=1)
    other = await kitchen.house().host(host.table.id)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    await until(lambda: host.table.state == other.table.state == "finished")
    assert other.match == host.match
    seqs = [row.seq for row in kitchen.store.rows[host.table.id]]
    assert seqs == list(range(1, len(seqs) + 1))


async def test_no_bot_moves_after_the_farewell(kitchen: Kitchen) -> None:
    house = kitchen.house(HUMAN)
    host = await open_match(house, people=2)
    await until_a_bot_is_asked(kitchen, host)
    before = len(kitchen.store.rows[host.table.id])
    await house.drain()
    await kitchen.clock.advance(60)
    assert len(kitchen.store.rows[host.table.id]) == before
    assert not host.driver.busy


async def test_26_everybody_leaves(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav", people=2)
    for player, seat in ((ANNA, 0), (BO, 1)):
        if host.table.state == "playing":
            await host.steward.vacate(visitor(player), seat, bar=False)
    await until(lambda: host.table.state == "finished")
