"""What a viewer sees and what it may imagine (milkuro.md, "View")."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from app.games.base import Audience, Seat, Viewer
from app.games.milkuro.model import (
    CARDS,
    Hand,
    OpenView,
    Phase,
    Piles,
    PlayedRound,
    State,
    TakenTrick,
    Trick,
    View,
)
from app.games.milkuro.scoring import rounds_of

TableFields = tuple[
    Phase,
    int,
    int | None,
    Seat,
    Hand,
    tuple[int, ...],
    Trick,
    TakenTrick | None,
    tuple[Piles, ...],
    tuple[int, ...],
    tuple[PlayedRound, ...],
]


def view_of(state: State, viewer: Viewer) -> View | OpenView:
    """What everybody sees, with the viewer's own hand, or with all hands beside it."""
    if viewer is Audience.OPEN:
        return OpenView(*table_of(state), hands=state.hands)
    return View(*table_of(state, state.hands[viewer] if isinstance(viewer, int) else ()))


def table_of(state: State, hand: Hand = ()) -> TableFields:
    """The fields of a view, in its order."""
    return (
        state.phase,
        state.round,
        rounds_of(len(state.hands)),
        state.leader,
        hand,
        tuple(map(len, state.hands)),
        state.trick,
        state.last_trick,
        state.piles,
        state.scores,
        state.rounds_played,
    )


def imagine(state: State, viewer: Viewer, rng: Random) -> State:
    """Deal the cards that the viewer never saw in this round anew."""
    if viewer is Audience.OPEN:
        return state
    known = set(state.played)
    if isinstance(viewer, int):
        known.update(state.hands[viewer])
    unseen = [card for card in range(1, CARDS + 1) if card not in known]
    rng.shuffle(unseen)
    hands: list[Hand] = []
    for seat, hand in enumerate(state.hands):
        if seat == viewer:
            hands.append(hand)
            continue
        hands.append(tuple(sorted(unseen[: len(hand)])))
        del unseen[: len(hand)]
    return replace(state, hands=tuple(hands))
