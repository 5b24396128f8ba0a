"""What helps a search in Mino Dice: a line is judged a trick ahead, by what the dice then promise.

The rolls of a whole hand would drown what a single die is worth. So a trick is played with the
dice that everybody holds in the imagined world, and the rest of the hand is weighed as the policy
weighs it; in the last hand by who then wins the match, which the policy does not ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from app.games.base import Hints, Seat, places_of
from app.games.mino_dice.model import (
    COUNTS,
    FACES,
    Bid,
    Die,
    Face,
    Hand,
    Move,
    Options,
    Roll,
    State,
)
from app.games.mino_dice.policy import (
    Odds,
    Spread,
    beats,
    chance_of_die,
    chance_of_face,
    chance_of_none,
    odds_of,
    spread_of,
)
from app.games.mino_dice.scoring import HANDS, points_of_bid

FULL_BAG = odds_of(COUNTS)
"""Odds that do not hang on what is still unseen, so that what follows from them can be kept."""
KEPT = 1 << 15
DOUBT = 1
"""Tricks by which a sensible bid may differ from what the dice promise."""
LAST_CHANCE = 30.0
"""Points by which a bid of the last hand may promise less than the best, and still win more."""
STEERING = 0.2
"""How often a seat that wants a trick gets it against the odds of its dice: those who have theirs
leave it to others. Measured over matches of the policy; less for each of several."""
WHIMS = 0.1
"""How often a line is played on at random."""
SPREAD = 60.0
"""Points ahead of the others that count as all or nothing."""

Scores = Sequence[tuple[float, float]]
"""Scores that a seat may end with, each with its chance."""


class MinoDiceHints:
    """Hands are drawn afresh, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """The bid that promises most, in the last hand others too; any die."""
        if state.phase != "bid":
            return legal
        hand, others = state.hands[seat], state.seats - 1
        promised = [promise_of_bid(hand, move, others, state.options) for move in legal]
        least = max(promised) - (LAST_CHANCE if is_last_hand(state) else 0)
        return [move for move, points in zip(legal, promised, strict=True) if points >= least]

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
            dice = tuple(sorted((*world.hands[other], *world.traces[other].rolled)))
            if abs(best_bid(dice, world.seats - 1, world.options) - bid) > DOUBT:
                return False
        return True

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """All bids are in, or the trick is taken."""
        if root.phase == "bid":
            return state.phase == "roll"
        return state.hand_no != root.hand_no or sum(state.tricks) > sum(root.tricks)

    def worth(self, root: State, state: State) -> Sequence[float]:
        """Points of the hand ahead of the others'; in the last hand the chance to win."""
        if state.phase == "over":
            places = places_of(state.scores)
            return [(place == 1) / places.count(1) for place in places]
        if is_last_hand(state) and state.hand_no == root.hand_no:
            return win_chances([scores_of(state, seat) for seat in range(state.seats)])
        gained = [
            after - before + points_to_come(root, state, seat)
            for seat, (before, after) in enumerate(zip(root.scores, state.scores, strict=True))
        ]
        others, total = len(gained) - 1, sum(gained)
        ahead = [own - (total - own) / others for own in gained]
        return [min(1.0, max(0.0, 0.5 + lead / (2 * SPREAD))) for lead in ahead]


def is_last_hand(state: State) -> bool:
    """Whether the match ends with this hand."""
    return state.hand_no == HANDS[state.seats]


def points_to_come(root: State, state: State, seat: Seat) -> float:
    """Points that the root's hand will bring on average."""
    if state.hand_no != root.hand_no:
        return 0.0
    return sum([score * chance for score, chance in scores_of(state, seat)]) - state.scores[seat]


def scores_of(state: State, seat: Seat) -> Scores:
    """What a seat may have after this hand; a pending bonus is paid with an exact bid."""
    bid, taken, score = state.bids[seat] or 0, state.tricks[seat], state.scores[seat]
    spread = spread_towards(bid - taken, state.hands[seat], state.seats - 1)
    return [
        (
            score
            + points_of_bid(bid, taken + more, state.hand_no, state.options)
            + (state.bonus[seat] if taken + more == bid else 0),
            chance,
        )
        for more, chance in enumerate(spread)
    ]


def win_chances(scores: Sequence[Scores]) -> list[float]:
    """Each seat's chance to be ahead of all others, if their scores do not hang together."""
    chances = []
    for seat, own in enumerate(scores):
        rivals = [other for at, other in enumerate(scores) if at != seat]
        chance = sum([share * chance_ahead(score, rivals) for score, share in own])
        chances.append(min(1.0, chance))
    return chances


def chance_ahead(score: float, rivals: Sequence[Scores]) -> float:
    """The chance that no rival has more; one who has as much counts half."""
    ahead = 1.0
    for rival in rivals:
        ahead *= sum(
            [chance if other < score else chance / 2 for other, chance in rival if other <= score]
        )
    return ahead


@lru_cache(KEPT)
def chance_in_trick(die: Die, before: tuple[Face, ...], to_come: int) -> float:
    """The chance to take a trick with a die, whoever rolls the others."""
    return chance_of_die(die, before, to_come, FULL_BAG)


@lru_cache(KEPT)
def spread_towards(wanted: int, hand: Hand, others: int) -> Spread:
    """The same for a seat that does what it can to take just so many."""
    spread = spread_of_hand(hand, others)
    if not 0 < wanted <= len(hand):
        return spread
    steered = STEERING / wanted
    return [
        (1 - steered) * share + (steered if more == wanted else 0)
        for more, share in enumerate(spread)
    ]


@lru_cache(KEPT)
def spread_of_hand(hand: Hand, others: int) -> Spread:
    """How likely it is to take 0, 1, 2 … tricks with these dice."""
    odds = odds_of({die: count - hand.count(die) for die, count in COUNTS.items()})
    chances = {die: chance_anywhere(die, others, odds) for die in set(hand)}
    return spread_of([chances[die] for die in hand])


def chance_anywhere(die: Die, others: int, odds: Odds) -> float:
    """The chance that a die takes a trick, averaged over its place in it."""
    chances = [
        chance_at(face, earlier, (others - earlier, odds))
        for face in FACES[die]
        for earlier in range(others + 1)
    ]
    return sum(chances) / len(chances)


def chance_at(face: Face, earlier: int, later: tuple[int, Odds]) -> float:
    """Rolled after so many others: an equal face matters only if it comes later."""
    to_come, odds = later
    if face == "flag" and earlier:
        return 0.0
    if face == "mermaid":
        return chance_of_face(face, (), earlier + to_come, odds)
    higher = [other for other in odds if other != face and beats(other, face)]
    before = chance_of_none(higher, earlier, odds)
    return before * chance_of_face(face, (), to_come, odds)


@lru_cache(KEPT)
def promise(hand: Hand, bid: int, taken: int, rules: tuple[int, int, Options]) -> float:
    """The average points with these dice to come; `rules`: the hand, other seats, options."""
    hand_no, others, options = rules
    return sum(
        [
            share * points_of_bid(bid, taken + more, hand_no, options)
            for more, share in enumerate(spread_towards(bid - taken, hand, others))
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
