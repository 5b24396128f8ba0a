"""Letting go of people, in SQL, in small portions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    delete,
    or_,
    select,
    update,
)

from app.storage.engine import Database, insert_new
from app.storage.house_schema import addresses, cautions, departures, verdicts, visits
from app.storage.schema import (
    chat,
    credentials,
    grants,
    players,
    reports,
    seats,
    sessions,
    tables,
)
from app.tables.departures import WITHDRAWN, Cleared, Departure

PORTION = 100
"""Rows of one transaction: no move waits for more than that."""

Place = tuple[str, int]
"""A seat of a match; the commitment is the match's alone."""


class SqlDeparting:
    """`departures.Departing`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget(self, player: str, pseudonym: str, at: datetime) -> str | None:
        """The first one counts: who comes second waits for it and finds it done."""

        def act(connection: Connection) -> str | None:
            name = select(players.c.name).where(players.c.id == player)
            if connection.scalar(name) is None:
                return None
            left = insert_new(connection.dialect.name, departures)
            row = {"player_id": player, "at": at, "cleared_at": None}
            if connection.execute(left, row).rowcount == 0:
                return connection.scalar(name)
            own = selves(connection, player)
            connection.execute(update(players).where(players.c.id.in_(own)).values(name=pseudonym))
            end_sessions(connection, select(sessions.c.id).where(sessions.c.player_id.in_(own)))
            connection.execute(delete(visits).where(visits.c.player_id.in_(own)))
            return pseudonym

        return await self._database.write(act)

    async def end_session(self, session: str) -> None:
        """The row, and what refers to it."""
        chosen = select(sessions.c.id).where(sessions.c.id == session)
        await self._database.write(lambda connection: end_sessions(connection, chosen))

    async def open_tables(self, player: str) -> tuple[str, ...]:
        """By seat or by the host's role."""
        own = select(seats.c.table_id).where(seats.c.player_id == player)
        query = (
            select(tables.c.id)
            .where(tables.c.state.in_(("open", "playing")))
            .where(or_(tables.c.id.in_(own), tables.c.host_id == player))
            .order_by(tables.c.created_at, tables.c.id)
        )
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def clear(self, player: str) -> Cleared:
        """A portion of lines and of titles; what is little goes at once."""

        def act(connection: Connection) -> Cleared:
            own = selves(connection, player)
            end_sessions(connection, select(sessions.c.id).where(sessions.c.player_id.in_(own)))
            connection.execute(delete(visits).where(visits.c.player_id.in_(own)))
            connection.execute(delete(addresses).where(addresses.c.player_id.in_(own)))
            connection.execute(delete(cautions).where(cautions.c.player_id.in_(own)))
            lines = withdraw_lines(connection, unwaited_lines(own))
            titles = take_titles(connection, own)
            return Cleared(PORTION in (lines, len(titles)), titles)

        return await self._database.write(act)

    async def rename_in_records(self, player: str) -> None:
        """Found by reading, which nobody waits for, and written one by one."""

        def find(connection: Connection) -> tuple[frozenset[Place], tuple[str, ...]]:
            places = find_places(connection, player)
            return frozenset(places), find_branches(connection, places.values())

        places, branches = await self._database.read(find)
        for table_id in branches:
            await self._database.write(partial(rename_in_record, player, table_id, places))

    async def uncleared(self, limit: int) -> tuple[Departure, ...]:
        """A few of them; what was looked at last comes last."""
        query = (
            select(departures.c.player_id, departures.c.at)
            .where(departures.c.cleared_at.is_(None))
            .order_by(departures.c.at, departures.c.player_id)
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(Departure(row.player_id, row.at) for row in found)

    async def mark_cleared(self, player: str, at: datetime) -> None:
        """They are looked at no more."""
        done = update(departures).where(departures.c.player_id == player).values(cleared_at=at)
        await self._database.write(lambda connection: connection.execute(done) and None)


def selves(connection: Connection, player: str) -> list[str]:
    """The player and the guests that became it: seats and moves of old matches stay theirs."""
    query = select(players.c.id).where(players.c.merged_into == player)
    return [player, *connection.scalars(query)]


def end_sessions(connection: Connection, chosen: Select[tuple[str]]) -> None:
    """The chosen sessions with all that lets somebody in by them."""
    ids = list(connection.scalars(chosen))
    if not ids:
        return
    connection.execute(delete(grants).where(grants.c.session_id.in_(ids)))
    connection.execute(delete(credentials).where(credentials.c.session_id.in_(ids)))
    connection.execute(delete(sessions).where(sessions.c.id.in_(ids)))


def waits(line: Any) -> Any:
    """Whether a report of that line has not been judged."""
    report, verdict = reports.alias(), verdicts.alias()
    judged = select(verdict.c.report_id).where(verdict.c.report_id == report.c.id).exists()
    return select(report.c.id).where(report.c.line_id == line, ~judged).exists()


def unwaited_lines(own: Sequence[str]) -> Select[tuple[int]]:
    """A portion of the lines of these that still say something, and that nobody has to judge."""
    return (
        select(chat.c.number)
        .where(chat.c.player_id.in_(own), chat.c.text.is_not(None), chat.c.text != WITHDRAWN)
        .where(~waits(chat.c.id))
        .order_by(chat.c.player_id, chat.c.number)
        .limit(PORTION)
    )


def withdraw_lines(connection: Connection, chosen: Select[tuple[int]]) -> int:
    """Nothing is left of what the chosen lines said; how many they were."""
    numbers = list(connection.scalars(chosen))
    if numbers:
        withdrawn = update(chat).where(chat.c.number.in_(numbers)).values(text=WITHDRAWN)
        connection.execute(withdrawn)
    return len(numbers)


def take_titles(connection: Connection, own: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """No title at a portion of the ended tables whose host they were; those, with versions."""
    chosen = (
        select(tables.c.id)
        .where(tables.c.host_id.in_(own), tables.c.title.is_not(None))
        .where(tables.c.state.in_(("finished", "abandoned")))
        .limit(PORTION)
    )
    ids = list(connection.scalars(chosen))
    if not ids:
        return ()
    untitled = (
        update(tables)
        .where(tables.c.id.in_(ids))
        .values(title=None, version=tables.c.version + 1)
        .returning(tables.c.id, tables.c.version)
    )
    return tuple((row.id, row.version) for row in connection.execute(untitled))


def find_places(connection: Connection, player: str) -> dict[Place, str]:
    """Every seat of this player's in a match that was dealt, and the table."""
    query = (
        select(tables.c.id, tables.c.commitment, seats.c.seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player_id.in_(selves(connection, player)))
        .where(tables.c.match_seed.is_not(None))
    )
    return {(row.commitment, row.seat): row.id for row in connection.execute(query)}


def find_branches(connection: Connection, origins: Iterable[str]) -> tuple[str, ...]:
    """The tables that branched from these, and those that branched from them, and so on."""
    found: list[str] = []
    level = sorted(set(origins))
    while level:
        level = sorted(branches_of(connection, level))
        found.extend(level)
    return tuple(found)


def branches_of(connection: Connection, level: Sequence[str]) -> Iterator[str]:
    """The tables that branched from these."""
    origin = tables.c.start["branch", "table"].as_string()
    for first in range(0, len(level), PORTION):
        yield from connection.scalars(
            select(tables.c.id).where(origin.in_(level[first : first + PORTION]))
        )


def rename_in_record(
    player: str, table_id: str, places: Set[Place], connection: Connection
) -> None:
    """The name of now at the player's places in the record that a branch carries, and in those
    that lie in it: whose record it is, its commitment tells."""
    name = connection.scalars(select(players.c.name).where(players.c.id == player)).one()
    start = connection.scalars(select(tables.c.start).where(tables.c.id == table_id)).one()
    branch = start["branch"]
    while branch is not None:
        record = branch["record"]
        for number, seat in enumerate(record["seats"]):
            if (record["commitment"], number) in places:
                seat["name"] = name
        branch = record["start"].get("branch")
    connection.execute(update(tables).where(tables.c.id == table_id).values(start=start))
