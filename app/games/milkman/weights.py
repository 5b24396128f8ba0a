"""What things are worth to the `normal` bot, in points (its own opinion, not the rules')."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.games.base import Seat
from app.games.milkman.actions import MONEY_OF_DIE, PAY_OF_ZONE, SIDE_TANK, plus, price_of
from app.games.milkman.legal import UPGRADES, bottlings_with, fills_of
from app.games.milkman.model import (
    BARN_SIZE,
    KIND_AT,
    SIDE_TANK_SIZE,
    TANK_SIZE,
    Bottles,
    Customer,
    Face,
    FarmView,
    Improvement,
    Kind,
    Order,
    Use,
    View,
)
from app.games.milkman.moves import Bottle, Claim, Earn, Milk, StartTruck, Upgrade
from app.games.milkman.trips import promise_of, shortage_of, sum_of

Work = Earn | Milk | Bottle | Claim | Upgrade | StartTruck
"""What the bot uses dice for; it lets nothing spill and sends nobody away."""

NO_USE: Use = ()
BLACK_DICE, WHITE_DICE = 2, 4
COIN = 0.18
RAW_MILK = 0.3
WANTED_BOTTLE = 0.9
SPARE_BOTTLE = 0.55
ENOUGH_SPARE = 3
"""More bottles of a kind that nobody ordered are worth half."""
DICE_A_BOTTLE = 0.55
"""What it takes to milk and to bottle one."""
DICE_A_TRIP = 1.0
CLAIM = 0.45
"""How much of an order's points the claim itself is credited with."""
MISSING_BOTTLE = 0.12
FARTHER = 0.12
UPGRADE_A_DIE: Mapping[Improvement, float] = {"cow": 0.09, "side_tank": 0.05, "big_truck": 0.05}
"""What an upgrade brings in with each die still to come."""
SECOND_DIE: Mapping[Face, float] = {
    "money": 1.0,
    "milk": 0.8,
    "bottle": 0.6,
    "labor": 0.7,
    "truck": 0.6,
    "spilt": 0.0,
}
"""What the same work is worth when it is done once more, as a share."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The best that one face can do now, still without dice, and what it is worth."""

    worth: float
    move: Work


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's situation. `dice_left`: still to come in later turns; `unused`: faces by number.

    `stock`: all bottles; `needed`: what the own customers want beyond them. `money`, `raw`,
    `wanted`, `spare`: what a coin, a raw milk, an ordered bottle and another one are worth now;
    towards the end all but points lose their value.
    """

    farm: FarmView
    customers: tuple[Customer | None, ...]
    dice_left: int
    unused: Mapping[int, Face]
    stock: Bottles
    needed: Bottles
    money: float
    raw: float
    wanted: float
    spare: float

    def has(self, face: Face) -> bool:
        """Whether an unused die shows it."""
        return face in self.unused.values()

    @property
    def truck_points(self) -> int:
        """What the truck has, and gets from dice that show it."""
        trucks = sum([face == "truck" for face in self.unused.values()])
        truck = self.farm.truck
        return truck.points + trucks * truck.points_of_die


def look_out(view: View, seat: Seat) -> Outlook:
    """The situation, weighed by how much of the match is left."""
    farm = view.farms[seat]
    seats = len(view.farms)
    done = view.round * seats + (view.main - view.start) % seats + 1
    turns_left = view.rounds * seats - done
    mains_left = view.rounds - view.round - ((seat - view.start) % seats <= (done - 1) % seats)
    dice_left = BLACK_DICE * turns_left + WHITE_DICE * mains_left
    unused = {at: die.face for at, die in enumerate(farm.dice) if not die.used}
    work_left = dice_left + 0.7 * len(unused)
    stock = stock_of(farm)
    return Outlook(
        farm=farm,
        customers=view.customers,
        dice_left=dice_left,
        unused=unused,
        stock=stock,
        needed=shortage_of(stock, sum_of(farm.orders)),
        money=0.02 + COIN * min(1.0, dice_left / 12),
        raw=RAW_MILK * min(1.0, max(work_left - 2, 0) / 8),
        wanted=WANTED_BOTTLE * min(1.0, work_left / 4),
        spare=SPARE_BOTTLE * min(1.0, max(work_left - 2, 0) / 8),
    )


def aims_of(outlook: Outlook) -> dict[Face, Aim]:
    """The best use of each face; later work reckons with what earlier work will have done."""
    farm = outlook.farm
    aims: dict[Face, Aim] = {"money": Aim(MONEY_OF_DIE * outlook.money, Earn(NO_USE))}
    milking = aim_of_milk(outlook, farm)
    if milking:
        aims["milk"] = milking
        if outlook.has("milk") and isinstance(milking.move, Milk):
            farm = milked(farm, milking.move)
    bottling = aim_of_bottle(outlook, farm)
    if bottling:
        aims["bottle"] = bottling
        if outlook.has("bottle") and isinstance(bottling.move, Bottle):
            farm = bottled(farm, bottling.move)
    labor = [*aims_of_claims(outlook), *aims_of_upgrades(outlook)]
    if labor:
        aims["labor"] = max(labor, key=lambda aim: aim.worth)
    aims["truck"] = aim_of_truck(outlook, farm)
    return aims


def aim_of_milk(outlook: Outlook, farm: FarmView) -> Aim | None:
    """Fill the tanks so that the next bottling is the best."""
    fills = fills_of(room_of(farm), farm.cows)
    if not fills:
        return None
    moves = [Milk(NO_USE, into) for into in fills]
    best = max(moves, key=lambda move: worth_of_best_bottling(outlook, milked(farm, move)))
    return Aim(outlook.raw * sum(best.into), best)


def room_of(farm: FarmView) -> tuple[int, int, int]:
    """How much fits into tank 0, tank 1 and the side tank."""
    side = 0 if farm.side is None else SIDE_TANK_SIZE - farm.side
    return (TANK_SIZE - farm.tanks[0], TANK_SIZE - farm.tanks[1], side)


def milked(farm: FarmView, move: Milk) -> FarmView:
    """The farm after milking."""
    first, second, third = move.into
    tanks = (farm.tanks[0] + first, farm.tanks[1] + second)
    return replace(farm, tanks=tanks, side=None if farm.side is None else farm.side + third)


def aim_of_bottle(outlook: Outlook, farm: FarmView) -> Aim | None:
    """The bottling that helps most."""
    return max(aims_of_bottling(outlook, farm), key=lambda aim: aim.worth, default=None)


def aims_of_bottling(outlook: Outlook, farm: FarmView) -> Sequence[Aim]:
    """All ways to bottle, weighed."""
    return [Aim(worth_of_bottling(outlook, farm, move), move) for move in bottlings_of(farm)]


def worth_of_best_bottling(outlook: Outlook, farm: FarmView) -> float:
    """What the next bottling would bring."""
    return max([worth_of_bottling(outlook, farm, move) for move in bottlings_of(farm)], default=0.0)


def bottlings_of(farm: FarmView) -> tuple[Bottle, ...]:
    """All ways to bottle."""
    return bottlings_with(NO_USE, (farm.tanks[0] > 0, farm.tanks[1] > 0, bool(farm.side)))


def worth_of_bottling(outlook: Outlook, farm: FarmView, move: Bottle) -> float:
    """What the bottles are worth, less the milk that goes into them."""
    side = farm.side or 0
    room = BARN_SIZE - sum(farm.barn)
    if move.tank == SIDE_TANK:
        got = bottles_of(min(side, room), move.kind)
        return worth_of_bottles(outlook, got) - outlook.raw * side
    milk = farm.tanks[move.tank]
    got = bottles_of(min(milk, room), move.kind)
    if move.side is None:
        return worth_of_bottles(outlook, got) - outlook.raw * milk
    got = plus(got, bottles_of(min(side, max(room - milk, 0)), move.side))
    return worth_of_bottles(outlook, got) - outlook.raw * (milk + side)


def worth_of_bottles(outlook: Outlook, got: Bottles) -> float:
    """Ordered ones count most; others a little, as long as there are few of their kind."""
    worth = 0.0
    stock, needed = outlook.stock, outlook.needed
    for have, more, missing in zip(stock, got, needed, strict=True):
        wanted = min(more, missing)
        few = min(more - wanted, max(ENOUGH_SPARE - have, 0)) if not missing else more - wanted
        many = more - wanted - few
        worth += wanted * outlook.wanted + (few + many / 2) * outlook.spare
    return worth


def bottled(farm: FarmView, move: Bottle) -> FarmView:
    """The farm after bottling."""
    first, second = farm.tanks
    barn, side = farm.barn, farm.side
    if move.tank == SIDE_TANK:
        return replace(farm, barn=with_bottles(barn, side or 0, move.kind), side=0)
    barn = with_bottles(barn, farm.tanks[move.tank], move.kind)
    if move.side is not None:
        barn, side = with_bottles(barn, side or 0, move.side), 0
    return replace(farm, tanks=(first, 0) if move.tank else (0, second), barn=barn, side=side)


def with_bottles(barn: Bottles, amount: int, kind: Kind) -> Bottles:
    """The barn with that many more, as far as it has room."""
    return plus(barn, bottles_of(min(amount, BARN_SIZE - sum(barn)), kind))


def bottles_of(amount: int, kind: Kind) -> Bottles:
    """That many of one kind."""
    at = KIND_AT[kind]
    return (amount if at == 0 else 0, amount if at == 1 else 0, amount if at == 2 else 0)


def stock_of(farm: FarmView) -> Bottles:
    """All bottles of a farm."""
    return plus(farm.barn, farm.truck.load)


def aims_of_claims(outlook: Outlook) -> Iterator[Aim]:
    """The customers of the display."""
    if outlook.farm.market == "passed":
        return
    for zone, customer in enumerate(outlook.customers, start=1):
        if customer is not None:
            order = Order(customer.id, zone, customer.order, customer.points)
            yield Aim(worth_of_order(outlook, order), Claim(NO_USE, zone))


def worth_of_order(outlook: Outlook, order: Order) -> float:
    """A share of its points, less the trouble; at the end only what can still be delivered."""
    farm = outlook.farm
    if sum(order.order) > farm.truck.size:
        return 0.0
    orders = (*farm.orders, order)
    missing = sum(shortage_of(outlook.stock, sum_of(orders)))
    work_left = outlook.dice_left + len(outlook.unused) - 1
    if not missing and work_left < 4:
        return worth_of_last_order(outlook, replace(farm, orders=orders))
    if missing * DICE_A_BOTTLE + len(orders) * DICE_A_TRIP > work_left:
        return 0.0
    more = missing - sum(outlook.needed)
    pay = PAY_OF_ZONE[order.zone] * outlook.money
    return CLAIM * order.points + pay - MISSING_BOTTLE * more - FARTHER * (order.zone - 1)


def worth_of_last_order(outlook: Outlook, farm: FarmView) -> float:
    """What the truck can bring in with this order more than without it."""
    points = outlook.truck_points
    with_order = promise_of(farm, points, outlook.money)
    return with_order - promise_of(outlook.farm, points, outlook.money)


def aims_of_upgrades(outlook: Outlook) -> Iterator[Aim]:
    """What the farm can pay, by the dice that it will serve."""
    farm = outlook.farm
    for what in UPGRADES:
        price = price_of(farm, what)
        if price is not None and price <= farm.money:
            gain = UPGRADE_A_DIE[what] * outlook.dice_left
            yield Aim(gain - price * outlook.money, Upgrade(NO_USE, what))


def aim_of_truck(outlook: Outlook, farm: FarmView) -> Aim:
    """What the truck could bring in beyond what its points allow already."""
    truck = farm.truck
    now = promise_of(farm, truck.points, outlook.money)
    then = promise_of(farm, truck.points + truck.points_of_die, outlook.money)
    return Aim(then - now, StartTruck(NO_USE))
