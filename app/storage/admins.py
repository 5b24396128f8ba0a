"""The staff's accounts and the links that set their passwords, in SQL."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from app.storage.audit import write_line
from app.storage.engine import Database
from app.storage.house_schema import admin_links, admin_sessions, admins
from app.tables.admins import Role, check_keeps_owner, check_still_owner
from app.tables.refusals import Code, Refused
from app.tables.staff import (
    AdminRow,
    AuditLine,
    SealedLink,
    check_distinct,
)


class SqlStaff:
    """`staff.Staff`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, handle: str) -> AdminRow | None:
        """Who goes by that handle and was not dismissed."""
        query = select(admins).where(admins.c.handle == handle, admins.c.dismissed_at.is_(None))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else admin_of(row)

    async def list(self) -> tuple[AdminRow, ...]:
        """Everybody, also who was dismissed, oldest first."""
        return await self._database.read(everybody)

    async def hire(self, newcomer: AdminRow, link: SealedLink, line: AuditLine) -> None:
        """The owners are locked: of two names that look alike only one comes in."""
        values = {
            "id": newcomer.id,
            "name": newcomer.name,
            "handle": newcomer.handle,
            "role": newcomer.role,
            "created_at": newcomer.created_at,
        }

        def act(connection: Connection) -> None:
            check_still_owner(line.admin, {owner.id for owner in lock_owners(connection)})
            check_distinct(newcomer.name, (other.name for other in everybody(connection)))
            connection.execute(insert(admins).values(values))
            lay_link(connection, newcomer.id, link)
            write_line(connection, line)

        await self._database.write(act)

    async def change_role(self, admin_id: str, role: Role, line: AuditLine) -> AdminRow:
        """Another role, from the next request on."""

        def act(connection: Connection) -> AdminRow:
            target = check_may_change(connection, admin_id, line, leaving=role != "owner")
            return change(connection, target, line, role=role)

        return await self._database.write(act)

    async def reset(self, admin_id: str, link: SealedLink, line: AuditLine) -> AdminRow:
        """A way in by the link only."""

        def act(connection: Connection) -> AdminRow:
            target = check_may_change(connection, admin_id, line, leaving=False)
            changed = change(connection, target, line, **no_way_in(target))
            end_ways_in(connection, admin_id)
            lay_link(connection, admin_id, link)
            return changed

        return await self._database.write(act)

    async def dismiss(self, admin_id: str, line: AuditLine) -> AdminRow:
        """The name stays taken, for the audit log's readers."""

        def act(connection: Connection) -> AdminRow:
            target = check_may_change(connection, admin_id, line, leaving=True)
            changed = change(connection, target, line, dismissed_at=line.at, **no_way_in(target))
            end_ways_in(connection, admin_id)
            return changed

        return await self._database.write(act)

    async def find_link(self, secret_hash: bytes, at: datetime) -> AdminRow | None:
        """Looking uses nothing up."""
        return await self._database.read(lambda connection: invited(connection, secret_hash, at))

    async def set_password(self, secret_hash: bytes, password_hash: str, line: AuditLine) -> bool:
        """The account's row is locked first: of two that use the link at once one does."""
        unused = update(admin_links).where(
            admin_links.c.secret_hash == secret_hash,
            admin_links.c.used_at.is_(None),
            admin_links.c.until > line.at,
        )

        def act(connection: Connection) -> bool:
            found = invited(connection, secret_hash, line.at)
            if found is None or lock_admin(connection, found.id) is None:
                return False
            if connection.execute(unused.values(used_at=line.at)).rowcount != 1:
                return False
            change(connection, found, line, password_hash=password_hash)
            return True

        return await self._database.write(act)


def admin_of(row: Row[Any]) -> AdminRow:
    """A stored account as the domain knows it."""
    return AdminRow(
        id=row.id,
        name=row.name,
        handle=row.handle,
        role=row.role,
        password_hash=row.password_hash,
        totp_generation=row.totp_generation,
        totp_step=row.totp_step,
        created_at=row.created_at,
        dismissed_at=row.dismissed_at,
    )


def everybody(connection: Connection) -> tuple[AdminRow, ...]:
    """All accounts, oldest first."""
    query = select(admins).order_by(admins.c.created_at, admins.c.id)
    return tuple(map(admin_of, connection.execute(query)))


def lock_owners(connection: Connection) -> tuple[AdminRow, ...]:
    """The owners, as they stay until this transaction ends: changes of staff go one by one."""
    query = (
        select(admins)
        .where(admins.c.role == "owner", admins.c.dismissed_at.is_(None))
        .order_by(admins.c.id)
        .with_for_update()
    )
    return tuple(map(admin_of, connection.execute(query)))


def lock_admin(connection: Connection, admin_id: str) -> AdminRow | None:
    """The account, if it was not dismissed, as it stays until this transaction ends."""
    query = select(admins).where(admins.c.id == admin_id, admins.c.dismissed_at.is_(None))
    row = connection.execute(query.with_for_update()).first()
    return None if row is None else admin_of(row)


def check_may_change(
    connection: Connection, admin_id: str, line: AuditLine, *, leaving: bool
) -> AdminRow:
    """The account to change. `leaving`: it is to be no owner afterwards."""
    owners = lock_owners(connection)
    check_still_owner(line.admin, {owner.id for owner in owners})
    target = lock_admin(connection, admin_id)
    if target is None:
        raise Refused(Code.NOT_FOUND, "Nobody of the staff is that.")
    if leaving:
        check_keeps_owner(target.admin, {owner.id for owner in owners if owner.ready})
    return target


def change(connection: Connection, target: AdminRow, line: AuditLine, **values: Any) -> AdminRow:
    """Change the account and tell it in the audit log; the account as it is now."""
    changed = update(admins).where(admins.c.id == target.id).values(**values).returning(admins)
    row = connection.execute(changed).one()
    write_line(connection, line)
    return admin_of(row)


def no_way_in(target: AdminRow) -> dict[str, Any]:
    """The columns of an account whose password and codes are good for nothing any more."""
    return {"password_hash": None, "totp_generation": target.totp_generation + 1}


def end_ways_in(connection: Connection, admin_id: str) -> None:
    """No session and no link of that admin any more, not even an ended one's trace."""
    for table in (admin_sessions, admin_links):
        connection.execute(delete(table).where(table.c.admin_id == admin_id))


def lay_link(connection: Connection, admin_id: str, link: SealedLink) -> None:
    """Store a link."""
    values = {
        "secret_hash": link.secret_hash,
        "admin_id": admin_id,
        "created_at": link.created_at,
        "until": link.until,
    }
    connection.execute(insert(admin_links).values(values))


def invited(connection: Connection, secret_hash: bytes, at: datetime) -> AdminRow | None:
    """Whose password that link sets, if it is good."""
    query = (
        select(admins)
        .join(admin_links, admin_links.c.admin_id == admins.c.id)
        .where(
            admin_links.c.secret_hash == secret_hash,
            admin_links.c.used_at.is_(None),
            admin_links.c.until > at,
            admins.c.dismissed_at.is_(None),
        )
    )
    row = connection.execute(query).first()
    return None if row is None else admin_of(row)
