"""Hints as they are told to the one who asked."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from app.codec.games import GameCodec
from app.games.base import Seat
from app.tables.ports import Advice

DIGITS = 3
"""Of a share of wins; more would only be noise."""


class ChoiceJson(TypedDict):
    """One move, and how often it wins: a share from 0 to 1, null where nobody could tell."""

    move: dict[str, Any]
    wins: float | None


class HintJson(TypedDict):
    """Thought out at position `seq` for `seat`: the choices, the best first; `samples`: how many
    imagined matches the estimates rest on."""

    seq: int
    seat: int
    samples: int
    choices: list[ChoiceJson]


def hint_json(codec: GameCodec, seq: int, seat: Seat, advice: Advice) -> HintJson:
    """The answer of `POST /api/tables/{id}/hint`."""
    return {
        "seq": seq,
        "seat": seat,
        "samples": advice.samples,
        "choices": [
            {
                "move": codec.to_jsonable(choice.move),
                "wins": None if choice.wins is None else round(choice.wins, DIGITS),
            }
            for choice in advice.choices
        ],
    }
