"""Deals of Gnav laid by hand, for tests that need certain cards at certain seats."""

from __future__ import annotations

from collections import Counter

from app.games.base import Step
from app.games.chance import Chance
from app.games.gnav import GAME
from app.games.gnav.deal import turn_order
from app.games.gnav.model import PACK, Card, Deal, Keep, LastDeal, Move, Rank, State, Swap

SEED = bytes(range(32))
MOVES: dict[str, Move] = {"k": Keep(), "s": Swap()}


def lay_deal(
    cards: str,
    *,
    stock: str = "",
    dealer: int = 3,
    lives: tuple[int, ...] = (3, 3, 3, 3),
    resting: tuple[int, ...] = (),
) -> State:
    """A deal about to be played: `cards` by seat (`-`: none), `stock` on top of the rest."""
    ranks = [None if rank == "-" else rank for rank in cards.split()]
    in_deal = tuple(seat for seat, rank in enumerate(ranks) if rank)
    top: list[Rank] = stock.split()  # type: ignore[assignment]
    left = Counter(PACK)
    left.subtract([rank for rank in (*ranks, *top) if rank])
    deal = Deal(
        number=0,
        dealer=dealer,
        order=turn_order(in_deal, dealer, len(ranks)),
        resting=resting,
        in_deal=in_deal,
        cards=tuple(
            Card(rank, open=rank == "narr", held=(seat,)) if rank else None
            for seat, rank in enumerate(ranks)
        ),
        stock=(*top, *left.elements()),
    )
    fallen = tuple((seat,) for seat, count in enumerate(lives) if count == 0)
    return State("turn", lives, fallen, deal, None)


def play(state: State, moves: str) -> Step[State]:
    """The last step of `moves` (`k`eep or `s`wap), each made by whose turn it is."""
    step = Step(state)
    for position, move in enumerate(moves, start=1):
        (seat,) = GAME.to_act(step.state)
        step = GAME.apply(step.state, seat, MOVES[move], Chance(SEED, position))
    return step


def cards_of(state: State) -> str:
    """The cards before the seats, as `lay_deal` takes them."""
    return " ".join(card.rank if card else "-" for card in state.deal.cards)


def settled(state: State) -> LastDeal:
    """The deal that was settled last."""
    assert state.last_deal is not None
    return state.last_deal


def pack_of(state: State) -> Counter[Rank]:
    """Every card of a position, wherever it lies."""
    deal = state.deal
    lying = [card.rank for card in (*deal.cards, *deal.aside) if card]
    return Counter([*lying, *deal.stock])
