"""Bans and mutes in SQL."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, literal, or_, select, update

from app.storage.audit import write_line
from app.storage.engine import Database
from app.storage.house_schema import admins, bans
from app.storage.players import is_somebody
from app.storage.schema import UtcTime, players
from app.tables.bans import Ban, BanRecord
from app.tables.staff import AuditLine


class SqlBans:
    """`bans.Bans`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, ban: Ban, line: AuditLine) -> bool:
        """Store a new one, unless its player is nobody, or nobody any more: of who is another
        player now it would keep out neither."""

        def act(connection: Connection) -> bool:
            if ban.player is not None and not is_somebody(connection, ban.player):
                return False
            insert_ban(connection, ban)
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def lift(self, ban_id: str, line: AuditLine) -> bool:
        """It is over, and was not before."""
        held = bans.c.id == ban_id, bans.c.lifted_at.is_(None), in_time(line.at)

        def act(connection: Connection) -> bool:
            lifted = update(bans).where(*held).values(lifted_at=line.at)
            if connection.execute(lifted).rowcount != 1:
                return False
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def in_force(self, now: datetime) -> tuple[Ban, ...]:
        """All that were neither lifted nor have ended."""
        query = select(bans).where(bans.c.lifted_at.is_(None), in_time(now))
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(map(ban_of, found))

    async def find(self, ban_id: str) -> Ban | None:
        """One of them."""
        query = select(bans).where(bans.c.id == ban_id)
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return None if found is None else ban_of(found)

    async def newest(self, limit: int, *, player: str | None = None) -> tuple[BanRecord, ...]:
        """The newest ones, of one player or of all."""
        query = (
            select(bans, players.c.name.label("player_name"), admins.c.name.label("admin_name"))
            .join(admins, admins.c.id == bans.c.admin_id)
            .outerjoin(players, players.c.id == bans.c.player_id)
            .order_by(bans.c.at.desc(), bans.c.id.desc())
            .limit(limit)
        )
        if player is not None:
            query = query.where(bans.c.player_id == player)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(BanRecord(ban_of(row), row.player_name, row.admin_name) for row in found)


def in_time(now: datetime) -> Any:
    """The condition of a ban that has not ended."""
    return or_(bans.c.until.is_(None), bans.c.until > literal(now, UtcTime))


def insert_ban(connection: Connection, ban: Ban) -> None:
    """Store a new one in the transaction of what led to it."""
    values = {
        "id": ban.id,
        "kind": ban.kind,
        "player_id": ban.player,
        "network": ban.network,
        "why": ban.why,
        "admin_id": ban.admin,
        "at": ban.at,
        "until": ban.until,
        "lifted_at": ban.lifted_at,
    }
    connection.execute(insert(bans).values(values))


def ban_of(row: Row[Any]) -> Ban:
    """A stored row as the domain knows it."""
    return Ban(
        id=row.id,
        kind=row.kind,
        why=row.why,
        admin=row.admin_id,
        at=row.at,
        until=row.until,
        player=row.player_id,
        network=row.network,
        lifted_at=row.lifted_at,
    )
