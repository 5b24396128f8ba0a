"""Bids of Mino Dice, unseen until the last; what is no bid or no roll (mino-dice.md, "Bids")."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.codec.games import codec_for
from app.games.base import Audience, IllegalMove
from app.games.chance import Chance
from app.games.mino_dice import GAME
from app.games.mino_dice.model import (
    Bid,
    BidMade,
    BidsShown,
    Options,
    Roll,
    State,
)
from app.games.mino_dice.rules import fair_bid
from tests.games.mino_dice_hands import SEED, lay_hands, roll

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN
FIRST_NUMBER = Options(colour_set_by="first_number")
CODEC = codec_for(GAME)


def bid_all(state: State, *bids: int) -> State:
    """Seats 0, 1, 2 … bid."""
    for seat, tricks in enumerate(bids):
        state = GAME.apply(state, seat, Bid(tricks), Chance(SEED, 1)).state
    return state


def bidding(seats: int = 3, hand_no: int = 2) -> State:
    """Nobody has bid yet."""
    state = lay_hands(",".join(["r y"] * seats), hand_no=hand_no)
    return replace(state, phase="bid", bids=(None,) * seats)


def test_bids_are_unseen_until_the_last() -> None:
    state = bidding()
    step = GAME.apply(state, 1, Bid(2), Chance(SEED, 1))
    assert step.events == (BidMade(1),)
    assert (step.reveals, step.final, step.pause) == (False, True, 0)
    assert GAME.to_act(step.state) == {0, 2}
    assert GAME.view(step.state, 1).bids == (None, 2, None)
    assert GAME.view(step.state, OPEN).bids == (None, 2, None)
    for viewer in (0, 2, SPECTATOR):
        view = GAME.view(step.state, viewer)
        assert (view.bids, view.bid_made) == ((None,) * 3, (False, True, False))
    state = GAME.apply(step.state, 0, Bid(0), Chance(SEED, 2)).state
    last = GAME.apply(state, 2, Bid(1), Chance(SEED, 3))
    assert last.events == (BidMade(2), BidsShown((0, 2, 1)))
    assert (last.reveals, last.final, last.pause) == (True, True, 2)
    assert last.state.phase == "roll"
    assert GAME.to_act(last.state) == {last.state.leader}
    for viewer in (0, 1, 2, SPECTATOR, OPEN):
        assert GAME.view(last.state, viewer).bids == (0, 2, 1)


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR, OPEN])
def test_a_bid_is_shown_to_its_seat_alone_and_a_roll_to_all(viewer: Any) -> None:
    state = bidding()
    for before in (state, bid_all(state, 1, 1)):
        shown = GAME.shown(before, 2, Bid(1), viewer)
        assert shown == (Bid(1) if viewer in (2, OPEN) else None)
    rolling = bid_all(state, 1, 1, 1)
    assert GAME.shown(rolling, 0, Roll("red"), viewer) == Roll("red")


def test_a_bid_once_given_stands() -> None:
    state = GAME.apply(bidding(), 1, Bid(2), Chance(SEED, 1)).state
    assert GAME.legal_moves(state, 1) == ()
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, 1, Bid(1), Chance(SEED, 2))
    assert refused.value.code == "not_your_turn"


def test_legal_bids() -> None:
    assert list(GAME.legal_moves(bidding(), 0)) == [Bid(0), Bid(1), Bid(2)]


@pytest.mark.parametrize("move", [Bid(3), Bid(-1), Roll("red")])
def test_what_is_no_bid(move: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(bidding(), 0, move, Chance(SEED, 1))
    assert refused.value.code == "illegal_move"


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, Roll("yellow"), "illegal_move"),
        (1, Roll("purple"), "illegal_move"),
        (1, Bid(0), "illegal_move"),
        (0, Roll("red"), "not_your_turn"),
        (2, Roll("red"), "not_your_turn"),
    ],
)
def test_what_may_not_be_rolled(seat: int, move: Any, code: str) -> None:
    state = roll(lay_hands("r r,r y,r r"), "r6").state
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, seat, move, Chance(SEED, 1))
    assert refused.value.code == code


FAIR_BIDS = """
3: 1 0, 2 1, 4 1, 5 2, 8 3
4: 2 0, 3 1, 6 1, 7 2, 8 2
5: 2 0, 3 1, 7 1
6: 3 0, 4 1, 6 1
""".strip().splitlines()


@pytest.mark.parametrize(
    ("seats", "hand_no", "bid"),
    [(int(line[0]), *map(int, case.split())) for line in FAIR_BIDS for case in line[2:].split(",")],
)
def test_the_clocks_bid_is_the_nearest_to_a_fair_share(seats: int, hand_no: int, bid: int) -> None:
    assert fair_bid(hand_no, seats) == bid
    assert GAME.default_move(bidding(seats, hand_no), 0) == Bid(bid)
