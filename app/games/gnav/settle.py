"""Settling a deal, and the end of a match (gnav.md, "Settling a deal", "End")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.games.base import Outcome, Seat, places_of, winners_of
from app.games.gnav.events import Event, Events, FellOut, LifeLost, Rested, Settled
from app.games.gnav.model import STRENGTH, Deal, LastDeal, Rank, State, Why


def settle_deal(state: State) -> tuple[State, Events]:
    """Show all cards, take the lives that the deal costs, send the fools' holders to rest."""
    deal = open_all_cards(state.deal)
    compared = {seat: deal.card_of(seat).rank for seat in deal.in_deal}
    lost, why = judge_cards(compared)
    lives = tuple([count - (seat in lost) for seat, count in enumerate(state.lives)])
    out = tuple([seat for seat in lost if not lives[seat]])
    rests = tuple([seat for seat in fools_of(compared) if lives[seat]]) if why != "none" else ()
    settled = replace(
        state,
        lives=lives,
        fallen=(*state.fallen, out) if out else state.fallen,
        deal=deal,
        last_deal=last_deal_of(deal, lost, why, rests),
    )
    return settled, tell_settlement(settled, out)


def open_all_cards(deal: Deal) -> Deal:
    """All cards are shown, those of the knocked out as well."""
    return replace(
        deal, cards=tuple([replace(card, open=True) if card else None for card in deal.cards])
    )


def judge_cards(compared: Mapping[Seat, Rank]) -> tuple[tuple[Seat, ...], Why]:
    """Who loses a life, ascending, and why."""
    if len(compared) < 2:
        return (), "none"
    fools = fools_of(compared)
    if len(fools) == 2:
        return fools, "fools"
    others = {seat: rank for seat, rank in compared.items() if rank != "narr"}
    lost = tuple(sorted((*fools, *lowest_of(others))))
    return lost, "fool" if fools else "lowest"


def fools_of(compared: Mapping[Seat, Rank]) -> tuple[Seat, ...]:
    """The seats that hold a fool."""
    return tuple([seat for seat, rank in compared.items() if rank == "narr"])


def lowest_of(compared: Mapping[Seat, Rank]) -> tuple[Seat, ...]:
    """All seats tied for the lowest rank."""
    lowest = min(compared.values(), key=STRENGTH.__getitem__)
    return tuple([seat for seat, rank in compared.items() if rank == lowest])


def last_deal_of(deal: Deal, lost: tuple[Seat, ...], why: Why, rests: tuple[Seat, ...]) -> LastDeal:
    """What everybody may look back at during the next deal."""
    return LastDeal(
        deal=deal.number,
        dealer=deal.dealer,
        cards=tuple([card.rank if card else None for card in deal.cards]),
        lost=lost,
        why=why,
        stopped_by=deal.stopped_by,
        rests=rests,
        asks=deal.asks,
        shown=deal.shown,
    )


def tell_settlement(settled: State, out: tuple[Seat, ...]) -> Events:
    """The cards, then what they cost."""
    last = settled.last_deal
    if last is None:
        raise ValueError("no deal was settled yet")
    events: list[Event] = [Settled(last.cards)]
    if last.why != "none":
        events.append(LifeLost(last.lost, last.why))
    events.extend(map(FellOut, out))
    if last.rests:
        events.append(Rested(last.rests))
    return tuple(events)


def outcome_of(state: State) -> Outcome:
    """The longer alive, the better; who fell at the same moment shares a place."""
    fell_at = {seat: moment for moment, seats in enumerate(state.fallen) for seat in seats}
    never = len(state.fallen)
    places = places_of([fell_at.get(seat, never) for seat in range(state.seats)])
    return Outcome(scores=state.lives, places=places, winners=winners_of(places))
