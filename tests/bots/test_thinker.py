"""Bots in processes of their own: one that loops, dies or eats takes nobody with it (31)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.bots.thinker import ProcessThinker
from app.bots.worker import Limits
from app.games.registry import REGISTRY
from app.tables.ports import Question
from tests.bots.policies import Cheating, Dying, Greedy, Raising, Spinning, misbehaving
from tests.bots.test_levels import question_of

pytestmark = pytest.mark.anyio

GNAV = REGISTRY.find("gnav")
MILKURO = REGISTRY.find("milkuro")
SHORT = Limits(thinking=0.7, memory=1 << 30)


@asynccontextmanager
async def thinking(policy: Any, workers: int = 1) -> AsyncIterator[ProcessThinker]:
    """A thinker whose Gnav is played by that policy; its processes end afterwards."""
    thinker = ProcessThinker(misbehaving(policy), workers=workers, limits=SHORT)
    try:
        yield thinker
    finally:
        thinker.close()


def is_legal(question: Question, move: Any) -> bool:
    """Whether the move may be made in the imagined state."""
    game = REGISTRY.find(question.game, question.rules_version)
    return move in game.legal_moves(question.state, question.seat)


def default_of(question: Question) -> Any:
    """The move of who does not think."""
    return REGISTRY.find(question.game).default_move(question.state, question.seat)


async def test_answers_are_legal_and_come_from_another_process() -> None:
    thinker = ProcessThinker(REGISTRY)
    try:
        questions = [
            question_of(game, "normal", seed) for game in (GNAV, MILKURO) for seed in (1, 2)
        ]
        moves = await asyncio.gather(*(thinker.choose(question) for question in questions))
        for question, move in zip(questions, moves, strict=True):
            assert is_legal(question, move)
    finally:
        thinker.close()


@pytest.mark.parametrize("policy", [Spinning, Raising, Greedy, Dying, Cheating])
async def test_31_who_misbehaves_makes_the_default_move(
    policy: Callable[[], Any],
) -> None:
    async with thinking(policy()) as thinker:
        bad, good = question_of(GNAV, "normal"), question_of(MILKURO, "normal")
        assert await thinker.choose(bad) == default_of(bad)
        assert is_legal(good, await thinker.choose(good))
        assert await thinker.choose(bad) == default_of(bad)
        tally = thinker.tally
        assert (tally.thinking, tally.late + tally.failures) == (0, 2)


async def test_31_who_is_given_up_ends_nobody_elses_thinking() -> None:
    async with thinking(Spinning(), workers=2) as thinker:
        bad = question_of(GNAV, "normal")
        good = [question_of(MILKURO, "normal", seed) for seed in range(4)]
        answers = await asyncio.gather(*map(thinker.choose, (bad, *good)))
        assert answers[0] == default_of(bad)
        expected = [await thinker.choose(question) for question in good]
        assert answers[1:] == expected


async def test_who_waits_for_a_worker_is_not_charged_for_it() -> None:
    async with thinking(Spinning()) as thinker:
        bad, good = question_of(GNAV, "normal"), question_of(MILKURO, "normal")
        answers = await asyncio.gather(*map(thinker.choose, (bad, bad, good)))
        assert answers[:2] == [default_of(bad)] * 2
        assert answers[2] == await thinker.choose(good)


async def test_a_question_that_nobody_waits_for_frees_its_worker() -> None:
    async with thinking(Spinning()) as thinker:
        good = question_of(MILKURO, "easy")
        await thinker.choose(good)
        asking = asyncio.create_task(thinker.choose(question_of(GNAV, "normal")))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert is_legal(good, await thinker.choose(good))


async def test_nobody_thinks_after_the_end() -> None:
    thinker = ProcessThinker(REGISTRY)
    thinker.close()
    question = question_of(GNAV, "normal")
    assert await thinker.choose(question) == default_of(question)
