"""Whole matches of Gnav: they end, lose nothing on the way, and replay to the letter."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from app.codec import json
from app.codec.games import codec_for, parse
from app.games.base import Step
from app.games.chance import Chance
from app.games.gnav import GAME, POLICY
from app.games.gnav.events import CardsSwapped, LifeLost
from app.games.gnav.model import PACK, Keep, Move, Options, State, Swap
from tests.games.gnav_hands import MOVES, SEED, lay_deal, pack_of, play

CODEC = codec_for(GAME)


def steps_of(seed: int, seats: int, options: Options) -> Iterator[Step[State]]:
    """A match in which everybody keeps or swaps at random."""
    rng = Random(seed)
    match_seed = rng.randbytes(32)
    step = GAME.start(seats, options, Chance(match_seed, 0))
    yield step
    position = 0
    while seats_to_act := GAME.to_act(step.state):
        (seat,) = seats_to_act
        position += 1
        move = rng.choice(GAME.legal_moves(step.state, seat))
        step = GAME.apply(step.state, seat, move, Chance(match_seed, position))
        yield step


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("lives", [1, 3, 5])
def test_a_random_match_ends_and_loses_nothing(seats: int, lives: int) -> None:
    options = Options(lives)  # type: ignore[arg-type]
    steps = list(steps_of(seats * 10 + lives, seats, options))
    before = (lives,) * seats
    for step in steps:
        state = step.state
        told = Counter(
            seat for event in step.events if isinstance(event, LifeLost) for seat in event.seats
        )
        assert state.lives == tuple(had - told[seat] for seat, had in enumerate(before))
        assert min(state.lives) >= 0
        assert pack_of(state) == Counter(PACK)
        check_deal(state)
        before = state.lives
    outcome = GAME.outcome(steps[-1].state)
    assert outcome is not None
    assert outcome.scores == before
    assert sum(score > 0 for score in before) in (0, 1)
    assert all(GAME.outcome(step.state) is None for step in steps[:-1])


def check_deal(state: State) -> None:
    """Who is in the deal is alive while it is played, and the dead are placed once each."""
    deal = state.deal
    assert sorted(seat for group in state.fallen for seat in group) == [
        seat for seat, lives in enumerate(state.lives) if not lives
    ]
    assert set(deal.in_deal) <= set(deal.order)
    assert not set(deal.resting) & set(deal.order)
    assert {seat for seat, card in enumerate(deal.cards) if card} == set(deal.order)
    if state.phase == "turn":
        assert len(deal.in_deal) >= 2
        assert all(state.lives[seat] for seat in deal.in_deal)
        assert deal.player in deal.in_deal


@pytest.mark.parametrize("seed", range(5))
def test_everything_that_is_sent_reads_back_as_it_was(seed: int) -> None:
    for step in steps_of(seed, 5, Options(2)):
        for event in step.events:
            assert parse(CODEC.event, CODEC.dump(event)) == event
        for viewer in range(5):
            view = GAME.view(step.state, viewer)
            assert parse(CODEC.view, CODEC.dump(view)) == view
        assert parse(CODEC.state, CODEC.dump(step.state)) == step.state


def test_a_swap_is_told_with_the_key_of_the_rules_page() -> None:
    event = CardsSwapped(0, 2)
    assert CODEC.to_jsonable(event) == {"type": "swap", "seat": 0, "with": 2}
    assert event == CardsSwapped(0, 2) != CardsSwapped(2, 0)
    assert len({event, CardsSwapped(0, 2), Keep()}) == 2
    assert repr(event) == "CardsSwapped(seat=0, partner=2)"


def test_a_view_is_the_json_of_the_rules_page() -> None:
    state = play(lay_deal("V VI VII narr"), "s").state
    assert CODEC.to_jsonable(GAME.view(state, 0)) == {
        "phase": "turn",
        "deal": 0,
        "dealer": 3,
        "turn": 1,
        "lives": [3, 3, 3, 3],
        "resting": [],
        "in_deal": [0, 1, 2, 3],
        "cards": ["VI", "V", None, "narr"],
        "open": [False, False, False, True],
        "stock": 38,
        "shown": [],
        "asks": [{"seat": 0, "did": "swap", "asked": [1], "answer": "swapped"}],
        "last_deal": None,
    }


def test_the_deal_before_is_the_json_of_the_rules_page() -> None:
    state = play(lay_deal("V VII IX hus", stock="hest gjok"), "kks").state
    assert CODEC.to_jsonable(state.last_deal) == {
        "deal": 0,
        "dealer": 3,
        "cards": ["V", "VII", "IX", "hus"],
        "lost": [0],
        "why": "lowest",
        "stopped_by": "stock",
        "rests": [],
        "asks": [
            {"seat": 0, "did": "keep", "asked": [], "answer": "kept"},
            {"seat": 1, "did": "keep", "asked": [], "answer": "kept"},
            {"seat": 2, "did": "swap", "asked": [3, "stock"], "answer": "gjok"},
        ],
        "shown": ["hus", "hest", "gjok"],
    }


# cards | ways to play the deal: two moves for each seat that gets a turn
TREES = [
    ("V VI VII VIII", 16),
    ("V dragon VII VIII", 12),
    ("V VI VII dragon", 12),
    ("V gjok VII VIII", 9),
    ("V hus hest gjok", 5),
]


@pytest.mark.parametrize(("cards", "leaves"), TREES)
def test_a_deal_has_exactly_so_many_courses(cards: str, leaves: int) -> None:
    assert count_courses(lay_deal(cards, stock="X"), "") == leaves


def count_courses(dealt: State, moves: str) -> int:
    """How many ways there are to the end of this deal."""
    if play(dealt, moves).state.deal.number > dealt.deal.number:
        return 1
    return sum(count_courses(dealt, moves + move) for move in MOVES)


# seats | lives | moves, repeated | log positions | places | SHA-256 of all events and views
GOLDEN = [
    (2, 5, "ssk", 12, (2, 1), "0291f4c4089a3b3856cac0eea4de63dbf0aa125e2d16e7debad25c0cef899285"),
    (
        4,
        3,
        "ks",
        18,
        (2, 1, 4, 3),
        "87323af96e06ef547ad746a0cf04c39d6fcf54ba71847d1ff89a423ff6a3d4f9",
    ),
    (
        6,
        1,
        "s",
        12,
        (3, 4, 2, 5, 6, 1),
        "c007937d96fcd9d9d60b8d718e2d2162629e77ff56afec629bd4821cedeaa031",
    ),
    (
        10,
        3,
        "sskks",
        115,
        (10, 1, 5, 7, 1, 3, 8, 3, 6, 8),
        "fd4698dcef83f0dcddc14c350c234da0161693c3125c2d8e557a675f8c9f8a43",
    ),
]


@pytest.mark.parametrize(("seats", "lives", "moves", "length", "places", "digest"), GOLDEN)
def test_a_match_replays_to_the_letter_for_ever(
    seats: int, lives: int, moves: str, length: int, places: tuple[int, ...], digest: str
) -> None:
    """Rules version 1: what this text comes to must never change."""
    text = hashlib.sha256()
    step = GAME.start(seats, Options(lives), Chance(SEED, 0))  # type: ignore[arg-type]
    position = 0
    while True:
        views = [GAME.view(step.state, viewer) for viewer in range(seats)]
        text.update(json.canonical([step.events, views]))
        if not (seats_to_act := GAME.to_act(step.state)):
            break
        (seat,) = seats_to_act
        move = MOVES[moves[position % len(moves)]]
        position += 1
        step = GAME.apply(step.state, seat, move, Chance(SEED, position))
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (position, outcome.places, text.hexdigest()) == (length, places, digest)


# why | cards | moves before | what the bot does
CHOICES: list[tuple[str, str, str, Move]] = [
    ("a fool never stays", "narr V VI VII", "", Swap()),
    ("the lowest hidden card goes", "ugle V VI VII", "", Swap()),
    ("a high number stays", "XII V VI VII", "", Keep()),
    ("a matador stays", "katt V VI VII", "", Keep()),
    ("two known fools make it safe", "ugle narr narr VII", "", Keep()),
    ("no fool is asked for", "III narr V VI", "", Keep()),
    ("a lower card was given away", "V VI VII X", "s", Keep()),
    ("the dealer draws for a poor card", "X XI XII ugle", "kkk", Swap()),
    ("the dealer stays on a good card", "X XI XII XII", "kkk", Keep()),
]


@pytest.mark.parametrize(("why", "cards", "moves", "choice"), CHOICES, ids=lambda case: str(case))
def test_the_normal_bot_plays_sensibly(why: str, cards: str, moves: str, choice: Move) -> None:
    state = play(lay_deal(cards), moves).state
    (seat,) = GAME.to_act(state)
    legal = GAME.legal_moves(state, seat)
    assert POLICY.choose(GAME.view(state, seat), seat, legal, Random(1)) == choice, why


def test_the_normal_bot_beats_random_play() -> None:
    """Two of four seats play by policy; over 60 matches they win clearly more than half."""
    won = 0.0
    for seed in range(60):
        rng = Random(seed)
        match_seed = rng.randbytes(32)
        state = GAME.start(4, Options(), Chance(match_seed, 0)).state
        position = 0
        while seats_to_act := GAME.to_act(state):
            (seat,) = seats_to_act
            legal = GAME.legal_moves(state, seat)
            view = GAME.view(state, seat)
            move = POLICY.choose(view, seat, legal, rng) if seat % 2 else rng.choice(legal)
            position += 1
            state = GAME.apply(state, seat, move, Chance(match_seed, position)).state
        outcome = GAME.outcome(state)
        assert outcome is not None
        won += sum(seat % 2 for seat in outcome.winners) / len(outcome.winners)
    assert won > 40
