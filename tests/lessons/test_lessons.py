"""Every lesson is played through the real rules, and comes to the end that it tells of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.base import IllegalMove
from app.games.gnav.model import Swap
from app.games.registry import REGISTRY
from app.lessons.base import LEARNER, BrokenLesson, Lesson, Step, Turn, WalkedLesson, walk
from app.lessons.shelf import LESSONS, lesson_for
from tests.games.pots import POTS

GAMES = sorted(LESSONS)


def walked(game: str) -> WalkedLesson:
    return walk(LESSONS[game])


def with_step(lesson: Lesson, at: int, step: Step) -> Lesson:
    """The lesson with another step at that place."""
    return replace(lesson, steps=(*lesson.steps[:at], step, *lesson.steps[at + 1 :]))


def test_every_game_of_the_house_has_a_lesson_of_its_present_rules() -> None:
    assert {key: lesson_for(game) for key, game in REGISTRY.current().items()} == dict(LESSONS)


def test_other_games_have_none() -> None:
    assert lesson_for(POTS) is None


@pytest.mark.parametrize("game", GAMES)
def test_it_is_short_and_says_each_thing_once(game: str) -> None:
    steps = LESSONS[game].steps
    assert 6 <= len(steps) <= 10
    assert len({step.key for step in steps}) == len(steps)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_allow_every_step_and_all_that_may_be_tried(game: str) -> None:
    lesson = LESSONS[game]
    for step, told in zip(lesson.steps, walked(game).steps, strict=True):
        assert (told.move in told.legal) == (step.move is not None)
        assert len(told.frames) == len(step.then) + (step.move is not None)


@pytest.mark.parametrize("game", GAMES)
def test_the_learner_is_asked_only_for_what_is_their_turn(game: str) -> None:
    told = walked(game)
    before = told.opening
    for step in told.steps:
        assert step.move is None or LEARNER in before.to_act
        before = step.frames[-1] if step.frames else before


@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_can_be_made_somewhere(game: str) -> None:
    assert any(len(step.legal) > 1 for step in walked(game).steps)


@pytest.mark.parametrize("game", GAMES)
def test_the_others_hands_stay_hidden(game: str) -> None:
    lesson = LESSONS[game]
    told = walked(game)
    assert told.opening.view == lesson.game.view(lesson.opening, LEARNER)
    last = told.steps[-1].frames or told.steps[-2].frames
    assert last[-1].view == lesson.game.view(told.closing, LEARNER)


def test_a_step_that_the_rules_do_not_allow_is_found() -> None:
    lesson = with_step(LESSONS["milkuro"], 2, Step("lead", Swap()))
    with pytest.raises(BrokenLesson, match=r"milkuro\.lead"):
        walk(lesson)


def test_a_scripted_move_out_of_turn_is_found() -> None:
    lesson = with_step(LESSONS["gnav"], 1, Step("swap", Swap(), then=(Turn(3, Swap()),)))
    with pytest.raises(IllegalMove, match="not_your_turn"):
        walk(lesson)


def test_gnav_ends_with_a_neighbour_out_and_the_learner_whole() -> None:
    told = walked("gnav")
    assert told.closing.lives == (3, 0, 2, 3)
    assert [step.frames[-1].view.cards[LEARNER] for step in told.steps if step.frames] == [
        "IX",
        "IX",
        "V",
        "V",
        "gjok",
        told.closing.deal.cards[LEARNER].rank,
    ]


def test_milkuro_ends_with_level_scales_and_a_victory() -> None:
    closing = walked("milkuro").closing
    assert closing.rounds_played[-1].points == (4, -4, -3)
    assert LESSONS["milkuro"].game.outcome(closing).winners == (LEARNER,)


def test_mino_dice_ends_with_an_exact_bid_and_a_caught_minotaur() -> None:
    hand = walked("mino_dice").closing.hands_played[-1]
    assert (hand.bids, hand.tricks) == ((2, 2, 1), (2, 1, 1))
    assert (hand.bonus[LEARNER], hand.points) == (50, (90, -10, 20))


def test_milkman_ends_with_four_points_and_two_coins() -> None:
    before = LESSONS["milkman"].opening.farms[LEARNER]
    after = walked("milkman").closing.farms[LEARNER]
    assert (after.score - before.score, after.money - before.money) == (4, 2)
