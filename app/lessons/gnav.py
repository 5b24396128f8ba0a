"""Gnav in seven steps: keep or swap, what matadors answer, and who pays."""

from __future__ import annotations

from app.games import gnav
from app.games.gnav.model import PACK, Card, Deal, Keep, Rank, State, Swap
from app.lessons.base import Lesson, Step, Turn

SEATS = 4
CARDS: tuple[Rank, ...] = ("III", "IX", "hus", "VI")
FRONT_OF_STOCK: Rank = "XI"
"""What the dealer of the first deal will draw."""
CAT_IS_DEALT = 17298
"""I, XI, cat, V in turn order, and a IX in front of the stock."""
CUCKOO_IS_DEALT = 2680
"""XI, XII, cuckoo, pot in turn order, and a IV in front of the stock."""


def opening() -> State:
    """The first deal: the learner begins with a low card, next to a high one and a house."""
    rest = list(PACK)
    for rank in (*CARDS, FRONT_OF_STOCK):
        rest.remove(rank)
    deal = Deal(
        number=0,
        dealer=SEATS - 1,
        order=tuple(range(SEATS)),
        resting=(),
        in_deal=tuple(range(SEATS)),
        cards=tuple([Card(rank, held=(seat,)) for seat, rank in enumerate(CARDS)]),
        stock=(FRONT_OF_STOCK, *rest),
    )
    return State(phase="turn", lives=(3,) * SEATS, fallen=(), deal=deal, last_deal=None)


LESSON = Lesson(
    game=gnav.GAME,
    seats=SEATS,
    opening=opening(),
    steps=(
        Step("card"),
        Step("swap", Swap()),
        Step("house", then=(Turn(1, Swap()),)),
        Step("lowest", then=(Turn(3, Swap(), luck=CAT_IS_DEALT),)),
        Step("cat", then=(Turn(1, Swap()), Turn(2, Swap()))),
        Step("stock", Swap(), CUCKOO_IS_DEALT, then=(Turn(2, Keep()), Turn(3, Keep()))),
        Step("cuckoo", Keep(), then=(Turn(1, Swap()),)),
    ),
)
