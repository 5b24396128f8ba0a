"""Points of a hand, and the end of a match (mino-dice.md, "Scoring a hand of n dice")."""

from __future__ import annotations

from app.games.base import Outcome, places_of, winners_of
from app.games.mino_dice.model import Options, PlayedHand, State

HANDS = {3: 8, 4: 8, 5: 7, 6: 6}
"""How many hands a match has, by seats."""


def points_of_bid(bid: int, taken: int, hand_no: int, options: Options) -> int:
    """What a bid is worth in a hand of `hand_no` dice, its bonus aside."""
    if bid == 0:
        return 10 * hand_no if taken == 0 else -10 * hand_no
    if taken == bid:
        return 20 * bid
    return 0 if options.scoring == "simple" else -10 * abs(taken - bid)


def score_hand(state: State) -> PlayedHand:
    """A bonus is paid for an exact bid only."""
    bids = tuple([bid for bid in state.bids if bid is not None])
    bonus = []
    points = []
    for bid, taken, pending in zip(bids, state.tricks, state.bonus, strict=True):
        paid = pending if bid == taken else 0
        bonus.append(paid)
        points.append(paid + points_of_bid(bid, taken, state.hand_no, state.options))
    return PlayedHand(bids, state.tricks, tuple(bonus), tuple(points))


def outcome_of(scores: tuple[int, ...]) -> Outcome:
    """The highest total wins; equal totals share the victory."""
    places = places_of(scores)
    return Outcome(scores, places, winners_of(places))
