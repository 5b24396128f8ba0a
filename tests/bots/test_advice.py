"""Advice: the search's choices, with shares of wins that come from matches played to their end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import pytest

from app.bots.advice import LEAST, Ending, advise, choices_of, line_through
from app.bots.search import Opinion
from app.bots.thinker import MOST_ADVISED, ProcessThinker
from app.bots.worker import Limits
from app.games.base import AnyGame
from app.games.registry import GAMES, REGISTRY, Registry
from app.tables.ports import Advice, Question
from tests.bots.policies import Spinning
from tests.bots.secrecy import Spot, are_far_apart, question_about, spots_of
from tests.bots.test_levels import question_of
from tests.bots.test_secrecy import AFTER

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
SURE = tuple(Ending(worth, won, 0.25) for worth, won in ((0.2, 0.0), (0.8, 1.0)) * 100)


def test_a_worth_wins_as_often_as_the_matches_tell() -> None:
    win_at = line_through(SURE)
    assert win_at(0.2) == pytest.approx(0.0, abs=0.08)
    assert win_at(0.5) == pytest.approx(0.5, abs=0.02)
    assert win_at(0.8) == pytest.approx(1.0, abs=0.08)
    assert (win_at(-1.0), win_at(2.0)) == (0.0, 1.0)


def test_what_was_tried_once_is_hardly_believed() -> None:
    usual, once = Opinion("a", 0.5, 90), Opinion("b", 0.0, 1)
    best, other = choices_of([usual, once], SURE)
    assert (best.wins or 0) - (other.wins or 0) < 0.2


def test_few_matches_prove_little() -> None:
    lost, won = (line_through((Ending(0.5, win, 0.25),))(0.5) for win in (0.0, 1.0))
    assert 0.1 < lost < 0.25 < won < 0.6


def test_more_worth_never_wins_less() -> None:
    odd = tuple(Ending(each.worth, 1 - each.win, 0.25) for each in SURE)
    assert line_through(odd)(0.9) == line_through(odd)(0.1)


def test_what_was_tried_most_comes_first_and_nothing_is_said_to_be_better() -> None:
    tried = [Opinion("a", 0.5, 90), Opinion("b", 0.3, 9), Opinion("lucky", 0.9, 2)]
    choices = choices_of(tried, SURE)
    assert [choice.move for choice in choices] == ["a", "lucky", "b"]
    assert choices[0].wins == choices[1].wins > (choices[2].wins or 0)


def test_the_only_choice_wins_as_often_as_the_matches_do() -> None:
    (choice,) = choices_of([Opinion("only", 0.0, 0)], SURE)
    assert choice.wins == pytest.approx(0.5, abs=0.02)


def test_what_was_never_tried_is_not_spoken_of() -> None:
    choices = choices_of([Opinion("a", 0.5, 90), Opinion("b", 0.0, 0)], SURE)
    assert [choice.move for choice in choices] == ["a"]


def test_with_hardly_any_match_there_is_an_order_and_no_estimate() -> None:
    choices = choices_of([Opinion("a", 0.5, 90), Opinion("b", 0.3, 9)], SURE[: LEAST - 1])
    assert [(choice.move, choice.wins) for choice in choices] == [("a", None), ("b", None)]


@by_game
def test_advice_names_legal_moves_and_how_many_matches_it_saw(game: AnyGame) -> None:
    spot = next(spots_of(game, 3, AFTER[game.info.key]))
    question = replace(question_about(game, spot.truth, spot.seat, "hard", 1), iterations=LEAST)
    advice = advise(REGISTRY, question)
    legal = game.legal_moves(spot.truth, spot.seat)
    assert all(choice.move in legal for choice in advice.choices)
    shares = [choice.wins for choice in advice.choices if choice.wins is not None]
    assert len(shares) == len(advice.choices) > 1
    assert shares == sorted(shares, reverse=True)
    assert 0 <= shares[-1] <= shares[0] <= 1
    assert advice.samples == LEAST


def test_a_game_without_hints_is_advised_by_its_policy() -> None:
    plain = Registry(REGISTRY.games, REGISTRY.policies)
    question = question_of(REGISTRY.find("gnav"), "hard")
    advice = advise(plain, question)
    assert [choice.wins for choice in advice.choices] == [None]
    assert advice.samples == 0


def told(spot: Spot, state: Any, seeds: range) -> Counter[Hashable]:
    """What is advised there: the best choice, and its share of wins in fifths."""
    game = spot.game
    advices = [
        advise(REGISTRY, question_about(game, state, spot.seat, "hard", seed)) for seed in seeds
    ]
    return Counter(
        (each.choices[0].move, round(5 * (each.choices[0].wins or 0))) for each in advices
    )


@pytest.mark.parametrize("key", ["milkuro", "gnav"])
def test_advice_is_alike_whatever_is_hidden(key: str) -> None:
    *_, spot = spots_of(REGISTRY.find(key), 3, AFTER[key])
    assert not are_far_apart(
        told(spot, spot.truth, range(30)), told(spot, spot.other, range(30, 60))
    )


def short(question: Question) -> Question:
    """Thought about for a moment only."""
    return replace(question, iterations=3)


@pytest.mark.anyio
async def test_advice_comes_from_another_process_and_not_to_everybody_at_once() -> None:
    thinker = ProcessThinker(REGISTRY, workers=1)
    try:
        question = short(question_of(REGISTRY.find("gnav"), "hard"))
        asking = (thinker.advise(question) for _ in range(MOST_ADVISED + 1))
        answers = await asyncio.gather(*asking)
        assert [answer is None for answer in answers] == [False] * MOST_ADVISED + [True]
        assert all(isinstance(answer, Advice) for answer in answers[:-1])
        assert await thinker.advise(question) == answers[0]
    finally:
        thinker.close()


@pytest.mark.anyio
async def test_31_who_cannot_advise_says_nothing() -> None:
    lost = Registry(REGISTRY.games, {"gnav": Spinning()})
    thinker = ProcessThinker(lost, workers=1, limits=Limits(advising=0.3))
    try:
        assert await thinker.advise(question_of(REGISTRY.find("gnav"), "hard")) is None
        assert (thinker.tally.thinking, thinker.tally.late) == (0, 1)
    finally:
        thinker.close()
