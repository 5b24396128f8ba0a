"""A game for tests that never ends: each seat in turn says one of a few numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from app.games.base import IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.registry import Registry

CHOICES = 3


@dataclass(frozen=True, slots=True)
class Options:
    """`filler`: how many characters a view carries along."""

    filler: int = 0


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    filler: int
    said: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Say:
    number: int
    type: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Said:
    seat: Seat
    number: int
    type: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class View:
    turn: Seat
    said: int
    last: int
    filler: str


class Endless:
    """No secrets, no chance, no end."""

    info = Info(
        key="endless",
        name="Endless",
        version="1",
        seats=SeatRange(2, 4, 2),
        options=Options,
        state=State,
        move=Say,
        view=View,
        event=Said,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        return Step(State(seats, options.filler))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.said % state.seats})

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Say]:
        if seat not in self.to_act(state):
            return ()
        return tuple(Say(number) for number in range(CHOICES))

    def apply(self, state: State, seat: Seat, move: Say, chance: Chance) -> Step[State]:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        after = replace(state, said=state.said + 1, last=move.number)
        return Step(after, (Said(seat, move.number),))

    def view(self, state: State, viewer: Viewer) -> View:
        letter = chr(ord("a") + state.said % 26)
        return View(state.said % state.seats, state.said, state.last, letter * state.filler)

    def outcome(self, state: State) -> Outcome | None:
        return None

    def shown(self, state: State, seat: Seat, move: Say, viewer: Viewer) -> Say | None:
        return move

    def default_move(self, state: State, seat: Seat) -> Say:
        return Say(0)

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        return state

    def clock_runs(self, state: State, seat: Seat) -> bool:
        return seat in self.to_act(state)


class SayAnything:
    """Its bot."""

    def choose(self, view: Any, seat: Seat, legal: Sequence[Any], rng: Random) -> Any:
        return rng.choice(legal)


REGISTRY = Registry((Endless(),), {"endless": SayAnything()})
