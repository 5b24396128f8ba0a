"""Visits and the addresses that they came from, in SQL.

An address is kept as it is for a day; then only a mark of it is left, made with a salt that was
drawn for that day (UTC) and is deleted after it. With the salt gone nobody can try all addresses
until one fits; that two people came from one place on one day can still be seen.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Insert, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from app.storage.engine import Database, insert_new
from app.storage.house_schema import addresses, departures, salts, visits
from app.storage.schema import players
from app.tables.retention import Visit


class SqlAddresses:
    """`retention.Addresses`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, visits: Sequence[Visit], salt: str) -> None:
        """Store visits, in the order of their players, so that no two processes block another."""

        def act(connection: Connection) -> None:
            known = still_here(connection, [visit.player for visit in visits])
            for visit in sorted(visits, key=lambda visit: visit.player):
                if visit.player in known:
                    store_visit(connection, visit, salt)

        await self._database.write(act)


def still_here(connection: Connection, ids: Sequence[str]) -> frozenset[str]:
    """Those of them who are known here and have not left."""
    gone = select(departures.c.player_id).where(departures.c.player_id == players.c.id)
    query = select(players.c.id).where(players.c.id.in_(ids), ~gone.exists())
    return frozenset(connection.scalars(query))


def store_visit(connection: Connection, visit: Visit, salt: str) -> None:
    """When somebody was here last, and from where."""
    row = {"player_id": visit.player, "at": visit.at}
    connection.execute(insert_or_set(connection, visits, ("at",)), row)
    if visit.address is None:
        return
    mark = mark_of(visit.address, salt_of_day(connection, visit.at, salt))
    came = {
        "player_id": visit.player,
        "mark": mark,
        "raw": visit.address,
        "first_at": visit.at,
        "last_at": visit.at,
    }
    connection.execute(insert_or_set(connection, addresses, ("last_at",)), came)


def mark_of(address: str, salt: str) -> str:
    """What is left of an address: 128 bits of an HMAC under the day's salt."""
    return hmac.new(salt.encode(), address.encode(), hashlib.sha256).hexdigest()[:32]


def salt_of_day(connection: Connection, at: datetime, fresh: str) -> str:
    """The salt of that day: whoever comes first has drawn it."""
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    connection.execute(insert_new(connection.dialect.name, salts), {"day": day, "salt": fresh})
    stored: str = connection.scalars(select(salts.c.salt).where(salts.c.day == day)).one()
    return stored


def insert_or_set(connection: Connection, table: Table, names: Sequence[str]) -> Insert:
    """An `INSERT` that sets these columns where its primary key is there already."""
    keys: list[Any] = list(table.primary_key.columns)
    if connection.dialect.name == "sqlite":
        statement = sqlite.insert(table)
        values = {name: statement.excluded[name] for name in names}
        return statement.on_conflict_do_update(index_elements=keys, set_=values)
    other = postgresql.insert(table)
    values = {name: other.excluded[name] for name in names}
    return other.on_conflict_do_update(index_elements=keys, set_=values)
