"""Letting go of what is older than the house keeps it, in SQL.

Every portion is a transaction of its own and begins from what is stored, so a sweep that was cut
off goes on where it was. With PostgreSQL a lock that ends with the transaction keeps two
processes from sweeping at once; SQLite has one writer anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, func, literal, select, update

from app.storage.departures import PORTION, end_sessions, waits, withdraw_lines
from app.storage.engine import Database
from app.storage.house_schema import addresses, bans, departures, salts, verdicts, visits
from app.storage.schema import UtcTime, chat, credentials, players, reports, sessions
from app.tables.departures import WITHDRAWN
from app.tables.retention import Broom

SWEEPERS = 0x6B745F7377656570
"""The key of the lock."""

Sweep = Callable[[Connection, datetime], int]
"""Lets go of one portion; how many rows it found."""


class SqlSweeping:
    """`retention.Sweeping`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unvisited_guests(self, before: datetime) -> tuple[str, ...]:
        """Who has been away longest first."""
        query = (
            select(visits.c.player_id)
            .join(players, players.c.id == visits.c.player_id)
            .where(visits.c.at < literal(before, UtcTime))
            .where(players.c.kind == "guest", players.c.merged_into.is_(None))
            .order_by(visits.c.at)
            .limit(PORTION)
        )
        return await self._database.read(lambda connection: tuple(connection.scalars(query)))

    async def sweep(self, broom: Broom, before: datetime) -> bool:
        """One portion, unless another process sweeps just now."""

        def act(connection: Connection) -> int:
            return SWEEPS[broom](connection, before) if is_free(connection) else 0

        return await self._database.write(act) == PORTION


def is_free(connection: Connection) -> bool:
    """Whether nobody else sweeps, until this transaction ends."""
    if connection.dialect.name == "sqlite":
        return True
    return connection.scalar(select(func.pg_try_advisory_xact_lock(SWEEPERS))) is True


def sweep_lines(connection: Connection, before: datetime) -> int:
    """Lines of chat with what was said about them. Who waits for a verdict keeps it waiting.

    Numbers grow with time: only the first ones are looked at, not all that are kept.
    """
    oldest = (
        select(chat.c.number, chat.c.id, chat.c.at)
        .where(~waits(chat.c.id))
        .order_by(chat.c.number)
        .limit(PORTION)
        .subquery()
    )
    query = select(oldest.c.number, oldest.c.id).where(oldest.c.at < literal(before, UtcTime))
    found = connection.execute(query).all()
    if found:
        ids = [row.id for row in found]
        judged = select(reports.c.id).where(reports.c.line_id.in_(ids))
        connection.execute(delete(verdicts).where(verdicts.c.report_id.in_(judged)))
        connection.execute(delete(reports).where(reports.c.line_id.in_(ids)))
        connection.execute(delete(chat).where(chat.c.number.in_([row.number for row in found])))
    return len(found)


def sweep_judged_lines(connection: Connection, _before: datetime) -> int:
    """What people who have left said or reported, once it was judged: nobody needs it now."""
    judged = (
        select(reports.c.id)
        .join(verdicts, verdicts.c.report_id == reports.c.id)
        .join(departures, departures.c.player_id == reports.c.player_id)
        .where(reports.c.why != "")
        .limit(PORTION)
    )
    ids = list(connection.scalars(judged))
    if ids:
        connection.execute(update(reports).where(reports.c.id.in_(ids)).values(why=""))
    lines = (
        select(chat.c.number)
        .join(reports, reports.c.line_id == chat.c.id)
        .join(departures, departures.c.player_id == chat.c.player_id)
        .where(chat.c.text.is_not(None), chat.c.text != WITHDRAWN, ~waits(chat.c.id))
        .limit(PORTION)
    )
    return max(len(ids), withdraw_lines(connection, lines))


def sweep_raw_addresses(connection: Connection, before: datetime) -> int:
    """Of addresses that are older only their marks are left."""
    old = (
        select(addresses.c.player_id, addresses.c.mark)
        .where(addresses.c.first_at < literal(before, UtcTime), addresses.c.raw.is_not(None))
        .order_by(addresses.c.first_at.desc())
        .limit(PORTION)
    )
    found = connection.execute(old).all()
    for row in found:
        own = (addresses.c.player_id == row.player_id, addresses.c.mark == row.mark)
        connection.execute(update(addresses).where(*own).values(raw=None))
    return len(found)


def sweep_marks(connection: Connection, before: datetime) -> int:
    """Addresses that are older, marks and all."""
    old = (
        select(addresses.c.player_id, addresses.c.mark)
        .where(addresses.c.first_at < literal(before, UtcTime))
        .order_by(addresses.c.first_at)
        .limit(PORTION)
    )
    found = connection.execute(old).all()
    for row in found:
        own = (addresses.c.player_id == row.player_id, addresses.c.mark == row.mark)
        connection.execute(delete(addresses).where(*own))
    return len(found)


def sweep_salts(connection: Connection, before: datetime) -> int:
    """The salts of days that began before then."""
    return connection.execute(delete(salts).where(salts.c.day < literal(before, UtcTime))).rowcount


def sweep_credentials(connection: Connection, before: datetime) -> int:
    """What lets nobody in any more, and sessions that nothing lets in."""
    old = (
        select(credentials.c.kind, credentials.c.secret_hash, credentials.c.session_id)
        .where(credentials.c.until < literal(before, UtcTime))
        .order_by(credentials.c.until)
        .limit(PORTION)
    )
    found = connection.execute(old).all()
    for row in found:
        own = (credentials.c.kind == row.kind, credentials.c.secret_hash == row.secret_hash)
        connection.execute(delete(credentials).where(*own))
    left = select(credentials.c.session_id).where(credentials.c.session_id == sessions.c.id)
    ids = [row.session_id for row in found]
    end_sessions(connection, select(sessions.c.id).where(sessions.c.id.in_(ids), ~left.exists()))
    return len(found)


def sweep_networks(connection: Connection, before: datetime) -> int:
    """Bans of networks that ended before then: a network is an address too."""
    old = (
        select(bans.c.id)
        .where(bans.c.network.is_not(None), bans.c.until < literal(before, UtcTime))
        .limit(PORTION)
    )
    ids = list(connection.scalars(old))
    if ids:
        connection.execute(delete(bans).where(bans.c.id.in_(ids)))
    return len(ids)


SWEEPS: Mapping[Broom, Sweep] = {
    "lines": sweep_lines,
    "judged_lines": sweep_judged_lines,
    "raw_addresses": sweep_raw_addresses,
    "marks": sweep_marks,
    "salts": sweep_salts,
    "credentials": sweep_credentials,
    "networks": sweep_networks,
}
