"""What helps a search in Milkuro: a line is judged at the end of its round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from app.games.base import Hints, Seat, places_of
from app.games.milkuro.model import Colour, Move, Piles, State, number_of

SPREAD = 24.0
"""Points of difference to the others that count as all or nothing."""

SHARE_OF_PLACE = 0.6
"""At the end of a match: how much the place counts beside the points."""


WHIMS = 0.2
"""How often a line is played on at random, so that the tree sees more than one style."""


class MilkuroHints:
    """Rounds are dealt afresh, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Every card may be right."""
        return legal

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """Take what brings the boards into balance, duck what does not; now and then any card."""
        colour = state.trick.colour
        if colour is None or len(legal) == 1 or rng.random() < WHIMS:
            return legal[int(rng.random() * len(legal))]
        hand = [move.card for move in legal]
        rising = range(len(hand)) if colour == "white" else range(len(hand) - 1, -1, -1)
        best = max([number_of(play.card, colour) for play in state.trick.plays])
        over = [at for at in rising if number_of(hand[at], colour) > best]
        under = len(hand) - len(over)
        if wants(state.piles[seat], colour) and over:
            is_last = len(state.trick.plays) == state.seats - 1
            return legal[over[0] if is_last else over[-1]]
        if under:
            return legal[rising[under - 1]]
        return legal[over[-1]]

    def is_plausible(self, world: State, seat: Seat) -> bool:
        """Any cards may be in any hand: nobody is bound to follow."""
        return True

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """The round is over."""
        return len(state.rounds_played) > len(root.rounds_played)

    def worth(self, root: State, state: State) -> Sequence[float]:
        """Points ahead of the others, and at the end of the match the place."""
        scores = state.scores
        others = len(scores) - 1
        total = sum(scores)
        ahead = [score - (total - score) / others for score in scores]
        worths = [min(1.0, max(0.0, 0.5 + lead / (2 * SPREAD))) for lead in ahead]
        if state.phase != "over":
            return worths
        places = places_of(scores)
        wins = places.count(1)
        return [
            SHARE_OF_PLACE * (place == 1) / wins + (1 - SHARE_OF_PLACE) * worth
            for place, worth in zip(places, worths, strict=True)
        ]


def wants(piles: Piles, colour: Colour) -> bool:
    """Whether one more pile of that colour brings the board nearer to balance."""
    if colour == "white":
        return piles.white < piles.black
    return piles.black < piles.white


SEARCH: Hints = MilkuroHints()
