"""What the rules of Milkman tell about a move, all of it public (milkman.md, "Events")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.base import Seat
from app.games.milkman.model import Bottles, Colour, Face, Improvement, Kind
from app.games.milkman.moves import Source


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A new main player."""

    round: int
    main: Seat
    type: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die as it fell; `die` is its number before its seat."""

    die: int
    colour: Colour
    face: Face


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice of a seat were rolled, in this order."""

    seat: Seat
    dice: tuple[RolledDie, ...]
    type: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Paid:
    """Money for a die; `face` is the one it was turned to, None: it is rolled."""

    seat: Seat
    die: int
    cost: int
    face: Face | None
    type: Literal["paid"] = "paid"


@dataclass(frozen=True, slots=True)
class Earned:
    """Money for a die's work."""

    seat: Seat
    money: int
    type: Literal["earned"] = "earned"


@dataclass(frozen=True, slots=True)
class Milked:
    """Raw milk went into tank 0, tank 1 and the side tank; `lost` found no room."""

    seat: Seat
    into: tuple[int, int, int]
    lost: int
    type: Literal["milked"] = "milked"


@dataclass(frozen=True, slots=True)
class Bottled:
    """A tank, and perhaps the side tank too, was emptied into the barn; `lost` found no room."""

    seat: Seat
    tank: int
    kind: Kind
    side: Kind | None
    bottles: Bottles
    lost: int
    type: Literal["bottled"] = "bottled"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A customer went from the display to a farm."""

    seat: Seat
    id: int
    zone: int
    type: Literal["claimed"] = "claimed"


@dataclass(frozen=True, slots=True)
class Refilled:
    """The deck's front card filled a gap of the display."""

    zone: int
    id: int
    type: Literal["refilled"] = "refilled"


@dataclass(frozen=True, slots=True)
class Removed:
    """A customer of the display was discarded."""

    seat: Seat
    id: int
    zone: int
    type: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """Something was bought for the farm."""

    seat: Seat
    what: Improvement
    cost: int
    type: Literal["upgraded"] = "upgraded"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Bottles went from the barn to the truck."""

    seat: Seat
    bottles: Bottles
    type: Literal["loaded"] = "loaded"


@dataclass(frozen=True, slots=True)
class Drove:
    """The truck drove one place."""

    seat: Seat
    to: int
    type: Literal["drove"] = "drove"


@dataclass(frozen=True, slots=True)
class Delivered:
    """A customer got its order."""

    seat: Seat
    id: int
    points: int
    pay: int
    type: Literal["delivered"] = "delivered"


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Poured:
    """One milk was poured away; like `Pour`, `from` in JSON and `source` in code."""

    seat: Seat
    __annotations__["from"] = "Source"
    type: Literal["poured"] = "poured"

    def __init__(self, seat: Seat, source: Source) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "from", source)
        object.__setattr__(self, "type", "poured")

    @property
    def source(self) -> Source:
        """Where the milk was."""
        source: Source = getattr(self, "from")
        return source

    def __repr__(self) -> str:
        return f"Poured(seat={self.seat}, source={self.source!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Poured):
            return NotImplemented
        return (self.seat, self.source) == (other.seat, other.source)

    def __hash__(self) -> int:
        return hash((self.seat, self.source))


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has no more business at the market in this turn."""

    seat: Seat
    type: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class TurnDone:
    """A seat ended its turn."""

    seat: Seat
    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class UnusedPaid:
    """All seats are done: what each gets for the dice it did not use."""

    pay: tuple[int, ...]
    type: Literal["unused"] = "unused"


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last round is played."""

    type: Literal["match_end"] = "match_end"


Event = (
    TurnBegan
    | Rolled
    | Paid
    | Earned
    | Milked
    | Bottled
    | Claimed
    | Refilled
    | Removed
    | Upgraded
    | Loaded
    | Drove
    | Delivered
    | Poured
    | Passed
    | TurnDone
    | UnusedPaid
    | MatchEnded
)
Events = tuple[Event, ...]
