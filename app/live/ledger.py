"""The log of one table as this process holds it: judge, save, remember which `ref` led where."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.codec import json
from app.codec.games import codec_for
from app.codec.record import parse_record
from app.games.base import AnyGame
from app.live.options import frozen_options
from app.live.parts import Parts
from app.tables.bugs import RulesTooSlow, trace_of
from app.tables.clocks import Timing
from app.tables.match import (
    Attempt,
    BrokenLog,
    Entry,
    Match,
    Position,
    branch_off,
    replay,
    start_match,
    submit,
    with_clocks,
)
from app.tables.ports import Appended, Ending, LogRow
from app.tables.record import match_at
from app.tables.refusals import Code, Refused
from app.tables.table import Table

logger = logging.getLogger("kitchen_table.live")

FIRST_REST = 30.0
LONGEST_REST = 3600.0
"""Seconds for which a table is set aside whose rules had to be broken off; doubled each time."""

REMEMBERED_REFS = 512
"""Answered refs kept in memory; older ones are looked up in the log."""


BREATH = 32
"""Entries that are replayed before other tables have their turn."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a `ref` of the log led to: a move, or with `undo` its taking back."""

    seq: int
    move_json: str | None
    undo: int | None


def check_result(table: Table, match: Match) -> None:
    """Raises `BrokenLog` when a finished table's log does not lead to its result."""
    if table.result is not None and table.result != match.outcome:
        raise BrokenLog("the log does not lead to the stored result")


def told_before(match: Match, before: int, most: int) -> list[Position]:
    """The last `most` positions below `before`, of those that the match remembers."""
    told = [each for each in match.recent if each.entry is not None and each.seq < before]
    return told[-most:]


class Ledger:
    """The match of one table and its way into the store. `broken`: read it again before use."""

    def __init__(self, parts: Parts, table_id: str, game: AnyGame) -> None:
        self.game = game
        self.codec = codec_for(game)
        self.match: Match | None = None
        self._root: Match | None = None
        """Where a branch begins."""
        self.broken = True
        self._distrusted = False
        self._rest = FIRST_REST
        self._rests_until: float | None = None
        self._parts = parts
        self._table_id = table_id
        self._refs: OrderedDict[tuple[str, str], Answered] = OrderedDict()

    @property
    def seq(self) -> int | None:
        """The last log position, None before the start."""
        return self.match.seq if self.match else None

    # Bugs of the rules

    @property
    def is_set_aside(self) -> bool:
        """Whether the rules are left alone for a while, because they did not come to an end."""
        return self._rests_until is not None and self._parts.monotonic() < self._rests_until

    def check_in_use(self) -> None:
        """Raises `unavailable` while the table is set aside."""
        if self.is_set_aside:
            raise Refused(Code.UNAVAILABLE, "This table is set aside: its rules do not end.")

    def fail(self, bug: Exception) -> None:
        """Something has failed that the rules may be to blame for: read again before use."""
        self.broken = True
        self.set_aside_for(bug)

    def distrust(self) -> None:
        """Read the whole log again before use, and ask the rules again if they were left alone."""
        self.broken = self._distrusted = True
        self._rests_until = None

    def set_aside_for(self, bug: Exception) -> None:
        """Leave the rules alone for a while, if it was that they did not come to an end."""
        if isinstance(bug, RulesTooSlow):
            self.broken = self._distrusted = True
            self._rests_until = self._parts.monotonic() + self._rest
            self._rest = min(2 * self._rest, LONGEST_REST)
            where = {"table": self._table_id, "seq": self.seq}
            logger.error("set aside: %s", trace_of(bug), extra=where)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """The rules are asked for somebody. Raises `unavailable` when they do not answer."""
        self.check_in_use()
        try:
            yield
        except RulesTooSlow as bug:
            self.fail(bug)
            raise Refused(Code.UNAVAILABLE) from bug

    async def read(self, table: Table) -> Match | None:
        """Replay what the stored log has beyond this memory. Raises `BrokenLog`."""
        if table.started:
            match = self.match
            if match is None or self._distrusted:
                self._root = await self._read_root(table)
                match = self.set_up(table)
            rows = await self._parts.log.load(table.id, after=match.seq)
            self.match = await self._play_on(match, rows)
            check_result(table, self.match)
            for row in rows[-REMEMBERED_REFS:]:
                self._remember(row)
        self.broken = self._distrusted = False
        return self.match

    async def _read_root(self, table: Table) -> Match | None:
        """Where a branch begins, replayed from the record of the match that it left."""
        if table.branch is None or table.match_seed is None:
            return None
        text = await self._parts.tables.origin(table.id)
        if text is None:
            raise BrokenLog("a branch without its origin")
        _, _, origin = parse_record(text, self._parts.registry)
        return branch_off(match_at(self.game, origin, table.branch.seq), table.match_seed)

    def deal(self, table: Table) -> Match:
        """The match of a table that is about to start. A bug in the rules is `unavailable`."""
        try:
            return self.set_up(table)
        except Refused:
            raise
        except Exception as bug:
            logger.error("set-up failed: %s", trace_of(bug), extra={"table": self._table_id})
            raise Refused(Code.UNAVAILABLE) from bug

    def set_up(self, table: Table) -> Match:
        """The table's match before its own log. Raises `not_started`."""
        if table.match_seed is None:
            raise Refused(Code.NOT_STARTED)
        if self._root is not None:
            return self._with_clocks(self._root, table)
        options = frozen_options(self.codec, table)
        match = start_match(self.game, len(table.seats), options, table.match_seed)
        return self._with_clocks(match, table)

    def _with_clocks(self, match: Match, table: Table) -> Match:
        if table.pace.seconds is None or table.started_at is None:
            return match
        unhurried = not self._parts.pacing.hurried
        return with_clocks(match, Timing(table.started_at, unhurried=unhurried))

    def entry_of(self, row: LogRow) -> Entry:
        """A stored row with its move as the game knows it."""
        move = None if row.move_json is None else self._move_of(row.move_json)
        return Entry(
            row.seq, row.seat, move, row.by, row.at, undo=row.undo, player=row.player, ref=row.ref
        )

    def _move_of(self, text: str) -> Any | None:
        raw = json.loads(text)
        return self.codec.move_from_json(raw) if isinstance(raw, dict) else None

    async def positions(self, table: Table, before: int, *, most: int) -> Sequence[Position]:
        """The last `most` stored positions below `before`, oldest first, for an older log."""
        if self.match is not None:
            known = told_before(self.match, before, most)
            if len(known) == most or self.match.recent[0].entry is None:
                return known
        rows = await self._parts.log.load(table.id, before=before)
        return told_before(await self._play_on(self.set_up(table), rows), before, most)

    async def _play_on(self, match: Match, rows: Sequence[LogRow]) -> Match:
        """The match after the stored rows; however many there are, other tables have their turn."""
        for number, row in enumerate(rows, start=1):
            match = replay(match, [self.entry_of(row)])
            if number % BREATH == 0:
                await asyncio.sleep(0)
        return match

    # Exactly once

    def recall(self, player: str | None, ref: str) -> Answered | None:
        """What this player's `ref` led to, if it is among the remembered ones."""
        return None if player is None else self._refs.get((player, ref))

    async def recall_old(self, player: str | None, ref: str) -> Answered | None:
        """The same from the store, for a log longer than what is remembered."""
        if player is None or self.match is None or self.match.seq <= REMEMBERED_REFS:
            return None
        return await self.look_up(player, ref)

    async def look_up(self, player: str, ref: str) -> Answered | None:
        """What this player's `ref` led to, from the store."""
        row = await self._parts.log.find_ref(self._table_id, player, ref)
        return None if row is None else Answered(row.seq, row.move_json, row.undo)

    def answer_again(self, answered: Answered, move: Any | None, undo: int | None) -> int:
        """The same `ok` for the same move or undo; raises `invalid` when it comes with another."""
        stored = None if answered.move_json is None else self._move_of(answered.move_json)
        if (stored, answered.undo) != (move, undo) or (move is None and undo is None):
            raise Refused(Code.INVALID, "That ref already stands for another move.", {"at": "ref"})
        return answered.seq

    def _remember(self, row: LogRow) -> None:
        if row.player is None or row.ref is None:
            return
        self._refs[(row.player, row.ref)] = Answered(row.seq, row.move_json, row.undo)
        while len(self._refs) > REMEMBERED_REFS:
            self._refs.popitem(last=False)

    # Judging and saving

    def parse(self, raw: Mapping[str, object]) -> Any | None:
        """The move that `raw` says, None when it is no move of this game."""
        return self.codec.move_from_json(raw)

    def judge(self, attempt: Attempt) -> Match:
        """The match with the move made. Raises `Refused`; a bug in the rules is `unavailable`."""
        match = self.match
        if match is None:
            raise Refused(Code.NOT_STARTED)
        try:
            return submit(match, attempt)
        except Refused:
            raise
        except Exception as bug:
            # What is remembered may be what is wrong: the whole log is read again before use.
            self._distrusted = True
            self.fail(bug)
            where = {"table": self._table_id, "seq": match.seq + 1}
            logger.error("rules failed: %s", trace_of(bug), extra=where)
            raise Refused(Code.UNAVAILABLE) from bug

    async def save(self, match: Match) -> Appended:
        """Store the newest entry. Raises `unavailable` when the store does."""
        row = self._row_of(match)
        ending = Ending(match.outcome, row.at) if match.outcome else None
        try:
            result = await self._parts.log.append(self._table_id, row, ending)
        except asyncio.CancelledError:
            # Nobody waits for the answer any more; whether it went in, only the store knows.
            self.broken = True
            raise
        except Exception as failure:
            self.broken = True
            logger.exception("append failed", extra={"table": self._table_id, "seq": row.seq})
            raise Refused(Code.UNAVAILABLE) from failure
        if result is Appended.DONE:
            self.match = match
            self._remember(row)
        else:
            self.broken = True
        return result

    def _row_of(self, match: Match) -> LogRow:
        entry = match.newest.entry
        if entry is None:
            raise BrokenLog("a set-up is not saved")
        return LogRow(
            seq=entry.seq,
            seat=entry.seat,
            move_json=None if entry.undo else self.codec.dump(entry.move).decode(),
            by=entry.by,
            at=entry.at,
            undo=entry.undo,
            player=entry.player,
            ref=entry.ref,
        )
