"""The display, and who may take from it when (milkman.md, "The market in order")."""

from __future__ import annotations

from dataclasses import replace

from app.games.base import Seat
from app.games.chance import Chance
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.dice import use_dice
from app.games.milkman.events import Claimed, Event, Refilled, Removed
from app.games.milkman.model import Customer, Farm, Market, Order, State
from app.games.milkman.moves import Claim, MarketMove, RemoveCustomer

Told = tuple[State, tuple[Event, ...]]


def markets_of(state: State) -> tuple[Market, ...]:
    """How things stand at the market for each seat."""
    return tuple([market_of(state, seat) for seat in range(len(state.farms))])


def market_of(state: State, seat: Seat) -> Market:
    """Open once every seat before it, from the main player clockwise, has left the market."""
    farms = state.farms
    if farms[seat].passed or farms[seat].done:
        return "passed"
    seats = len(farms)
    main = state.main
    for step in range((seat - main) % seats):
        before = farms[(main + step) % seats]
        if not (before.passed or before.done):
            return "waiting"
    return "open"


def visit_market(state: State, seat: Seat, move: MarketMove, chance: Chance) -> Told:
    """A customer leaves the display, and the deck fills the gap."""
    customer = customer_in(state, move.zone)
    farm = use_dice(state.farms[seat], move.use)
    match move:
        case Claim(_, zone):
            order = Order(customer.id, zone, customer.order, customer.points)
            claimed = with_farm(state, seat, replace(farm, orders=(*farm.orders, order)))
            filled, refills = fill_gap(claimed, zone, chance)
            return filled, (Claimed(seat, customer.id, zone), *refills)
        case RemoveCustomer(_, zone):
            discards = (*state.discards, customer.id)
            removed = replace(with_farm(state, seat, farm), discards=discards)
            filled, refills = fill_gap(removed, zone, chance)
            return filled, (Removed(seat, customer.id, zone), *refills)


def customer_in(state: State, zone: int) -> Customer:
    """Who waits in that zone."""
    customer = state.customers[zone - 1]
    if customer is None:
        raise ValueError(f"nobody waits in zone {zone}")
    return customer


def fill_gap(state: State, zone: int, chance: Chance) -> tuple[State, tuple[Refilled, ...]]:
    """The deck's front card; an empty deck is made of the discards; with none the gap stays."""
    deck, discards = state.deck, state.discards
    if not deck and discards:
        shuffled = list(discards)
        chance.shuffle(shuffled)
        deck, discards = tuple(shuffled), ()
    customers = list(state.customers)
    if not deck:
        customers[zone - 1] = None
        return replace(state, customers=tuple(customers)), ()
    customers[zone - 1] = CUSTOMERS[deck[0]]
    filled = replace(state, deck=deck[1:], discards=discards, customers=tuple(customers))
    return filled, (Refilled(zone, deck[0]),)


def with_farm(state: State, seat: Seat, farm: Farm) -> State:
    """The same position with another farm before `seat`."""
    farms = state.farms
    return replace(state, farms=(*farms[:seat], farm, *farms[seat + 1 :]))
