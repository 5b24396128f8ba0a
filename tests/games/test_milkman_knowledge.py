"""Milkman obeys the contract; what is hidden, and what can be taken back (architecture.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.certify.knowledge import check_reveals
from app.certify.oracle import check_prefix
from app.certify.report import SEED as CERTIFY_SEED
from app.certify.trial import CheckFailed, make_subject
from app.games.base import Audience, Seat, Step
from app.games.chance import Chance
from app.games.milkman import GAME
from app.games.milkman.model import Options, Order, State, Truck
from app.games.milkman.moves import (
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Earn,
    Load,
    Milk,
    Move,
    PassMarket,
    PayChange,
    PayReroll,
    Pour,
    PourEnd,
    RemoveCustomer,
    Reroll,
    Spill,
    StartTruck,
    Upgrade,
)
from app.games.milkman.rules import Milkman
from app.tables.match import start_match
from tests.games.milkman_farms import SEED, farm_of, lay_turn, play

OPEN = Audience.OPEN


class Identity(Milkman):
    """Imagines nothing but the truth."""

    def imagine(self, state: State, *_: object) -> State:
        return state


class Discreet(Milkman):
    """Claims that a claim reveals nothing."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, move, chance)
        return replace(step, reveals=False) if isinstance(move, Claim) else step


def test_a_claim_that_may_be_taken_back_is_found() -> None:
    with pytest.raises(CheckFailed):
        check_reveals(make_subject(Discreet(), 1, Random(CERTIFY_SEED)))


def test_brute_force_finds_a_deck_that_is_known() -> None:
    peeping = make_subject(Identity(), 1, Random(CERTIFY_SEED))
    with pytest.raises(CheckFailed):
        check_prefix(peeping, peeping.matches[0], (1, Audience.SPECTATOR), Random(1))


def test_only_the_order_of_the_deck_is_imagined() -> None:
    state = GAME.start(3, Options(), Chance(SEED, 0)).state
    fronts: Counter[int] = Counter()
    rng = Random(1)
    for _ in range(600):
        imagined = GAME.imagine(state, 0, rng)
        assert replace(imagined, deck=state.deck) == state
        assert sorted(imagined.deck) == sorted(state.deck)
        fronts[imagined.deck[0]] += 1
    assert set(fronts) == set(state.deck)
    assert max(fronts.values()) < 60
    assert GAME.imagine(state, OPEN, rng) is state


# what is done in the turn below | whether it reveals anything
REVEALS: list[tuple[Move, bool]] = [
    (Reroll((0,)), True),
    (PayReroll(0), True),
    (Claim((2,), 1), True),
    (RemoveCustomer((5,), 1), True),
    (PayChange(0, "spilt"), False),
    (Earn((0,)), False),
    (Milk((1,), (0, 2, 0)), False),
    (Bottle((3,), 0, "whole", None), False),
    (Upgrade((2,), "cow"), False),
    (StartTruck((4,)), False),
    (Spill((5,)), False),
    (PassMarket(), False),
    (Drive(1), False),
    (Load((1, 0, 0)), False),
    (Done(), False),
]


@pytest.mark.parametrize(("move", "reveals"), REVEALS, ids=lambda case: getattr(case, "type", ""))
def test_what_neither_rolls_nor_draws_reveals_nothing(move: Move, reveals: bool) -> None:
    farm = farm_of(
        "money milk labor bottle truck spilt",
        truck=Truck(points=1),
        money=9,
        tanks=(2, 0),
        barn=(1, 0, 0),
    )
    step = play(lay_turn(farm), move)
    assert step.reveals == reveals
    assert not step.final
    assert step.pause == 0.0


@pytest.mark.parametrize(
    ("farm", "move"),
    [
        (farm_of(pouring=True, tanks=(1, 0)), Pour("tank0")),
        (farm_of(pouring=True), PourEnd()),
        (
            farm_of(truck=Truck(1, False, (2, 0, 0), 1), orders=(Order(1, 1, (2, 0, 0), 2),)),
            Deliver(1),
        ),
    ],
    ids=["pour", "pour_end", "deliver"],
)
def test_pouring_and_delivering_reveal_nothing(farm: Any, move: Move) -> None:
    assert not play(lay_turn(farm), move).reveals


def test_matches_of_the_tables_use_these_rules() -> None:
    match = start_match(GAME, 4, Options(), SEED)
    assert match.to_act == {0, 1, 2, 3}
