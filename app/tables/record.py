"""The record of an ended match: one document that stands alone and can be checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.games.base import AnyGame, Outcome
from app.games.chance import Chance, Draw
from app.tables.fairness import commitment_of, match_seed_of
from app.tables.match import BrokenLog, Entry, Match, Recorder, replay, start_match


@dataclass(frozen=True, slots=True)
class Record:
    """What verifying needs of a record; `entries` in the order of the log."""

    options: Any
    server_seed: bytes
    client_seeds: tuple[str, ...]
    commitment: str
    match_seed: bytes
    entries: tuple[Entry, ...]
    result: Outcome | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds of a record. `problem` says the first thing that does not, in a sentence."""

    commitment: bool
    match_seed: bool
    moves: bool
    result: bool
    problem: str | None = None

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return self.commitment and self.match_seed and self.moves and self.result


def check_record(game: AnyGame, record: Record) -> Verdict:
    """Re-deal and replay the match: seeds, every move's legality, the result."""
    commitment = commitment_of(record.server_seed) == record.commitment
    match_seed = match_seed_of(record.server_seed, record.client_seeds) == record.match_seed
    seats = len(record.client_seeds)
    problem = None
    if not commitment:
        problem = "The server's seed is not the one that was committed to."
    elif not match_seed:
        problem = "The match seed does not come from the seats' words."
    try:
        match = replay(start_match(game, seats, record.options, record.match_seed), record.entries)
    except BrokenLog as broken:
        return Verdict(commitment, match_seed, False, False, problem or f"{broken}.")
    result = match.outcome == record.result
    if not result:
        problem = problem or "The result is not what the moves lead to."
    return Verdict(commitment, match_seed, True, result, problem)


@dataclass(frozen=True, slots=True)
class PositionDraw:
    """One draw of one log position."""

    seq: int
    draw: Draw


def draws_of(start: Match, entries: Sequence[Entry]) -> list[PositionDraw]:
    """Every draw of a match, in order, the set-up's first."""
    draws: list[PositionDraw] = []

    def recorder_at(seq: int) -> Recorder:
        return lambda draw: draws.append(PositionDraw(seq, draw))

    set_up = Chance(start.match_seed, 0, recorder=recorder_at(0))
    start.game.start(start.seats, start.options, set_up)
    replay(start, entries, recorder_at)
    return draws
