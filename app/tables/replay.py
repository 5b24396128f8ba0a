"""Whether an ended match can be told again: every position, through everybody's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.base import AnyGame, Audience, Viewer
from app.tables.bugs import trace_of
from app.tables.match import BrokenLog, Position
from app.tables.record import Record, Verdict, positions


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far the telling came. `problem` says what stopped it, in a sentence."""

    positions: int
    problem: str | None = None

    @property
    def holds(self) -> bool:
        """Whether all of it could be told."""
        return self.problem is None


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found of a stored match."""

    verdict: Verdict
    replayed: Replayed


def check_replay(game: AnyGame, record: Record, seats: int) -> Replayed:
    """Tell the match position by position to each seat, a spectator and with everything open."""
    viewers = (*range(seats), Audience.SPECTATOR, Audience.OPEN)
    told = 0
    try:
        for position in positions(game, record):
            _tell(game, position, viewers)
            told += 1
    except BrokenLog as broken:
        return Replayed(told, f"{broken}.")
    except Exception as bug:
        return Replayed(told, f"The rules fail after {told} positions: {trace_of(bug)}.")
    return Replayed(told)


def _tell(game: AnyGame, position: Position, viewers: Sequence[Viewer]) -> None:
    entry = position.entry
    for viewer in viewers:
        game.view(position.state, viewer)
        if entry is not None and entry.move is not None:
            game.shown(position.before, entry.seat, entry.move, viewer)
