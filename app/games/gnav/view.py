"""What a viewer may know (gnav.md, "View")."""

from __future__ import annotations

from app.games.base import Audience, Viewer
from app.games.gnav.model import Card, Rank, State, View


def view_of(state: State, viewer: Viewer) -> View:
    """What lies before everybody, and the cards that this viewer knows."""
    deal = state.deal
    return View(
        phase=state.phase,
        deal=deal.number,
        dealer=deal.dealer,
        turn=deal.player if state.phase == "turn" else None,
        lives=state.lives,
        resting=deal.resting,
        in_deal=deal.in_deal,
        cards=tuple([rank_as_known(card, viewer) for card in deal.cards]),
        open=tuple([card is not None and card.open for card in deal.cards]),
        stock=len(deal.stock),
        shown=deal.shown,
        asks=deal.asks,
        last_deal=state.last_deal,
    )


def rank_as_known(card: Card | None, viewer: Viewer) -> Rank | None:
    """The rank of a card that lies there, if the viewer knows it."""
    return card.rank if card is not None and knows(viewer, card) else None


def knows(viewer: Viewer, card: Card) -> bool:
    """Open cards are everybody's; a seat never forgets what it has held in this deal."""
    return card.open or viewer is Audience.OPEN or viewer in card.held
