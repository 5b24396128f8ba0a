"""Milkman in nine steps: one turn, from the dice over milk, bottle and truck to the customer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.games import milkman
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.model import NEW_FARM, Die, Farm, Order, State
from app.games.milkman.moves import (
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Load,
    Milk,
    Reroll,
    StartTruck,
)
from app.lessons.base import Lesson, Step, Turn

DISPLAY = (3, 16, 11, 33)
"""The customers who wait: the first wants three whole milk."""
SCORED = (27, 15)
"""What the two farms have delivered before."""
ORDERED = 19
A_BOTTLE = 8
"""A stream in which a die shows a bottle."""


def learners_farm() -> Farm:
    """One milk in the tank, and dice for everything but the bottles."""
    return replace(
        NEW_FARM,
        tanks=(1, 0),
        delivered=SCORED[:1],
        score=CUSTOMERS[SCORED[0]].points,
        dice=(
            Die("black", "money"),
            Die("black", "labor"),
            Die("white", "milk"),
            Die("white", "truck"),
            Die("white", "spilt"),
            Die("white", "spilt"),
        ),
        rerolls=2,
    )


def neighbours_farm() -> Farm:
    """Its turn too, with two dice."""
    customer = CUSTOMERS[ORDERED]
    return replace(
        NEW_FARM,
        cows=3,
        money=5,
        barn=(2, 0, 0),
        orders=(Order(id=customer.id, zone=2, order=customer.order, points=customer.points),),
        delivered=SCORED[1:],
        score=CUSTOMERS[SCORED[1]].points,
        dice=(Die("black", "milk"), Die("black", "bottle")),
        rerolls=2,
    )


def opening() -> State:
    """The third round; the learner is the main player."""
    taken = {*DISPLAY, *SCORED, ORDERED}
    return State(
        phase="turn",
        start=0,
        turn=4,
        deck=tuple([id for id in CUSTOMERS if id not in taken]),
        discards=(),
        customers=tuple([CUSTOMERS[id] for id in DISPLAY]),
        farms=(learners_farm(), neighbours_farm()),
    )


def only(*kinds: type) -> Callable[[Any], bool]:
    """Moves of these kinds, with one die each: wild pairs are for later."""

    def is_offered(move: Any) -> bool:
        return isinstance(move, kinds) and len(getattr(move, "use", ())) <= 1

    return is_offered


LESSON = Lesson(
    game=milkman.GAME,
    seats=2,
    opening=opening(),
    steps=(
        Step("dice", Reroll((0,)), A_BOTTLE, offered=only(Reroll)),
        Step("milk", Milk((2,), (2, 0, 0)), offered=only(Milk)),
        Step("bottle", Bottle((0,), 0, "whole", None), offered=only(Bottle)),
        Step("claim", Claim((1,), 1), offered=only(Claim)),
        Step(
            "truck",
            StartTruck((3,)),
            then=(Turn(1, Milk((0,), (3, 0, 0))),),
            offered=only(StartTruck),
        ),
        Step(
            "load",
            Load((3, 0, 0)),
            then=(Turn(1, Bottle((1,), 0, "skim", None)),),
            offered=only(Load),
        ),
        Step("drive", Drive(1), offered=only(Drive)),
        Step("deliver", Deliver(3), then=(Turn(1, Done()),), offered=only(Deliver, Drive)),
        Step("done", Done(), offered=only(Done)),
    ),
)
