"""The JSON of a lesson: all its steps at once, each with what may be tried and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from app.codec.games import GameCodec, codec_for
from app.lessons.base import Frame, Lesson, WalkedStep, walk


class FrameJson(TypedDict):
    """What the learner sees after a move, as on the wire of a table."""

    view: Any
    events: Sequence[Any]
    to_act: list[int]


class LessonStepJson(TypedDict):
    """One step; `move` is one of `legal`, or None where nothing is asked for."""

    key: str
    move: Any
    legal: Sequence[Any]
    frames: list[FrameJson]


class LessonJson(TypedDict):
    """A lesson; the learner sits in seat 0."""

    seats: int
    opening: FrameJson
    steps: list[LessonStepJson]


def lesson_json(lesson: Lesson) -> LessonJson:
    """The lesson as the rules play it. Raises as `walk` does."""
    walked, codec = walk(lesson), codec_for(lesson.game)
    return {
        "seats": lesson.seats,
        "opening": frame_json(walked.opening, codec),
        "steps": [step_json(step, codec) for step in walked.steps],
    }


def step_json(step: WalkedStep, codec: GameCodec) -> LessonStepJson:
    """One step."""
    return {
        "key": step.key,
        "move": None if step.move is None else codec.to_jsonable(step.move),
        "legal": [codec.to_jsonable(move) for move in step.legal],
        "frames": [frame_json(frame, codec) for frame in step.frames],
    }


def frame_json(frame: Frame, codec: GameCodec) -> FrameJson:
    """One picture."""
    return {
        "view": codec.to_jsonable(frame.view),
        "events": [codec.to_jsonable(event) for event in frame.events],
        "to_act": list(frame.to_act),
    }
