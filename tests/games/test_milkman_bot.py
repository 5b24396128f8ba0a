"""The `normal` bot of Milkman plays sensibly, comes to an end, and beats random play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from app.games.base import Outcome
from app.games.chance import Chance
from app.games.milkman import GAME, POLICY
from app.games.milkman.model import Farm, Options, Order, State, Truck
from app.games.milkman.moves import (
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Load,
    Milk,
    Move,
    PassMarket,
    PourEnd,
    Reroll,
    StartTruck,
    Upgrade,
)
from tests.games.milkman_farms import farm_of, lay_turn

SEED = bytes(range(32))


def choice_of(state: State, seat: int = 0) -> Move:
    """What the bot does there."""
    view = GAME.view(state, seat)
    return POLICY.choose(view, seat, GAME.legal_moves(state, seat), Random(1))


WHOLE = Order(5, 2, (4, 0, 0), 6)
PAIR = Order(1, 1, (2, 0, 0), 2)

# why | the farm, which has passed the market unless it says otherwise | the move
CHOICES: list[tuple[str, Farm, Move]] = [
    ("poor black dice are thrown again", farm_of("bottle truck", passed=True), Reroll((0, 1))),
    (
        "good ones are not",
        farm_of("milk spilt", passed=True, money=0),
        Milk((0,), (0, 2, 0)),
    ),
    (
        "the kind that is ordered is bottled",
        farm_of("bottle* bottle", acted=True, passed=True, tanks=(0, 4), orders=(WHOLE,)),
        Bottle((1,), 1, "whole", None),
    ),
    (
        "a truck starts where there is something to deliver",
        farm_of("truck* truck", acted=True, passed=True, barn=(4, 0, 0), orders=(WHOLE,)),
        StartTruck((1,)),
    ),
    (
        "it loads what is ordered",
        farm_of(
            "truck* milk*",
            acted=True,
            passed=True,
            truck=Truck(points=5),
            barn=(4, 3, 0),
            orders=(WHOLE,),
        ),
        Load((4, 0, 0)),
    ),
    (
        "all that fits, for more than one customer",
        farm_of(
            "truck* milk*",
            acted=True,
            passed=True,
            truck=Truck(points=3),
            barn=(9, 0, 0),
            orders=(WHOLE, PAIR),
        ),
        Load((6, 0, 0)),
    ),
    (
        "it drives there",
        farm_of(
            "truck* milk*",
            acted=True,
            passed=True,
            truck=Truck(1, False, (4, 0, 0), 2),
            orders=(WHOLE,),
        ),
        Drive(2),
    ),
    (
        "it delivers",
        farm_of(
            "truck* milk*",
            acted=True,
            passed=True,
            truck=Truck(2, False, (4, 0, 0), 1),
            orders=(WHOLE,),
        ),
        Deliver(5),
    ),
    (
        "it drives home for what is ordered",
        farm_of(
            "truck* milk*",
            acted=True,
            passed=True,
            truck=Truck(3, False, (0, 1, 0), 4),
            barn=(4, 0, 0),
            orders=(WHOLE,),
        ),
        Drive(2),
    ),
    ("a cow early", farm_of("labor labor*", acted=True, passed=True), Upgrade((0,), "cow")),
    (
        "two useless dice do something else",
        farm_of("spilt spilt", acted=True, passed=True, money=0, cows=3),
        Milk((0, 1), (0, 3, 0)),
    ),
    ("nothing to do", farm_of("spilt milk*", acted=True, passed=True, money=0), Done()),
    ("nobody waits for who has no dice", farm_of("spilt milk*", acted=True), PassMarket()),
    ("a milk can in hand is put down", farm_of("spilt* milk*", pouring=True), PourEnd()),
    (
        "a customer whose order stands in the barn",
        farm_of("labor spilt", acted=True, money=0, barn=(0, 0, 4)),
        Claim((0,), 2),
    ),
]


@pytest.mark.parametrize(("why", "farm", "move"), CHOICES, ids=[case[0] for case in CHOICES])
def test_the_normal_bot_plays_sensibly(why: str, farm: Farm, move: Move) -> None:
    assert choice_of(lay_turn(farm, display=(9, 15, 34, 10))) == move, why


def test_it_looks_at_the_view_alone() -> None:
    """Whatever the order of the deck, the bot does the same."""
    state = GAME.start(4, Options(), Chance(SEED, 0)).state
    rng = Random(2)
    for seat in range(4):
        imagined = [GAME.imagine(state, seat, rng) for _ in range(5)]
        assert {choice_of(other, seat) for other in imagined} == {choice_of(state, seat)}


def play_levels(seed: int, normal: Sequence[bool]) -> tuple[Outcome, int]:
    """A match of bots: `normal` by policy, the others at random; and how many moves it took.

    Who waits for the market is asked last, as a person would wait.
    """
    rng = Random(seed)
    match_seed = rng.randbytes(32)
    state = GAME.start(len(normal), Options(), Chance(match_seed, 0)).state
    position = 0
    while seats := sorted(GAME.to_act(state)):
        seat = rng.choice([seat for seat in seats if GAME.clock_runs(state, seat)])
        legal = GAME.legal_moves(state, seat)
        if normal[seat]:
            move = POLICY.choose(GAME.view(state, seat), seat, legal, rng)
        else:
            move = rng.choice(legal)
        assert move in legal
        position += 1
        state = GAME.apply(state, seat, move, Chance(match_seed, position)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome, position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_normal_bot_beats_random_play(seats: int) -> None:
    """Wherever it sits it wins nearly always."""
    won = 0.0
    for seed in range(12):
        outcome, _ = play_levels(seed, [seat == seed % seats for seat in range(seats)])
        won += (seed % seats in outcome.winners) / len(outcome.winners)
    assert won >= 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_normal_bots_deliver_and_come_to_an_end(seats: int) -> None:
    for seed in range(4):
        outcome, moves = play_levels(seed, [True] * seats)
        assert sum(outcome.scores) / seats > 15
        assert moves < 200 * seats


def test_bots_need_not_wait_for_each_other() -> None:
    """Asked out of turn, a bot still ends its turn by legal moves."""
    rng = Random(3)
    state = GAME.start(4, Options(), Chance(SEED, 0)).state
    last = (state.main + 3) % 4
    moves = 0
    while last in GAME.to_act(state):
        legal = GAME.legal_moves(state, last)
        move = POLICY.choose(GAME.view(state, last), last, legal, rng)
        moves += 1
        state = GAME.apply(state, last, move, Chance(SEED, moves)).state
    assert move == Done()
    assert moves < 20
