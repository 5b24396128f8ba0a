"""Mino Dice in seven steps: the ring of heads, an exact bid, following, and the mermaid's catch."""

from __future__ import annotations

from app.games import mino_dice
from app.games.mino_dice.model import (
    Bid,
    Hand,
    Options,
    PlayedHand,
    Roll,
    State,
    Traces,
    Trick,
)
from app.lessons.base import Lesson, Step, Turn

HANDS: tuple[Hand, ...] = (
    ("mermaid", "red", "yellow", "purple"),
    ("minotaur", "red", "yellow", "grey"),
    ("griffin", "yellow", "purple", "grey"),
)
NO_BONUS = (0, 0, 0)
LOW, MIDDLE, HIGH = 1, 2, 7
"""Streams in which a number die shows its lowest, middle and highest number, a grey one: flag,
1 and 7."""
HEAD = LOW
"""A stream in which a head shows itself, not its flag."""
HANDS_PLAYED = (
    PlayedHand(bids=(1, 0, 0), tricks=(0, 1, 0), bonus=NO_BONUS, points=(-10, -10, 10)),
    PlayedHand(bids=(1, 1, 0), tricks=(1, 1, 0), bonus=NO_BONUS, points=(20, 20, 20)),
    PlayedHand(bids=(1, 1, 2), tricks=(1, 0, 2), bonus=NO_BONUS, points=(20, -10, 40)),
)


def opening() -> State:
    """The fourth hand: the others have bid, the learner leads."""
    return State(
        options=Options(),
        phase="bid",
        first=0,
        hand_no=4,
        hands=HANDS,
        bids=(None, 2, 1),
        trick=Trick(0, None, ()),
        last_trick=None,
        tricks=(0, 0, 0),
        bonus=NO_BONUS,
        scores=(30, 0, 70),
        hands_played=HANDS_PLAYED,
        traces=(Traces(),) * 3,
    )


LESSON = Lesson(
    game=mino_dice.GAME,
    seats=3,
    opening=opening(),
    steps=(
        Step("ring"),
        Step("bid", Bid(2)),
        Step(
            "lead",
            Roll("red"),
            HIGH,
            then=(Turn(1, Roll("red"), LOW), Turn(2, Roll("grey"), MIDDLE)),
        ),
        Step(
            "lose",
            Roll("purple"),
            MIDDLE,
            then=(
                Turn(1, Roll("grey"), MIDDLE),
                Turn(2, Roll("griffin"), HEAD),
                Turn(2, Roll("yellow"), MIDDLE),
            ),
        ),
        Step(
            "follow",
            Roll("yellow"),
            LOW,
            then=(
                Turn(1, Roll("yellow"), HIGH),
                Turn(1, Roll("minotaur"), HEAD),
                Turn(2, Roll("purple"), MIDDLE),
            ),
        ),
        Step("mermaid", Roll("mermaid"), HEAD),
        Step("points"),
    ),
)
