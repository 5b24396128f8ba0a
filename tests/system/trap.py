"""A house where one game's rules and bots misbehave: `python3 -m tests.system.trap serve`.

Trap is a game of two seats. Its moves say what the rules do next: nothing, raise, loop, or eat
memory; some do it when they are made, others when anybody looks at the table afterwards.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal
from unittest import mock

from app import main as wiring
from app.cli import main
from app.games.base import IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.registry import GAMES, Registry

Trouble = Literal["none", "raises", "spins", "allocates"]
TROUBLES: tuple[Trouble, ...] = ("raises", "spins", "allocates")
Where = Literal["move", "view"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the bot does."""

    bot: Trouble = "none"


@dataclass(frozen=True, slots=True)
class State:
    bot: Trouble
    said: int = 0
    view: Trouble = "none"


@dataclass(frozen=True, slots=True)
class Do:
    """What the rules are to do, and when."""

    trouble: Trouble = "none"
    where: Where = "move"
    type: Literal["do"] = "do"


@dataclass(frozen=True, slots=True)
class Done:
    seat: Seat
    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class View:
    said: int
    bot: Trouble


QUIET = Do()
MOVES = (QUIET, *(Do(trouble, where) for trouble in TROUBLES for where in ("move", "view")))


def make_trouble(trouble: Trouble) -> None:
    """What rules should not do."""
    hoard: list[bytearray] = []
    while trouble != "none":
        if trouble == "raises":
            raise ZeroDivisionError("the card is 17")
        if trouble == "allocates":
            hoard.append(bytearray(1 << 22))


class Trap:
    """The rules."""

    info = Info(
        key="trap",
        name="Trap",
        version="1",
        seats=SeatRange(2, 2, 2),
        options=Options,
        state=State,
        move=Do,
        view=View,
        event=Done,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        return Step(State(options.bot))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.said % 2})

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Do]:
        return MOVES if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, move: Do, chance: Chance) -> Step[State]:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        if move.where == "move":
            make_trouble(move.trouble)
        view = move.trouble if move.where == "view" else "none"
        return Step(replace(state, said=state.said + 1, view=view), (Done(seat),), reveals=True)

    def view(self, state: State, viewer: Viewer) -> View:
        make_trouble(state.view)
        return View(state.said, state.bot)

    def outcome(self, state: State) -> Outcome | None:
        return None

    def shown(self, state: State, seat: Seat, move: Do, viewer: Viewer) -> Do | None:
        return move

    def default_move(self, state: State, seat: Seat) -> Do:
        return QUIET

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        return state

    def clock_runs(self, state: State, seat: Seat) -> bool:
        return seat in self.to_act(state)


class TrapBot:
    """Its bot, as the options want it."""

    def choose(self, view: View, seat: Seat, legal: Sequence[Any], rng: Random) -> Any:
        make_trouble(view.bot)
        return QUIET


TRAP: Any = Trap()
REGISTRY = Registry((*GAMES, TRAP), {"trap": TrapBot()})

if __name__ == "__main__":
    from tests.system import trap  # by this name bots' processes find it

    with mock.patch.object(wiring, "registry_with", return_value=trap.REGISTRY):
        sys.exit(main(sys.argv[1:]))
