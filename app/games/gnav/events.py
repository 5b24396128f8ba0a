"""What the rules of Gnav tell about a move, all of it public (gnav.md, "Events")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.base import Seat
from app.games.gnav.model import PassingRank, Rank, Swapped

LifeLostWhy = Literal["lowest", "fool", "fools", "dragon", "katt"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """New cards for `seats`, ascending."""

    dealer: Seat
    seats: tuple[Seat, ...]
    type: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat was dealt a fool and says so."""

    seat: Seat
    type: Literal["knock"] = "knock"


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat stays with its card."""

    seat: Seat
    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class CardsSwapped:
    """Two cards changed places; in JSON the seat that gave is `with`.

    `with` is a keyword, so what `dataclass` would write for that field cannot be compiled: these
    methods are written out, and code reads the field as `partner`.
    """

    seat: Seat
    __annotations__["with"] = "Seat"
    type: Literal["swap"] = "swap"

    def __init__(self, seat: Seat, partner: Seat) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "with", partner)
        object.__setattr__(self, "type", "swap")

    @property
    def partner(self) -> Seat:
        """The seat that gave its card on request."""
        partner: Seat = getattr(self, "with")
        return partner

    def __repr__(self) -> str:
        return f"CardsSwapped(seat={self.seat}, partner={self.partner})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardsSwapped):
            return NotImplemented
        return (self.seat, self.partner) == (other.seat, other.partner)

    def __hash__(self) -> int:
        return hash((self.seat, self.partner))


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The house or horse `over` sent the request on; `seat` holds it, None: it was drawn."""

    seat: Seat | None
    over: PassingRank
    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Dragoon:
    """The dragoon answered; `seat` holds it, None: it was drawn."""

    seat: Seat | None
    type: Literal["dragon"] = "dragon"


@dataclass(frozen=True, slots=True)
class Cat:
    """The cat answered; `undone`: the swaps that it took back, in that order."""

    seat: Seat | None
    undone: tuple[Swapped, ...]
    type: Literal["katt"] = "katt"


@dataclass(frozen=True, slots=True)
class Cuckoo:
    """The cuckoo stopped the deal; `seat` holds it, None: it was drawn."""

    seat: Seat | None
    type: Literal["gjok"] = "gjok"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew the front card of the stock: once for each card."""

    seat: Seat
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class LifeLost:
    """Each of `seats` lost a life."""

    seats: tuple[Seat, ...]
    why: LifeLostWhy
    type: Literal["life_lost"] = "life_lost"


@dataclass(frozen=True, slots=True)
class FellOut:
    """A seat has no life left."""

    seat: Seat
    type: Literal["out"] = "out"


@dataclass(frozen=True, slots=True)
class Settled:
    """The deal is over and all cards are shown, None where there is none."""

    cards: tuple[Rank | None, ...]
    type: Literal["settle"] = "settle"


@dataclass(frozen=True, slots=True)
class Rested:
    """`seats` held a fool and rest through the next deal."""

    seats: tuple[Seat, ...]
    type: Literal["rest"] = "rest"


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """One seat is left alive, or none."""

    type: Literal["match_end"] = "match_end"


Event = (
    Dealt
    | Knocked
    | Kept
    | CardsSwapped
    | PassedOn
    | Dragoon
    | Cat
    | Cuckoo
    | Drew
    | LifeLost
    | FellOut
    | Settled
    | Rested
    | MatchEnded
)
Events = tuple[Event, ...]
