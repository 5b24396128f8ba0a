"""The rules of Milkman against the sentences of its rules page: dice, actions, truck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.chance import Chance
from app.games.milkman import GAME
from app.games.milkman.events import (
    Bottled,
    Claimed,
    Delivered,
    Drove,
    Earned,
    Loaded,
    Milked,
    Paid,
    Refilled,
    Rolled,
    RolledDie,
    Upgraded,
)
from app.games.milkman.model import FACES, KINDS, Customer, Options, Truck
from app.games.milkman.moves import (
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Earn,
    Load,
    Milk,
    PayChange,
    PayReroll,
    Pour,
    PourEnd,
    RemoveCustomer,
    Reroll,
    StartTruck,
    Upgrade,
)
from tests.games.milkman_farms import SEED, farm_of, lay_turn, legal_of, play, refusal


def test_one_whole_turn_by_hand() -> None:
    # milkman.md, "Hand-checked case: one whole turn"
    farm = farm_of(
        "truck bottle labor milk bottle spilt", money=5, cows=3, tanks=(3, 0), barn=(1, 0, 0)
    )
    state = lay_turn(farm)
    customers = (*state.customers[:2], Customer(99, (1, 0, 0), 2), state.customers[3])
    state = replace(state, customers=customers)

    # It pays $2 to re-roll the spilt, gets bottle: position 1 of a seed that says so.
    seed = next(
        bytes([n]) * 32
        for n in range(256)
        if Chance(bytes([n]) * 32, 1).choice(FACES[:5]) == "bottle"
    )
    step = GAME.apply(state, 0, PayReroll(5), Chance(seed, 1))
    assert step.events == (
        Paid(0, 5, 2, None),
        Rolled(0, (RolledDie(5, "white", "bottle"),)),
    )
    assert step.state.farms[0].money == 3

    state, told = step.state, []
    for move in (
        Claim((2,), 3),
        StartTruck((0,)),
        Load((1, 0, 0)),
        Drive(1),
        Drive(2),
        Drive(3),
        Deliver(99),
        Upgrade((1, 4), "side_tank"),
        Milk((3,), (1, 0, 2)),
        Bottle((5,), 0, "whole", "chocolate"),
    ):
        assert move in GAME.legal_moves(state, 0)
        step = GAME.apply(state, 0, move, Chance(SEED, 2))
        state = step.state
        told.extend(step.events)
        if isinstance(move, Deliver):
            assert (state.farms[0].money, state.farms[0].score) == (4, 2)
        if isinstance(move, Milk):
            assert (state.farms[0].tanks, state.farms[0].side) == ((4, 0), 2)
    assert told == [
        Claimed(0, 99, 3),
        Refilled(3, 5),
        Loaded(0, (1, 0, 0)),
        Drove(0, 1),
        Drove(0, 2),
        Drove(0, 3),
        Delivered(0, 99, 2, 1),
        Upgraded(0, "side_tank", 4),
        Milked(0, (1, 0, 2), 0),
        Bottled(0, 0, "whole", "chocolate", (4, 0, 2), 0),
    ]
    after = state.farms[0]
    assert after.barn == (4, 0, 2)
    assert (after.tanks, after.side, after.money) == ((0, 0), 0, 0)
    assert after.truck == Truck(at=3)
    assert after.delivered == (99,)
    assert all(die.used for die in after.dice)


# why | dice | what has happened | the free re-rolls that are legal
REROLLS = [
    ("one or both black dice, never white ones", "milk labor milk milk milk milk", {}, "0 1 01"),
    ("a spilt die is locked", "spilt labor", {}, "1"),
    ("two spilt dice are locked", "spilt spilt", {}, ""),
    ("one is left", "milk labor", {"rerolls": 1}, "0 1 01"),
    ("two a turn", "milk labor", {"rerolls": 0}, ""),
    ("before the first action", "milk* labor", {"acted": True}, ""),
    ("passing the market is no action", "milk labor", {"passed": True}, "0 1 01"),
]


@pytest.mark.parametrize(("why", "dice", "changes", "expected"), REROLLS)
def test_free_rerolls(why: str, dice: str, changes: dict[str, Any], expected: str) -> None:
    state = lay_turn(farm_of(dice, **changes))
    found = ["".join(map(str, move.dice)) for move in legal_of(state, "reroll")]
    assert found == expected.split(), why


def test_a_free_reroll_rolls_the_smaller_number_first_and_may_fall_as_before() -> None:
    step = play(lay_turn(farm_of("milk labor")), Reroll((0, 1)))
    chance = Chance(SEED, 1)
    faces = [chance.choice(FACES), chance.choice(FACES)]
    farm = step.state.farms[0]
    assert [die.face for die in farm.dice] == faces
    assert (farm.rerolls, farm.acted) == (1, False)
    assert step.events == (
        Rolled(0, (RolledDie(0, "black", faces[0]), RolledDie(1, "black", faces[1]))),
    )
    assert refusal(step.state, Reroll((1, 0))) == "illegal_move"


def test_an_action_does_not_change_the_free_rerolls_that_are_shown() -> None:
    farm = play(lay_turn(farm_of("milk labor")), Milk((0,), (2, 0, 0))).state.farms[0]
    assert (farm.rerolls, farm.acted) == (2, True)


@pytest.mark.parametrize(
    ("money", "rerolls", "changes"), [(1, [], 0), (2, [1, 2], 0), (3, [1, 2], 0), (4, [1, 2], 10)]
)
def test_paid_rerolls_and_changes_need_money_and_an_unused_die(
    money: int, rerolls: list[int], changes: int
) -> None:
    state = lay_turn(farm_of("milk* spilt labor", money=money, acted=True))
    assert [move.die for move in legal_of(state, "pay_reroll")] == rerolls
    found = legal_of(state, "pay_change")
    assert len(found) == changes
    assert all(state.farms[0].dice[move.die].face != move.face for move in found)


@pytest.mark.parametrize("face", FACES)
def test_a_paid_reroll_draws_from_the_other_five_faces_in_order(face: str) -> None:
    step = play(lay_turn(farm_of(f"money {face}")), PayReroll(1))
    drawn = Chance(SEED, 1).choice([other for other in FACES if other != face])
    farm = step.state.farms[0]
    assert farm.dice[1].face == drawn != face
    assert (farm.money, farm.rerolls, farm.acted) == (1, 2, False)


def test_a_paid_change_costs_4_and_neither_rolls_nor_ends_free_rerolls() -> None:
    step = play(lay_turn(farm_of("milk spilt", money=4)), PayChange(1, "labor"))
    farm = step.state.farms[0]
    assert (farm.dice[1].face, farm.money, farm.rerolls) == ("labor", 0, 2)
    assert step.events == (Paid(0, 1, 4, "labor"),)
    assert len(legal_of(step.state, "reroll")) == 3


# why | dice | the dice that an earn may use
USES = [
    ("one die with the face", "money milk", "0"),
    ("each of them, and both", "money money", "0 1 01"),
    ("any two that are equal", "milk milk truck truck", "01 23"),
    ("not used ones", "milk* milk truck truck*", ""),
    ("all pairs of three, and the single", "milk milk money milk", "2 01 03 13"),
    ("spilt is as good as any", "spilt spilt", "01"),
]


@pytest.mark.parametrize(("why", "dice", "expected"), USES)
def test_an_action_uses_one_die_with_its_face_or_a_wild_pair(
    why: str, dice: str, expected: str
) -> None:
    found = ["".join(map(str, move.use)) for move in legal_of(lay_turn(farm_of(dice)), "earn")]
    assert sorted(found) == sorted(expected.split()), why


def test_the_same_dice_serve_every_action() -> None:
    farm = farm_of("truck truck", money=20, tanks=(1, 0))
    state = lay_turn(farm)
    kinds = {
        move.type for move in GAME.legal_moves(state, 0) if getattr(move, "use", None) == (0, 1)
    }
    assert kinds == {
        *("earn", "milk", "bottle", "claim", "upgrade", "truck", "remove_customer", "spill")
    }


def test_earning_brings_three() -> None:
    step = play(lay_turn(farm_of("money milk")), Earn((0,)))
    assert step.state.farms[0].money == 6
    assert step.events == (Earned(0, 3),)
    assert [die.used for die in step.state.farms[0].dice] == [True, False]


# why | cows | tanks | side | every way to fill
FILLS: list[tuple[str, int, tuple[int, int], int | None, str]] = [
    ("side locked", 2, (0, 0), None, "020 110 200"),
    ("as many as fit must go in", 5, (4, 1), None, "030"),
    ("all ways", 3, (2, 3), 1, "111 201 210"),
    ("what does not fit is lost", 5, (4, 4), 0, "002"),
    ("not allowed when nothing fits", 5, (4, 4), 2, ""),
    ("not allowed when nothing fits, side locked", 2, (4, 4), None, ""),
]


@pytest.mark.parametrize(("why", "cows", "tanks", "side", "expected"), FILLS)
def test_milking(
    why: str, cows: int, tanks: tuple[int, int], side: int | None, expected: str
) -> None:
    state = lay_turn(farm_of("milk labor", cows=cows, tanks=tanks, side=side))
    moves = legal_of(state, "milk")
    assert sorted("".join(map(str, move.into)) for move in moves) == expected.split(), why
    for move in moves:
        step = play(state, move)
        farm = step.state.farms[0]
        assert farm.tanks == (tanks[0] + move.into[0], tanks[1] + move.into[1])
        assert farm.side == (None if side is None else side + move.into[2])
        assert step.events == (Milked(0, move.into, cows - sum(move.into)),)


# why | tanks | side | (tank, side tank as well) that may be bottled, each as every kind
BOTTLINGS: list[tuple[str, tuple[int, int], int | None, set[tuple[int, bool]]]] = [
    ("a tank that holds milk", (1, 0), None, {(0, False)}),
    ("either", (1, 2), None, {(0, False), (1, False)}),
    ("an empty side tank is not bottled", (1, 0), 0, {(0, False)}),
    ("the side tank after another, or alone", (0, 3), 2, {(1, False), (1, True), (2, False)}),
    ("the side tank alone", (0, 0), 1, {(2, False)}),
    ("nothing", (0, 0), None, set()),
]


@pytest.mark.parametrize(("why", "tanks", "side", "expected"), BOTTLINGS)
def test_what_may_be_bottled(
    why: str, tanks: tuple[int, int], side: int | None, expected: set[tuple[int, bool]]
) -> None:
    moves = legal_of(lay_turn(farm_of("bottle labor", tanks=tanks, side=side)), "bottle")
    ways = {(move.tank, move.kind, move.side) for move in moves}
    assert ways == {
        (tank, kind, other)
        for tank, with_side in expected
        for kind in KINDS
        for other in (KINDS if with_side else (None,))
    }, why
    assert len(ways) == len(moves)


# why | barn | move | barn after | tanks after | side after | lost
BOTTLED: list[tuple[str, tuple[int, ...], Bottle, tuple[int, ...], tuple[int, int], int, int]] = [
    ("a tank becomes bottles", (0, 1, 0), Bottle((0,), 0, "skim", None), (0, 4, 0), (0, 4), 2, 0),
    ("the other", (0, 0, 0), Bottle((0,), 1, "chocolate", None), (0, 0, 4), (3, 0), 2, 0),
    ("and the side", (0, 0, 0), Bottle((0,), 1, "whole", "skim"), (4, 2, 0), (3, 0), 0, 0),
    ("of the same kind", (1, 0, 0), Bottle((0,), 0, "whole", "whole"), (6, 0, 0), (0, 4), 0, 0),
    ("the side alone", (1, 0, 0), Bottle((0,), 2, "skim", None), (1, 2, 0), (3, 4), 0, 0),
    ("the tank first", (0, 8, 0), Bottle((0,), 0, "whole", "skim"), (3, 9, 0), (0, 4), 0, 1),
    ("the rest is lost", (0, 10, 0), Bottle((0,), 1, "whole", "skim"), (2, 10, 0), (3, 0), 0, 4),
    ("even all of it", (4, 4, 4), Bottle((0,), 0, "whole", None), (4, 4, 4), (0, 4), 2, 3),
]


@pytest.mark.parametrize(("why", "barn", "move", "after", "tanks", "side", "lost"), BOTTLED)
def test_bottling(
    why: str,
    barn: tuple[int, ...],
    move: Bottle,
    after: tuple[int, ...],
    tanks: tuple[int, int],
    side: int,
    lost: int,
) -> None:
    step = play(lay_turn(farm_of("bottle labor", tanks=(3, 4), side=2, barn=barn)), move)
    farm = step.state.farms[0]
    assert (farm.barn, farm.tanks, farm.side) == (after, tanks, side), why
    (told,) = step.events
    assert isinstance(told, Bottled)
    assert told.lost == lost
    assert sum(told.bottles) == sum(after) - sum(barn)


# why | money | cows | side | big | what is for sale
FOR_SALE: list[tuple[str, int, int, int | None, bool, str]] = [
    ("$2 for the 3rd cow", 2, 2, None, False, "cow"),
    ("not without the money", 1, 2, None, False, ""),
    ("$3 for the 4th", 3, 3, None, False, "cow"),
    ("not for less", 2, 3, None, False, ""),
    ("$5 for the 5th", 5, 4, 0, False, "cow"),
    ("not for less than 5", 4, 4, 0, False, ""),
    ("no more than five cows", 8, 5, 0, False, ""),
    ("side tank $4", 4, 5, None, False, "side_tank"),
    ("once", 9, 5, 0, False, "big_truck"),
    ("big truck $9, once", 99, 5, 0, True, ""),
    ("all of them", 9, 2, None, False, "cow side_tank big_truck"),
]


@pytest.mark.parametrize(("why", "money", "cows", "side", "big", "expected"), FOR_SALE)
def test_upgrades_one_can_pay_and_has_not(
    why: str, money: int, cows: int, side: int | None, big: bool, expected: str
) -> None:
    truck = Truck(big=big)
    state = lay_turn(farm_of("labor milk", truck=truck, money=money, cows=cows, side=side))
    assert [move.what for move in legal_of(state, "upgrade")] == expected.split(), why


@pytest.mark.parametrize(
    ("what", "cost", "changes"),
    [
        ("cow", 2, {"cows": 3}),
        ("side_tank", 4, {"side": 0}),
        ("big_truck", 9, {"truck": Truck(big=True)}),
    ],
)
def test_buying(what: Any, cost: int, changes: dict[str, Any]) -> None:
    step = play(lay_turn(farm_of("labor milk", money=9)), Upgrade((0,), what))
    expected = farm_of("labor* milk", money=9 - cost, acted=True)
    assert step.state.farms[0] == replace(expected, **changes)
    assert step.events == (Upgraded(0, what, cost),)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, Claim((1,), 3), "illegal_move"),
        (0, Milk((0, 1), (2, 0, 0)), "illegal_move"),
        (0, Milk((0,), (1, 0, 0)), "illegal_move"),
        (0, Milk((0,), (3, 0, 0)), "illegal_move"),
        (0, Milk((0,), (1, 0, 1)), "illegal_move"),
        (0, Bottle((1,), 0, "whole", None), "illegal_move"),
        (0, Load((1, 0, 0)), "illegal_move"),
        (0, Deliver(1), "illegal_move"),
        (0, RemoveCustomer((0,), 1), "illegal_move"),
        (0, Pour("tank0"), "illegal_move"),
        (0, PourEnd(), "illegal_move"),
        (0, PayChange(0, "milk"), "illegal_move"),
        (0, Reroll((2,)), "illegal_move"),
        (1, Done(), "not_your_turn"),
    ],
)
def test_everything_else_is_refused(seat: int, move: Any, code: str) -> None:
    state = lay_turn(farm_of("milk bottle", money=9), farm_of(done=True), farm_of())
    assert refusal(state, move, seat) == code


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_no_match(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        GAME.start(seats, Options(), Chance(SEED, 0))
