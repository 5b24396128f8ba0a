"""A turn: keep, or ask the neighbours to the left and at last the stock (gnav.md, "A turn")."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from app.games.base import Seat
from app.games.gnav.events import (
    CardsSwapped,
    Cat,
    Cuckoo,
    Dragoon,
    Drew,
    Event,
    Events,
    FellOut,
    Kept,
    LifeLost,
    PassedOn,
)
from app.games.gnav.model import PASSED_BY, Answer, Ask, Card, Deal, State, Stock, StrikingRank

Told = tuple[State, Events]
"""What a step of the rules leads to, and what it tells."""
Asked = tuple[Seat | Stock, ...]


def keep_card(state: State) -> Told:
    """Nothing happens."""
    deal = state.deal
    ask = Ask(deal.player, "keep", (), "kept")
    kept = replace(deal, asks=(*deal.asks, ask), place=deal.place + 1)
    return replace(state, deal=kept), (Kept(deal.player),)


def ask_for_swap(state: State) -> Told:
    """The request passes houses and horses until a card answers; past the dealer, the stock."""
    deal = state.deal
    asked = seats_asked(deal)
    passed, passes = pass_on(deal, asked)
    state = replace(state, deal=passed)
    if len(passes) == len(asked):
        answer, (answered, events) = ask_stock(state)
        return end_turn(answered, (*asked, "stock"), answer), (*passes, *events)
    answer, (answered, events) = ask_seat(state, asked[-1])
    return end_turn(answered, asked, answer), (*passes, *events)


def seats_asked(deal: Deal) -> tuple[Seat, ...]:
    """The seats to the left, up to the first that holds neither house nor horse."""
    asked = []
    for seat in deal.order[deal.place + 1 :]:
        asked.append(seat)
        if deal.card_of(seat).rank not in PASSED_BY:
            break
    return tuple(asked)


def pass_on(deal: Deal, asked: tuple[Seat, ...]) -> tuple[Deal, Events]:
    """Every house and horse that was asked is shown."""
    events: list[Event] = []
    for seat in asked:
        match deal.card_of(seat).rank:
            case "hus" | "hest" as rank:
                deal = show_answer(deal, seat)
                events.append(PassedOn(seat, rank))
    return deal, tuple(events)


def ask_seat(state: State, seat: Seat) -> tuple[Answer, Told]:
    """A matador refuses and is shown; any other card is given."""
    match state.deal.card_of(seat).rank:
        case "katt" | "dragon" | "gjok" as rank:
            shown = replace(state, deal=show_answer(state.deal, seat))
            return rank, meet_matador(shown, rank, seat)
        case _:
            asker = state.deal.player
            swapped = replace(state, deal=swap_cards(state.deal, asker, seat))
            return "swapped", (swapped, (CardsSwapped(asker, seat),))


def ask_stock(state: State) -> tuple[Answer, Told]:
    """Houses and horses are put aside until another card is drawn."""
    drew = Drew(state.deal.player)
    match state.deal.stock[0]:
        case "hus" | "hest" as rank:
            passed = replace(state, deal=put_aside_drawn(state.deal))
            answer, (answered, events) = ask_stock(passed)
            return answer, (answered, (drew, PassedOn(None, rank), *events))
        case "katt" | "dragon" | "gjok" as rank:
            shown = replace(state, deal=put_aside_drawn(state.deal))
            answered, events = meet_matador(shown, rank, None)
            return rank, (answered, (drew, *events))
        case _:
            return "drew", (replace(state, deal=take_drawn(state.deal)), (drew,))


def end_turn(state: State, asked: Asked, answer: Answer) -> State:
    """The seat that swapped plays next, otherwise the seat after the last one asked."""
    deal = state.deal
    place = deal.place + len(asked) + (answer != "swapped")
    if answer == "gjok" or asked[-1] == "stock":
        place = len(deal.order)
    ask = Ask(deal.player, "swap", asked, answer)
    return replace(state, deal=replace(deal, asks=(*deal.asks, ask), place=place))


def meet_matador(state: State, rank: StrikingRank, holder: Seat | None) -> Told:
    """What dragoon, cat and cuckoo do to the asker; `holder` None: drawn from the stock."""
    deal = state.deal
    match rank:
        case "dragon":
            answered, events = lose_life(state, deal.player, "dragon")
            return answered, (Dragoon(holder), *events)
        case "katt":
            undone = tuple(reversed(deal.swaps))
            answered, events = lose_life(replace(state, deal=undo_swaps(deal)), deal.player, "katt")
            return answered, (Cat(holder, undone), *events)
        case "gjok":
            stopped = replace(deal, stopped_by="stock" if holder is None else holder)
            return replace(state, deal=stopped), (Cuckoo(holder),)


def lose_life(state: State, seat: Seat, why: Literal["dragon", "katt"]) -> Told:
    """Who has no life left is out at once, and its card is not compared."""
    lives = tuple([count - (at == seat) for at, count in enumerate(state.lives)])
    lost = LifeLost((seat,), why)
    if lives[seat]:
        return replace(state, lives=lives), (lost,)
    in_deal = tuple([other for other in state.deal.in_deal if other != seat])
    deal = replace(state.deal, in_deal=in_deal)
    out = replace(state, lives=lives, fallen=(*state.fallen, (seat,)), deal=deal)
    return out, (lost, FellOut(seat))


def show_answer(deal: Deal, seat: Seat) -> Deal:
    """The matador that answered stays open."""
    card = deal.card_of(seat)
    opened = lay(deal.cards, seat, replace(card, open=True))
    return replace(deal, cards=opened, shown=(*deal.shown, card.rank))


def swap_cards(deal: Deal, asker: Seat, giver: Seat) -> Deal:
    """Two cards change places; both seats know both, and all know the given one is no matador."""
    given, taken = deal.card_of(giver), deal.card_of(asker)
    cards = lay(deal.cards, asker, replace(hold(given, asker), plain=True))
    cards = lay(cards, giver, hold(taken, giver))
    return replace(deal, cards=cards, swaps=(*deal.swaps, (asker, giver)))


def undo_swaps(deal: Deal) -> Deal:
    """All swaps in reverse order, over houses, horses and the knocked out; never a second time."""
    cards = list(deal.cards)
    for one, other in reversed(deal.swaps):
        cards[one], cards[other] = cards[other], cards[one]
    return replace(deal, cards=tuple(cards), swaps=())


def put_aside_drawn(deal: Deal) -> Deal:
    """A drawn matador is shown and put aside."""
    rank, *stock = deal.stock
    return replace(
        deal,
        stock=tuple(stock),
        aside=(*deal.aside, Card(rank, open=True)),
        shown=(*deal.shown, rank),
    )


def take_drawn(deal: Deal) -> Deal:
    """The drawn card is taken unseen by the others, the old one is put aside unseen."""
    rank, *stock = deal.stock
    taken = Card(rank, held=(deal.player,), plain=True)
    return replace(
        deal,
        stock=tuple(stock),
        aside=(*deal.aside, deal.card_of(deal.player)),
        cards=lay(deal.cards, deal.player, taken),
    )


def hold(card: Card, seat: Seat) -> Card:
    """The card as `seat` knows it from now on."""
    return card if seat in card.held else replace(card, held=(*card.held, seat))


def lay(cards: tuple[Card | None, ...], seat: Seat, card: Card) -> tuple[Card | None, ...]:
    """`card` in front of `seat`."""
    return (*cards[:seat], card, *cards[seat + 1 :])
