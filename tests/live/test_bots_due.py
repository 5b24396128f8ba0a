"""When a bot's move is told says nothing: neither how it thought nor what others hold."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.live.host import Host
from app.live.parts import Pacing
from app.tables.ports import THINKING_TIME
from tests.live.doubles import settle
from tests.live.kitchen import Kitchen, kitchen_open, move, next_seat, open_match, visitor

pytestmark = pytest.mark.anyio

HUMAN = Pacing(0.6, 1.5)
GAMES = ("milkuro", "mino_dice", "gnav", "milkman")


async def match_where_a_bot_thinks(kitchen: Kitchen, game: str, level: str) -> Host:
    """One person and bots, who have been asked and think until they are permitted to answer."""
    kitchen.thinker.permits = asyncio.Semaphore(0)
    host = await open_match(kitchen.house(HUMAN), game, people=1, level=level)
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    return host


async def moment_of_move(kitchen: Kitchen, host: Host, thinking: float) -> float:
    """Seconds from the first question to the move, if the bot takes that long for its thoughts."""
    permits = kitchen.thinker.permits
    assert permits is not None
    assert host.match is not None
    before, began = host.match.seq, kitchen.clock.seconds
    await kitchen.clock.advance(thinking)
    permits.release()
    await settle()
    assert host.match.seq == before
    while host.match.seq == before:
        await kitchen.clock.advance(kitchen.clock.naps[-1])
    return round(kitchen.clock.seconds - began, 6)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("game", GAMES)
async def test_how_long_a_bot_thought_is_not_seen(game: str, level: str) -> None:
    longest = HUMAN.shortest + (THINKING_TIME if level == "hard" else 0.0)
    moments = set()
    for thinking in (0.0, 0.3, longest - 0.1):
        async with kitchen_open() as kitchen:
            host = await match_where_a_bot_thinks(kitchen, game, level)
            moments.add(await moment_of_move(kitchen, host, thinking))
    assert len(moments) == 1
    assert min(moments) > longest


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_hidden_from_a_bot_does_not_delay_it(game: str) -> None:
    truths, moments = [], set()
    for seed in range(4):
        async with kitchen_open() as kitchen:
            kitchen.thinker.permits = asyncio.Semaphore(0)
            host = await open_match(kitchen.house(HUMAN), game)
            truths.append(lay_anew(host, seed))
            seat = next_seat(host)
            await host.steward.vacate(visitor(host.table.seats[seat].player), seat, bar=False)
            await settle()
            moments.add(await moment_of_move(kitchen, host, 0.1 * seed))
    assert any(truth != truths[0] for truth in truths)
    assert len(moments) == 1


def lay_anew(host: Host, seed: int) -> Any:
    """Change what is hidden from the next bot, and nothing that it knows."""
    match = host.match
    assert match is not None
    truth = match.game.imagine(match.state, next_seat(host), Random(seed))
    host.ledger.match = replace(match, state=truth)
    return truth
