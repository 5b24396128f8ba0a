"""What everybody sees, and the one thing nobody knows (milkman.md, "View")."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from app.games.base import Audience, Viewer
from app.games.milkman.market import markets_of
from app.games.milkman.model import Farm, FarmView, Market, State, View
from app.games.milkman.turn import ROUNDS


def view_of(state: State) -> View:
    """Everything but the order of the deck, the same for all viewers."""
    return View(
        phase=state.phase,
        round=state.round,
        rounds=ROUNDS[state.seats],
        start=state.start,
        main=state.main,
        deck=len(state.deck),
        discards=len(state.discards),
        customers=state.customers,
        farms=tuple(map(farm_view, state.farms, markets_of(state))),
    )


def farm_view(farm: Farm, market: Market) -> FarmView:
    """A farm, and how things stand at the market for it."""
    return FarmView(
        money=farm.money,
        cows=farm.cows,
        tanks=farm.tanks,
        side=farm.side,
        barn=farm.barn,
        truck=farm.truck,
        orders=farm.orders,
        delivered=farm.delivered,
        score=farm.score,
        dice=farm.dice,
        rerolls=farm.rerolls,
        acted=farm.acted,
        market=market,
        pouring=farm.pouring,
        done=farm.done,
    )


def imagine(state: State, viewer: Viewer, rng: Random) -> State:
    """Which cards are in the deck everybody can work out; their order nobody."""
    if viewer is Audience.OPEN:
        return state
    deck = list(state.deck)
    rng.shuffle(deck)
    return replace(state, deck=tuple(deck))
