"""Two players become one, in one transaction: sessions, seats, history and bans follow.

The log is never rewritten: its entries keep the id of who made them. What is asked about a person
(who sits where, who has seen which hand) is asked of seats and tenures, and those follow.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, Select, Table, Text, cast, or_, select, update

from app.storage.house_schema import addresses, bans, cautions, departures
from app.storage.schema import chat, players, reports, seats, sessions, tables, tenures
from app.tables.roster import Merge

RUNNING = ("open", "playing")


def merge_players(connection: Connection, player: str, into: str) -> Merge | None:
    """Make the two one. Again, it takes along what came in between."""
    if not can_merge(connection, player, into):
        return None
    conflicts = find_conflicts(connection, player, into)
    if conflicts:
        return Merge(conflicts=conflicts)
    touched = bump_tables(connection, player)
    # Who was faster at one of those tables has saved by now: look once more, nothing has changed.
    conflicts = find_conflicts(connection, player, into)
    if conflicts:
        raise MergeRace
    move_seats(connection, player, into)
    move_barred(connection, player, into)
    for column in (
        tables.c.host_id,
        tenures.c.player_id,
        chat.c.player_id,
        bans.c.player_id,
        cautions.c.player_id,
    ):
        move(connection, column, player, into)
    move(connection, sessions.c.player_id, player, into)
    move_where_new(connection, reports, reports.c.line_id, (player, into))
    move_where_new(connection, addresses, addresses.c.mark, (player, into))
    move(connection, players.c.merged_into, player, into)
    connection.execute(update(players).where(players.c.id == player).values(merged_into=into))
    return Merge(tables=touched)


class MergeRace(Exception):
    """Both sat down at one table meanwhile: the whole transaction is undone."""


def can_merge(connection: Connection, player: str, into: str) -> bool:
    """Whether both are there, neither has left, and no third is meant. One merge at a time."""
    query = (
        select(players.c.id, players.c.merged_into)
        .where(players.c.id.in_((player, into)))
        .order_by(players.c.id)
        .with_for_update(key_share=True)  # seats may still be stored meanwhile
    )
    found = {row.id: row.merged_into for row in connection.execute(query)}
    left = select(departures.c.player_id).where(departures.c.player_id.in_((player, into)))
    if player == into or len(found) != 2 or connection.scalar(left.limit(1)) is not None:
        return False
    return found[into] is None and found[player] in (None, into)


def find_conflicts(connection: Connection, player: str, into: str) -> tuple[str, ...]:
    """Tables that go on where both sit, or at which both have held different seats."""
    sitting = (
        select(tables.c.id)
        .where(tables.c.state.in_(RUNNING))
        .where(tables.c.id.in_(tables_of(player)), tables.c.id.in_(tables_of(into)))
    )
    theirs, others = tenures.alias(), tenures.alias()
    seen = (
        select(tables.c.id)
        .join(theirs, theirs.c.match_id == tables.c.id)
        .join(others, others.c.match_id == tables.c.id)
        .where(tables.c.state == "playing", theirs.c.seat != others.c.seat)
        .where(theirs.c.player_id == player, others.c.player_id == into)
    )
    found = {*connection.scalars(sitting), *connection.scalars(seen)}
    return tuple(sorted(found))


def tables_of(player: str) -> Select[tuple[str]]:
    """Ids of the tables where somebody holds a seat."""
    return select(seats.c.table_id).where(seats.c.player_id == player)


def bump_tables(connection: Connection, player: str) -> tuple[tuple[str, int], ...]:
    """A next version for each table that goes on: who has it in memory reads it again."""
    here = or_(tables.c.id.in_(tables_of(player)), tables.c.host_id == player, is_barred(player))
    query = (
        update(tables)
        .where(tables.c.state.in_(RUNNING), here)
        .values(version=tables.c.version + 1)
        .returning(tables.c.id, tables.c.version)
    )
    return tuple((row.id, row.version) for row in connection.execute(query))


def move_seats(connection: Connection, player: str, into: str) -> None:
    """Every seat becomes the other's; where both sat in a match that is over, each keeps it."""
    elsewhere = seats.c.table_id.not_in(tables_of(into))
    own = update(seats).where(seats.c.player_id == player, elsewhere)
    connection.execute(own.values(player_id=into))


def is_barred(player: str) -> Any:
    """The condition of a table whose host keeps this player out."""
    return cast(tables.c.barred, Text).contains(f'"{player}"', autoescape=True)


def move_barred(connection: Connection, player: str, into: str) -> None:
    """Who was kept out of a table that goes on is kept out as the other too."""
    query = select(tables.c.id, tables.c.barred).where(
        tables.c.state.in_(RUNNING), is_barred(player)
    )
    for row in connection.execute(query).all():
        barred = list(dict.fromkeys(into if each == player else each for each in row.barred))
        connection.execute(update(tables).where(tables.c.id == row.id).values(barred=barred))


def move(connection: Connection, column: Column[Any], player: str, into: str) -> None:
    """All rows of the one are the other's."""
    changed = update(column.table).where(column == player)
    connection.execute(changed.values({column.name: into}))


def move_where_new(
    connection: Connection, table: Table, key: Column[Any], pair: tuple[str, str]
) -> None:
    """All rows of the one are the other's, but those of a key that the other has already."""
    player, into = pair
    known = select(key).where(table.c.player_id == into)
    own = update(table).where(table.c.player_id == player, key.not_in(known))
    connection.execute(own.values(player_id=into))
