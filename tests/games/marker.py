"""A game for tests whose secrets can be found by a plain search: words of 16 letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from app.games.base import Audience, IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance

LENGTH = 16
TURNS = 12
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Options:
    """There is one way only."""


@dataclass(frozen=True, slots=True)
class State:
    words: tuple[str, ...]
    told: tuple[Seat, ...] = ()
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Whisper:
    """Says the own word to nobody: others see that something was said."""

    word: str
    type: Literal["whisper"] = "whisper"


@dataclass(frozen=True, slots=True)
class Tell:
    """Says the own word to all."""

    type: Literal["tell"] = "tell"


@dataclass(frozen=True, slots=True)
class Told:
    seat: Seat
    word: str
    type: Literal["told"] = "told"


@dataclass(frozen=True, slots=True)
class View:
    turns: int
    words: tuple[str | None, ...]


class Marker:
    """Each seat in turn whispers or tells its word."""

    info = Info(
        key="marker",
        name="Marker",
        version="1",
        seats=SeatRange(3, 3, 3),
        options=Options,
        state=State,
        move=Whisper | Tell,
        view=View,
        event=Told,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        words = ("".join(chance.choice(LETTERS) for _ in range(LENGTH)) for _ in range(seats))
        return Step(State(tuple(words)))

    def to_act(self, state: State) -> frozenset[Seat]:
        over = state.turns == TURNS
        return frozenset() if over else frozenset({state.turns % len(state.words)})

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Whisper | Tell]:
        return (Whisper(state.words[seat]), Tell()) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, move: Whisper | Tell, chance: Chance) -> Step[State]:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        after = replace(state, turns=state.turns + 1)
        if isinstance(move, Whisper):
            return Step(after)
        return Step(replace(after, told=(*state.told, seat)), (Told(seat, state.words[seat]),))

    def view(self, state: State, viewer: Viewer) -> View:
        words = (
            word if viewer in (seat, Audience.OPEN) or seat in state.told else None
            for seat, word in enumerate(state.words)
        )
        return View(state.turns, tuple(words))

    def outcome(self, state: State) -> Outcome | None:
        seats = len(state.words)
        if self.to_act(state):
            return None
        return Outcome((0,) * seats, (1,) * seats, tuple(range(seats)))

    def shown(
        self, state: State, seat: Seat, move: Whisper | Tell, viewer: Viewer
    ) -> Whisper | Tell | None:
        return move if isinstance(move, Tell) or viewer == seat else None

    def default_move(self, state: State, seat: Seat) -> Whisper | Tell:
        return self.legal_moves(state, seat)[0]

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        words = (
            word if word is not None else "".join(rng.choices(LETTERS, k=LENGTH))
            for word in self.view(state, viewer).words
        )
        return replace(state, words=tuple(words))

    def clock_runs(self, state: State, seat: Seat) -> bool:
        return seat in self.to_act(state)
