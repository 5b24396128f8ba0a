"""The contract of a rules module (architecture.md, "The contract of a rules module").

Plain frozen dataclasses in, plain frozen dataclasses out. A game knows no JSON, no clock, no
input or output; all its randomness comes from the `Chance` it is handed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from app.games.chance import Chance

Seat = int
"""A place at the table, 0 … n - 1, clockwise."""


class Audience(Enum):
    """A viewer without a seat."""

    SPECTATOR = "spectator"
    """Looks on and knows what everybody knows."""
    OPEN = "open"
    """Sees everything: replays of ended matches."""


Viewer = Seat | Audience

StateT = TypeVar("StateT")
StateT_co = TypeVar("StateT_co", covariant=True)
OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)
MoveT = TypeVar("MoveT")
ViewT_co = TypeVar("ViewT_co", covariant=True)


class IllegalMove(Exception):
    """The rules do not allow this move; nothing has changed."""

    def __init__(self, code: str = "illegal_move") -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class SeatRange:
    """How many seats a match may have, ends included."""

    min: int
    max: int
    default: int


@dataclass(frozen=True, slots=True)
class Info:
    """What the rest of the product has to know about a game.

    The type fields are what Pydantic's `TypeAdapter` is made from: frozen dataclasses, or unions
    of them with a `type` literal each (moves and events always carry `type`).
    """

    key: str
    name: str
    version: str
    seats: SeatRange
    options: Any
    state: Any
    move: Any
    view: Any
    event: Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: one entry a seat, `winners` the seats on place 1."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT_co]):
    """What a set-up or a move leads to.

    `events` are public. `reveals` is False only for a move that is legal in every imagined state
    of every viewer and leads all of them to the same next view. `final`: binding by the rules.
    `pause`: seconds people need to look before the next thing; bots and live deadlines wait.
    """

    state: StateT_co
    events: tuple[Any, ...] = ()
    reveals: bool = True
    final: bool = False
    pause: float = 0.0


class Game(Protocol[OptionsT_contra, StateT, MoveT, ViewT_co]):
    """A rules module. All methods are pure; states are immutable and share what did not change."""

    info: Info

    def start(self, seats: int, options: OptionsT_contra, chance: Chance) -> Step[StateT]:
        """Set up a match of `seats` seats from the stream of log position 0."""
        ...

    def to_act(self, state: StateT) -> frozenset[Seat]:
        """The seats that owe a move; several act at once; empty: the match is over."""
        ...

    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """All moves of `seat` now, in a fixed order; empty for who may not act."""
        ...

    def apply(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> Step[StateT]:
        """The next state. Raises `IllegalMove` and changes nothing if `move` is not legal."""
        ...

    def view(self, state: StateT, viewer: Viewer) -> ViewT_co:
        """What `viewer` may know, built up from nothing, never cut down."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Set exactly when `to_act` is empty."""
        ...

    def shown(self, state: StateT, seat: Seat, move: MoveT, viewer: Viewer) -> MoveT | None:
        """`move`, made in `state` (the one before it), as `viewer` may know it, or None."""
        ...

    def default_move(self, state: StateT, seat: Seat) -> MoveT:
        """The clock's move: legal, deterministic, from what the seat knows."""
        ...

    def imagine(self, state: StateT, viewer: Viewer, rng: Random) -> StateT:
        """A random state that fits everything ever sent to `viewer` in this match."""
        ...

    def clock_runs(self, state: StateT, seat: Seat) -> bool:
        """Whether time is charged to `seat` now; for most games: it is in `to_act`."""
        ...


AnyGame = Game[Any, Any, Any, Any]
"""A game of the registry, whose types only its own codec knows."""


class Policy(Protocol):
    """`games/<key>/policy.py`: the `normal` bot. It sees a view and its legal moves, no more."""

    def choose(self, view: Any, seat: Seat, legal: Sequence[Any], rng: Random) -> Any:
        """One of `legal`."""
        ...


class Hints(Protocol):
    """`games/<key>/search.py`: what helps the generic search of `hard` bots in this game.

    It is asked about imagined states only, so nothing in here can tell a secret.
    """

    def candidates(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """The moves worth a thought, at least one; silly ones are left out."""
        ...

    def play_on(self, state: Any, seat: Seat, legal: Sequence[Any], rng: Random) -> Any:
        """One of `legal`, a quick plausible move, for playing a line on to where it can be judged.

        `legal` may be some of the legal moves only: the search also asks which of those that it
        has not tried yet is the likeliest.
        """
        ...

    def is_plausible(self, world: Any, seat: Seat) -> bool:
        """Whether the others would have come to `world` by sensible play; a few of those that
        are not are imagined anew."""
        ...

    def is_settled(self, root: Any, state: Any, seat: Seat) -> bool:
        """Whether a line from `root` tells the searching `seat` enough: a round has ended, say."""
        ...

    def worth(self, root: Any, state: Any) -> Sequence[float]:
        """What a line from `root` to `state` is worth to each seat, 0 (worst) to 1."""
        ...


def places_of(ranks: Sequence[object]) -> tuple[int, ...]:
    """Places from comparable ranks, the greatest best: equal, equal place, then 1, 2, 2, 4."""
    ordered = sorted(ranks, reverse=True)  # type: ignore[type-var]
    return tuple(ordered.index(rank) + 1 for rank in ranks)


def winners_of(places: Sequence[int]) -> tuple[Seat, ...]:
    """The seats on place 1."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)
