"""What helps a search in Gnav: a line is judged once its deal is settled."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from app.games.base import Hints, Seat
from app.games.gnav.model import STRENGTH, Keep, Move, State, Swap
from app.games.gnav.policy import KEEPERS_CUT

LIFE = 0.4
"""What a life less is worth; one less of the others is worth that much, shared by all of them."""


class GnavHints:
    """Deals follow each other at random, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Keep or swap."""
        return legal

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """Swap a low card away."""
        high = STRENGTH[state.deal.card_of(seat).rank] >= KEEPERS_CUT
        wanted: Move = Keep() if high else Swap()
        return wanted if wanted in legal else legal[0]

    def is_plausible(self, world: State, seat: Seat) -> bool:
        """Who kept a card that others do not know had no low one."""
        keepers = (ask.seat for ask in world.deal.asks if ask.did == "keep" and ask.seat != seat)
        cards = (world.deal.card_of(keeper) for keeper in keepers)
        return all(card.open or STRENGTH[card.rank] >= KEEPERS_CUT for card in cards)

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """The deal is over."""
        return state.deal.number != root.deal.number

    def worth(self, root: State, state: State) -> Sequence[float]:
        """Lives lost, one's own and the others'; at the end of the match who has won it."""
        if state.phase == "over":
            left = state.alive or state.fallen[-1]
            return [(seat in left) / len(left) for seat in range(state.seats)]
        lost = [before - after for before, after in zip(root.lives, state.lives, strict=True)]
        others = max(1, len(root.alive) - 1)
        total = sum(lost)
        return [
            min(1.0, max(0.0, 0.6 - LIFE * own + LIFE * (total - own) / others)) for own in lost
        ]


SEARCH: Hints = GnavHints()
