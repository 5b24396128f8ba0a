"""Looking people up, in SQL, and ending their sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, literal, or_, select, update
from sqlalchemy import tuple_ as both

from app.storage.audit import write_line
from app.storage.engine import Database
from app.storage.house_schema import addresses, departures, visits
from app.storage.merge import MergeRace, merge_players
from app.storage.schema import (
    UtcTime,
    credentials,
    from_microseconds,
    players,
    seats,
    sessions,
    tables,
    to_microseconds,
)
from app.tables.roster import (
    Merge,
    OpenSession,
    Person,
    PersonPage,
    PlayedTable,
    SeenAddress,
)
from app.tables.staff import AuditLine


class SqlRoster:
    """`roster.Roster`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def search(self, words: str, *, before: str | None, limit: int) -> PersonPage:
        """A page of people, who came last first."""
        query = choose_people().order_by(players.c.created_at.desc(), players.c.id.desc())
        if words:
            query = query.where(or_(has_name(words), players.c.id == words))
        if before is not None:
            query = query.where(both(players.c.created_at, players.c.id) < read_place(before))
        query = query.limit(limit + 1)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        people = tuple(map(person_of, found[:limit]))
        return PersonPage(people, write_place(people[-1]) if len(found) > limit else None)

    async def find(self, player: str) -> Person | None:
        """One of them."""
        query = choose_people().where(players.c.id == player)
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return None if found is None else person_of(found)

    async def sessions(self, player: str, now: datetime) -> tuple[OpenSession, ...]:
        """Those that some credential still opens, the newest first."""
        opening = select(credentials.c.session_id).where(
            credentials.c.until > now, credentials.c.kind.in_(("session", "token"))
        )
        query = (
            select(sessions.c.id, sessions.c.created_at)
            .where(sessions.c.player_id == player, sessions.c.id.in_(opening))
            .order_by(sessions.c.created_at.desc(), sessions.c.id)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(OpenSession(row.id, row.created_at) for row in found)

    async def tables(self, player: str, limit: int) -> tuple[PlayedTable, ...]:
        """The newest tables."""
        query = (
            select(
                tables.c.id,
                tables.c.game,
                tables.c.state,
                tables.c.title,
                seats.c.seat,
                tables.c.created_at,
            )
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.player_id == player)
            .order_by(tables.c.created_at.desc(), tables.c.id.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(
            PlayedTable(row.id, row.game, row.state, row.title, row.seat, row.created_at)
            for row in found
        )

    async def addresses(self, player: str) -> tuple[SeenAddress, ...]:
        """As long as they are kept."""
        query = (
            select(addresses.c.raw, addresses.c.first_at, addresses.c.last_at)
            .where(addresses.c.player_id == player)
            .order_by(addresses.c.last_at.desc())
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(SeenAddress(row.raw, row.first_at, row.last_at) for row in found)

    async def rename(self, player: str, name: str, line: AuditLine) -> bool:
        """Another label for the same person; not for who has left, as this one or another."""
        left = select(departures.c.player_id).where(
            departures.c.player_id.in_((players.c.id, players.c.merged_into))
        )
        renamed = update(players).where(players.c.id == player, ~left.exists()).values(name=name)

        def act(connection: Connection) -> bool:
            if connection.execute(renamed).rowcount != 1:
                return False
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def end_session(self, player: str, session: str, line: AuditLine) -> bool:
        """Every credential of the session has ended."""
        own = sessions.c.id == session, sessions.c.player_id == player
        running = credentials.c.session_id == session, credentials.c.until > line.at

        def act(connection: Connection) -> bool:
            if connection.scalar(select(sessions.c.id).where(*own)) is None:
                return False
            connection.execute(update(credentials).where(*running).values(until=line.at))
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def merge(self, player: str, into: str, line: AuditLine) -> Merge | None:
        """All or nothing, in one transaction; again when somebody sat down meanwhile."""

        def act(connection: Connection) -> Merge | None:
            merged = merge_players(connection, player, into)
            if merged is not None and not merged.conflicts:
                write_line(connection, line)
            return merged

        try:
            return await self._database.write(act)
        except MergeRace:
            return await self._database.write(act)


def choose_people() -> Select[Any]:
    """People with what is told of each."""
    came = (
        select(func.max(sessions.c.created_at))
        .where(sessions.c.player_id == players.c.id)
        .scalar_subquery()
    )
    sat = (
        select(func.count())
        .select_from(seats)
        .where(seats.c.player_id == players.c.id)
        .scalar_subquery()
    )
    return select(
        players, visits.c.at.label("visited"), came.label("came"), sat.label("sat")
    ).outerjoin(visits, visits.c.player_id == players.c.id)


def has_name(words: str) -> ColumnElement[bool]:
    """The condition of a name that holds these words, whatever the size of their letters."""
    return func.lower(players.c.name).contains(words.lower(), autoescape=True)


def person_of(row: Row[Any]) -> Person:
    """A stored player as the staff sees them."""
    return Person(
        id=row.id,
        name=row.name,
        kind=row.kind,
        created_at=row.created_at,
        last_seen=row.visited or row.came,
        tables=row.sat,
        merged_into=row.merged_into,
    )


def write_place(last: Person) -> str:
    """Where a page ended."""
    return f"{to_microseconds(last.created_at)}.{last.id}"


def read_place(place: str) -> Any:
    """The row that a page ended with. Raises `ValueError`."""
    count, dot, player = place.partition(".")
    if not (dot and count.isascii() and count.isdecimal() and len(count) <= 17):
        raise ValueError("Not a place of this list.")
    return both(literal(from_microseconds(int(count)), UtcTime), literal(player))
