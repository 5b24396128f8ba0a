"""The values of Gnav: ranks, cards, moves, a deal, the state and the views.

Field names of moves and views are the keys of the JSON that gnav.md fixes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from app.games.base import Seat

Rank = Literal[
    "narr",
    "ugle",
    "potte",
    "0",
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "hus",
    "hest",
    "katt",
    "dragon",
    "gjok",
]
PassingRank = Literal["hus", "hest"]
"""The matadors that send a request on to the next."""
StrikingRank = Literal["katt", "dragon", "gjok"]
"""The matadors that end it."""

RANKS: tuple[Rank, ...] = get_args(Rank)
"""Low to high."""
STRENGTH: dict[Rank, int] = {rank: strength for strength, rank in enumerate(RANKS)}
MATADORS: tuple[Rank, ...] = RANKS[-5:]
PASSED_BY: tuple[PassingRank, ...] = get_args(PassingRank)
PACK: tuple[Rank, ...] = tuple(rank for rank in RANKS for _ in range(2))
"""In the order in which a shuffle begins."""

Stock = Literal["stock"]
Phase = Literal["turn", "over"]
Choice = Literal["keep", "swap"]
Answer = Literal["kept", "swapped", "drew", "dragon", "katt", "gjok"]
Why = Literal["lowest", "fool", "fools", "none"]
Swapped = tuple[Seat, Seat]
"""Who asked, and who gave."""


@dataclass(frozen=True, slots=True)
class Options:
    """How many lives everybody begins with."""

    lives: Literal[1, 2, 3, 4, 5] = 3


@dataclass(frozen=True, slots=True)
class Keep:
    """Stay with the card."""

    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Swap:
    """Ask the next seat in the deal to the left, or the stock when nobody is left to ask."""

    type: Literal["swap"] = "swap"


Move = Keep | Swap


@dataclass(frozen=True, slots=True)
class Card:
    """One card on the table with what is known of it, wherever it goes.

    `open`: everybody knows it. `held`: the seats that have held it in this deal, so they know it.
    `plain`: it was given on request, so everybody knows that it is no matador.
    """

    rank: Rank
    open: bool = False
    held: tuple[Seat, ...] = ()
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A turn as everybody saw it: `asked` the seats in order, then the stock if it came to that."""

    seat: Seat
    did: Choice
    asked: tuple[Seat | Stock, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal under way.

    `order`: the seats dealt to, in turn order, the dealer last. `place`: whose turn it is in that
    order; past its end, nobody is left to play. `in_deal`: those of them not knocked out.
    `aside`: what was put aside, drawn matadors and the card that gave way to the stock's.
    `swaps`: those that a cat would undo.
    """

    number: int
    dealer: Seat
    order: tuple[Seat, ...]
    resting: tuple[Seat, ...]
    in_deal: tuple[Seat, ...]
    cards: tuple[Card | None, ...]
    stock: tuple[Rank, ...]
    place: int = 0
    aside: tuple[Card, ...] = ()
    shown: tuple[Rank, ...] = ()
    asks: tuple[Ask, ...] = ()
    swaps: tuple[Swapped, ...] = ()
    stopped_by: Seat | Stock | None = None

    @property
    def is_played(self) -> bool:
        """Whether nobody is left to play."""
        return self.place >= len(self.order)

    @property
    def player(self) -> Seat:
        """Whose turn it is."""
        return self.order[self.place]

    def card_of(self, seat: Seat) -> Card:
        """The card in front of a seat that was dealt to."""
        card = self.cards[seat]
        if card is None:
            raise ValueError(f"seat {seat} has no card in this deal")
        return card


@dataclass(frozen=True, slots=True)
class LastDeal:
    """How the deal before was settled; `cards`, `asks` and `shown` as they lay then."""

    deal: int
    dealer: Seat
    cards: tuple[Rank | None, ...]
    lost: tuple[Seat, ...]
    why: Why
    stopped_by: Seat | Stock | None
    rests: tuple[Seat, ...]
    asks: tuple[Ask, ...]
    shown: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position. `fallen`: who fell at the same moment, the earliest first."""

    phase: Phase
    lives: tuple[int, ...]
    fallen: tuple[tuple[Seat, ...], ...]
    deal: Deal
    last_deal: LastDeal | None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.lives)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats with a life left, ascending."""
        return tuple([seat for seat, lives in enumerate(self.lives) if lives])


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know now; in the open view all `cards` are there."""

    phase: Phase
    deal: int
    dealer: Seat
    turn: Seat | None
    lives: tuple[int, ...]
    resting: tuple[Seat, ...]
    in_deal: tuple[Seat, ...]
    cards: tuple[Rank | None, ...]
    open: tuple[bool, ...]
    stock: int
    shown: tuple[Rank, ...]
    asks: tuple[Ask, ...]
    last_deal: LastDeal | None
