"""What a viewer may know (mino-dice.md, "View")."""

from __future__ import annotations

from app.games.base import Audience, Seat, Viewer
from app.games.mino_dice.model import (
    Hand,
    OpenView,
    Phase,
    PlayedHand,
    State,
    TakenTrick,
    Trick,
    View,
)
from app.games.mino_dice.scoring import HANDS

Bids = tuple[int | None, ...]
TableFields = tuple[
    Phase,
    int,
    Seat,
    Hand,
    tuple[int, ...],
    Bids,
    tuple[bool, ...],
    Trick,
    TakenTrick | None,
    tuple[int, ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[PlayedHand, ...],
]


def view_of(state: State, viewer: Viewer) -> View | OpenView:
    """What everybody sees, with the viewer's own dice and bid, or with all of them."""
    if viewer is Audience.OPEN:
        return OpenView(*table_of(state, (), state.bids), hands=state.hands)
    hand = state.hands[viewer] if isinstance(viewer, int) else ()
    bids = tuple(
        [bid if knows_bid(state, seat, viewer) else None for seat, bid in enumerate(state.bids)]
    )
    return View(*table_of(state, hand, bids), hands=HANDS[state.seats])


def knows_bid(state: State, seat: Seat, viewer: Viewer) -> bool:
    """One's own bid at once, everybody's after the last."""
    return state.phase != "bid" or viewer == seat or viewer is Audience.OPEN


def table_of(state: State, hand: Hand, bids: Bids) -> TableFields:
    """The fields that all views have, in their order."""
    return (
        state.phase,
        state.hand_no,
        state.leader,
        hand,
        tuple(map(len, state.hands)),
        bids,
        tuple([bid is not None for bid in state.bids]),
        state.trick,
        state.last_trick,
        state.tricks,
        state.bonus,
        state.scores,
        state.hands_played,
    )
