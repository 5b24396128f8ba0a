"""What moves do to one's own farm, without chance and without the display (milkman.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.games.base import Seat
from app.games.milkman.dice import change_die, use_dice
from app.games.milkman.events import (
    Bottled,
    Delivered,
    Drove,
    Earned,
    Event,
    Loaded,
    Milked,
    Passed,
    Poured,
    Upgraded,
)
from app.games.milkman.model import (
    BARN_SIZE,
    KIND_AT,
    SIDE_TANK_SIZE,
    TANK_SIZE,
    Bottles,
    Farm,
    FarmView,
    Improvement,
    Kind,
    Order,
)
from app.games.milkman.moves import (
    Bottle,
    Deliver,
    DieAction,
    Drive,
    Earn,
    FarmMove,
    FreeMove,
    Load,
    Milk,
    PassMarket,
    PayChange,
    Pour,
    PourEnd,
    Source,
    Spill,
    StartTruck,
    Upgrade,
)

Told = tuple[Farm, tuple[Event, ...]]
"""The farm afterwards, and what there is to tell."""

MONEY_OF_DIE = 3
COW_PRICES = {2: 2, 3: 3, 4: 5}
"""What the next cow costs, by the cows one has."""
SIDE_TANK_PRICE = 4
BIG_TRUCK_PRICE = 9
PAY_OF_ZONE = (0, 0, 0, 1, 2)
"""Money for a delivery, by neighbourhood."""
SIDE_TANK = 2
"""The side tank's number."""


def act(farm: Farm, seat: Seat, move: FarmMove) -> Told:
    """A legal move; an action uses its dice first."""
    match move:
        case PayChange() | Pour() | PourEnd() | Load() | Drive() | Deliver() | PassMarket():
            return act_freely(farm, seat, move)
        case _:
            return act_with_dice(use_dice(farm, move.use), seat, move)


def act_with_dice(farm: Farm, seat: Seat, move: DieAction) -> Told:
    """The work of a die, or of a wild pair."""
    match move:
        case Earn():
            return replace(farm, money=farm.money + MONEY_OF_DIE), (Earned(seat, MONEY_OF_DIE),)
        case Milk(_, into):
            return milk(farm, seat, into)
        case Bottle():
            return bottle(farm, seat, move)
        case Upgrade():
            return upgrade(farm, seat, move)
        case StartTruck():
            points = farm.truck.points + farm.truck.points_of_die
            return replace(farm, truck=replace(farm.truck, points=points)), ()
        case Spill():
            return replace(farm, pouring=True), ()
        case _:
            assert_never(move)


def act_freely(farm: Farm, seat: Seat, move: FreeMove) -> Told:
    """What is paid with money or truck points, or costs nothing."""
    match move:
        case PayChange():
            after, paid = change_die(farm, seat, move)
            return after, (paid,)
        case Load(bottles):
            return load(farm, seat, bottles)
        case Drive(to):
            truck = replace(farm.truck, at=to, points=farm.truck.points - 1)
            return replace(farm, truck=truck), (Drove(seat, to),)
        case Deliver(customer):
            return deliver(farm, seat, order_of(farm, customer))
        case Pour():
            return pour(farm, move.source), (Poured(seat, move.source),)
        case PourEnd():
            return replace(farm, pouring=False), ()
        case PassMarket():
            return replace(farm, passed=True), (Passed(seat),)
        case _:
            assert_never(move)


def milk(farm: Farm, seat: Seat, into: tuple[int, int, int]) -> Told:
    """One raw milk a cow."""
    first, second = farm.tanks
    after = replace(
        farm,
        tanks=(first + into[0], second + into[1]),
        side=None if farm.side is None else farm.side + into[2],
    )
    return after, (Milked(seat, into, farm.cows - sum(into)),)


def room_of(farm: Farm) -> tuple[int, int, int]:
    """How much fits into tank 0, tank 1 and the side tank."""
    side = 0 if farm.side is None else SIDE_TANK_SIZE - farm.side
    return (TANK_SIZE - farm.tanks[0], TANK_SIZE - farm.tanks[1], side)


def bottle(farm: Farm, seat: Seat, move: Bottle) -> Told:
    """The tank first, then the side tank, as far as the barn has room."""
    after = farm
    if move.tank != SIDE_TANK:
        first, second = farm.tanks
        after = bottle_as(farm, farm.tanks[move.tank], move.kind)
        after = replace(after, tanks=(first, 0) if move.tank else (0, second))
    side = move.kind if move.tank == SIDE_TANK else move.side
    if side is not None and farm.side is not None:
        after = replace(bottle_as(after, farm.side, side), side=0)
    got = less(after.barn, farm.barn)
    lost = raw_of(farm) - raw_of(after) - sum(got)
    return after, (Bottled(seat, move.tank, move.kind, move.side, got, lost),)


def bottle_as(farm: Farm, amount: int, kind: Kind) -> Farm:
    """That much milk becomes bottles in the barn; what it cannot hold is lost."""
    barn = list(farm.barn)
    barn[KIND_AT[kind]] += min(amount, BARN_SIZE - sum(barn))
    return replace(farm, barn=(barn[0], barn[1], barn[2]))


def raw_of(farm: Farm) -> int:
    """All raw milk of a farm."""
    return sum(farm.tanks) + (farm.side or 0)


def upgrade(farm: Farm, seat: Seat, move: Upgrade) -> Told:
    """Pay, and have it."""
    cost = price_of(farm, move.what)
    if cost is None:
        raise ValueError(f"{move.what} is not for sale")
    paid = replace(farm, money=farm.money - cost)
    told = (Upgraded(seat, move.what, cost),)
    match move.what:
        case "cow":
            return replace(paid, cows=farm.cows + 1), told
        case "side_tank":
            return replace(paid, side=0), told
        case "big_truck":
            return replace(paid, truck=replace(farm.truck, big=True)), told


def price_of(farm: Farm | FarmView, what: Improvement) -> int | None:
    """What an upgrade costs this farm; None if it has that already."""
    match what:
        case "cow":
            return COW_PRICES.get(farm.cows)
        case "side_tank":
            return SIDE_TANK_PRICE if farm.side is None else None
        case "big_truck":
            return None if farm.truck.big else BIG_TRUCK_PRICE


def load(farm: Farm, seat: Seat, bottles: Bottles) -> Told:
    """Bottles go from the barn to the truck."""
    truck = farm.truck
    loaded = replace(truck, load=plus(truck.load, bottles), points=truck.points - 1)
    return replace(farm, barn=less(farm.barn, bottles), truck=loaded), (Loaded(seat, bottles),)


def deliver(farm: Farm, seat: Seat, order: Order) -> Told:
    """The bottles are gone, the card is scored; far neighbourhoods pay money."""
    truck = farm.truck
    pay = PAY_OF_ZONE[order.zone]
    after = replace(
        farm,
        money=farm.money + pay,
        truck=replace(truck, load=less(truck.load, order.order), points=truck.points - 1),
        orders=tuple([other for other in farm.orders if other.id != order.id]),
        delivered=(*farm.delivered, order.id),
        score=farm.score + order.points,
    )
    return after, (Delivered(seat, order.id, order.points, pay),)


def order_of(farm: Farm, customer: int) -> Order:
    """The claimed customer of that number."""
    return next(order for order in farm.orders if order.id == customer)


def pour(farm: Farm, source: Source) -> Farm:
    """One milk away."""
    first, second = farm.tanks
    match source:
        case "tank0":
            return replace(farm, tanks=(first - 1, second))
        case "tank1":
            return replace(farm, tanks=(first, second - 1))
        case "side":
            return replace(farm, side=(farm.side or 0) - 1)
        case "barn_whole" | "barn_skim" | "barn_chocolate":
            return replace(farm, barn=less(farm.barn, ONE_BOTTLE[source]))
        case "truck_whole" | "truck_skim" | "truck_chocolate":
            load = less(farm.truck.load, ONE_BOTTLE[source])
            return replace(farm, truck=replace(farm.truck, load=load))
        case _:
            assert_never(source)


ONE_BOTTLE: dict[Source, Bottles] = {
    "barn_whole": (1, 0, 0),
    "barn_skim": (0, 1, 0),
    "barn_chocolate": (0, 0, 1),
    "truck_whole": (1, 0, 0),
    "truck_skim": (0, 1, 0),
    "truck_chocolate": (0, 0, 1),
}


def amounts_of(farm: Farm) -> tuple[int, ...]:
    """What lies in each place that milk can be poured from, in the order of `SOURCES`."""
    return (*farm.tanks, farm.side or 0, *farm.barn, *farm.truck.load)


def plus(one: Bottles, other: Bottles) -> Bottles:
    """Both together."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def less(one: Bottles, other: Bottles) -> Bottles:
    """One without the other."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def covers(one: Bottles, other: Bottles) -> bool:
    """Whether one holds at least the other."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] >= other[2]
