"""Milkuro in six steps: two numbers on a card, naming a colour, following, and the balance."""

from __future__ import annotations

from app.games import milkuro
from app.games.milkuro.model import (
    CARDS,
    Follow,
    Hand,
    Lead,
    Piles,
    PlayedCard,
    PlayedRound,
    State,
    TakenTrick,
    Trick,
)
from app.lessons.base import Lesson, Step, Turn

HANDS: tuple[Hand, ...] = ((3, 20, 38, 41), (16, 28, 30, 35), (12, 18, 25, 33))
LAST_TRICK = TakenTrick(
    leader=0,
    colour="white",
    plays=(PlayedCard(0, 43), PlayedCard(1, 21), PlayedCard(2, 10)),
    winner=0,
)
PLAYED = 21
"""Seven tricks of three cards are over."""
ROUNDS = (
    PlayedRound(1, (Piles(2, 2), Piles(2, 1), Piles(1, 3)), (4, -3, -4)),
    PlayedRound(2, (Piles(1, 2), Piles(2, 2), Piles(3, 1)), (-3, 4, -4)),
)


def opening() -> State:
    """The end of the last round: one black trick more, and the learner's scales are level."""
    seen = [play.card for play in LAST_TRICK.plays]
    held = {card for hand in HANDS for card in hand}
    others = [card for card in range(1, CARDS + 1) if card not in held and card not in seen]
    return State(
        phase="lead",
        first=1,
        round=2,
        hands=HANDS,
        trick=Trick(0, None, ()),
        last_trick=LAST_TRICK,
        piles=(Piles(1, 2), Piles(0, 2), Piles(2, 0)),
        scores=(1, 1, -8),
        rounds_played=ROUNDS,
        played=tuple([*seen, *others])[:PLAYED],
    )


LESSON = Lesson(
    game=milkuro.GAME,
    seats=3,
    opening=opening(),
    steps=(
        Step("card"),
        Step("scales"),
        Step("lead", Lead(3, "black"), then=(Turn(1, Follow(30)), Turn(2, Follow(18)))),
        Step(
            "low",
            Lead(41, "black"),
            then=(Turn(1, Follow(35)), Turn(2, Follow(12)), Turn(2, Lead(25, "white"))),
        ),
        Step(
            "follow",
            Follow(20),
            then=(Turn(1, Follow(28)), Turn(1, Lead(16, "black")), Turn(2, Follow(33))),
        ),
        Step("last", Follow(38)),
    ),
)
