"""The values of Milkman: dice, farms, customers, the state and the views.

Field names are the keys of the JSON that milkman.md fixes. Amounts by kind are always in the
order whole, skim, chocolate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from app.games.base import Seat

Face = Literal["money", "milk", "bottle", "labor", "truck", "spilt"]
Colour = Literal["black", "white"]
Kind = Literal["whole", "skim", "chocolate"]
Improvement = Literal["cow", "side_tank", "big_truck"]
Market = Literal["waiting", "open", "passed"]
Phase = Literal["turn", "over"]
Bottles = tuple[int, int, int]
"""How many of each kind."""
Tanks = tuple[int, int]
Use = tuple[int, ...]
"""The numbers of the dice that an action uses: one, or a wild pair, smaller number first."""

FACES: tuple[Face, ...] = get_args(Face)
KINDS: tuple[Kind, ...] = get_args(Kind)
KIND_AT: dict[Kind, int] = {kind: at for at, kind in enumerate(KINDS)}
NO_BOTTLES: Bottles = (0, 0, 0)

TANK_SIZE = 4
SIDE_TANK_SIZE = 2
BARN_SIZE = 12
ZONES = 4
BARN = 0
"""The truck's place at home; places 1 to 4 are the neighbourhoods."""


@dataclass(frozen=True, slots=True)
class Options:
    """Milkman is played one way only."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies before a seat; its number is its place in the row."""

    colour: Colour
    face: Face
    used: bool = False


@dataclass(frozen=True, slots=True)
class Customer:
    """A card of the deck: the bottles it orders and the points it pays."""

    id: int
    order: Bottles
    points: int


@dataclass(frozen=True, slots=True)
class Order:
    """A claimed customer, in a neighbourhood of its farm."""

    id: int
    zone: int
    order: Bottles
    points: int


@dataclass(frozen=True, slots=True)
class Truck:
    """Where it stands, what it carries, and the truck points left to spend on it."""

    at: int = BARN
    big: bool = False
    load: Bottles = NO_BOTTLES
    points: int = 0

    @property
    def size(self) -> int:
        """How many bottles it holds."""
        return 9 if self.big else 6

    @property
    def points_of_die(self) -> int:
        """What one truck action is worth."""
        return 7 if self.big else 5


@dataclass(frozen=True, slots=True)
class Farm:
    """One seat's farm and its turn. `passed`: it said that it passes the market."""

    money: int
    cows: int
    tanks: Tanks
    side: int | None
    barn: Bottles
    truck: Truck
    orders: tuple[Order, ...]
    delivered: tuple[int, ...]
    score: int
    dice: tuple[Die, ...]
    rerolls: int
    acted: bool
    passed: bool
    pouring: bool
    done: bool

    @property
    def left_market(self) -> bool:
        """Whether nobody need wait for this seat's business at the market."""
        return self.passed or self.done


NEW_FARM = Farm(
    money=3,
    cows=2,
    tanks=(0, 0),
    side=None,
    barn=NO_BOTTLES,
    truck=Truck(),
    orders=(),
    delivered=(),
    score=0,
    dice=(),
    rerolls=0,
    acted=False,
    passed=False,
    pouring=False,
    done=False,
)


@dataclass(frozen=True, slots=True)
class State:
    """A position. `turn`: 0-based over the whole match; deck and discards hold customers' ids."""

    phase: Phase
    start: Seat
    turn: int
    deck: tuple[int, ...]
    discards: tuple[int, ...]
    customers: tuple[Customer | None, ...]
    farms: tuple[Farm, ...]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.farms)

    @property
    def main(self) -> Seat:
        """The main player of this turn."""
        return (self.start + self.turn) % len(self.farms)

    @property
    def round(self) -> int:
        """In every round each seat is the main player once."""
        return self.turn // len(self.farms)


@dataclass(frozen=True, slots=True)
class FarmView:
    """A farm as everybody sees it."""

    money: int
    cows: int
    tanks: Tanks
    side: int | None
    barn: Bottles
    truck: Truck
    orders: tuple[Order, ...]
    delivered: tuple[int, ...]
    score: int
    dice: tuple[Die, ...]
    rerolls: int
    acted: bool
    market: Market
    pouring: bool
    done: bool


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may know now: all but the order of the deck."""

    phase: Phase
    round: int
    rounds: int
    start: Seat
    main: Seat
    deck: int
    discards: int
    customers: tuple[Customer | None, ...]
    farms: tuple[FarmView, ...]
