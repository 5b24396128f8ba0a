"""Tables in SQL: with their seats, links, grants and tenures."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)

from app.codec import json
from app.games.base import Seat
from app.storage.engine import Database, insert_new
from app.storage.links import insert_links
from app.storage.rematch import find_next
from app.storage.rows import table_of, values_of
from app.storage.schema import (
    UtcTime,
    from_microseconds,
    outcomes,
    players,
    seats,
    tables,
    tenures,
    to_microseconds,
)
from app.tables.links import Link
from app.tables.ports import TablePage, Tenure
from app.tables.table import (
    Branch,
    Table,
    TableState,
    people,
)

FRESH_START: dict[str, Any] = {"fresh": True}

CURSOR = re.compile(r"(\d{1,17})\.([\w-]{1,64})", re.ASCII)

OUTCOME = (outcomes.c.scores, outcomes.c.places, outcomes.c.winners)
STORED = tuple(column for column in tables.c if column.name != "start")
"""A table's columns but the record in its start, which is long."""

BRANCH = (
    tables.c.start["branch", "table"].as_string().label("branch_table"),
    tables.c.start["branch", "seq"].as_integer().label("branch_seq"),
)
PLACE = (*(column for column in seats.c if column.name != "table_id"), players.c.name)


class UncleanEyes(Exception):
    """A substitute has seen another hand of the match: the whole transaction is undone."""


class SqlTables:
    """`ports.Tables`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        table: Table,
        links: Sequence[Link],
        tenures: Sequence[Tenure] = (),
        *,
        origin: str | None = None,
    ) -> None:
        """Store a new table with all that belongs to it, or nothing."""
        start = start_values(table.branch, origin)

        def act(connection: Connection) -> None:
            insert_table(connection, table, start)
            insert_links(connection, links)
            insert_outcome(connection, table)
            change_tenures(connection, table.id, tenures)

        await self._database.write(act)

    async def origin(self, table_id: str) -> str | None:
        """The record in a branch's `start`."""
        query = select(tables.c.start).where(tables.c.id == table_id)
        start = await self._database.read(lambda connection: connection.scalar(query))
        branch = (start or FRESH_START).get("branch")
        return None if branch is None else json.dumps(branch["record"]).decode()

    async def create_next(self, table_id: str, table: Table) -> str:
        """Store the table that follows, unless one does; who comes second waits for the first."""

        def act(connection: Connection) -> str:
            known = find_next(connection, table_id)
            if known is not None:
                return known
            insert_table(connection, table, FRESH_START)
            followed = update(tables).where(tables.c.id == table_id)
            connection.execute(followed.values(next_id=table.id, version=tables.c.version + 1))
            return table.id

        return await self._database.write(act)

    async def list_series(self, series: str, limit: int) -> tuple[Table, ...]:
        """The last tables of a series, oldest first."""
        query = newest_first(choose_tables().where(tables.c.series_id == series)).limit(limit)
        found = await self._database.read(lambda connection: load_tables(connection, query))
        return found[::-1]

    async def load(self, table_id: str) -> Table | None:
        """One table by its id."""
        query = choose_tables().where(tables.c.id == table_id)
        found = await self._database.read(lambda connection: load_tables(connection, query))
        return found[0] if found else None

    async def save(self, table: Table, tenures: Sequence[Tenure] = ()) -> Table | None:
        """Store a changed table, unless somebody was faster or one person would sit twice."""
        sitting = [player.id for player in people(table.seats)]
        if len(sitting) != len(set(sitting)):
            return None

        def act(connection: Connection) -> bool:
            if not update_table(connection, table):
                return False
            for each in tenures:
                check_substitute(connection, table.id, each)
            connection.execute(delete(seats).where(seats.c.table_id == table.id))
            insert_seats(connection, table)
            insert_outcome(connection, table)
            change_tenures(connection, table.id, tenures)
            return True

        try:
            saved = await self._database.write(act)
        except UncleanEyes:
            return None
        return replace(table, version=table.version + 1) if saved else None

    async def list_public(
        self, *, state: TableState | None, game: str | None, cursor: str | None, limit: int
    ) -> TablePage:
        """A page of public tables, newest first."""
        query = choose_tables().where(tables.c.visibility == "public")
        if state is not None:
            query = query.where(tables.c.state == state)
        if game is not None:
            query = query.where(tables.c.game == game)
        if cursor is not None:
            query = query.where(older_than(cursor))
        query = newest_first(query).limit(limit + 1)
        found = await self._database.read(lambda connection: load_tables(connection, query))
        page = found[:limit]
        return TablePage(page, write_cursor(page[-1]) if len(found) > limit else None)

    async def list_of_player(self, player_id: str, limit: int) -> tuple[Table, ...]:
        """A player's open and running tables."""
        query = (
            choose_tables()
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.player_id == player_id, tables.c.state.in_(("open", "playing")))
        )
        query = newest_first(query).limit(limit)
        return await self._database.read(lambda connection: load_tables(connection, query))

    async def list_past(self, player_id: str, limit: int) -> tuple[Table, ...]:
        """A player's matches that are over; a table that never started held none."""
        query = (
            choose_tables()
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.player_id == player_id, tables.c.match_seed.is_not(None))
            .where(tables.c.state.in_(("finished", "abandoned")))
            .order_by(tables.c.ended_at.desc(), tables.c.id.desc())
            .limit(limit)
        )
        found = await self._database.read(lambda connection: load_tables(connection, query))
        return tuple(sorted(found, key=attrgetter("ended_at", "id"), reverse=True))

    async def list_timed(self) -> tuple[str, ...]:
        """Ids of the running tables that need nobody, those that were opened first first."""
        goes_on = or_(tables.c.pace != "relaxed", tables.c.ended_why.is_not(None))
        query = (
            select(tables.c.id)
            .where(tables.c.state == "playing", goes_on)
            .order_by(tables.c.created_at, tables.c.id)
        )
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def list_unvisited(self, before: datetime, limit: int) -> tuple[str, ...]:
        """Ids of open tables whose last visit is that long ago."""
        visited = func.coalesce(tables.c.visited_at, tables.c.created_at)
        query = (
            select(tables.c.id)
            .where(tables.c.state == "open", visited < literal(before, UtcTime))
            .order_by(visited, tables.c.id)
            .limit(limit)
        )
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def clean_eyes(self, match_id: str, player_id: str, seat: Seat) -> bool:
        """Whether no tenure of another seat of that match was ever this player's."""
        return await self._database.read(
            lambda connection: has_clean_eyes(connection, match_id, player_id, seat)
        )


def start_values(branch: Branch | None, origin: str | None) -> dict[str, Any]:
    """How a table's match begins: at its set-up, or at a position of another match's record."""
    if branch is None or origin is None:
        return FRESH_START
    record = json.loads(origin)
    return {"branch": {"record": record, "seq": branch.seq, "table": branch.table}}


def choose_tables() -> Select[str]:
    """The ids of all tables, to be narrowed down."""
    return select(tables.c.id)


def newest_first(chosen: Select[Any]) -> Select[Any]:
    """The query in the order of the lists; ids decide between equal times."""
    return chosen.order_by(tables.c.created_at.desc(), tables.c.id.desc())


def load_tables(connection: Connection, chosen: Select[str]) -> tuple[Table, ...]:
    """The chosen tables, newest first, with outcomes, seats and the players' present names.

    One query, so that a table and its seats are always of the same version.
    """
    joined = (
        tables.outerjoin(outcomes, outcomes.c.match_id == tables.c.id)
        .outerjoin(seats, seats.c.table_id == tables.c.id)
        .outerjoin(players, players.c.id == seats.c.player_id)
    )
    columns = select(*STORED, *BRANCH, *OUTCOME, *PLACE).select_from(joined)
    query = newest_first(columns.where(tables.c.id.in_(chosen))).order_by(seats.c.seat)
    found = groupby(connection.execute(query), key=attrgetter("id"))
    return tuple(table_of(list(rows)) for _, rows in found)


def insert_table(connection: Connection, table: Table, start: dict[str, Any]) -> None:
    """Store the row and the seats of a new table."""
    values = {**values_of(table), "version": table.version, "start": start}
    connection.execute(insert(tables), values)
    insert_seats(connection, table)


def update_table(connection: Connection, table: Table) -> bool:
    """Store the table's row with the next version; False if the version is not the stored one."""
    unchanged = tables.c.id == table.id, tables.c.version == table.version
    values = {**values_of(table), "version": table.version + 1}
    return connection.execute(update(tables).where(*unchanged).values(values)).rowcount == 1


def insert_seats(connection: Connection, table: Table) -> None:
    """Store all seats of a table that has none stored."""
    rows = [
        {
            "table_id": table.id,
            "seat": place.seat,
            "player_id": place.player.id if place.player else None,
            "bot": place.bot,
            "client_seed": place.client_seed,
            "away": place.away,
            "held": place.held,
            "given_up": place.given_up,
            "since": place.since,
        }
        for place in table.seats
    ]
    if rows:
        connection.execute(insert(seats), rows)


def insert_outcome(connection: Connection, table: Table) -> None:
    """Store a result that the log has not stored with the last move already."""
    if table.result is None:
        return
    connection.execute(
        insert_new(connection.dialect.name, outcomes),
        {
            "match_id": table.id,
            "scores": list(table.result.scores),
            "places": list(table.result.places),
            "winners": list(table.result.winners),
            "at": table.ended_at or table.created_at,
        },
    )


def has_clean_eyes(connection: Connection, match_id: str, player_id: str, seat: Seat) -> bool:
    """Whether this player has seen no other seat's hand in that match."""
    other = (
        tenures.c.match_id == match_id,
        tenures.c.player_id == player_id,
        tenures.c.seat != seat,
    )
    return connection.scalar(select(tenures.c.id).where(*other).limit(1)) is None


def check_substitute(connection: Connection, match_id: str, tenure: Tenure) -> None:
    """Raises `UncleanEyes`. The table's row is locked: nobody holds a first hand meanwhile."""
    if tenure.why != "substitute" or tenure.player is None:
        return
    if not has_clean_eyes(connection, match_id, tenure.player, tenure.seat):
        raise UncleanEyes


def change_tenures(connection: Connection, match_id: str, changes: Sequence[Tenure]) -> None:
    """Each change ends what its seat had and runs from there."""
    for change in changes:
        running = (
            tenures.c.match_id == match_id,
            tenures.c.seat == change.seat,
            tenures.c.to_seq.is_(None),
        )
        connection.execute(update(tenures).where(*running).values(to_seq=change.from_seq))
        connection.execute(
            insert(tenures).values(
                match_id=match_id,
                seat=change.seat,
                player_id=change.player,
                from_seq=change.from_seq,
                why=change.why,
            )
        )


def older_than(cursor: str) -> Any:
    """The condition of the page after a cursor."""
    created_at, table_id = read_cursor(cursor)
    last = tuple_(literal(created_at, UtcTime), literal(table_id))
    return tuple_(tables.c.created_at, tables.c.id) < last


def write_cursor(last: Table) -> str:
    """Where a page ended, as a text that nobody has to understand."""
    place = f"{to_microseconds(last.created_at)}.{last.id}"
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[datetime, str]:
    """The time and id that a cursor stands for. Raises `ValueError`."""
    padded = cursor + "=" * (-len(cursor) % 4)
    place = CURSOR.fullmatch(base64.urlsafe_b64decode(padded).decode("ascii"))
    if place is None:
        raise ValueError("Not a cursor of this list.")
    return from_microseconds(int(place[1])), place[2]
