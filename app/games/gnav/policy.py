"""The `normal` bot: weighs what keeping and what asking would cost, in lives, from its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from app.games.base import Policy, Seat
from app.games.gnav.deal import turn_order
from app.games.gnav.model import (
    MATADORS,
    PACK,
    PASSED_BY,
    RANKS,
    STRENGTH,
    Keep,
    Move,
    Rank,
    Swap,
    View,
)

KEEPERS_CUT = STRENGTH["V"]
"""Nobody who can help it stays with a card below this one."""

Counts = Mapping[Rank, int]


@dataclass(frozen=True, slots=True)
class Odds:
    """What a card may be: how likely each rank is, and how likely it is that high or higher."""

    share: Mapping[Rank, float]
    reach: Mapping[Rank, float]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A turn as the bot weighs it.

    `ahead`: the odds of the cards of those to ask, in order; `behind`: of those who have had
    their turn. `stock`: of the front card of the stock; `hidden`: of a card that was dealt hidden.
    """

    own: Rank
    ahead: tuple[Odds, ...]
    behind: tuple[Odds, ...]
    stock: Odds
    hidden: Odds
    is_last_life: bool

    @property
    def rivals(self) -> tuple[Odds, ...]:
        """The cards of everybody else who will be compared."""
        return (*self.ahead, *self.behind)


class NormalBot:
    """Takes the cheaper of the two moves, and keeps when they cost the same."""

    def choose(self, view: View, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """One of `legal`; there is nothing to toss for."""
        outlook = look_out(view, seat)
        asking, keeping = cost_of_asking(outlook), cost_of_card(outlook.own, outlook.rivals)
        wanted: Move = Swap() if asking < keeping else Keep()
        return wanted if wanted in legal else legal[0]


def look_out(view: View, seat: Seat) -> Outlook:
    """What the view says about the cards around this seat."""
    own = view.cards[seat]
    if own is None:
        raise ValueError(f"seat {seat} has no card to weigh")
    unseen = count_unseen(view)
    hidden = odds_of({rank: count for rank, count in unseen.items() if rank != "narr"})
    rivals = guess_cards(view, unseen, hidden)
    order = turn_order(view.in_deal, view.dealer, len(view.lives))
    place = order.index(seat)
    return Outlook(
        own=own,
        ahead=tuple([rivals[other] for other in order[place + 1 :]]),
        behind=tuple([rivals[other] for other in order[:place]]),
        stock=odds_of(unseen),
        hidden=hidden,
        is_last_life=view.lives[seat] == 1,
    )


def guess_cards(view: View, unseen: Counts, hidden: Odds) -> dict[Seat, Odds]:
    """A card is known, or what somebody stays with, or any that can lie hidden."""
    kept = odds_of({rank: n for rank, n in unseen.items() if STRENGTH[rank] >= KEEPERS_CUT})
    keepers = {ask.seat for ask in view.asks if ask.did == "keep"}
    guesses = {}
    for seat in view.in_deal:
        known = view.cards[seat]
        guess = kept if seat in keepers and kept.share else hidden
        guesses[seat] = CERTAIN[known] if known else guess
    return guesses


def count_unseen(view: View) -> Counter[Rank]:
    """The pack without the cards known to this viewer and the matadors that were drawn."""
    unseen = Counter(PACK)
    unseen.subtract([rank for rank in view.cards if rank is not None])
    answered = Counter(
        [rank for rank, is_open in zip(view.cards, view.open, strict=True) if is_open and rank]
    )
    unseen.subtract(Counter(view.shown) - answered)
    return +unseen


def odds_of(counts: Counts) -> Odds:
    """The odds of a card drawn from these."""
    total = sum(counts.values())
    share = {rank: count / total for rank, count in counts.items()}
    reach: dict[Rank, float] = {}
    higher = 0.0
    for rank in reversed(RANKS):
        higher += share.get(rank, 0.0)
        reach[rank] = higher
    return Odds(share, reach)


CERTAIN: Mapping[Rank, Odds] = {rank: odds_of({rank: 1}) for rank in RANKS}


def cost_of_card(own: Rank, rivals: Collection[Odds]) -> float:
    """The chance that a settlement with this card costs a life."""
    if own == "narr":
        return 1.0
    fools = 0
    lowest = 1.0
    for odds in rivals:
        if "narr" in odds.share:
            fools += 1
        else:
            lowest *= odds.reach[own]
    return 0.0 if fools == 2 else lowest


def cost_of_asking(outlook: Outlook) -> float:
    """The lives that a request costs on average, wherever houses and horses send it."""
    cost = cost_of_drawing(outlook)
    for at in range(len(outlook.ahead) - 1, -1, -1):
        cost = cost_of_answer(outlook, at, cost)
    return cost


def cost_of_answer(outlook: Outlook, at: int, cost_beyond: float) -> float:
    """The average over what the asked seat may hold; `cost_beyond`: of asking the next."""
    left = rivals_after_swap(outlook, at)
    cost = 0.0
    for rank, share in outlook.ahead[at].share.items():
        if rank in PASSED_BY:
            cost += share * cost_beyond
        elif rank in MATADORS:
            cost += share * cost_of_matador(outlook, rank)
        else:
            cost += share * cost_of_card(rank, left)
    return cost


def rivals_after_swap(outlook: Outlook, at: int) -> tuple[Odds, ...]:
    """The asked seat has the bot's card; if it is the dealer, it trades a poor one for another."""
    is_dealer = at == len(outlook.ahead) - 1
    trades = is_dealer and STRENGTH[outlook.own] < KEEPERS_CUT
    given = outlook.hidden if trades else CERTAIN[outlook.own]
    return (*outlook.ahead[:at], given, *outlook.ahead[at + 1 :], *outlook.behind)


def cost_of_drawing(outlook: Outlook) -> float:
    """The average over the front card of the stock; after a house or horse another is drawn."""
    cost = drawn = 0.0
    for rank, share in outlook.stock.share.items():
        if rank in PASSED_BY:
            continue
        drawn += share
        if rank in MATADORS:
            cost += share * cost_of_matador(outlook, rank)
        else:
            cost += share * cost_of_card(rank, outlook.rivals)
    return cost / drawn


def cost_of_matador(outlook: Outlook, rank: Rank) -> float:
    """A cuckoo settles with the own card; dragoon and cat take a life before that."""
    settled = cost_of_card(outlook.own, outlook.rivals)
    if rank == "gjok":
        return settled
    return 1.0 if outlook.is_last_life else 1.0 + settled


POLICY: Policy = NormalBot()
