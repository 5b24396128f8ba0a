"""What a bot of each level does with an imagined state."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.levels import choose_move
from app.games.base import AnyGame, IllegalMove
from app.games.chance import Chance
from app.games.registry import GAMES, REGISTRY, Registry
from app.tables.ports import Question
from tests.bots.policies import Cheating, misbehaving


def question_of(game: AnyGame, level: str, seed: int = 1) -> Question:
    """What a bot is asked at the set-up of a match."""
    state = game.start(4, game.info.options(), Chance(b"\5" * 32, 0)).state
    seat = min(game.to_act(state))
    imagined = game.imagine(state, seat, Random(seed))
    return Question(game.info.key, game.info.version, imagined, seat, level, seed)


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_level_plays_a_whole_match(game: AnyGame, level: str) -> None:
    state = game.start(4, game.info.options(), Chance(b"\6" * 32, 0)).state
    rng = Random(2)
    position = 0
    while game.outcome(state) is None:
        position += 1
        seat = min(game.to_act(state))
        imagined = game.imagine(state, seat, rng)
        question = Question(
            game.info.key, game.info.version, imagined, seat, level, rng.getrandbits(64)
        )
        move = choose_move(REGISTRY, question)
        assert move in game.legal_moves(state, seat)
        state = game.apply(state, seat, move, Chance(b"\6" * 32, position)).state


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_the_seed_decides(game: AnyGame, level: str) -> None:
    question = question_of(game, level)
    assert choose_move(REGISTRY, question) == choose_move(REGISTRY, question)


def test_an_easy_bot_tries_everything() -> None:
    game = REGISTRY.find("milkuro")
    question = question_of(game, "easy")
    legal = game.legal_moves(question.state, question.seat)
    seen = {choose_move(REGISTRY, question_of(game, "easy", seed)) for seed in range(300)}
    assert len(seen) > len(legal) // 2


def test_a_game_without_a_policy_is_played_at_random() -> None:
    game = REGISTRY.find("gnav")
    question = question_of(game, "normal")
    move = choose_move(Registry(REGISTRY.games, {}), question)
    assert move in game.legal_moves(question.state, question.seat)


def test_a_policy_may_not_answer_with_another_move() -> None:
    game = REGISTRY.find("gnav")
    with pytest.raises(IllegalMove):
        choose_move(misbehaving(Cheating()), question_of(game, "normal"))
