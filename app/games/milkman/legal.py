"""All that a seat may do now (milkman.md, "A turn: all seats play at once").

Moves are made from what they depend on and kept: the lists of most positions share them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from app.games.base import Seat
from app.games.milkman.actions import SIDE_TANK, amounts_of, covers, price_of, room_of
from app.games.milkman.dice import CHANGE_COST, OTHER_FACES, REROLL_COST
from app.games.milkman.market import market_of
from app.games.milkman.model import (
    BARN,
    KINDS,
    ZONES,
    Bottles,
    Customer,
    Die,
    Face,
    Farm,
    Improvement,
    Market,
    State,
    Use,
)
from app.games.milkman.moves import (
    SOURCES,
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Earn,
    Load,
    Milk,
    Move,
    PassMarket,
    PayChange,
    PayReroll,
    Pour,
    PourEnd,
    RemoveCustomer,
    Reroll,
    Spill,
    StartTruck,
    Upgrade,
)

MOST_DICE = 6
DICE = range(MOST_DICE)
BLACK_DICE: tuple[Use, ...] = ((0,), (1,), (0, 1))
SINGLES: tuple[Use, ...] = tuple((die,) for die in DICE)
PAIRS: tuple[Use, ...] = tuple((die, other) for other in DICE for die in range(other))
UPGRADES: tuple[Improvement, ...] = ("cow", "side_tank", "big_truck")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a seat's moves depend on. `pairs`: unused dice that show the same face."""

    farm: Farm
    market: Market
    customers: tuple[Customer | None, ...]
    pairs: tuple[Use, ...]

    def uses(self, face: Face) -> list[Use]:
        """The dice that serve for an action of that face: one with it, or a wild pair."""
        single = [
            SINGLES[at]
            for at, die in enumerate(self.farm.dice)
            if die.face == face and not die.used
        ]
        return [*single, *self.pairs]


Lister = Callable[[Scope], Sequence[Move]]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """All moves of a seat, kind by kind; none for who is done."""
    scope = scope_of(state, seat)
    return [move for lister in listers_for(scope.farm).values() for move in lister(scope)]


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether a move is among the legal ones of its kind."""
    scope = scope_of(state, seat)
    lister = listers_for(scope.farm).get(type(move))
    return lister is not None and move in lister(scope)


def scope_of(state: State, seat: Seat) -> Scope:
    """A seat's situation."""
    farm = state.farms[seat]
    return Scope(farm, market_of(state, seat), state.customers, pairs_of(farm.dice))


def pairs_of(dice: Sequence[Die]) -> tuple[Use, ...]:
    """Any two unused dice with the same face as each other."""
    faces = [None if die.used else die.face for die in dice]
    return pairs_among(tuple(faces))


@cache
def pairs_among(faces: tuple[Face | None, ...]) -> tuple[Use, ...]:
    """The numbers of equal faces; None: the die is used."""
    return tuple(
        [
            (one, other)
            for one, other in PAIRS
            if other < len(faces) and faces[one] == faces[other] and faces[one] is not None
        ]
    )


def listers_for(farm: Farm) -> dict[type[Move], Lister]:
    """The kinds of moves that a farm's turn allows at all."""
    if farm.done:
        return {}
    return POURING if farm.pouring else WORKING


def free_rerolls(scope: Scope) -> Sequence[Move]:
    """Black dice that are not spilt, twice a turn, before the first action."""
    farm = scope.farm
    if farm.acted or not farm.rerolls:
        return ()
    return [
        REROLLS[dice] for dice in BLACK_DICE if all([farm.dice[at].face != "spilt" for at in dice])
    ]


REROLLS = {dice: Reroll(dice) for dice in BLACK_DICE}


def paid_rerolls(scope: Scope) -> Sequence[Move]:
    """Any unused die."""
    if scope.farm.money < REROLL_COST:
        return ()
    return [PAY_REROLLS[at] for at, die in enumerate(scope.farm.dice) if not die.used]


PAY_REROLLS = [PayReroll(die) for die in DICE]


def paid_changes(scope: Scope) -> Sequence[Move]:
    """Any unused die, any other face."""
    if scope.farm.money < CHANGE_COST:
        return ()
    return [
        move
        for at, die in enumerate(scope.farm.dice)
        if not die.used
        for move in changes_of(at, die.face)
    ]


@cache
def changes_of(die: int, face: Face) -> tuple[PayChange, ...]:
    """A die turned to each of its other faces."""
    return tuple([PayChange(die, other) for other in OTHER_FACES[face]])


def earnings(scope: Scope) -> Sequence[Move]:
    """Always worth something."""
    return [earning(use) for use in scope.uses("money")]


earning = cache(Earn)


def milkings(scope: Scope) -> Sequence[Move]:
    """As much as fits goes in, divided as one likes; not when nothing fits."""
    fills = fills_of(room_of(scope.farm), scope.farm.cows)
    return [move for use in scope.uses("milk") for move in milkings_with(use, fills)]


@cache
def fills_of(room: tuple[int, int, int], cows: int) -> tuple[tuple[int, int, int], ...]:
    """All ways to fill the tanks."""
    amount = min(cows, sum(room))
    if not amount:
        return ()
    return tuple(
        [
            (first, second, amount - first - second)
            for first, second in product(range(room[0] + 1), range(room[1] + 1))
            if 0 <= amount - first - second <= room[2]
        ]
    )


@cache
def milkings_with(use: Use, fills: tuple[tuple[int, int, int], ...]) -> tuple[Milk, ...]:
    """Each way with these dice."""
    return tuple([Milk(use, into) for into in fills])


def bottlings(scope: Scope) -> Sequence[Move]:
    """Each tank that holds milk, as each kind; the side tank after another, or alone."""
    farm = scope.farm
    full = (farm.tanks[0] > 0, farm.tanks[1] > 0, bool(farm.side))
    return [move for use in scope.uses("bottle") for move in bottlings_with(use, full)]


@cache
def bottlings_with(use: Use, full: tuple[bool, bool, bool]) -> tuple[Bottle, ...]:
    """Each way with these dice; `full`: whether tank 0, tank 1 and the side tank hold milk."""
    sides = (None, *KINDS) if full[SIDE_TANK] else (None,)
    tanks = [
        Bottle(use, tank, kind, side)
        for tank in range(SIDE_TANK)
        if full[tank]
        for kind in KINDS
        for side in sides
    ]
    alone = [Bottle(use, SIDE_TANK, kind, None) for kind in KINDS] if full[SIDE_TANK] else []
    return tuple([*tanks, *alone])


def claims(scope: Scope) -> Sequence[Move]:
    """Whoever waits in the display, while the market is open to the seat."""
    zones = zones_open(scope)
    return [claim(use, zone) for use in scope.uses("labor") for zone in zones] if zones else ()


claim = cache(Claim)


def removals(scope: Scope) -> Sequence[Move]:
    """Whoever waits in the display, even if the same card must come back."""
    zones = zones_open(scope)
    return [removal(use, zone) for use in scope.uses("spilt") for zone in zones] if zones else ()


removal = cache(RemoveCustomer)


def zones_open(scope: Scope) -> Sequence[int]:
    """The zones from which a seat may take now."""
    if scope.market != "open":
        return ()
    return [zone for zone in range(1, ZONES + 1) if scope.customers[zone - 1] is not None]


def upgrades(scope: Scope) -> Sequence[Move]:
    """What one has not and can pay."""
    wanted = [what for what in UPGRADES if can_buy(scope.farm, what)]
    return [upgrade(use, what) for use in scope.uses("labor") for what in wanted] if wanted else ()


def can_buy(farm: Farm, what: Improvement) -> bool:
    """Whether it is for sale to this farm, and the money is there."""
    price = price_of(farm, what)
    return price is not None and price <= farm.money


upgrade = cache(Upgrade)


def truck_starts(scope: Scope) -> Sequence[Move]:
    """Truck points, wanted or not."""
    return [truck_start(use) for use in scope.uses("truck")]


truck_start = cache(StartTruck)


def spills(scope: Scope) -> Sequence[Move]:
    """When there is any milk."""
    return [spill(use) for use in scope.uses("spilt")] if any(amounts_of(scope.farm)) else ()


spill = cache(Spill)


def loads(scope: Scope) -> Sequence[Move]:
    """At the barn: any number above zero that it has and the truck can hold."""
    truck = scope.farm.truck
    if not truck.points or truck.at != BARN:
        return ()
    return loads_of(scope.farm.barn, truck.size - sum(truck.load))


@cache
def loads_of(barn: Bottles, room: int) -> tuple[Load, ...]:
    """All ways to load."""
    whole, skim, chocolate = [range(held + 1) for held in barn]
    choices = product(whole, skim, chocolate)
    return tuple([Load(bottles) for bottles in choices if 0 < sum(bottles) <= room])


def drives(scope: Scope) -> Sequence[Move]:
    """One place back or forward."""
    truck = scope.farm.truck
    return DRIVES[truck.at] if truck.points else ()


DRIVES = [
    tuple([Drive(to) for to in (at - 1, at + 1) if BARN <= to <= ZONES])
    for at in range(BARN, ZONES + 1)
]


def deliveries(scope: Scope) -> Sequence[Move]:
    """Own customers here, whose whole order is on the truck."""
    truck = scope.farm.truck
    if not truck.points:
        return ()
    return [
        Deliver(order.id)
        for order in scope.farm.orders
        if order.zone == truck.at and covers(truck.load, order.order)
    ]


def market_passes(scope: Scope) -> Sequence[Move]:
    """Once a turn, whether the market waits or is open."""
    return () if scope.market == "passed" else PASS_MARKET


PASS_MARKET = (PassMarket(),)


def ends_of_turn(scope: Scope) -> Sequence[Move]:
    """Whenever one likes."""
    return DONE


DONE = (Done(),)


def pours(scope: Scope) -> Sequence[Move]:
    """One milk from wherever there is any."""
    amounts = amounts_of(scope.farm)
    return [move for move, amount in zip(POURS, amounts, strict=True) if amount]


POURS = [Pour(source) for source in SOURCES]


def ends_of_pouring(scope: Scope) -> Sequence[Move]:
    """From the start, and even when nothing is left."""
    return POUR_END


POUR_END = (PourEnd(),)

POURING: dict[type[Move], Lister] = {Pour: pours, PourEnd: ends_of_pouring}
"""While pouring nothing else."""

WORKING: dict[type[Move], Lister] = {
    Reroll: free_rerolls,
    PayReroll: paid_rerolls,
    PayChange: paid_changes,
    Earn: earnings,
    Milk: milkings,
    Bottle: bottlings,
    Claim: claims,
    Upgrade: upgrades,
    StartTruck: truck_starts,
    RemoveCustomer: removals,
    Spill: spills,
    Load: loads,
    Drive: drives,
    Deliver: deliveries,
    PassMarket: market_passes,
    Done: ends_of_turn,
}
