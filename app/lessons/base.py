"""What a lesson is: a position of a real game, and steps that its real rules must allow.

A lesson is never told from memory. `walk` plays it through the rules, so a step that they no
longer allow fails here, and whoever learns sees exactly what a match would have shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.games.base import AnyGame, Seat
from app.games.chance import Chance

LEARNER: Seat = 0
"""Whoever learns sits here."""
LUCK_OF_LESSONS = sha256(b"Kitchen Table, the lessons").digest()
"""The seed of every lesson; a turn names the stream that it draws from."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's move. `luck`: the stream of draws that makes dice and cards fall as told."""

    seat: Seat
    move: Any
    luck: int = 0


def everything(move: Any) -> bool:
    """Whatever the rules allow may be tried."""
    return True


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to understand. `key`: of its words, `lesson.<game>.<key>`.

    `move`: what the learner is asked for; None where there is only something to read or to watch.
    `then`: what happens after it. `offered`: which of the legal moves can be tried at all, where
    all of them would be too many for a first time.
    """

    key: str
    move: Any | None = None
    luck: int = 0
    then: tuple[Turn, ...] = ()
    offered: Callable[[Any], bool] = everything


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided first match: where it begins, and its steps."""

    game: AnyGame
    seats: int
    opening: Any
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """What the learner sees after a move, and what the rules tell about it."""

    view: Any
    events: tuple[Any, ...]
    to_act: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WalkedStep:
    """A step as it was played: what could be tried, and what came of the move asked for."""

    key: str
    move: Any | None
    legal: tuple[Any, ...]
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class WalkedLesson:
    """A lesson as it was played, from its first picture on."""

    opening: Frame
    steps: tuple[WalkedStep, ...]
    closing: Any
    """The position at the end."""


class BrokenLesson(Exception):
    """The rules do not allow what the lesson tells."""


def walk(lesson: Lesson) -> WalkedLesson:
    """Play the lesson by its game's rules. Raises `BrokenLesson` and what the rules raise."""
    state = lesson.opening
    opening = frame_of(lesson.game, state)
    walked: list[WalkedStep] = []
    for step in lesson.steps:
        legal = moves_to_try(lesson.game, state, step)
        state, frames = play(lesson.game, state, turns_of(step))
        walked.append(WalkedStep(step.key, step.move, legal, frames))
    return WalkedLesson(opening, tuple(walked), state)


def turns_of(step: Step) -> tuple[Turn, ...]:
    """All moves of a step, the learner's own first."""
    own = () if step.move is None else (Turn(LEARNER, step.move, step.luck),)
    return (*own, *step.then)


def moves_to_try(game: AnyGame, state: Any, step: Step) -> tuple[Any, ...]:
    """What the board lets the learner do in this step. Raises `BrokenLesson`."""
    if step.move is None:
        return ()
    offered = tuple(filter(step.offered, game.legal_moves(state, LEARNER)))
    if step.move not in offered:
        raise BrokenLesson(f"{game.info.key}.{step.key}: {step.move} cannot be made")
    return offered


def play(game: AnyGame, state: Any, turns: Sequence[Turn]) -> tuple[Any, tuple[Frame, ...]]:
    """The position after these turns, and a frame for each of them."""
    frames: list[Frame] = []
    for turn in turns:
        chance = Chance(LUCK_OF_LESSONS, turn.luck)
        after = game.apply(state, turn.seat, turn.move, chance)
        state = after.state
        frames.append(frame_of(game, state, after.events))
    return state, tuple(frames)


def frame_of(game: AnyGame, state: Any, events: tuple[Any, ...] = ()) -> Frame:
    """The learner's view of a position."""
    return Frame(game.view(state, LEARNER), events, tuple(sorted(game.to_act(state))))
