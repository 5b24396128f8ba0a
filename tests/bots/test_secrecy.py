"""Bots know no more than their seat: equal knowledge, equal choices."""

from __future__ import annotations

from typing import Any

import pytest

from app.bots.levels import choose_move
from app.games.base import AnyGame
from app.games.registry import GAMES, REGISTRY, Registry
from tests.bots.secrecy import (
    Peeking,
    Spot,
    Truthful,
    are_far_apart,
    choices,
    handed_over,
    question_about,
    spots_of,
)

AFTER = {
    "milkuro": (20, 106, 112),
    "mino_dice": (30, 70, 120),
    "gnav": (6, 10, 12),
    "milkman": (20, 90, 170),
}
"""Moves made before a position is looked at."""
SEEDS, OTHER_SEEDS = range(60), range(60, 120)

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


def spots(game: AnyGame) -> list[Spot]:
    """Early, in the middle, late."""
    return list(spots_of(game, 3, AFTER[game.info.key]))


def registry_with(game: AnyGame, hints: Any) -> Registry:
    """The registry with another game, or other hints, in place of its own."""
    others = [other for other in GAMES if other.info.key != game.info.key]
    searches = {**REGISTRY.searches, game.info.key: hints}
    return Registry((*others, game), REGISTRY.policies, searches)


def tells_apart(registry: Registry, spot: Spot) -> bool:
    """Whether a `hard` bot plays otherwise in the truth than in its other."""
    return are_far_apart(
        choices(registry, spot, spot.truth, "hard", SEEDS),
        choices(registry, spot, spot.other, "hard", OTHER_SEEDS),
    )


@by_game
def test_a_normal_bot_chooses_the_same_whatever_is_hidden(game: AnyGame) -> None:
    for spot in spots(game):
        for seed in range(20):
            true, imagined = (
                choose_move(REGISTRY, question_about(game, state, spot.seat, "normal", seed))
                for state in (spot.truth, spot.other)
            )
            assert true == imagined


@by_game
def test_a_hard_bot_chooses_alike_whatever_is_hidden(game: AnyGame) -> None:
    assert not any(tells_apart(REGISTRY, spot) for spot in spots(game))


@by_game
def test_a_bot_that_peeps_is_found_out(game: AnyGame) -> None:
    cheating = registry_with(game, Peeking(REGISTRY.searches[game.info.key]))
    assert any(tells_apart(cheating, spot) for spot in spots(game))


@pytest.mark.parametrize("key", ["milkuro", "mino_dice", "gnav"])
def test_a_search_that_takes_what_it_is_handed_for_the_truth_is_found_out(key: str) -> None:
    """In Milkman only cards that nobody can count on are hidden: knowing them changes little."""
    game: Any = Truthful(REGISTRY.find(key))
    credulous = registry_with(game, REGISTRY.searches[key])
    assert any(tells_apart(credulous, spot) for spot in spots(REGISTRY.find(key)))


@by_game
def test_what_goes_to_a_worker_is_drawn_alike_whatever_is_hidden(game: AnyGame) -> None:
    for spot in spots(game):
        true = handed_over(game, spot, spot.truth, range(120))
        imagined = handed_over(game, spot, spot.other, range(120, 240))
        assert true.keys() == imagined.keys()
        assert not [place for place in true if are_far_apart(true[place], imagined[place])]


@by_game
def test_a_host_that_hands_over_the_truth_is_found_out(game: AnyGame) -> None:
    cheating: Any = Truthful(game)
    for spot in spots(game):
        true = handed_over(cheating, spot, spot.truth, range(20))
        imagined = handed_over(cheating, spot, spot.other, range(20))
        assert [place for place in true if are_far_apart(true[place], imagined[place])]
