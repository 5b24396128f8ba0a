"""The rules of Milkman against its page: the truck, its customers, and pouring milk away."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Any

import pytest

from app.games.chance import Chance
from app.games.milkman import GAME
from app.games.milkman.events import (
    Delivered,
    Drove,
    Poured,
    Upgraded,
)
from app.games.milkman.model import Order, Truck
from app.games.milkman.moves import (
    Claim,
    Deliver,
    Done,
    Drive,
    Milk,
    PassMarket,
    PayChange,
    PayReroll,
    Pour,
    PourEnd,
    Spill,
    StartTruck,
    Upgrade,
)
from tests.games.milkman_farms import SEED, farm_of, lay_turn, legal_of, play, refusal


def test_truck_points_are_five_or_seven_once_one_has_the_big_truck() -> None:
    farm = farm_of("truck truck labor", money=9)
    step = play(lay_turn(farm), StartTruck((0,)), Upgrade((2,), "big_truck"))
    assert step.state.farms[0].truck.points == 5
    assert step.events == (Upgraded(0, "big_truck", 9),)
    assert play(step.state, StartTruck((1,))).state.farms[0].truck.points == 12


def order(id: int, zone: int, bottles: tuple[int, int, int], points: int = 3) -> Order:
    return Order(id, zone, bottles, points)


# why | truck | barn | how many ways to load
LOADS: list[tuple[str, Truck, tuple[int, int, int], int]] = [
    ("any number above zero", Truck(points=1), (1, 2, 0), 5),
    ("not without a point", Truck(points=0), (1, 2, 0), 0),
    ("at the barn only", Truck(at=1, points=3), (1, 2, 0), 0),
    ("what the truck can hold", Truck(points=1), (12, 0, 0), 6),
    ("in nine with the big one", Truck(points=1, big=True), (12, 0, 0), 9),
    ("beside what it carries", Truck(points=1, load=(0, 4, 0)), (12, 0, 0), 2),
    ("not a full one", Truck(points=1, load=(2, 2, 2)), (4, 4, 4), 0),
    ("not out of an empty barn", Truck(points=1), (0, 0, 0), 0),
    ("all combinations", Truck(points=1), (6, 6, 0), comb(8, 2) - 1),
]


@pytest.mark.parametrize(("why", "truck", "barn", "count"), LOADS)
def test_loading(why: str, truck: Truck, barn: tuple[int, int, int], count: int) -> None:
    state = lay_turn(farm_of("milk labor", truck=truck, barn=barn))
    moves = legal_of(state, "load")
    assert len(set(moves)) == len(moves) == count, why
    for move in moves[:3]:
        farm = play(state, move).state.farms[0]
        assert sum(farm.barn) + sum(farm.truck.load) == sum(barn) + sum(truck.load)
        assert farm.truck.points == truck.points - 1
        assert not farm.acted


@pytest.mark.parametrize(("at", "to"), [(0, [1]), (1, [0, 2]), (2, [1, 3]), (3, [2, 4]), (4, [3])])
def test_driving_one_place(at: int, to: list[int]) -> None:
    state = lay_turn(farm_of(truck=Truck(at=at, points=1)))
    assert [move.to for move in legal_of(state, "drive")] == to
    step = play(state, Drive(to[0]))
    assert step.state.farms[0].truck == Truck(at=to[0], points=0)
    assert step.events == (Drove(0, to[0]),)
    assert legal_of(step.state, "drive") == []


# why | truck | customers that may be served
SERVED = [
    ("where the truck stands", Truck(at=2, load=(2, 2, 2), points=1), [7, 8]),
    ("nobody in the barn", Truck(at=0, load=(2, 2, 2), points=1), []),
    ("the whole order at once", Truck(at=2, load=(1, 0, 1), points=1), [8]),
    ("for a point", Truck(at=2, load=(2, 2, 2), points=0), []),
    ("another neighbourhood", Truck(at=4, load=(2, 2, 2), points=4), [9]),
]


@pytest.mark.parametrize(("why", "truck", "expected"), SERVED)
def test_who_can_be_served(why: str, truck: Truck, expected: list[int]) -> None:
    orders = (order(7, 2, (0, 2, 0)), order(8, 2, (1, 0, 1)), order(9, 4, (1, 0, 0)))
    state = lay_turn(farm_of(truck=truck, orders=orders))
    assert [move.customer for move in legal_of(state, "deliver")] == expected, why


@pytest.mark.parametrize(("zone", "pay"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_a_delivery_scores_the_card_and_pays_far_out(zone: int, pay: int) -> None:
    orders = (order(7, zone, (0, 2, 0)), order(8, 1, (1, 0, 0), points=5))
    truck = Truck(at=zone, load=(1, 2, 1), points=2)
    step = play(lay_turn(farm_of(truck=truck, orders=orders, score=4, delivered=(5,))), Deliver(7))
    farm = step.state.farms[0]
    assert (farm.score, farm.money, farm.delivered) == (7, 3 + pay, (5, 7))
    assert farm.truck == Truck(at=zone, load=(1, 0, 1), points=1)
    assert farm.orders == orders[1:]
    assert step.events == (Delivered(0, 7, 3, pay),)


def test_orders_stay_in_the_order_claimed_any_number_in_a_neighbourhood() -> None:
    state = lay_turn(farm_of("labor labor"), display=(34, 2, 3, 4))
    farm = play(state, Claim((1,), 2), Claim((0,), 2)).state.farms[0]
    assert farm.orders == (Order(2, 2, (2, 0, 0), 2), Order(1, 2, (2, 0, 0), 2))


FULL_FARM = farm_of("spilt milk", truck=Truck(load=(1, 1, 1)), tanks=(1, 2), side=1, barn=(1, 0, 2))


def test_pouring_until_one_says_so() -> None:
    state = play(lay_turn(FULL_FARM), Spill((0,))).state
    sources = ["tank0", "tank1", "side", "barn_whole", "barn_chocolate"]
    sources += ["truck_whole", "truck_skim", "truck_chocolate"]
    assert list(GAME.legal_moves(state, 0)) == [*[Pour(place) for place in sources], PourEnd()]  # type: ignore[arg-type]
    assert GAME.default_move(state, 0) == PourEnd()
    left = sum(FULL_FARM.tanks) + 1 + sum(FULL_FARM.barn) + 3
    while len(moves := GAME.legal_moves(state, 0)) > 1:
        step = GAME.apply(state, 0, moves[0], Chance(SEED, 1))
        assert step.events == (Poured(0, moves[0].source),)
        state, left = step.state, left - 1
    assert left == 0
    assert list(GAME.legal_moves(state, 0)) == [PourEnd()]
    step = play(state, PourEnd())
    assert not step.state.farms[0].pouring
    assert GAME.default_move(step.state, 0) == Done()


@pytest.mark.parametrize(
    "move",
    [Done(), PayReroll(1), PayChange(1, "labor"), PassMarket(), Milk((1,), (1, 1, 0)), Drive(1)],
    ids=lambda move: move.type,
)
def test_while_pouring_nothing_else(move: Any) -> None:
    farm = replace(FULL_FARM, money=9, truck=Truck(points=3))
    assert refusal(play(lay_turn(farm), Spill((0,))).state, move) == "illegal_move"


@pytest.mark.parametrize(
    ("place", "count"),
    [
        ({}, 0),
        ({"tanks": (0, 1)}, 1),
        ({"side": 0}, 0),
        ({"side": 1}, 1),
        ({"barn": (0, 1, 0)}, 1),
        ({"truck": Truck(at=3, load=(0, 0, 1))}, 1),
    ],
)
def test_spilling_needs_something_to_pour(place: dict[str, Any], count: int) -> None:
    assert len(legal_of(lay_turn(farm_of("spilt milk", **place)), "spill")) == count


def test_pouring_may_end_at_once() -> None:
    step = play(lay_turn(FULL_FARM), Spill((0,)), PourEnd())
    assert step.state.farms[0] == replace(FULL_FARM, dice=farm_of("spilt* milk").dice, acted=True)
    assert step.events == ()
