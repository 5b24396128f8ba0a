"""The record of an ended match: one document that stands alone and can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from app.games.base import AnyGame, Outcome
from app.games.chance import Chance, Draw
from app.tables.fairness import commitment_of, match_seed_of
from app.tables.match import (
    BrokenLog,
    Entry,
    Match,
    Position,
    Recorder,
    branch_off,
    replay,
    start_match,
)


@dataclass(frozen=True, slots=True)
class Record:
    """What verifying needs of a record; `entries` in the order of the log.

    `origin`: the match that this one branched from; without it, it began at its set-up.
    """

    options: Any
    server_seed: bytes
    client_seeds: tuple[str, ...]
    commitment: str
    match_seed: bytes
    entries: tuple[Entry, ...]
    result: Outcome | None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The whole record of another match, and the position at which it was left."""

    record: Record
    seq: int


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
    """Re-deal and replay the match: seeds, every move's legality, the result.

    For a branch all of that must hold of the match that it left as well.
    """
    own = _check_own(game, record)
    if record.origin is None:
        return own
    other = check_record(game, record.origin.record)
    problem = other.problem and f"The match that it branched from: {other.problem}"
    return Verdict(
        commitment=own.commitment and other.commitment,
        match_seed=own.match_seed and other.match_seed,
        moves=own.moves and other.moves,
        result=own.result and other.result,
        problem=problem or own.problem,
    )


def _check_own(game: AnyGame, record: Record) -> Verdict:
    commitment = commitment_of(record.server_seed) == record.commitment
    match_seed = match_seed_of(record.server_seed, record.client_seeds) == record.match_seed
    problem = None
    if not commitment:
        problem = "The server's seed is not the one that was committed to."
    elif not match_seed:
        problem = "The match seed does not come from the seats' words."
    try:
        match = replay(begin(game, record), record.entries)
    except BrokenLog as broken:
        return Verdict(commitment, match_seed, False, False, problem or f"{broken}.")
    result = match.outcome == record.result
    if not result:
        problem = problem or "The result is not what the moves lead to."
    return Verdict(commitment, match_seed, True, result, problem)


def begin(game: AnyGame, record: Record) -> Match:
    """The match before the first entry of its own log. Raises `BrokenLog`."""
    if record.origin is None:
        return start_match(game, len(record.client_seeds), record.options, record.match_seed)
    there = match_at(game, record.origin.record, record.origin.seq)
    return branch_off(there, record.match_seed)


def match_at(game: AnyGame, record: Record, seq: int) -> Match:
    """The match as it stood at a log position. Raises `BrokenLog`."""
    if record.origin is not None and seq <= record.origin.seq:
        return match_at(game, record.origin.record, seq)
    start = begin(game, record)
    match = replay(start, record.entries[: max(0, seq - start.seq)])
    if match.seq != seq:
        raise BrokenLog(f"there is no position {seq} to branch from")
    return match


def positions(game: AnyGame, record: Record) -> Iterator[Position]:
    """Every position as it was told, the set-up first; a branch's own after its origin's.

    Raises `BrokenLog`.
    """
    match = begin(game, record)
    if record.origin is None:
        yield match.newest
    else:
        yield from islice(positions(game, record.origin.record), match.seq + 1)
    for entry in record.entries:
        match = replay(match, [entry])
        yield match.newest


@dataclass(frozen=True, slots=True)
class PositionDraw:
    """One draw of one log position."""

    seq: int
    draw: Draw


def draws_of(game: AnyGame, record: Record) -> list[PositionDraw]:
    """Every draw from the record's own seed, in order; the set-up's first, if it has one."""
    draws: list[PositionDraw] = []

    def recorder_at(seq: int) -> Recorder:
        return lambda draw: draws.append(PositionDraw(seq, draw))

    if record.origin is None:
        set_up = Chance(record.match_seed, 0, recorder=recorder_at(0))
        game.start(len(record.client_seeds), record.options, set_up)
    replay(begin(game, record), record.entries, recorder_at)
    return draws
