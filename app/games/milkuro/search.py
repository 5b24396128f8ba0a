"""What helps a search in Milkuro: a line is judged at the end of its round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from app.games.base import Seat, places_of
from app.games.milkuro.model import Move, State

SPREAD = 24.0
"""Points of difference to the others that count as all or nothing."""

SHARE_OF_PLACE = 0.6
"""At the end of a match: how much the place counts beside the points."""


class MilkuroHints:
    """Rounds are dealt afresh, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Every card may be right."""
        return legal

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """Any card."""
        return legal[int(rng.random() * len(legal))]

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


SEARCH = MilkuroHints()
