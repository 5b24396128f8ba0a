"""A match is its log: pure judging of moves and replaying of stored ones.

Position 0 is the set-up, position p the log's p-th entry; each draws from a stream of its own
(chance.md). A `Match` holds the newest state and the last positions, never the whole log, so
that an endless match costs no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from app.games.base import AnyGame, IllegalMove, Outcome, Seat
from app.games.chance import Chance, Draw
from app.tables.clocks import Clocks, Timing, move_on, start_clocks
from app.tables.detours import Detour, Detours, is_bound
from app.tables.refusals import Code, Refused

By = Literal["player", "bot", "clock"]

Recorder = Callable[[Draw], None]
RecorderAt = Callable[[int], Recorder]

STANDING_POSITIONS = 256
"""How far back a move can be taken back, in moves; no game of ours has so many in a turn."""

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
    bound: bool = True
    """Whether it stands for good: it drew chance, revealed something, or is final by the rules."""
    owed: datetime | None = None
    """Since when its mover had owed the move; None where no clock runs."""
    clocks: Clocks | None = None
    """Everybody's clocks after it; None at a table without a clock."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that somebody wants to make. `move` None: not a move of this game at all.

    With `undo` it is the wish to take back the own move at that log position.
    """

    seat: Seat
    move: Any | None
    seen: int | None
    by: By
    at: datetime
    undo: int | None = None
    player: str | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One play-through after `seq` entries. `last_entries`: each seat's newest log position.

    `recent`: the last positions as they were told. `standing`: of the last moves those that were
    not taken back, each with the states that it leads from and to by now.
    """

    game: AnyGame
    seats: int
    options: Any
    match_seed: bytes
    seq: int
    state: Any
    to_act: frozenset[Seat]
    outcome: Outcome | None
    recent: tuple[Position, ...]
    standing: tuple[Position, ...]
    last_entries: tuple[int, ...]
    detours: Detours = field(compare=False, repr=False)

    @property
    def newest(self) -> Position:
        """The position the match stands at."""
        return self.recent[-1]

    @property
    def clocks(self) -> Clocks | None:
        """Everybody's clocks; None at a table without a clock."""
        return self.recent[-1].clocks

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
        standing=(),
        last_entries=(0,) * seats,
        detours=Detours(game, match_seed),
    )


def with_clocks(match: Match, timing: Timing) -> Match:
    """The match before its first own entry, with clocks that run from then on."""
    running = _running(match.game, match.state, match.seats)
    clocks = start_clocks(timing, match.seats, running, match.newest.pause)
    return replace(match, recent=(*match.recent[:-1], replace(match.newest, clocks=clocks)))


def _running(game: AnyGame, state: Any, seats: int) -> frozenset[Seat]:
    return frozenset(seat for seat in range(seats) if game.clock_runs(state, seat))


def branch_off(match: Match, match_seed: bytes) -> Match:
    """Another match that begins where `match` stands, and draws from its own seed from there.

    What led here belongs to the other match: none of it can be taken back.
    """
    return replace(
        match,
        match_seed=match_seed,
        recent=(Position(match.seq, None, None, match.state, (), match.newest.pause),),
        standing=(),
        last_entries=(match.seq,) * match.seats,
        detours=Detours(match.game, match_seed),
    )


def submit(match: Match, attempt: Attempt) -> Match:
    """The match with the move made, its entry in `newest`. Raises `Refused` in protocol order."""
    if match.outcome is not None:
        raise Refused(Code.MATCH_OVER)
    if attempt.seen is not None and attempt.seen < match.last_entries[attempt.seat]:
        raise Refused(Code.STALE, detail={"seq": match.seq})
    if attempt.undo is not None:
        return take_back(match, _entry(match, attempt))
    if attempt.seat not in match.to_act:
        raise Refused(Code.NOT_YOUR_TURN, detail={"to_act": sorted(match.to_act)})
    if attempt.move is None or attempt.move not in match.legal_moves(attempt.seat):
        raise Refused(Code.ILLEGAL_MOVE)
    return _play(match, _entry(match, attempt))


def _entry(match: Match, attempt: Attempt) -> Entry:
    return Entry(
        seq=match.seq + 1,
        seat=attempt.seat,
        move=attempt.move,
        by=attempt.by,
        at=attempt.at,
        undo=attempt.undo,
        player=attempt.player,
        ref=attempt.ref,
    )


def _play(match: Match, entry: Entry, recorder: Recorder | None = None) -> Match:
    chance = Chance(match.match_seed, entry.seq, recorder=recorder)
    try:
        step = match.game.apply(match.state, entry.seat, entry.move, chance)
    except IllegalMove as refusal:
        raise Refused(Code.ILLEGAL_MOVE) from refusal
    bound = is_bound(step, chance)
    position = Position(entry.seq, entry, match.state, step.state, step.events, step.pause, bound)
    position = _clocked(match, position)
    return _advance(match, position, (*match.standing[-(STANDING_POSITIONS - 1) :], position))


def _clocked(match: Match, position: Position, owed: datetime | None = None) -> Position:
    """The position with the clocks after it; `owed`: where an undo's own clock goes on."""
    clocks, entry = match.clocks, position.entry
    if clocks is None or entry is None:
        return position
    running = _running(match.game, position.state, match.seats)
    after = move_on(clocks, entry, running, position.pause, owed)
    return replace(position, owed=clocks.since[entry.seat], clocks=after)


def _advance(match: Match, position: Position, standing: tuple[Position, ...]) -> Match:
    entry = position.entry
    seat = entry.seat if entry else 0
    last = match.last_entries
    return replace(
        match,
        seq=position.seq,
        state=position.state,
        to_act=match.game.to_act(position.state),
        outcome=match.game.outcome(position.state),
        recent=(*match.recent[-(RECENT_POSITIONS - 1) :], position),
        standing=standing,
        last_entries=(*last[:seat], position.seq, *last[seat + 1 :]),
    )


def last_own(match: Match, seat: Seat) -> int | None:
    """Where the seat's last standing move is in `standing`."""
    for index in range(len(match.standing) - 1, -1, -1):
        entry = match.standing[index].entry
        if entry is not None and entry.seat == seat:
            return index
    return None


def way_back(match: Match, seat: Seat) -> tuple[int, Detour] | None:
    """Where the seat's last move stands, and how the match goes without it.

    None unless rules, chance and knowledge let it be taken back.
    """
    index = last_own(match, seat)
    if index is None or match.outcome is not None:
        return None
    position = match.standing[index]
    if position.bound or position.entry is None or position.entry.by != "player":
        return None
    detour = match.detours.without(seat, position, match.standing[index + 1 :])
    return None if detour.rest is None else (index, detour)


def take_back(match: Match, entry: Entry) -> Match:
    """The match as it would be without the move at `entry.undo`. Raises `cannot_undo`."""
    way = way_back(match, entry.seat)
    if way is None or entry.by != "player" or way[1].left_out.seq != entry.undo:
        raise Refused(Code.CANNOT_UNDO)
    index, detour = way
    position = Position(entry.seq, entry, match.state, detour.state, ())
    position = _clocked(match, position, detour.left_out.owed)
    return _advance(match, position, (*match.standing[:index], *(detour.rest or ())))


class BrokenLog(Exception):
    """A stored log does not replay: entries missing, out of order, or no longer legal."""


def replay(match: Match, entries: Iterable[Entry], recorder: RecorderAt | None = None) -> Match:
    """The match with stored entries played on. Raises `BrokenLog`.

    `recorder`, given a log position, answers what is told of each draw there.
    """
    for entry in entries:
        if entry.seq != match.seq + 1:
            raise BrokenLog(f"position {entry.seq} after {match.seq}")
        if not 0 <= entry.seat < match.seats:
            raise BrokenLog(f"position {entry.seq} is not legal: there is no such seat")
        match = _replay_one(match, entry, recorder and recorder(entry.seq))
    return match


def _replay_one(match: Match, entry: Entry, recorder: Recorder | None) -> Match:
    if entry.undo is not None:
        if entry.move is not None:
            raise BrokenLog(f"position {entry.seq} moves and takes back at once")
        try:
            return take_back(match, entry)
        except Refused as refusal:
            raise BrokenLog(f"position {entry.seq} takes back what stands") from refusal
    if entry.move is None or entry.move not in match.legal_moves(entry.seat):
        raise BrokenLog(f"position {entry.seq} is not legal")
    return _play(match, entry, recorder)
