"""Where the `normal` bot's truck goes: which orders to serve next, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from app.games.milkman.actions import PAY_OF_ZONE, covers, less, plus
from app.games.milkman.model import BARN, NO_BOTTLES, Bottles, FarmView, Order, Truck
from app.games.milkman.moves import Deliver, Drive, Load, Move

MOST_STOPS = 3
MOST_ORDERS = 7
UNFINISHED = 0.55
"""What a trip that the truck points do not reach to the end of is worth, for the part done."""
WEAR = 0.05
"""A little less for every truck point, so that of two equal trips the shorter one is made."""


@dataclass(frozen=True, slots=True)
class Trip:
    """Orders to deliver on one drive; `loads`: what the barn has to add at first."""

    orders: tuple[Order, ...]
    loads: Bottles
    cost: int
    worth: float

    def promise(self, points: int) -> float:
        """What it is worth with that many truck points."""
        if self.cost <= points:
            return self.worth - WEAR * self.cost
        return UNFINISHED * self.worth * points / self.cost


NO_TRIP = Trip((), NO_BOTTLES, 0, 0.0)


def best_trip(farm: FarmView, points: int, money: float) -> Trip:
    """The most promising trip; `money`: what a coin is worth in points."""
    return max(
        trips_of(farm, money), key=lambda trip: (trip.promise(points), trip.worth), default=NO_TRIP
    )


def promise_of(farm: FarmView, points: int, money: float) -> float:
    """What the truck could bring in with that many points."""
    return best_trip(farm, points, money).promise(points) if points else 0.0


def trips_of(farm: FarmView, money: float) -> Iterator[Trip]:
    """All sets of a few orders that load and barn can serve on one drive."""
    stock = plus(farm.truck.load, farm.barn)
    ready = [order for order in farm.orders if covers(stock, order.order)]
    ready = sorted(ready, key=lambda order: -order.points)[:MOST_ORDERS]
    for stops in range(1, min(MOST_STOPS, len(ready)) + 1):
        for orders in combinations(ready, stops):
            needed = sum_of(orders)
            if covers(stock, needed):
                trip = trip_to(farm.truck, orders, shortage_of(farm.truck.load, needed), money)
                if trip is not None:
                    yield trip


def trip_to(truck: Truck, orders: tuple[Order, ...], loads: Bottles, money: float) -> Trip | None:
    """The trip to these orders, or None if the truck is too small for it."""
    if sum(truck.load) + sum(loads) > truck.size:
        return None
    zones = [order.zone for order in orders]
    if loads == NO_BOTTLES:
        near, far = min(zones), max(zones)
        way = far - near + min(abs(truck.at - near), abs(truck.at - far))
    else:
        way = truck.at - BARN + 1 + max(zones)
    worth = sum([order.points + money * PAY_OF_ZONE[order.zone] for order in orders])
    return Trip(orders, loads, way + len(orders), worth)


def sum_of(orders: Sequence[Order]) -> Bottles:
    """All bottles that they want."""
    total = NO_BOTTLES
    for order in orders:
        total = plus(total, order.order)
    return total


def shortage_of(held: Bottles, needed: Bottles) -> Bottles:
    """What is missing of each kind."""
    return (
        max(needed[0] - held[0], 0),
        max(needed[1] - held[1], 0),
        max(needed[2] - held[2], 0),
    )


def next_step(farm: FarmView, trip: Trip) -> Move:
    """What to spend the next truck point on, going on that trip."""
    truck = farm.truck
    if trip.loads != NO_BOTTLES:
        return Drive(truck.at - 1) if truck.at != BARN else Load(load_for(farm, trip))
    here = [order for order in trip.orders if order.zone == truck.at]
    if here:
        return Deliver(here[0].id)
    zones = [order.zone for order in trip.orders]
    near, far = min(zones), max(zones)
    if truck.at > far or (near < truck.at and truck.at - near <= far - truck.at):
        return Drive(truck.at - 1)
    return Drive(truck.at + 1)


def load_for(farm: FarmView, trip: Trip) -> Bottles:
    """What the trip needs, and what other orders want if there is room for all of it."""
    load, rest = trip.loads, less(farm.barn, trip.loads)
    spare = less(plus(farm.truck.load, load), sum_of(trip.orders))
    for order in farm.orders:
        if order in trip.orders:
            continue
        missing = shortage_of(spare, order.order)
        loaded = sum(farm.truck.load) + sum(load) + sum(missing)
        if covers(rest, missing) and loaded <= farm.truck.size:
            load, rest = plus(load, missing), less(rest, missing)
            spare = less(plus(spare, missing), order.order)
    return load
