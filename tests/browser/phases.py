"""The phases of every game as the gallery shows them: data, one line for each picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser import milkman, robot

WIDE_NAME = "W" * 24


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to wait for at a table, and the name of its picture."""

    name: str
    selector: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match that is played to the end for its pictures.

    `moves` are the controls that say that it is one's move; `play` makes one.
    """

    game: str
    seats: int
    moments: tuple[Moment, ...]
    name: str = "Ada"
    options: Mapping[str, Any] = field(default_factory=dict)
    moves: str = robot.MOVES
    play: Callable[[Page, Random], None] = robot.by_mouse


GNAV = (
    Moment("turn", ".gnav-move"),
    Moment("ask", ".shows-ask"),
    Moment("asked", ".shows-asked"),
    Moment("settle-turn", ".shows-turn"),
    Moment("settle-lift", ".shows-lift"),
    Moment("settle-burn", ".shows-burn"),
)
MILKURO = (
    Moment("choose", ".mk-tap"),
    Moment("follow", ".milkuro:not([class*=shows-]):has(.mk-played) .mk-tap"),
    Moment("taken", ".shows-taken"),
    Moment("collect", ".shows-collect"),
    Moment("round", ".shows-round"),
    Moment("points", ".shows-points"),
)
MINO_DICE = (
    Moment("bid", ".md-bid"),
    Moment("bid-count", ".shows-count"),
    Moment("bid-shown", ".shows-shown"),
    Moment("lead", ".mino-dice:not([class*=shows-]):not(:has(.md-rolled)) .md-held .md-tap"),
    Moment("roll", ".shows-roll"),
    Moment("taken", ".shows-taken"),
    Moment("collect", ".shows-collect"),
    Moment("reckon", ".shows-reckon"),
    Moment("points", ".shows-points"),
    Moment("bound", ".md-why"),
    Moment("bonus", ".md-coins"),
    Moment("six-bids", "[data-bid='6']"),
    Moment("full-hand", ".md-dice.is-long .md-tap"),
)
MILKMAN = (
    Moment("market-waits", ".mm-sign.of-waiting"),
    Moment("others", ".milkman:not([class*=shows-]):has(.is-market, .is-busy):has(.is-idle)"),
    Moment("dice", ".of-6:has(.mm-die.is-lit) > .mm-panel:not(:has(.mm-clear))"),
    Moment("die", ".of-6:has(.mm-die.is-chosen) > .mm-panel > .mm-clear"),
    Moment("pair", ".mm-die.is-chosen ~ .mm-die.is-chosen"),
    Moment("thing", ".mm-thing.is-chosen"),
    Moment("amounts", ".mm-steppers"),
    Moment("kinds", ".mm-kinds"),
    Moment("faces", ".mm-faces"),
    Moment("trip", ".mm-fuel"),
    Moment("ready", ".mm-hung.is-ready"),
    Moment("pouring", "[data-deed^='pour:']"),
    Moment("leave", "[data-deed=leave]"),
    Moment("pay", ".shows-pay"),
    Moment("roll", ".shows-roll"),
)

SITTINGS = (
    Sitting("gnav", 4, GNAV, options={"lives": 2}),
    Sitting("gnav", 10, GNAV, WIDE_NAME, options={"lives": 2}),
    Sitting("milkuro", 2, MILKURO),
    Sitting("milkuro", 3, MILKURO, WIDE_NAME),
    Sitting("milkuro", 4, MILKURO),
    Sitting("mino_dice", 3, MINO_DICE),
    Sitting("mino_dice", 4, MINO_DICE),
    Sitting("mino_dice", 6, MINO_DICE, WIDE_NAME),
    *(
        Sitting(
            "milkman",
            seats,
            MILKMAN,
            WIDE_NAME if seats == 3 else "Ada",
            moves=f".milkman {milkman.OFFERED}",
            play=milkman.by_small_steps,
        )
        for seats in (2, 3, 4)
    ),
)
