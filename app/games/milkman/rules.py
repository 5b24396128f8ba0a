"""Milkman as the rest of the product calls it (milkman.md)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from app.games.base import Game, IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.milkman.actions import act
from app.games.milkman.dice import roll_again
from app.games.milkman.events import Event
from app.games.milkman.legal import is_legal, legal_moves
from app.games.milkman.market import market_of, visit_market, with_farm
from app.games.milkman.model import Options, State, View
from app.games.milkman.moves import (
    Claim,
    Done,
    Move,
    PayReroll,
    PourEnd,
    RemoveCustomer,
    Reroll,
)
from app.games.milkman.turn import end_own_turn, outcome_of, set_up
from app.games.milkman.view import imagine, view_of

SEATS = SeatRange(min=2, max=4, default=4)
NOBODY: frozenset[Seat] = frozenset()


class Milkman:
    """The rules as the rest of the product calls them."""

    info = Info(
        key="milkman",
        name="Milkman",
        version="1",
        seats=SEATS,
        options=Options,
        state=State,
        move=Move,
        view=View,
        event=Event,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        """Lay out the market, and roll for the first main player and everybody else."""
        if not SEATS.min <= seats <= SEATS.max:
            raise ValueError(f"Milkman has {SEATS.min} to {SEATS.max} seats, not {seats}")
        state, events = set_up(seats, chance)
        return Step(state, events)

    def to_act(self, state: State) -> frozenset[Seat]:
        """All seats at once, each until it is done."""
        if state.phase == "over":
            return NOBODY
        return frozenset([seat for seat, farm in enumerate(state.farms) if not farm.done])

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """See legal.py; at the end of the match all seats are done."""
        return legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """What neither rolls nor draws reveals nothing, and may be taken back."""
        check_turn(state, seat)
        if not is_legal(state, seat, move):
            raise IllegalMove
        farm = state.farms[seat]
        match move:
            case Reroll() | PayReroll():
                farm, rolls = roll_again(farm, seat, move, chance)
                return Step(with_farm(state, seat, farm), rolls)
            case Claim() | RemoveCustomer():
                return Step(*visit_market(state, seat, move, chance))
            case Done():
                return end_own_turn(state, seat, chance)
            case _:
                farm, events = act(farm, seat, move)
                return Step(with_farm(state, seat, farm), events, reveals=False)

    def view(self, state: State, viewer: Viewer) -> View:
        """See view.py."""
        return view_of(state)

    def outcome(self, state: State) -> Outcome | None:
        """Once the last round is played."""
        return outcome_of(state) if state.phase == "over" else None

    def shown(self, state: State, seat: Seat, move: Move, viewer: Viewer) -> Move | None:
        """Everybody watches everybody."""
        return move

    def default_move(self, state: State, seat: Seat) -> Move:
        """Put the milk can down, then call it a day."""
        return PourEnd() if state.farms[seat].pouring else Done()

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        """See view.py."""
        return imagine(state, viewer, rng)

    def clock_runs(self, state: State, seat: Seat) -> bool:
        """Nobody pays for waiting until the market is open to them."""
        return seat in self.to_act(state) and market_of(state, seat) != "waiting"


def check_turn(state: State, seat: Seat) -> None:
    """Raises `IllegalMove` for who may not act."""
    if state.phase == "over":
        raise IllegalMove("match_over")
    if state.farms[seat].done:
        raise IllegalMove("not_your_turn")


GAME: Game[Options, State, Move, View] = Milkman()
