"""The `normal` bot: weighs what keeping and what asking would cost, in lives, from its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from app.games.base import Policy, Seat
from app.games.gnav.deal import turn_order
from app.games.gnav.model import PACK, RANKS, STRENGTH, Keep, Move, Rank, Swap, View

KEEPERS_CUT = STRENGTH["V"]
"""Nobody who can help it stays with a card below this one."""

Odds = Mapping[Rank, float]
"""How likely each rank is; the odds add to 1."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody else in the deal: the odds of its card (certain if it is known)."""

    seat: Seat
    odds: Odds

    def reaches(self, rank: Rank) -> float:
        """How likely its card is as high as `rank`."""
        floor = STRENGTH[rank]
        return sum([share for other, share in self.odds.items() if STRENGTH[other] >= floor])


@dataclass(frozen=True, slots=True)
class Outlook:
    """A turn as the bot weighs it.

    `ahead`: the rivals to ask, in order; `behind`: those who have had their turn. `unseen`: the
    odds of the stock's front card, and those of a hidden card.
    """

    own: Rank
    ahead: tuple[Rival, ...]
    behind: tuple[Rival, ...]
    stock: Odds
    hidden: Odds
    is_last_life: bool

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """Everybody else who will be compared."""
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
    hidden = odds_of(unseen, lambda rank: rank != "narr")
    kept = odds_of(unseen, lambda rank: STRENGTH[rank] >= KEEPERS_CUT) or hidden
    keepers = {ask.seat for ask in view.asks if ask.did == "keep"}
    order = turn_order(view.in_deal, view.dealer, len(view.lives))
    played = played_seats(view, order.index(seat), order)

    def rival_at(other: Seat) -> Rival:
        known = view.cards[other]
        if known is not None:
            return Rival(other, {known: 1.0})
        return Rival(other, kept if other in keepers else hidden)

    return Outlook(
        own=own,
        ahead=tuple([rival_at(other) for other in order if other != seat and other not in played]),
        behind=tuple([rival_at(other) for other in order if other != seat and other in played]),
        stock=odds_of(unseen, lambda rank: True),
        hidden=hidden,
        is_last_life=view.lives[seat] == 1,
    )


def played_seats(view: View, place: int, order: Sequence[Seat]) -> Collection[Seat]:
    """Those before this seat in turn order have had their turn, or answered with a matador."""
    return frozenset(order[:place])


def count_unseen(view: View) -> Counter[Rank]:
    """The pack without the cards known to this viewer and the matadors that were drawn."""
    unseen = Counter(PACK)
    unseen.subtract([rank for rank in view.cards if rank is not None])
    answered = Counter(
        [rank for rank, is_open in zip(view.cards, view.open, strict=True) if is_open and rank]
    )
    unseen.subtract(Counter(view.shown) - answered)
    return +unseen


def odds_of(unseen: Mapping[Rank, int], allowed: Callable[[Rank], bool]) -> Odds:
    """The odds among the unseen cards that are allowed."""
    counts = {rank: unseen[rank] for rank in RANKS if unseen.get(rank) and allowed(rank)}
    total = sum(counts.values())
    return {rank: count / total for rank, count in counts.items()}


def cost_of_card(own: Rank, rivals: Collection[Rival]) -> float:
    """The chance that a settlement with this card costs a life."""
    if own == "narr":
        return 1.0
    others = [rival for rival in rivals if "narr" not in rival.odds]
    if len(rivals) - len(others) == 2:
        return 0.0
    lowest = 1.0
    for rival in others:
        lowest *= rival.reaches(own)
    return lowest


def cost_of_asking(outlook: Outlook) -> float:
    """The lives that a request costs on average, wherever houses and horses send it."""
    cost = cost_of_drawing(outlook)
    for at in range(len(outlook.ahead) - 1, -1, -1):
        cost = cost_of_answer(outlook, at, cost)
    return cost


def cost_of_answer(outlook: Outlook, at: int, cost_beyond: float) -> float:
    """The average over what the asked rival may hold; `cost_beyond`: of asking the next."""
    asked = outlook.ahead[at]
    left = left_with_own(outlook, at)
    cost = 0.0
    for rank, share in asked.odds.items():
        if rank == "hus" or rank == "hest":
            cost += share * cost_beyond
        elif rank in ("katt", "dragon", "gjok"):
            cost += share * cost_of_matador(outlook, rank)
        else:
            cost += share * cost_of_card(rank, left)
    return cost


def left_with_own(outlook: Outlook, at: int) -> tuple[Rival, ...]:
    """The rivals once the asked one has the bot's card; a dealer trades a poor one for another."""
    asked = outlook.ahead[at]
    is_dealer = at == len(outlook.ahead) - 1
    poor = is_dealer and STRENGTH[outlook.own] < KEEPERS_CUT
    asked = replace(asked, odds=outlook.hidden if poor else {outlook.own: 1.0})
    return (*outlook.ahead[:at], asked, *outlook.ahead[at + 1 :], *outlook.behind)


def cost_of_drawing(outlook: Outlook) -> float:
    """The average over the front card of the stock; after a house or horse another is drawn."""
    cost = drawn = 0.0
    for rank, share in outlook.stock.items():
        if rank == "hus" or rank == "hest":
            continue
        drawn += share
        if rank in ("katt", "dragon", "gjok"):
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
