"""A game for tests of taking back: all seats cook at once, each may do what cannot be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from app.games.base import IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.registry import Registry


@dataclass(frozen=True, slots=True)
class Options:
    """None."""


@dataclass(frozen=True, slots=True)
class State:
    """What is in each pot, and whose kitchen is closed."""

    pots: tuple[int, ...]
    closed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """Something more into the own pot."""

    amount: int
    type: Literal["put"] = "put"


@dataclass(frozen=True, slots=True)
class Taste:
    """A spoonful from the left-hand neighbour's pot, which must not be empty."""

    type: Literal["taste"] = "taste"


@dataclass(frozen=True, slots=True)
class Weigh:
    """Say what all pots weigh together."""

    type: Literal["weigh"] = "weigh"


@dataclass(frozen=True, slots=True)
class Stir:
    """Draws if the left-hand neighbour's pot holds an even number, which nobody is told."""

    type: Literal["stir"] = "stir"


@dataclass(frozen=True, slots=True)
class Season:
    """So much as the dice say."""

    type: Literal["season"] = "season"


@dataclass(frozen=True, slots=True)
class Peek:
    """Reveals something."""

    type: Literal["peek"] = "peek"


@dataclass(frozen=True, slots=True)
class Vow:
    """Binds its seat."""

    type: Literal["vow"] = "vow"


@dataclass(frozen=True, slots=True)
class Close:
    """No more; the match is over when all kitchens are closed."""

    type: Literal["close"] = "close"


Move = Put | Taste | Weigh | Stir | Season | Peek | Vow | Close


@dataclass(frozen=True, slots=True)
class Cooked:
    """What was done; `weight` as told by scales and dice."""

    seat: Seat
    what: str
    weight: int
    type: Literal["cooked"] = "cooked"


ALWAYS: tuple[Move, ...] = (Put(1), Put(2), Weigh(), Stir(), Season(), Peek(), Vow(), Close())


class Pots:
    """No secrets: whatever binds does so by its nature."""

    info = Info(
        key="pots",
        name="Pots",
        version="1",
        seats=SeatRange(2, 4, 3),
        options=Options,
        state=State,
        move=Move,
        view=State,
        event=Cooked,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        return Step(State((0,) * seats, (False,) * seats))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat, closed in enumerate(state.closed) if not closed)

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.closed[seat]:
            return ()
        return (Taste(), *ALWAYS) if state.pots[neighbour(state, seat)] else ALWAYS

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        told = 0
        match move:
            case Put(amount):
                state = put(state, seat, amount)
            case Taste():
                state = put(put(state, neighbour(state, seat), -1), seat, 1)
            case Weigh():
                told = sum(state.pots)
            case Stir():
                if state.pots[neighbour(state, seat)] % 2 == 0:
                    chance.below(6)
            case Season():
                told = chance.below(6)
                state = put(state, seat, told)
            case Close():
                closed = (*state.closed[:seat], True, *state.closed[seat + 1 :])
                state = replace(state, closed=closed)
        events = (Cooked(seat, move.type, told),)
        return Step(state, events, reveals=move == Peek(), final=move == Vow())

    def view(self, state: State, viewer: Viewer) -> State:
        return state

    def outcome(self, state: State) -> Outcome | None:
        if not all(state.closed):
            return None
        places = tuple(1 + sum(other > pot for other in state.pots) for pot in state.pots)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Outcome(state.pots, places, winners)

    def shown(self, state: State, seat: Seat, move: Move, viewer: Viewer) -> Move | None:
        return move

    def default_move(self, state: State, seat: Seat) -> Move:
        return Close()

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        return state

    def clock_runs(self, state: State, seat: Seat) -> bool:
        return seat in self.to_act(state)


def neighbour(state: State, seat: Seat) -> Seat:
    """The left-hand one."""
    return (seat + 1) % len(state.pots)


def put(state: State, seat: Seat, amount: int) -> State:
    """Into a pot, or out of it."""
    pots = state.pots
    return replace(state, pots=(*pots[:seat], pots[seat] + amount, *pots[seat + 1 :]))


class Cook:
    """Its bot."""

    def choose(self, view: Any, seat: Seat, legal: Sequence[Any], rng: Random) -> Any:
        return rng.choice(legal)


POTS = Pots()
REGISTRY = Registry((POTS,), {"pots": Cook()})
