"""What helps a search in Milkman: a line is judged at the end of the own turn.

Farms meet at the market only, so a turn is searched as if nobody else were at work; what the rest
of the match will bring is in the appraisal of the farm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import nlargest
from itertools import chain, islice
from math import exp
from random import Random

from app.games.base import Hints, Seat
from app.games.chance import Chance
from app.games.milkman.appraisal import appraise
from app.games.milkman.dice import pay_of_unused
from app.games.milkman.legal import PAIRS, legal_moves
from app.games.milkman.model import Face, State, Use
from app.games.milkman.moves import Move, PassMarket, PayChange, PayReroll, Reroll
from app.games.milkman.policy import Aims, gains_of_money, wishes, wishes_in, with_use, worth_of
from app.games.milkman.rules import GAME
from app.games.milkman.trips import next_step, trips_of
from app.games.milkman.turn import ROUNDS
from app.games.milkman.view import view_of
from app.games.milkman.weights import (
    BLACK_DICE,
    NO_USE,
    WHITE_DICE,
    Aim,
    Outlook,
    aims_of,
    aims_of_bottling,
    aims_of_claims,
    aims_of_upgrades,
    look_out,
)

MOST = 7
"""Candidates for one move."""
MOST_OF_A_KIND = 3
BLACK_THROWS = (Reroll((0,)), Reroll((1,)), Reroll((0, 1)))
SPREAD = 1.5
"""Points more than the policy's that make a line worth almost three quarters."""
KEPT = 64


class MilkmanHints:
    """The policy plays on, and says what is worth a thought besides its own choice."""

    def candidates(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """What the policy would do, then other good uses of dice, money and truck points."""
        allowed = set(legal)
        outlook = look_out(view_of(state), seat)
        aims = aims_of(outlook)
        wished = [move for move in wishes_in(outlook, aims) if move in allowed]
        if isinstance(wished[0], PassMarket) and not can_claim(outlook):
            return wished[:1]
        first = next(move for move in wished if not isinstance(move, Reroll | PassMarket))
        ideas = chain(throws_of(wished[0]), (first,), alternatives(outlook, aims))
        found = dict.fromkeys([move for move in ideas if move in allowed])
        return tuple(islice(found, MOST))

    def play_on(self, state: State, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """What the policy would do."""
        wished = wishes(view_of(state), seat)
        return next((move for move in wished if move in legal), legal[0])

    def is_plausible(self, world: State, seat: Seat) -> bool:
        """Only the deck is hidden, and nobody chose its order."""
        return True

    def is_settled(self, root: State, state: State, seat: Seat) -> bool:
        """The seat is done, or the turn is over for all."""
        return is_turn_over(seat, root, state)

    def worth(self, root: State, state: State) -> Sequence[float]:
        """How much more each farm promises than after the policy's turn."""
        return [worth_to(seat, root, state) for seat in range(state.seats)]


def throws_of(wished: Move) -> Sequence[Move]:
    """The black dice may be thrown in other ways than the policy would."""
    return BLACK_THROWS if isinstance(wished, Reroll) else ()


def can_claim(outlook: Outlook) -> bool:
    """Whether dice are left that show labor or are equal."""
    return dice_for(outlook, {}, "labor") != NO_USE


def alternatives(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """What each face could do, the more promising uses of it, then money and the truck."""
    options: dict[Face, Sequence[Aim]] = {
        "labor": best([*aims_of_claims(outlook), *aims_of_upgrades(outlook)]),
        "bottle": best(aims_of_bottling(outlook, outlook.farm)),
    }
    for face, aim in aims.items():
        use = dice_for(outlook, aims, face)
        if use != NO_USE:
            yield from [with_use(each, use) for each in options.get(face, (aim,))]
    yield from purchases(outlook, aims)
    yield from trip_steps(outlook)


def best(aims: Sequence[Aim]) -> Sequence[Aim]:
    """A few that are worth something."""
    return nlargest(
        MOST_OF_A_KIND, [aim for aim in aims if aim.worth > 0], key=lambda aim: aim.worth
    )


def dice_for(outlook: Outlook, aims: Aims, face: Face) -> Use:
    """A die that shows the face, else the pair that is least missed."""
    unused = outlook.unused
    for at, shown in unused.items():
        if shown == face:
            return (at,)
    pairs = [pair for pair in PAIRS if pair[0] in unused and unused[pair[0]] == unused.get(pair[1])]
    return min(pairs, key=lambda pair: worth_of(outlook, aims, unused[pair[0]]), default=NO_USE)


def purchases(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """The best change of a die and the best throw that money buys."""
    gains = gains_of_money(outlook, aims)
    for kind in (PayChange, PayReroll):
        bought = [(gain, move) for gain, move in gains if isinstance(move, kind)]
        if bought:
            yield max(bought, key=lambda found: found[0])[1]


def trip_steps(outlook: Outlook) -> Iterator[Move]:
    """First steps of the more promising trips."""
    farm = outlook.farm
    points = farm.truck.points
    if points:
        trips = trips_of(farm, outlook.money)
        for trip in nlargest(MOST_OF_A_KIND, trips, key=lambda trip: trip.promise(points)):
            yield next_step(farm, trip)


def worth_to(seat: Seat, root: State, state: State) -> float:
    """Half for who has not moved, and for a turn that went as the policy's would have."""
    if state.farms[seat] is root.farms[seat]:
        return 0.5
    gain = promise_after(seat, root, state) - hoped_for(seat, replace(root, deck=()))
    return 1 / (1 + exp(-gain / SPREAD))


def promise_after(seat: Seat, root: State, state: State) -> float:
    """The final score that the farm promises once its turn, begun at `root`, is over."""
    farm = state.farms[seat]
    is_paid = state.turn != root.turn or state.phase == "over"
    return appraise(farm, 0 if is_paid else pay_of_unused(farm), dice_left_of(root, seat))


@lru_cache(KEPT)
def hoped_for(seat: Seat, root: State) -> float:
    """What the policy's turn would lead to: a measure for what the lines of a search lead to.

    The deck is left out of `root`, so that all imagined worlds are measured alike.
    """
    state, chance = root, Chance(bytes(32), 0)
    while not is_turn_over(seat, root, state):
        legal = legal_moves(state, seat)
        move = next(move for move in wishes(view_of(state), seat) if move in legal)
        state = GAME.apply(state, seat, move, chance).state
    return promise_after(seat, root, state)


def is_turn_over(seat: Seat, root: State, state: State) -> bool:
    """The seat is done, or the turn is over for all."""
    return state.farms[seat].done or state.turn != root.turn


def dice_left_of(state: State, seat: Seat) -> int:
    """The dice that a seat will roll in later turns."""
    rounds = ROUNDS[state.seats]
    turns_left = rounds * state.seats - state.turn - 1
    was_main = (seat - state.start) % state.seats <= state.turn % state.seats
    return BLACK_DICE * turns_left + WHITE_DICE * (rounds - state.round - was_main)


SEARCH: Hints = MilkmanHints()
