"""A match is its log: pure judging of moves and replaying of stored ones.

Position 0 is the set-up, position p the log's p-th entry; each draws from a stream of its own
(chance.md). A `Match` holds the newest state and the last positions, never the whole log, so
that an endless match costs no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from app.games.base import AnyGame, IllegalMove, Outcome, Seat
from app.games.chance import Chance
from app.tables.refusals import Code, Refused

By = Literal["player", "bot", "clock"]

RECENT_POSITIONS = 64
"""How many positions stay in memory: the last 50 entries of a `state`, and a resume's gap."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted entry of the log. `player` and `ref` are None for bot and clock."""

    seq: int
    seat: Seat
    move: Any | None
    by: By
    at: datetime
    undo: int | None = None
    player: str | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """What one log position led to; `before` is the state in which its move was made."""

    seq: int
    entry: Entry | None
    before: Any
    state: Any
    events: tuple[Any, ...]
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that somebody wants to make. `move` None: not a move of this game at all."""

    seat: Seat
    move: Any | None
    seen: int | None
    by: By
    at: datetime
    player: str | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One play-through after `seq` entries. `last_entries`: each seat's newest log position."""

    game: AnyGame
    seats: int
    options: Any
    match_seed: bytes
    seq: int
    state: Any
    to_act: frozenset[Seat]
    outcome: Outcome | None
    recent: tuple[Position, ...]
    last_entries: tuple[int, ...]

    @property
    def newest(self) -> Position:
        """The position the match stands at."""
        return self.recent[-1]

    def legal_moves(self, seat: Seat | None) -> Sequence[Any]:
        """All moves of the seat now; none for a spectator or who may not act."""
        if seat is None or seat not in self.to_act:
            return ()
        return self.game.legal_moves(self.state, seat)


def start_match(game: AnyGame, seats: int, options: Any, match_seed: bytes) -> Match:
    """The match at position 0."""
    step = game.start(seats, options, Chance(match_seed, 0))
    first = Position(0, None, None, step.state, step.events, step.pause)
    return Match(
        game=game,
        seats=seats,
        options=options,
        match_seed=match_seed,
        seq=0,
        state=step.state,
        to_act=game.to_act(step.state),
        outcome=game.outcome(step.state),
        recent=(first,),
        last_entries=(0,) * seats,
    )


def submit(match: Match, attempt: Attempt) -> Match:
    """The match with the move made, its entry in `newest`. Raises `Refused` in protocol order."""
    if match.outcome is not None:
        raise Refused(Code.MATCH_OVER)
    if attempt.seen is not None and attempt.seen < match.last_entries[attempt.seat]:
        raise Refused(Code.STALE, detail={"seq": match.seq})
    if attempt.seat not in match.to_act:
        raise Refused(Code.NOT_YOUR_TURN, detail={"to_act": sorted(match.to_act)})
    if attempt.move is None or attempt.move not in match.legal_moves(attempt.seat):
        raise Refused(Code.ILLEGAL_MOVE)
    entry = Entry(
        seq=match.seq + 1,
        seat=attempt.seat,
        move=attempt.move,
        by=attempt.by,
        at=attempt.at,
        player=attempt.player,
        ref=attempt.ref,
    )
    return _play(match, entry)


def _play(match: Match, entry: Entry) -> Match:
    chance = Chance(match.match_seed, entry.seq)
    try:
        step = match.game.apply(match.state, entry.seat, entry.move, chance)
    except IllegalMove as refusal:
        raise Refused(Code.ILLEGAL_MOVE) from refusal
    position = Position(entry.seq, entry, match.state, step.state, step.events, step.pause)
    last = match.last_entries
    return replace(
        match,
        seq=entry.seq,
        state=step.state,
        to_act=match.game.to_act(step.state),
        outcome=match.game.outcome(step.state),
        recent=(*match.recent[-(RECENT_POSITIONS - 1) :], position),
        last_entries=(*last[: entry.seat], entry.seq, *last[entry.seat + 1 :]),
    )


class BrokenLog(Exception):
    """A stored log does not replay: entries missing, out of order, or no longer legal."""


def replay(match: Match, entries: Iterable[Entry]) -> Match:
    """The match with stored entries played on. Raises `BrokenLog`."""
    for entry in entries:
        if entry.seq != match.seq + 1:
            raise BrokenLog(f"position {entry.seq} after {match.seq}")
        if entry.move is None or entry.move not in match.legal_moves(entry.seat):
            raise BrokenLog(f"position {entry.seq} is not legal")
        match = _play(match, entry)
    return match
