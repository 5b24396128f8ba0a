"""Gnav as the rest of the product calls it (gnav.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.games.base import Game, IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.gnav.deal import announce_deal, first_deal, next_deal
from app.games.gnav.events import Event, Events, MatchEnded
from app.games.gnav.imagine import imagine
from app.games.gnav.model import Keep, Move, Options, State, Swap, View
from app.games.gnav.settle import outcome_of, settle_deal
from app.games.gnav.turn import ask_for_swap, keep_card
from app.games.gnav.view import view_of

SEATS = SeatRange(min=2, max=10, default=4)
MOVES: tuple[Move, ...] = (Keep(), Swap())
SECONDS_TO_SEE_A_SETTLEMENT = 4.0
NOBODY: frozenset[Seat] = frozenset()


class Gnav:
    """The rules as the rest of the product calls them."""

    info = Info(
        key="gnav",
        name="Gnav",
        version="1",
        seats=SEATS,
        options=Options,
        state=State,
        move=Move,
        view=View,
        event=Event,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        """Pick the first dealer, then deal."""
        if not SEATS.min <= seats <= SEATS.max:
            raise ValueError(f"Gnav has {SEATS.min} to {SEATS.max} seats, not {seats}")
        deal = first_deal(seats, chance)
        state = State("turn", (options.lives,) * seats, (), deal, None)
        return Step(state, announce_deal(deal))

    def to_act(self, state: State) -> frozenset[Seat]:
        """One seat at a time."""
        return NOBODY if state.phase == "over" else frozenset({state.deal.player})

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Whose turn it is may always keep or swap."""
        return MOVES if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Play the turn; after the last one settle the deal, and deal anew or end the match."""
        check_turn(state, seat)
        match move:
            case Keep():
                after, events = keep_card(state)
            case Swap():
                after, events = ask_for_swap(state)
            case _:
                raise IllegalMove
        if len(after.alive) < 2:
            return Step(replace(after, phase="over"), (*events, MatchEnded()))
        if after.deal.is_played:
            return end_deal(after, events, chance)
        return Step(after, events, reveals=not isinstance(move, Keep))

    def view(self, state: State, viewer: Viewer) -> View:
        """See view.py."""
        return view_of(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Once fewer than two seats are alive."""
        return outcome_of(state) if state.phase == "over" else None

    def shown(self, state: State, seat: Seat, move: Move, viewer: Viewer) -> Move | None:
        """Everybody hears a request, or that there is none."""
        return move

    def default_move(self, state: State, seat: Seat) -> Move:
        """Keep."""
        return Keep()

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        """See imagine.py."""
        return imagine(state, viewer, rng)

    def clock_runs(self, state: State, seat: Seat) -> bool:
        """The clock runs for whose turn it is."""
        return seat in self.to_act(state)


def check_turn(state: State, seat: Seat) -> None:
    """Raises `IllegalMove` if it is not the turn of `seat`."""
    if state.phase == "over":
        raise IllegalMove("match_over")
    if seat != state.deal.player:
        raise IllegalMove("not_your_turn")


def end_deal(state: State, events: Events, chance: Chance) -> Step[State]:
    """Settle, then end the match or deal again from the same stream."""
    settled, told = settle_deal(state)
    if len(settled.alive) < 2:
        over = replace(settled, phase="over")
        return Step(over, (*events, *told, MatchEnded()), pause=SECONDS_TO_SEE_A_SETTLEMENT)
    deal = next_deal(settled, chance)
    dealt = replace(settled, deal=deal)
    told = (*events, *told, *announce_deal(deal))
    return Step(dealt, told, pause=SECONDS_TO_SEE_A_SETTLEMENT)


GAME: Game[Options, State, Move, View] = Gnav()
