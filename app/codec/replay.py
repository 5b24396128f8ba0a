"""The JSON in which an ended match is told again, position by position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from app.codec.wire import ResultJson
from app.tables.match import By


class StepJson(TypedDict):
    """One position of an ended match; at the set-up nobody has moved."""

    seq: int
    seat: int | None
    move: Any
    undo: NotRequired[int]
    by: By | None
    at: str | None
    events: Sequence[Any]
    view: NotRequired[Any]
    to_act: list[int]
    result: ResultJson | None


class ReplayAnswer(TypedDict):
    """One position of an ended match, as some eyes saw it."""

    seq: int
    view: Any


class StepsAnswer(TypedDict):
    """Positions of an ended match one after another; `last`: the number of its last one."""

    last: int
    steps: list[StepJson]
