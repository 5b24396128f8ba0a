"""What helps a search in Mino Dice: a line is judged at the end of its hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from app.games.base import Hints, Seat, places_of
from app.games.mino_dice.model import Bid, Die, Hand, Move, Roll, State

STRENGTH: dict[Die, float] = {
    "minotaur": 0.62,
    "griffin": 0.52,
    "mermaid": 0.40,
    "red": 0.33,
    "yellow": 0.17,
    "purple": 0.06,
    "grey": 0.12,
}
"""How likely a die is to take a trick at a table of four, roughly."""

TABLE = 4
DOUBT = 1.3
"""Tricks by which a sensible bid may differ from what the dice promise."""

SPREAD = 90.0
"""Points ahead of the others that count as all or nothing."""

SHARE_OF_PLACE = 0.5
"""At the end of a match: how much the place counts beside the points."""


class MinoDiceHints:
    """Hands are drawn afresh, so nothing beyond this one can be foreseen."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Bids near what the dice promise; any die."""
        if state.phase != "bid":
            return legal
        promised = promise_of(state.hands[seat], state.seats)
        near = [move for move in legal if isinstance(move, Bid) and abs(move.tricks - promised) < 2]
        return near or legal

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """Bid what the dice promise; roll high while tricks are wanted, low when not."""
        if state.phase == "bid":
            promised = promise_of(state.hands[seat], state.seats) + rng.uniform(-0.5, 0.5)
            return min(legal, key=lambda move: abs(getattr(move, "tricks", 0) - promised))
        bid = state.bids[seat] or 0
        wanted = bid - state.tricks[seat]
        if len(legal) == 1 or rng.random() < 0.15:
            return legal[int(rng.random() * len(legal))]
        strongest = max(legal, key=_strength_of_move)
        weakest = min(legal, key=_strength_of_move)
        return strongest if wanted > 0 else weakest

    def is_plausible(self, world: State, seat: Seat) -> bool:
        """What the others hold and have rolled fits what they bid."""
        return all(
            bid is None
            or other == seat
            or abs(promise_of(self._all_dice(world, other), world.seats) - bid) < DOUBT
            for other, bid in enumerate(world.bids)
            if world.phase == "roll"
        )

    @staticmethod
    def _all_dice(world: State, seat: Seat) -> Hand:
        return (*world.hands[seat], *world.traces[seat].rolled)

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """The hand is over."""
        return len(state.hands_played) > len(root.hands_played)

    def worth(self, root: State, state: State) -> Sequence[float]:
        """Points of the hand ahead of the others', and at the end of the match the place."""
        gained = [after - before for before, after in zip(root.scores, state.scores, strict=True)]
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


def promise_of(dice: Sequence[Die], seats: int) -> float:
    """The tricks that these dice will take, roughly."""
    return sum([STRENGTH[die] for die in dice]) * TABLE / seats


def _strength_of_move(move: Move) -> float:
    return STRENGTH[move.die] if isinstance(move, Roll) else 0.0


SEARCH: Hints = MinoDiceHints()
