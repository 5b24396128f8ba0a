"""Set-up and deals (gnav.md, "Set-up and deals")."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.games.base import Seat
from app.games.chance import Chance
from app.games.gnav.events import Dealt, Events, Knocked
from app.games.gnav.model import PACK, Card, Deal, State


def first_deal(seats: int, chance: Chance) -> Deal:
    """Chance names the dealer; everybody is in the deal."""
    dealer = chance.below(seats)
    everybody = tuple(range(seats))
    return hand_out(
        Deal(
            number=0,
            dealer=dealer,
            order=turn_order(everybody, dealer, seats),
            resting=(),
            in_deal=everybody,
            cards=(None,) * seats,
            stock=(),
        ),
        chance,
    )


def next_deal(state: State, chance: Chance) -> Deal:
    """Deal to all who are alive and do not rest; the next of them clockwise is the dealer.

    A deal with fewer than two seats in it is skipped without a trace, and who rested is back.
    """
    before, alive = state.deal, state.alive
    resting = state.last_deal.rests if state.last_deal else ()
    if len(alive) - len(resting) < 2:
        resting = ()
    players = tuple([seat for seat in alive if seat not in resting])
    dealer, *others = turn_order(players, before.dealer, state.seats)
    return hand_out(
        Deal(
            number=before.number + 1,
            dealer=dealer,
            order=(*others, dealer),
            resting=resting,
            in_deal=players,
            cards=(None,) * state.seats,
            stock=(),
        ),
        chance,
    )


def turn_order(players: Collection[Seat], dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Clockwise from the dealer's left, the dealer last if it plays."""
    return tuple(sorted(players, key=lambda seat: (seat - dealer - 1) % seats))


def hand_out(empty: Deal, chance: Chance) -> Deal:
    """Shuffle; one card each in turn order, an announced fool open; the rest is the stock."""
    pack = list(PACK)
    chance.shuffle(pack)
    cards: list[Card | None] = list(empty.cards)
    for seat, rank in zip(empty.order, pack, strict=False):
        cards[seat] = Card(rank, open=rank == "narr", held=(seat,))
    return replace(empty, cards=tuple(cards), stock=tuple(pack[len(empty.order) :]))


def announce_deal(deal: Deal) -> Events:
    """Who is in the deal, and the fools that were dealt, in the order of dealing."""
    fools = [seat for seat in deal.order if deal.card_of(seat).rank == "narr"]
    return (Dealt(deal.dealer, deal.in_deal), *map(Knocked, fools))
