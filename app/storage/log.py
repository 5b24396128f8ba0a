"""The log in SQL, written by group commit.

Appends that arrive while a transaction is under way go out together in the next one, as one
`INSERT … ON CONFLICT DO NOTHING RETURNING`. Nobody is answered before the commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sqlalchemy import BigInteger, Connection, Row, bindparam, literal, select, tuple_, update
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.sql.dml import ReturningInsert

from app.storage.engine import Database, StoreUnavailable, insert_new
from app.storage.schema import entries, outcomes, tables
from app.tables.ports import Appended, Ending, LogRow
from app.tables.tallies import LogTally

LARGEST_GROUP = 500
"""Rows of one transaction: one statement, whatever the database's bound on parameters."""


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """A row on its way into the log, and who waits for it."""

    match_id: str
    row: LogRow
    ending: Ending | None
    answer: asyncio.Future[Appended]

    @property
    def place(self) -> tuple[str, int]:
        """Where in all logs the row wants to go."""
        return self.match_id, self.row.seq

    @property
    def ref(self) -> tuple[str, str | None, str | None]:
        """What must not be in the log twice."""
        return self.match_id, self.row.player, self.row.ref


class SqlLog:
    """`ports.Log`: one writer for all matches."""

    def __init__(self, database: Database) -> None:
        self.tally = LogTally()
        self._database = database
        self._waiting: list[Append] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, match_id: str, row: LogRow, ending: Ending | None = None) -> Appended:
        """Wait for the commit of the group that this row goes out with."""
        answer: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(match_id, row, ending, answer))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())
        return await answer

    async def load(
        self, match_id: str, *, after: int = 0, before: int | None = None, limit: int | None = None
    ) -> list[LogRow]:
        """Rows between two positions, ascending."""
        query = select(entries).where(entries.c.match_id == match_id, entries.c.seq > after)
        if before is not None:
            query = query.where(entries.c.seq < literal(before, BigInteger))
        newest_first = query.order_by(entries.c.seq.desc()).limit(limit)
        found = await self._database.read(lambda connection: connection.execute(newest_first).all())
        return [row_of(stored) for stored in reversed(found)]

    async def find_ref(self, match_id: str, player_id: str, ref: str) -> LogRow | None:
        """The row of one player's `ref`."""
        query = select(entries).where(
            entries.c.match_id == match_id, entries.c.player_id == player_id, entries.c.ref == ref
        )
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return None if found is None else row_of(found)

    async def close(self) -> None:
        """Return once nothing is on its way any more."""
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        """Write group after group until nobody waits. Ends without leaving anyone waiting."""
        try:
            while self._waiting:
                await self._write_group(self._take_group())
        finally:
            self._writer = None
            give_up(self._waiting, asyncio.CancelledError())
            self._waiting = []

    def _take_group(self) -> list[Append]:
        """The next rows, at most one for each place; rivals for a place go out one by one.

        In the order of their places, so that two processes never wait for each other's rows.
        """
        group: dict[tuple[str, int], Append] = {}
        left: list[Append] = []
        for append in self._waiting:
            if append.place in group or len(group) == LARGEST_GROUP:
                left.append(append)
            else:
                group[append.place] = append
        self._waiting = left
        return [group[place] for place in sorted(group)]

    async def _write_group(self, group: Sequence[Append]) -> None:
        """Commit a group and tell everybody. A row that the database refuses fails alone."""
        atomic = any(append.ending for append in group)
        try:
            fates = await self._database.append(partial(insert_group, group), atomic=atomic)
        except Exception as error:
            if len(group) == 1 or not is_about_a_row(error):
                self.tally.failures += 1
                give_up(group, error)
                return
        except BaseException:
            give_up(group, asyncio.CancelledError())
            raise
        else:
            count(self.tally, group, fates)
            answer(group, fates)
            return
        for append in group:
            await self._write_group([append])


def count(tally: LogTally, group: Sequence[Append], fates: Sequence[Appended]) -> None:
    """Add what went in to the counts."""
    tally.groups.add(len(group))
    for append, fate in zip(group, fates, strict=True):
        if fate is Appended.DONE:
            tally.moves["undo" if append.row.undo is not None else append.row.by] += 1


def answer(group: Sequence[Append], fates: Sequence[Appended]) -> None:
    """Tell those who still wait what became of their rows."""
    for append, fate in zip(group, fates, strict=True):
        if not append.answer.done():
            append.answer.set_result(fate)


def give_up(group: Sequence[Append], error: BaseException) -> None:
    """Nothing of the group is known to be stored: whoever waits has to look and judge again."""
    for append in group:
        if append.answer.done():
            continue
        if isinstance(error, asyncio.CancelledError):
            append.answer.cancel()
            continue
        failure = StoreUnavailable("The log cannot be written now.")
        failure.__cause__ = error
        append.answer.set_exception(failure)


def is_about_a_row(error: Exception) -> bool:
    """Whether the database refused what one row says, rather than to work at all."""
    if isinstance(error, DBAPIError):
        return not (error.connection_invalidated or isinstance(error, OperationalError))
    return isinstance(error, (ValueError, OverflowError))


@cache
def insert_entries(dialect: str) -> ReturningInsert[str, int]:
    """The statement of every append, made once: it tells which rows went in."""
    return insert_new(dialect, entries).returning(entries.c.match_id, entries.c.seq)


def insert_group(group: Sequence[Append], connection: Connection) -> list[Appended]:
    """Insert all rows of a group that nothing stands against; what became of each."""
    statement = insert_entries(connection.dialect.name)
    inserted = connection.execute(statement, [values_of(append) for append in group])
    went_in = {(match_id, seq) for match_id, seq in inserted}
    finish_matches(connection, [append for append in group if append.place in went_in])
    left_out = [append for append in group if append.place not in went_in]
    taken = taken_refs(connection, left_out)
    fates: list[Appended] = []
    for append in group:
        if append.place in went_in:
            fates.append(Appended.DONE)
        else:
            fates.append(Appended.REF_TAKEN if append.ref in taken else Appended.SEQ_TAKEN)
    return fates


def finish_matches(connection: Connection, appended: Sequence[Append]) -> None:
    """Store the outcomes that came with last moves, and that their tables are finished."""
    endings = [(append.match_id, append.ending) for append in appended if append.ending]
    if not endings:
        return
    connection.execute(
        insert_new(connection.dialect.name, outcomes),
        [outcome_values(match_id, ending) for match_id, ending in endings],
    )
    connection.execute(
        update(tables)
        .where(tables.c.id == bindparam("match"))
        .values(state="finished", ended_at=bindparam("at"), version=tables.c.version + 1),
        [{"match": match_id, "at": ending.at} for match_id, ending in endings],
    )


def taken_refs(
    connection: Connection, left_out: Sequence[Append]
) -> set[tuple[str, str | None, str | None]]:
    """Which of these rows' refs are in the log already."""
    asked = [append.ref for append in left_out if append.row.ref and append.row.player]
    if not asked:
        return set()
    columns = (entries.c.match_id, entries.c.player_id, entries.c.ref)
    found = connection.execute(select(*columns).where(tuple_(*columns).in_(asked)))
    return {(match_id, player, ref) for match_id, player, ref in found}


def outcome_values(match_id: str, ending: Ending) -> dict[str, Any]:
    """An ending as the `outcomes` table stores it."""
    return {
        "match_id": match_id,
        "scores": list(ending.outcome.scores),
        "places": list(ending.outcome.places),
        "winners": list(ending.outcome.winners),
        "at": ending.at,
    }


def values_of(append: Append) -> dict[str, Any]:
    """A row as the `entries` table stores it."""
    row = append.row
    return {
        "match_id": append.match_id,
        "seq": row.seq,
        "seat": row.seat,
        "move": row.move_json,
        "undo": row.undo,
        "by": row.by,
        "player_id": row.player,
        "ref": row.ref,
        "at": row.at,
    }


def row_of(stored: Row[Any]) -> LogRow:
    """A stored row as the domain knows it."""
    return LogRow(
        seq=stored.seq,
        seat=stored.seat,
        move_json=stored.move,
        by=stored.by,
        at=stored.at,
        undo=stored.undo,
        player=stored.player_id,
        ref=stored.ref,
    )
