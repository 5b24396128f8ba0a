"""Leaks are found by machine (architecture.md, "Knowledge and `imagine`").

A viewer must not be able to tell the true state from one that `imagine` made for it: not by its
view, its legal moves, or anything that everybody is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random
from typing import Any

from app.certify.trial import CheckFailed, Match, Moment, Subject
from app.games.base import AnyGame, Audience, IllegalMove, Step, Viewer

IMAGINED = 3
"""Imagined states a viewer, at every position."""
IMAGINED_FOR_EVENTS = 4
IMAGINED_FOR_REVEALS = 8


def check_imagined_look_alike(subject: Subject) -> None:
    """What a viewer sees or is told is equal in the true and in imagined states."""
    rng = Random(2)
    for match, state in subject.states():
        for viewer in match.viewers:
            told = told_to(subject.game, match, state, viewer)
            for _ in range(IMAGINED):
                imagined = subject.game.imagine(state, viewer, rng)
                if told_to(subject.game, match, imagined, viewer) != told:
                    raise CheckFailed(f"{viewer} can tell an imagined state from the true one")


def told_to(game: AnyGame, match: Match, state: Any, viewer: Viewer) -> list[Any]:
    """Everything that `viewer` learns of a state by itself."""
    owing = game.to_act(state)
    seats = range(match.seats)
    public: list[Any] = [
        game.view(state, viewer),
        owing,
        [game.clock_runs(state, seat) for seat in seats],
        game.outcome(state),
    ]
    if viewer is Audience.OPEN or viewer is Audience.SPECTATOR:
        return public
    default = game.default_move(state, viewer) if viewer in owing else None
    return [*public, list(game.legal_moves(state, viewer)), default]


def check_events_tell_no_more(subject: Subject) -> None:
    """States that lead spectators to the same next view have told them the same events."""
    rng = Random(3)
    for match, moment in subject.moments():
        told: dict[bytes, tuple[Any, ...]] = {}
        for state in imagined_by_all(subject, match, (moment.state, IMAGINED_FOR_EVENTS), rng):
            step = replayed(subject, match, moment, state)
            if step is None:
                continue
            seen = subject.codec.dump(subject.game.view(step.state, Audience.SPECTATOR))
            if told.setdefault(seen, step.events) != step.events:
                raise CheckFailed(f"{moment.move} at {moment.seq} tells what nobody may know")


def imagined_by_all(
    subject: Subject, match: Match, wanted: tuple[Any, int], rng: Random
) -> Iterable[Any]:
    """The true state, and some that each viewer imagines."""
    state, count = wanted
    yield state
    for viewer in match.viewers:
        for _ in range(count):
            yield subject.game.imagine(state, viewer, rng)


def replayed(subject: Subject, match: Match, moment: Moment, state: Any) -> Step[Any] | None:
    """The moment's move, with its chance, in another state; None where it is not legal."""
    try:
        return subject.game.apply(state, moment.seat, moment.move, match.chance(moment.seq))
    except IllegalMove:
        return None


def check_shown_alike(subject: Subject) -> None:
    """Whether a move is shown does not depend on what its viewer cannot know."""
    rng = Random(4)
    for match, moment in subject.moments():
        for viewer in match.viewers:
            shown = defaultdict(list)
            for state in (moment.state, subject.game.imagine(moment.state, viewer, rng)):
                if moment.move in subject.game.legal_moves(state, moment.seat):
                    told = subject.game.shown(state, moment.seat, moment.move, viewer)
                    shown[told].append(state)
            if len(shown) > 1:
                raise CheckFailed(f"whether {viewer} is shown {moment.move} tells a secret")


def check_reveals(subject: Subject) -> None:
    """A move that claims to reveal nothing is legal, and told alike, in all imagined states.

    That holds for every viewer, the mover too, and for moves that the viewer was not shown:
    on this claim rests whether a move may be taken back.
    """
    rng = Random(5)
    for match, moment in subject.moments():
        if moment.step.reveals:
            continue
        for viewer in match.viewers:
            expected = told_after(subject.game, match, moment.step, viewer)
            for _ in range(IMAGINED_FOR_REVEALS):
                imagined = subject.game.imagine(moment.state, viewer, rng)
                step = replayed(subject, match, moment, imagined)
                told = step and told_after(subject.game, match, step, viewer)
                if told != expected:
                    raise CheckFailed(f"{moment.move} at {moment.seq} reveals something, unsaid")


def told_after(game: AnyGame, match: Match, step: Step[Any], viewer: Viewer) -> list[Any]:
    """Everything that `viewer` is told when a move has led to `step`."""
    return [step.events, step.pause, *told_to(game, match, step.state, viewer)]
