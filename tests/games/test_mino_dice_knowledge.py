"""What may stand behind the screens: `imagine` against all hands that fit, counted one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, product
from math import comb, sqrt
from random import Random

import pytest

from app.games.base import Audience, Viewer
from app.games.mino_dice import GAME
from app.games.mino_dice.imagine import imagine_bids, unseen_dice
from app.games.mino_dice.model import BAG, COUNTS, DICE, Die, Hand, Options, State
from tests.games.mino_dice_hands import lay_hands, roll

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN
FIRST_NUMBER = Options(colour_set_by="first_number")
IMAGINED = 2000
Hands = tuple[Hand, ...]


def fitting_hands(state: State, viewer: Viewer) -> dict[Hands, float]:
    """All that the others may hold, each with its share of the shuffles of the bag."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    choices = [
        [
            hand
            for hand in combinations_with_replacement(DICE, len(state.hands[seat]))
            if not set(hand) & set(state.traces[seat].lacks)
        ]
        for seat in others
    ]
    weights = {hands: ways_to_deal(state, others, hands) for hands in product(*choices)}
    total = sum(weights.values())
    return {hands: ways / total for hands, ways in weights.items() if ways}


def ways_to_deal(state: State, others: list[int], hands: Hands) -> int:
    """How many ways there are to deal those whole hands, the rolled dice included."""
    whole = [Counter(state.traces[seat].rolled) for seat in range(state.seats)]
    for seat in range(state.seats):
        whole[seat].update(hands[others.index(seat)] if seat in others else state.hands[seat])
    left, ways = Counter(COUNTS), 1
    for hand in whole:
        for die, count in hand.items():
            ways *= comb(left[die], count)
            left[die] -= min(count, left[die])
    return ways


# what | viewer | options | hands | rolls
PREFIXES: list[tuple[str, Viewer, Options, str, str]] = [
    ("nothing rolled", 0, Options(), "r y,g g,p Me", ""),
    ("a roll of one kind", 0, Options(), "y y,r r,p Me", "y3 r5"),
    ("did not follow", 0, Options(), "r y,g p,y p", "r6 g1 y3"),
    ("seen by all", SPECTATOR, Options(), "r y,g p,r p", "r6 g1"),
    ("the first number", 2, FIRST_NUMBER, "Gr y,g p,y p", "GrGr g1 y3"),
    ("the last dice", SPECTATOR, Options(), "r y g,r p p,y y g", "r6 r5 y3 y3 p1 y4"),
]


@pytest.mark.parametrize(("what", "viewer", "options", "hands", "rolls"), PREFIXES)
def test_imagined_hands_are_spread_like_shuffles(
    what: str, viewer: Viewer, options: Options, hands: str, rolls: str
) -> None:
    state = roll(lay_hands(hands, options=options), rolls).state
    expected = fitting_hands(state, viewer)
    others = [seat for seat in range(state.seats) if seat != viewer]
    rng = Random(what)
    imagined = Counter(
        tuple([hands[seat] for seat in others])
        for hands in (GAME.imagine(state, viewer, rng).hands for _ in range(IMAGINED))
    )
    assert set(imagined) <= set(expected)
    for at, die in product(range(len(others)), DICE):
        share = sum(ways for hands, ways in expected.items() if die in hands[at])
        found = sum(count for hands, count in imagined.items() if die in hands[at]) / IMAGINED
        assert abs(found - share) <= 4.5 * sqrt(share * (1 - share) / IMAGINED) + 1e-9, (at, die)


def test_who_rolled_a_kind_is_less_likely_to_hold_another() -> None:
    """Of the 224 pairs of dice with a red one 21 are both red: less than 6 of the 35 left."""
    state = roll(lay_hands("y y,r y,p Me", leader=1), "r5").state
    rng = Random(8)
    again = sum(GAME.imagine(state, SPECTATOR, rng).hands[1] == ("red",) for _ in range(IMAGINED))
    expected = fitting_hands(state, SPECTATOR)
    share = sum(ways for hands, ways in expected.items() if hands[1] == ("red",))
    assert share < (COUNTS["red"] - 1) / (len(BAG) - 2) * 0.7
    assert abs(again / IMAGINED - share) < 0.03


def test_a_ring_of_three_colours_can_turn() -> None:
    """Each of three seats lacks another colour; no two of them can exchange their dice."""
    state = lay_hands("y,p,r", hand_no=8)
    lacks: list[tuple[Die, ...]] = [("red", "grey"), ("yellow", "grey"), ("purple", "grey")]
    rolled: list[Hand] = [
        ("minotaur", *["red"] * 2, *["grey"] * 4),
        ("griffin", "griffin", "griffin", "mermaid", "mermaid", "grey", "grey"),
        (*["red"] * 4, "grey", "grey", "yellow"),
    ]
    traces = tuple(
        replace(state.traces[seat], rolled=rolled[seat], lacks=lacks[seat])  # type: ignore[arg-type]
        for seat in range(3)
    )
    locked = replace(state, traces=traces)
    rng = Random(1)
    found = {GAME.imagine(locked, SPECTATOR, rng).hands for _ in range(200)}
    assert {(("yellow",), ("purple",), ("red",)), (("purple",), ("red",), ("yellow",))} <= found
    assert all("red" not in hands[0] and "yellow" not in hands[1] for hands in found)


def bidding(bids: tuple[int | None, ...]) -> State:
    """A hand of two dice in which some have bid."""
    return replace(lay_hands("r y,r y,r y,r y"), phase="bid", bids=bids)


def test_unseen_bids_are_any_legal_ones() -> None:
    state = bidding((1, 2, None, 0))
    rng = Random(3)
    imagined = Counter(imagine_bids(state, 1, rng) for _ in range(900))
    assert set(imagined) == {(one, 2, None, other) for one in range(3) for other in range(3)}
    assert min(imagined.values()) > 60
    assert {bids[1] for bids in (imagine_bids(state, SPECTATOR, rng) for _ in range(99))} == {
        0,
        1,
        2,
    }


def test_22_shown_bids_are_known() -> None:
    state = lay_hands("r,y,p", bids="1 0 1")
    assert GAME.imagine(state, SPECTATOR, Random(1)).bids == (1, 0, 1)


def test_who_sees_everything_imagines_nothing() -> None:
    state = bidding((1, 2, None, 0))
    assert GAME.imagine(state, OPEN, Random(1)) is state


def test_the_unseen_dice_are_the_bag_less_what_was_seen() -> None:
    state = roll(lay_hands("r y,g p,r p"), "r6 g1").state
    unseen = Counter(unseen_dice(state, 2))
    assert Counter(BAG) - unseen == Counter(["red", "grey", "red", "purple"])


def test_a_new_hand_forgets_the_one_before() -> None:
    state = roll(lay_hands("r y,g p,y p"), "r6 g1 y3 y3 p1 p2").state
    assert state.phase == "bid"
    rng = Random(2)
    held = Counter(die for _ in range(200) for die in GAME.imagine(state, SPECTATOR, rng).hands[1])
    assert held["red"] > 60
