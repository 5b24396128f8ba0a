"""What helps a search in Mino Dice: a line is judged a trick ahead, by what the dice then promise.

The rolls of a whole hand would drown what a single die is worth, so a hand is played out only to
judge bids; a trick is played with the dice that everybody holds in the imagined world, and the
rest of the hand is weighed as the policy weighs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from app.games.base import Hints, Seat, places_of
from app.games.mino_dice.model import COUNTS, Bid, Die, Face, Hand, Move, Options, Roll, State
from app.games.mino_dice.policy import Spread, chance_of_die, odds_of, spread_of
from app.games.mino_dice.scoring import points_of_bid

FULL_BAG = odds_of(Counter(COUNTS))
"""Odds that do not hang on what is still unseen, so that what follows from them can be kept."""
KEPT = 1 << 15
DOUBT = 1
"""Tricks by which a sensible bid may differ from what the dice promise."""
NEAR = 4.0
"""Points by which a bid may promise less than the best one and still be worth a thought."""
TRICKS_AHEAD = 1
WHIMS = 0.1
"""How often a line is played on at random."""
SPREAD = 60.0
"""Points ahead of the others that count as all or nothing."""
SHARE_OF_PLACE = 0.5
"""At the end of a match: how much the place counts beside the points."""


class MinoDiceHints:
    """Hands are drawn afresh, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Bids that promise about as much as the best; any die."""
        if state.phase != "bid":
            return legal
        hand, others = state.hands[seat], state.seats - 1
        promised = [promise_of_bid(hand, move, others, state.options) for move in legal]
        most = max(promised)
        return [move for move, points in zip(legal, promised, strict=True) if points >= most - NEAR]

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """The bid, or the die, after which the hand promises most."""
        if len(legal) == 1 or rng.random() < WHIMS:
            return legal[int(rng.random() * len(legal))]
        hand, options = state.hands[seat], state.options
        if state.phase == "bid":
            others = state.seats - 1
            return max(legal, key=lambda move: promise_of_bid(hand, move, others, options))
        return max(legal, key=lambda move: promise_of_roll(state, seat, move))

    def is_plausible(self, world: State, seat: Seat) -> bool:
        """What the others hold and have rolled fits what they bid."""
        if world.phase != "roll":
            return True
        for other, bid in enumerate(world.bids):
            if bid is None or other == seat:
                continue
            dice = (*world.hands[other], *world.traces[other].rolled)
            if abs(best_bid(tuple(sorted(dice)), world.seats - 1, world.options) - bid) > DOUBT:
                return False
        return True

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """The hand is over, or so are the tricks that were to be foreseen."""
        if state.hand_no != root.hand_no or state.phase == "over":
            return True
        return root.phase == "roll" and sum(state.tricks) >= sum(root.tricks) + TRICKS_AHEAD

    def worth(self, root: State, state: State) -> Sequence[float]:
        """Points of the hand ahead of the others', and at the end of the match the place."""
        gained = [
            after - before + prospect(root, state, seat)
            for seat, (before, after) in enumerate(zip(root.scores, state.scores, strict=True))
        ]
        others, total = len(gained) - 1, sum(gained)
        ahead = [own - (total - own) / others for own in gained]
        worths = [min(1.0, max(0.0, 0.5 + lead / (2 * SPREAD))) for lead in ahead]
        if state.phase != "over":
            return worths
        places = places_of(state.scores)
        wins = places.count(1)
        return [
            SHARE_OF_PLACE * (place == 1) / wins + (1 - SHARE_OF_PLACE) * worth
            for place, worth in zip(places, worths, strict=True)
        ]


def prospect(root: State, state: State, seat: Seat) -> float:
    """Points to come in the root's hand, a pending bonus by the chance that it is paid."""
    if state.hand_no != root.hand_no or state.phase == "over":
        return 0.0
    bid, taken, hand = state.bids[seat] or 0, state.tricks[seat], state.hands[seat]
    points = promise(hand, bid, taken, (state.hand_no, state.seats - 1, state.options))
    if not state.bonus[seat] or not 0 <= bid - taken <= len(hand):
        return points
    return points + state.bonus[seat] * spread_of_hand(hand, state.seats - 1)[bid - taken]


@lru_cache(KEPT)
def chance_in_trick(die: Die, before: tuple[Face, ...], to_come: int) -> float:
    """The chance to take a trick with a die, whoever rolls the others."""
    return chance_of_die(die, before, to_come, FULL_BAG)


@lru_cache(KEPT)
def spread_of_hand(hand: Hand, others: int) -> Spread:
    """How likely it is to take 0, 1, 2 … tricks with these dice."""
    return spread_of([chance_in_trick(die, (), others) for die in hand])


@lru_cache(KEPT)
def promise(hand: Hand, bid: int, taken: int, rules: tuple[int, int, Options]) -> float:
    """The average points with these dice to come; `rules`: the hand, other seats, options."""
    hand_no, others, options = rules
    return sum(
        [
            share * points_of_bid(bid, taken + more, hand_no, options)
            for more, share in enumerate(spread_of_hand(hand, others))
        ]
    )


def promise_of_bid(hand: Hand, move: Move, others: int, options: Options) -> float:
    """The points that a bid promises."""
    bid = move.tricks if isinstance(move, Bid) else 0
    return promise(hand, bid, 0, (len(hand), others, options))


@lru_cache(KEPT)
def best_bid(dice: Hand, others: int, options: Options) -> int:
    """What a sensible seat bids with these dice."""
    rules = (len(dice), others, options)
    return max(range(len(dice) + 1), key=lambda bid: promise(dice, bid, 0, rules))


def promise_of_roll(state: State, seat: Seat, move: Move) -> float:
    """What the hand promises after this die took the trick, or did not, by their chances."""
    if not isinstance(move, Roll):
        return 0.0
    before = tuple([play.face for play in state.trick.plays])
    others = state.seats - 1
    chance = chance_in_trick(move.die, before, others - len(before))
    hand = state.hands[seat]
    at = hand.index(move.die)
    rest = (*hand[:at], *hand[at + 1 :])
    bid, taken = state.bids[seat] or 0, state.tricks[seat]
    rules = (state.hand_no, others, state.options)
    won = promise(rest, bid, taken + 1, rules)
    return chance * won + (1 - chance) * promise(rest, bid, taken, rules)


SEARCH: Hints = MinoDiceHints()
