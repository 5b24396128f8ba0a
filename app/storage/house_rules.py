"""What was decided for the whole house, in SQL: one row a game, one for maintenance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from app.storage.audit import write_line
from app.storage.engine import Database, insert_new
from app.storage.house_schema import announcements, house_rules
from app.storage.schema import from_microseconds, tables, to_microseconds
from app.tables.house_rules import (
    MOST_ANNOUNCEMENTS,
    Announcement,
    HouseRules,
    Maintenance,
)
from app.tables.refusals import Code, Refused
from app.tables.staff import AuditLine

GAME = "game:"
MAINTENANCE = "maintenance"
CERTIFICATE = "certificate:"
"""These rows are read elsewhere, when somebody looks."""


class SqlRuleBook:
    """`house_rules.RuleBook`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> HouseRules:
        """All decisions, read in one query."""
        decided = ~house_rules.c.key.startswith(CERTIFICATE, autoescape=True)
        query = select(house_rules.c.key, house_rules.c.value).where(decided)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return rules_of({row.key: row.value for row in found})

    async def save_game(
        self, game: str, line: AuditLine, *, resting: bool | None, levels: Mapping[str, bool]
    ) -> None:
        """Store whether a game rests and which levels are to be had; what is not told stays."""

        def act(connection: Connection) -> None:
            stored = take_value(connection, GAME + game, line.at)
            rests = stored.get("resting", False) if resting is None else resting
            value = {"resting": rests, "levels": {**stored.get("levels", {}), **levels}}
            put_value(connection, GAME + game, value, line.at)
            write_line(connection, line)

        await self._database.write(act)

    async def save_maintenance(self, maintenance: Maintenance | None, line: AuditLine) -> None:
        """Store the next maintenance."""
        value = {} if maintenance is None else value_of(maintenance)

        def act(connection: Connection) -> None:
            take_value(connection, MAINTENANCE, line.at)
            put_value(connection, MAINTENANCE, value, line.at)
            write_line(connection, line)

        await self._database.write(act)

    async def announcements(self, after: datetime | None) -> tuple[Announcement, ...]:
        """Those that end after that moment, the first to start first."""
        query = select(announcements).order_by(announcements.c.starts_at, announcements.c.id)
        if after is not None:
            query = query.where(announcements.c.ends_at > after)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(map(announcement_of, found))

    async def announce(self, announcement: Announcement, line: AuditLine) -> None:
        """Store one more, within the bound of what people read."""
        waiting = select(func.count()).where(announcements.c.ends_at > line.at)

        def act(connection: Connection) -> None:
            if (connection.scalar(waiting) or 0) >= MOST_ANNOUNCEMENTS:
                raise Refused(Code.INVALID, "There are too many announcements already.")
            connection.execute(insert(announcements).values(row_of(announcement)))
            write_line(connection, line)

        await self._database.write(act)

    async def withdraw(self, announcement_id: str, line: AuditLine) -> bool:
        """Take one back; what it said stays in the audit log."""
        gone = delete(announcements).where(announcements.c.id == announcement_id)

        def act(connection: Connection) -> bool:
            if connection.execute(gone).rowcount != 1:
                return False
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def running(self) -> Mapping[str, int]:
        """Running tables of each game that has any."""
        query = (
            select(tables.c.game, func.count())
            .where(tables.c.state == "playing")
            .group_by(tables.c.game)
        )
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return {game: number for game, number in found}


def take_value(connection: Connection, key: str, at: datetime) -> dict[str, Any]:
    """What is stored under a key, nobody else's to change until the transaction ends."""
    empty = {"key": key, "value": {}, "at": at}
    connection.execute(insert_new(connection.dialect.name, house_rules), [empty])
    query = select(house_rules.c.value).where(house_rules.c.key == key).with_for_update()
    stored: dict[str, Any] = connection.execute(query).scalar_one()
    return stored


def put_value(connection: Connection, key: str, value: dict[str, Any], at: datetime) -> None:
    """Store the value in place of the one that was taken."""
    changed = update(house_rules).where(house_rules.c.key == key)
    connection.execute(changed.values(value=value, at=at))


def rules_of(values: Mapping[str, dict[str, Any]]) -> HouseRules:
    """The stored decisions as the domain knows them."""
    games = {key.removeprefix(GAME): value for key, value in values.items() if key.startswith(GAME)}
    levels = {
        game: frozenset(level for level, offered in value.get("levels", {}).items() if not offered)
        for game, value in games.items()
    }
    return HouseRules(
        resting=frozenset(game for game, value in games.items() if value.get("resting")),
        resting_levels={game: resting for game, resting in levels.items() if resting},
        maintenance=maintenance_of(values.get(MAINTENANCE) or {}),
    )


def value_of(maintenance: Maintenance) -> dict[str, Any]:
    """A maintenance as it is stored; times are microseconds."""
    until = maintenance.until
    return {
        "begins": to_microseconds(maintenance.begins),
        "until": None if until is None else to_microseconds(until),
        "texts": dict(maintenance.texts),
    }


def maintenance_of(stored: dict[str, Any]) -> Maintenance | None:
    """A stored maintenance; an empty value is none."""
    if not stored:
        return None
    until = stored["until"]
    return Maintenance(
        begins=from_microseconds(stored["begins"]),
        until=None if until is None else from_microseconds(until),
        texts=stored["texts"],
    )


def row_of(announcement: Announcement) -> dict[str, Any]:
    """What is stored of an announcement."""
    return {
        "id": announcement.id,
        "texts": dict(announcement.texts),
        "starts_at": announcement.starts_at,
        "ends_at": announcement.ends_at,
        "admin_id": announcement.admin,
    }


def announcement_of(row: Row[Any]) -> Announcement:
    """A stored announcement."""
    return Announcement(row.id, row.texts, row.starts_at, row.ends_at, row.admin_id)
