"""Who is on duty, in SQL: tries to log in, and the sessions of the staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from app.storage.audit import write_line
from app.storage.engine import Database
from app.storage.house_schema import admin_sessions, admin_tries, admins
from app.tables.admins import Admin
from app.tables.staff import (
    IDLE_LIFE,
    MARK_LIFE,
    TRIES_LIFE,
    AdminSession,
    Admission,
    AuditLine,
    lock_after,
)

SWEPT_AT_ONCE = 100


class SqlShifts:
    """`staff.Shifts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take_try(self, mark: bytes, at: datetime) -> datetime | None:
        """The row is locked: tries that come at once are counted one by one."""
        own = admin_tries.c.mark == mark

        def act(connection: Connection) -> datetime | None:
            sweep_tries(connection, at)
            row = connection.execute(tries_of(connection.dialect.name, mark, at)).one()
            if row.locked_until is not None and row.locked_until > at:
                until: datetime = row.locked_until
                return until
            lock = lock_after(row.failures + 1)
            values = {
                "failures": row.failures + 1,
                "locked_until": at + lock if lock else None,
                "at": at,
            }
            connection.execute(update(admin_tries).where(own).values(values))
            return None

        return await self._database.write(act)

    async def find_locks(self, marks: Sequence[bytes], at: datetime) -> Mapping[bytes, datetime]:
        """Which of those marks are locked, and until when."""
        query = select(admin_tries.c.mark, admin_tries.c.locked_until).where(
            admin_tries.c.mark.in_(marks), admin_tries.c.locked_until > at
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {bytes(row.mark): row.locked_until for row in rows}

    async def let_in(
        self, session: AdminSession, secret_hash: bytes, admission: Admission, line: AuditLine
    ) -> bool:
        """The account's row decides: a code opens one session, a reset or a dismissal none."""

        def act(connection: Connection) -> bool:
            if not use_code(connection, admission):
                return False
            sweep_sessions(connection, line.at)
            if admission.replaces is not None:
                drop_session(connection, admission.replaces)
            connection.execute(insert(admin_sessions).values(values_of(session, secret_hash)))
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def prove(self, session_id: str, admission: Admission, line: AuditLine) -> bool:
        """Password and code were given again in a session that goes on."""
        proved = update(admin_sessions).where(
            admin_sessions.c.id == session_id, admin_sessions.c.until > line.at
        )

        def act(connection: Connection) -> bool:
            if not use_code(connection, admission):
                return False
            if connection.execute(proved.values(proved_at=line.at)).rowcount != 1:
                return False
            write_line(connection, line)
            return True

        return await self._database.write(act)

    async def find_session(self, secret_hash: bytes, at: datetime) -> AdminSession | None:
        """The session of that cookie, if it goes on and its admin was not dismissed."""
        query = sessions_where(admin_sessions.c.secret_hash == secret_hash, goes_on(at))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else session_of(row)

    async def find_browser(self, secret_hash: bytes) -> AdminSession | None:
        """The session of that cookie, ended or not: its browser was let in before."""
        query = sessions_where(
            admin_sessions.c.secret_hash == secret_hash, admins.c.dismissed_at.is_(None)
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else session_of(row)

    async def touch(self, session_id: str, at: datetime) -> None:
        """The session was used just now."""
        used = update(admin_sessions).where(admin_sessions.c.id == session_id).values(seen_at=at)
        await self._database.write(lambda connection: connection.execute(used))

    async def list_sessions(
        self, at: datetime, admin_id: str | None = None
    ) -> tuple[AdminSession, ...]:
        """The sessions that go on, of everybody or of one admin, newest first."""
        query = sessions_where(goes_on(at))
        if admin_id is not None:
            query = query.where(admins.c.id == admin_id)
        query = query.order_by(admin_sessions.c.created_at.desc(), admin_sessions.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(map(session_of, rows))

    async def leave(self, session_id: str, line: AuditLine) -> None:
        """The row stays for a while, as the mark of a browser that was let in before."""
        ended = update(admin_sessions).where(
            admin_sessions.c.id == session_id, admin_sessions.c.until > line.at
        )

        def act(connection: Connection) -> None:
            if connection.execute(ended.values(until=line.at)).rowcount == 1:
                write_line(connection, line)

        await self._database.write(act)

    async def revoke(self, session_id: str, line: AuditLine) -> bool:
        """The row goes."""

        def act(connection: Connection) -> bool:
            if drop_session(connection, session_id) == 0:
                return False
            write_line(connection, line)
            return True

        return await self._database.write(act)


def use_code(connection: Connection, admission: Admission) -> bool:
    """Use the code's step up and forget the tries; False if the way in is none any more."""
    fits = update(admins).where(
        admins.c.id == admission.admin_id,
        admins.c.totp_generation == admission.generation,
        admins.c.totp_step < admission.step,
        admins.c.password_hash.is_not(None),
        admins.c.dismissed_at.is_(None),
    )
    values: dict[str, Any] = {"totp_step": admission.step}
    if admission.password_hash is not None:
        values["password_hash"] = admission.password_hash
    if connection.execute(fits.values(values)).rowcount != 1:
        return False
    connection.execute(delete(admin_tries).where(admin_tries.c.mark == admission.mark))
    return True


def tries_of(dialect: str, mark: bytes, at: datetime) -> ReturningInsert[Any]:
    """The row of a mark, made if there is none, and locked. One statement: between two of them
    a good try could take the row away."""
    insert_into = sqlite.insert if dialect == "sqlite" else postgresql.insert
    fresh = {"mark": mark, "failures": 0, "at": at}
    found = insert_into(admin_tries).values(fresh)
    same = {"mark": admin_tries.c.mark}
    return found.on_conflict_do_update(index_elements=["mark"], set_=same).returning(admin_tries)


def sweep_tries(connection: Connection, at: datetime) -> None:
    """Forget tries that are long past; rows that another transaction holds are left to it."""
    old = (
        select(admin_tries.c.mark)
        .where(admin_tries.c.at <= at - TRIES_LIFE)
        .limit(SWEPT_AT_ONCE)
        .with_for_update(skip_locked=True)
    )
    connection.execute(delete(admin_tries).where(admin_tries.c.mark.in_(old)))


def sweep_sessions(connection: Connection, at: datetime) -> None:
    """Forget browsers that were not let in for long."""
    old = delete(admin_sessions).where(admin_sessions.c.until <= at - MARK_LIFE)
    connection.execute(old)


def drop_session(connection: Connection, session_id: str) -> int:
    """How many sessions of that id there were."""
    return connection.execute(
        delete(admin_sessions).where(admin_sessions.c.id == session_id)
    ).rowcount


def goes_on(at: datetime) -> ColumnElement[bool]:
    """Neither at its end nor idle for too long; its admin belongs to the staff."""
    return (
        (admin_sessions.c.until > at)
        & (admin_sessions.c.seen_at > at - IDLE_LIFE)
        & admins.c.dismissed_at.is_(None)
    )


def sessions_where(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Sessions with their admins."""
    return (
        select(admin_sessions, admins.c.name, admins.c.role)
        .join(admins, admins.c.id == admin_sessions.c.admin_id)
        .where(*conditions)
    )


def session_of(row: Row[Any]) -> AdminSession:
    """A stored session as the domain knows it."""
    return AdminSession(
        id=row.id,
        admin=Admin(row.admin_id, row.name, row.role),
        agent=row.agent,
        created_at=row.created_at,
        seen_at=row.seen_at,
        proved_at=row.proved_at,
        until=row.until,
    )


def values_of(session: AdminSession, secret_hash: bytes) -> dict[str, Any]:
    """The row of a session."""
    return {
        "id": session.id,
        "secret_hash": secret_hash,
        "admin_id": session.admin.id,
        "agent": session.agent,
        "created_at": session.created_at,
        "seen_at": session.seen_at,
        "proved_at": session.proved_at,
        "until": session.until,
    }
