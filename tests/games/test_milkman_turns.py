"""The rules of Milkman against its page: set-up, market, a turn's end, the match's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.base import Audience, IllegalMove, Outcome, Step
from app.games.chance import Chance, Draw
from app.games.milkman import GAME
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.events import (
    Claimed,
    MatchEnded,
    Refilled,
    Removed,
    Rolled,
    RolledDie,
    TurnBegan,
    TurnDone,
    UnusedPaid,
)
from app.games.milkman.model import FACES, Options, Order, State, Truck
from app.games.milkman.moves import (
    Claim,
    Done,
    PassMarket,
    RemoveCustomer,
)
from tests.games.milkman_farms import SEED, farm_of, lay_turn, legal_of, play

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up_draws_in_the_order_of_the_page(seats: int) -> None:
    stream = Chance(SEED, 0)
    start = stream.below(seats)
    cards = list(range(1, 35))
    stream.shuffle(cards)
    step = GAME.start(seats, Options(), Chance(SEED, 0))
    state = step.state
    assert state.start == state.main == start
    assert [customer.id for customer in state.customers if customer] == cards[:4]
    assert state.deck == tuple(cards[4:])
    rolls = []
    for at in range(seats):
        seat = (start + at) % seats
        colours = ["black", "black"] + ["white"] * (0 if at else 4)
        dice = [
            RolledDie(die, colour, stream.choice(FACES))  # type: ignore[arg-type]
            for die, colour in enumerate(colours)
        ]
        rolls.append(Rolled(seat, tuple(dice)))
        shown = [(die.colour, die.face, die.used) for die in state.farms[seat].dice]
        assert shown == [(die.colour, die.face, False) for die in dice]
    assert step.events == (TurnBegan(0, start), *rolls)
    farm = state.farms[0]
    assert (farm.money, farm.cows, farm.tanks, farm.side) == (3, 2, (0, 0), None)
    assert (farm.barn, farm.truck, farm.rerolls) == ((0, 0, 0), Truck(), 2)


def test_the_draws_of_a_set_up() -> None:
    draws: list[Draw] = []
    GAME.start(3, Options(), Chance(SEED, 0, recorder=draws.append))
    assert [(draw.call, draw.n) for draw in draws] == [
        ("below", 3),
        ("shuffle", 34),
        *[("below", 6)] * (6 + 2 + 2),
    ]


# main | who passed | who is done | how things stand for seats 0 … 3
MARKETS = [
    (0, "", "", "open waiting waiting waiting"),
    (1, "", "", "waiting open waiting waiting"),
    (1, "1", "", "waiting passed open waiting"),
    (1, "", "1", "waiting passed open waiting"),
    (1, "1", "2", "waiting passed passed open"),
    (1, "2", "", "waiting open passed waiting"),
    (3, "30", "", "passed open waiting passed"),
    (0, "012", "", "passed passed passed open"),
]


def at_market(main: int, passed: str, done: str, dice: str = "labor spilt") -> State:
    """Four seats, each with dice for the market."""
    farms = [farm_of(dice, passed=str(s) in passed, done=str(s) in done) for s in range(4)]
    return lay_turn(*farms, main=main)


@pytest.mark.parametrize(("main", "passed", "done", "expected"), MARKETS)
def test_the_market_goes_round_from_the_main_player(
    main: int, passed: str, done: str, expected: str
) -> None:
    state = at_market(main, passed, done)
    farms = GAME.view(state, SPECTATOR).farms
    assert [farm.market for farm in farms] == expected.split()
    for seat, farm in enumerate(farms):
        trades = {move.type for move in GAME.legal_moves(state, seat)} & {
            "claim",
            "remove_customer",
        }
        assert bool(trades) == (farm.market == "open")
        assert bool(legal_of(state, "pass_market", seat)) == (farm.market != "passed")
        assert (seat in GAME.to_act(state)) == (str(seat) not in done)
        # "The clock of a seat that has not passed the market does not run before it is open."
        assert GAME.clock_runs(state, seat) == (str(seat) not in done and farm.market != "waiting")


def test_all_other_actions_need_no_order() -> None:
    state = at_market(0, "", "", "labor milk")
    assert {move.type for move in GAME.legal_moves(state, 2)} == {
        *("reroll", "pay_reroll", "milk", "upgrade", "pass_market", "done")
    }


def test_passing_is_told_and_for_this_turn_only() -> None:
    state = lay_turn(farm_of("labor labor"))
    step = play(state, PassMarket())
    assert [event.type for event in step.events] == ["passed"]
    assert legal_of(step.state, "claim") == []
    with pytest.raises(IllegalMove):
        play(step.state, PassMarket())
    ended = play(GAME.apply(step.state, 1, Done(), Chance(SEED, 1)).state, Done())
    assert [farm.market for farm in GAME.view(ended.state, 0).farms] == ["waiting", "open"]


def test_a_claim_is_filled_from_the_front_of_the_deck() -> None:
    step = play(lay_turn(farm_of("labor labor")), Claim((1,), 3))
    state = step.state
    assert [customer.id for customer in state.customers if customer] == [1, 2, 5, 4]
    assert state.farms[0].orders == (Order(3, 3, (3, 0, 0), 4),)
    assert state.deck[0] == 6
    assert step.events == (Claimed(0, 3, 3), Refilled(3, 5))
    assert step.reveals


def test_a_removed_customer_is_discarded() -> None:
    step = play(lay_turn(farm_of("spilt labor")), RemoveCustomer((0,), 2))
    assert step.state.discards == (2,)
    assert step.events == (Removed(0, 2, 2), Refilled(2, 5))
    view = GAME.view(step.state, 0)
    assert (view.deck, view.discards) == (29, 1)


def test_an_empty_deck_is_made_of_the_discards_the_last_included() -> None:
    state = replace(lay_turn(farm_of("spilt labor")), deck=(), discards=(30, 31, 32))
    step = play(state, RemoveCustomer((0,), 1))
    shuffled = [30, 31, 32, 1]
    Chance(SEED, 1).shuffle(shuffled)
    assert step.events == (Removed(0, 1, 1), Refilled(1, shuffled[0]))
    assert step.state.deck == tuple(shuffled[1:])
    assert step.state.discards == ()
    claimed = play(state, Claim((1,), 4))
    shuffled = [30, 31, 32]
    Chance(SEED, 1).shuffle(shuffled)
    assert claimed.events == (Claimed(0, 4, 4), Refilled(4, shuffled[0]))


def test_the_last_card_leaves_the_deck_empty_until_a_gap_is_to_be_filled() -> None:
    state = replace(lay_turn(farm_of("spilt labor")), deck=(33,), discards=(30,))
    step = play(state, Claim((1,), 1))
    assert (step.state.deck, step.state.discards) == ((), (30,))
    assert step.events == (Claimed(0, 1, 1), Refilled(1, 33))


def test_a_removal_may_bring_the_same_card_back() -> None:
    state = replace(lay_turn(farm_of("spilt labor")), deck=())
    step = play(state, RemoveCustomer((0,), 1))
    assert step.events == (Removed(0, 1, 1), Refilled(1, 1))
    assert step.state.customers == state.customers
    assert step.reveals


def test_without_discards_a_gap_stays() -> None:
    state = replace(lay_turn(farm_of("labor labor spilt")), deck=())
    step = play(state, Claim((0,), 1))
    assert step.events == (Claimed(0, 1, 1),)
    assert step.state.customers[0] is None
    assert {move.zone for move in legal_of(step.state, "claim")} == {2, 3, 4}
    later = play(step.state, RemoveCustomer((2,), 2)).state
    assert later.customers[0] is None
    assert later.customers[1] == CUSTOMERS[2]


def test_a_turn_ends_when_all_are_done() -> None:
    farms = (
        farm_of("money milk* labor truck* spilt milk", truck=Truck(at=2, load=(1, 0, 0), points=3)),
        farm_of("milk labor*", tanks=(1, 0), acted=True, rerolls=0, passed=True),
        farm_of("milk* labor*"),
    )
    state = lay_turn(*farms)
    quiet = play(play(state, Done(), seat=2).state, Done())
    assert quiet.events == (TurnDone(0),)
    assert (quiet.reveals, quiet.pause) == (False, 0.0)
    assert quiet.state.farms[0].truck.points == 3
    assert list(GAME.legal_moves(quiet.state, 0)) == []
    step = GAME.apply(quiet.state, 1, Done(), Chance(SEED, 7))
    stream = Chance(SEED, 7)
    faces = {
        seat: [stream.choice(FACES) for _ in range(6 if seat == 1 else 2)] for seat in (1, 2, 0)
    }
    after = step.state
    for seat, farm in enumerate(after.farms):
        assert [die.face for die in farm.dice] == faces[seat]
        assert [die.colour for die in farm.dice] == (["black"] * 2 + ["white"] * 4)[
            : len(farm.dice)
        ]
        assert not any(die.used for die in farm.dice)
        assert (farm.rerolls, farm.acted, farm.passed, farm.done) == (2, False, False, False)
    assert [farm.money for farm in after.farms] == [3 + 4, 3 + 1, 3]
    assert after.farms[0].truck == Truck(at=2, load=(1, 0, 0))
    assert after.farms[1].tanks == (1, 0)
    assert [event.type for event in step.events] == ["done", "unused", "turn", *["rolled"] * 3]
    assert step.events[1:3] == (UnusedPaid((4, 1, 0)), TurnBegan(0, 1))
    assert [event.seat for event in step.events[3:]] == [1, 2, 0]
    assert (step.reveals, step.pause) == (True, 2.5)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_rounds_and_main_players(seats: int, rounds: int) -> None:
    step: Step[State] = GAME.start(seats, Options(), Chance(SEED, 0))
    start, seen, position = step.state.start, [], 0
    while owing := sorted(GAME.to_act(step.state)):
        view = GAME.view(step.state, 0)
        assert (view.rounds, view.start) == (rounds, start)
        seen.append((view.round, view.main))
        for seat in owing:
            position += 1
            step = GAME.apply(step.state, seat, Done(), Chance(SEED, position))
    assert seen == [(turn // seats, (start + turn) % seats) for turn in range(rounds * seats)]
    unused = UnusedPaid(tuple(6 if seat == seen[-1][1] else 2 for seat in range(seats)))
    assert step.events == (TurnDone(seats - 1), unused, MatchEnded())
    assert [farm.money for farm in step.state.farms] == [3 + rounds * (6 + 2 * (seats - 1))] * seats
    outcome = GAME.outcome(step.state)
    assert outcome == Outcome((0,) * seats, (1,) * seats, tuple(range(seats)))


def test_at_the_end_the_last_turn_stays_in_sight() -> None:
    farms = (
        farm_of("money* milk", done=True, passed=True, acted=True, rerolls=1),
        farm_of("milk labor money money money money", truck=Truck(at=4, points=2)),
    )
    state = replace(lay_turn(*farms), turn=11, start=0)
    step = play(state, Done(), seat=1)
    view = GAME.view(step.state, OPEN)
    assert (view.phase, view.round, view.main) == ("over", 5, 1)
    assert [die.face for die in view.farms[0].dice] == ["money", "milk"]
    assert [die.used for die in view.farms[0].dice] == [True, False]
    assert view.farms[1].truck == Truck(at=4)
    assert [farm.market for farm in view.farms] == ["passed", "passed"]
    assert (view.farms[0].rerolls, view.farms[0].acted, view.farms[0].done) == (1, True, True)
    assert [farm.money for farm in view.farms] == [4, 9]
    assert GAME.to_act(step.state) == frozenset()
    assert [list(GAME.legal_moves(step.state, seat)) for seat in (0, 1)] == [[], []]
    with pytest.raises(IllegalMove) as refused:
        play(step.state, Done())
    assert refused.value.code == "match_over"
    assert (step.reveals, step.pause) == (True, 2.5)


# (points, money, bottles in the barn, in the truck) of each seat | places
ENDS = [
    ([(9, 0, 0, 0), (8, 9, 9, 0)], (1, 2)),
    ([(9, 3, 0, 0), (9, 4, 0, 0)], (2, 1)),
    ([(9, 3, 2, 1), (9, 3, 0, 4)], (2, 1)),
    ([(9, 3, 2, 1), (9, 3, 1, 2)], (1, 1)),
    ([(2, 3, 2, 1), (9, 3, 1, 2), (9, 3, 3, 0), (1, 9, 9, 9)], (3, 1, 1, 4)),
]


@pytest.mark.parametrize(("ends", "places"), ENDS)
def test_ties_by_money_then_bottles_then_shared(
    ends: list[tuple[int, int, int, int]], places: tuple[int, ...]
) -> None:
    farms = [
        farm_of(score=score, money=money, barn=(0, barn, 0), truck=Truck(load=(0, 0, load)))
        for score, money, barn, load in ends
    ]
    outcome = GAME.outcome(replace(lay_turn(*farms), phase="over"))
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    assert outcome == Outcome(tuple(end[0] for end in ends), places, winners)


# why | dice | what else | ways to the end of the turn, the other seat being done
TREES: list[tuple[str, str, dict[str, Any], int]] = [
    ("done", "spilt milk*", {"passed": True}, 1),
    # done, or one of three ways to fill two empty tanks, then done
    ("milk two cows", "milk milk*", {"passed": True}, 4),
    # done, or pass and done, or a claim and then either
    ("four customers", "labor milk*", {}, 2 + 4 * 2),
    # done, or spill and pour: neither, one, the other, both in either order
    ("two to pour", "spilt milk*", {"passed": True, "tanks": (1, 0), "barn": (0, 1, 0)}, 1 + 5),
    # done, or five points for walks from the barn of 0 to 5 places
    ("drive", "truck milk*", {"passed": True}, 1 + (1 + 1 + 2 + 3 + 6 + 9)),
]


@pytest.mark.parametrize(("why", "dice", "changes", "leaves"), TREES)
def test_a_turn_has_exactly_so_many_courses(
    why: str, dice: str, changes: dict[str, Any], leaves: int
) -> None:
    farm = farm_of(dice, money=0, rerolls=0, **changes)
    assert count_courses(lay_turn(farm, farm_of(done=True))) == leaves, why


def count_courses(state: State) -> int:
    """How many ways there are to the end of this turn."""
    if state.turn:
        return 1
    after = [
        GAME.apply(state, 0, move, Chance(SEED, 1)).state for move in GAME.legal_moves(state, 0)
    ]
    return sum(map(count_courses, after))
