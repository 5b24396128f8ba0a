"""Turns of Milkman laid by hand, for tests that need certain dice and farms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.games.base import IllegalMove, Step
from app.games.chance import Chance
from app.games.milkman import GAME
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.model import NEW_FARM, Die, Farm, State, Truck
from app.games.milkman.moves import Move

SEED = bytes(range(32))


def dice_of(text: str) -> tuple[Die, ...]:
    """Faces in a row, the first two black; a trailing `*`: used."""
    return tuple(
        Die("black" if at < 2 else "white", word.rstrip("*"), word.endswith("*"))  # type: ignore[arg-type]
        for at, word in enumerate(text.split())
    )


def farm_of(dice: str = "money money", *, truck: Truck = NEW_FARM.truck, **changes: Any) -> Farm:
    """A farm at its turn's beginning, with these dice, and whatever else is said."""
    fresh = replace(NEW_FARM, dice=dice_of(dice), rerolls=2, truck=truck)
    return replace(fresh, **changes)


def lay_turn(*farms: Farm, main: int = 0, display: Sequence[int] = (1, 2, 3, 4)) -> State:
    """The first turn with these farms, or with one and an idle neighbour; the deck is 5 … 34."""
    return State(
        phase="turn",
        start=main,
        turn=0,
        deck=tuple(id for id in CUSTOMERS if id not in display),
        discards=(),
        customers=tuple(CUSTOMERS[id] for id in display),
        farms=farms if len(farms) > 1 else (*farms, farm_of()),
    )


def play(state: State, *moves: Move, seat: int = 0) -> Step[State]:
    """The last step of a seat's moves, from positions 1, 2, …"""
    step = Step(state)
    for position, move in enumerate(moves, start=1):
        step = GAME.apply(step.state, seat, move, Chance(SEED, position))
    return step


def legal_of(state: State, kind: str, seat: int = 0) -> list[Any]:
    """The legal moves of one kind."""
    return [move for move in GAME.legal_moves(state, seat) if move.type == kind]


def refusal(state: State, move: Any, seat: int = 0) -> str:
    """The code with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, seat, move, Chance(SEED, 1))
    return refused.value.code
