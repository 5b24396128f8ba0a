"""What a seat may do in its turn (milkman.md, "A turn: all seats play at once")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from app.games.milkman.model import Bottles, Face, Improvement, Kind, Use

Source = Literal[
    "tank0",
    "tank1",
    "side",
    "barn_whole",
    "barn_skim",
    "barn_chocolate",
    "truck_whole",
    "truck_skim",
    "truck_chocolate",
]
"""Where milk can be poured away."""
SOURCES: tuple[Source, ...] = get_args(Source)


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll black dice again, free of charge."""

    dice: Use
    type: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True)
class PayReroll:
    """Pay to roll a die to another face."""

    die: int
    type: Literal["pay_reroll"] = "pay_reroll"


@dataclass(frozen=True, slots=True)
class PayChange:
    """Pay to turn a die to a face of one's choice."""

    die: int
    face: Face
    type: Literal["pay_change"] = "pay_change"


@dataclass(frozen=True, slots=True)
class Earn:
    """Take money."""

    use: Use
    type: Literal["earn"] = "earn"


@dataclass(frozen=True, slots=True)
class Milk:
    """Milk the cows; `into`: how much goes into tank 0, tank 1 and the side tank."""

    use: Use
    into: tuple[int, int, int]
    type: Literal["milk"] = "milk"


@dataclass(frozen=True, slots=True)
class Bottle:
    """Bottle tank 0 or 1 as `kind`, and the side tank as `side`; tank 2 is the side tank alone."""

    use: Use
    tank: int
    kind: Kind
    side: Kind | None
    type: Literal["bottle"] = "bottle"


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the customer of a zone of the display into that neighbourhood of one's farm."""

    use: Use
    zone: int
    type: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Buy a cow, the side tank or the Big Truck."""

    use: Use
    what: Improvement
    type: Literal["upgrade"] = "upgrade"


@dataclass(frozen=True, slots=True)
class StartTruck:
    """Gain truck points."""

    use: Use
    type: Literal["truck"] = "truck"


@dataclass(frozen=True, slots=True)
class RemoveCustomer:
    """Discard the customer of a zone of the display."""

    use: Use
    zone: int
    type: Literal["remove_customer"] = "remove_customer"


@dataclass(frozen=True, slots=True)
class Spill:
    """Begin to pour milk away."""

    use: Use
    type: Literal["spill"] = "spill"


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Pour:
    """Pour one milk away; in JSON the field is `from`.

    `from` is a keyword, so what `dataclass` would write for that field cannot be compiled: these
    methods are written out, and code reads the field as `source`.
    """

    __annotations__["from"] = "Source"
    type: Literal["pour"] = "pour"

    def __init__(self, source: Source) -> None:
        object.__setattr__(self, "from", source)
        object.__setattr__(self, "type", "pour")

    @property
    def source(self) -> Source:
        """Where the milk is."""
        source: Source = getattr(self, "from")
        return source

    def __repr__(self) -> str:
        return f"Pour(source={self.source!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pour):
            return NotImplemented
        return self.source == other.source

    def __hash__(self) -> int:
        return hash(("pour", self.source))


@dataclass(frozen=True, slots=True)
class PourEnd:
    """Enough is poured away."""

    type: Literal["pour_end"] = "pour_end"


@dataclass(frozen=True, slots=True)
class Load:
    """Spend a truck point to load bottles from the barn."""

    bottles: Bottles
    type: Literal["load"] = "load"


@dataclass(frozen=True, slots=True)
class Drive:
    """Spend a truck point to drive one place."""

    to: int
    type: Literal["drive"] = "drive"


@dataclass(frozen=True, slots=True)
class Deliver:
    """Spend a truck point to hand a customer its whole order."""

    customer: int
    type: Literal["deliver"] = "deliver"


@dataclass(frozen=True, slots=True)
class PassMarket:
    """No more business at the market in this turn."""

    type: Literal["pass_market"] = "pass_market"


@dataclass(frozen=True, slots=True)
class Done:
    """The seat's turn is over."""

    type: Literal["done"] = "done"


ChanceMove = Reroll | PayReroll
"""What rolls dice."""
MarketMove = Claim | RemoveCustomer
"""What changes the display, and has to be taken in order."""
DieAction = Earn | Milk | Bottle | Upgrade | StartTruck | Spill
"""What uses dice and stays on one's own farm."""
FreeMove = PayChange | Pour | PourEnd | Load | Drive | Deliver | PassMarket
"""What stays on one's own farm and uses no die."""
FarmMove = DieAction | FreeMove
Move = ChanceMove | MarketMove | FarmMove | Done
