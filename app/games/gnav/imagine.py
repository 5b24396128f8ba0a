"""What may lie under the cards that a viewer does not know (architecture.md, "Knowledge")."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from app.games.base import Audience, Viewer
from app.games.gnav.model import MATADORS, PACK, RANKS, Deal, Rank, State
from app.games.gnav.view import knows

HIDDEN_RANKS = frozenset(RANKS) - {"narr"}
"""A fool would have been announced: every card that lies hidden was dealt, so it is none."""
PLAIN_RANKS = HIDDEN_RANKS - frozenset(MATADORS)
"""A matador would have answered a request."""


def imagine(state: State, viewer: Viewer, rng: Random) -> State:
    """Lay the unknown cards and the stock anew, all ways that fit being equally likely.

    What is allowed is nested: plain cards, hidden cards, the stock. So whatever is laid first
    leaves as many choices for the next, and filling the narrowest places first is uniform.
    """
    if viewer is Audience.OPEN:
        return state
    deal = state.deal
    laid = [*deal.cards, *deal.aside]
    pool = unseen_ranks(deal, viewer)
    hidden = [(at, card) for at, card in enumerate(laid) if card and not knows(viewer, card)]
    for at, card in sorted(hidden, key=lambda place: not place[1].plain):
        allowed = PLAIN_RANKS if card.plain else HIDDEN_RANKS
        laid[at] = replace(card, rank=draw_from(pool, allowed, rng))
    rng.shuffle(pool)
    imagined = replace(
        deal,
        cards=tuple(laid[: state.seats]),
        aside=tuple([card for card in laid[state.seats :] if card]),
        stock=tuple(pool),
    )
    return replace(state, deal=imagined)


def unseen_ranks(deal: Deal, viewer: Viewer) -> list[Rank]:
    """The pack without the cards that the viewer knows."""
    pool = list(PACK)
    for card in (*deal.cards, *deal.aside):
        if card and knows(viewer, card):
            pool.remove(card.rank)
    return pool


def draw_from(pool: list[Rank], allowed: Collection[Rank], rng: Random) -> Rank:
    """Take one of the allowed cards out of the pool, each equally likely."""
    return pool.pop(rng.choice([at for at, rank in enumerate(pool) if rank in allowed]))
