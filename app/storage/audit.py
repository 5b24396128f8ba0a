"""The audit log in SQL: rows are written and read. Triggers refuse everything else."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select

from app.storage.engine import Database
from app.storage.house_schema import admins, audit
from app.tables.admins import Admin
from app.tables.staff import AuditEntry, AuditLine, AuditQuery, Target


def write_line(connection: Connection, line: AuditLine) -> None:
    """Store one line in the transaction of what it tells."""
    values = {
        "at": line.at,
        "admin_id": line.admin.id if line.admin else None,
        "deed": line.deed,
        "target_kind": line.target.kind if line.target else None,
        "target_id": line.target.id if line.target else None,
        "why": line.why,
        "detail": dict(line.detail),
    }
    connection.execute(insert(audit).values(values))


class SqlAudit:
    """`staff.Audit`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, line: AuditLine) -> None:
        """Store one line; it is on disk when this returns."""
        await self._database.write(lambda connection: write_line(connection, line))

    async def list(self, query: AuditQuery) -> tuple[AuditEntry, ...]:
        """The wanted entries, newest first."""
        wanted = entries_for(query)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(map(entry_of, rows))


def entries_for(query: AuditQuery) -> Select[Any]:
    """The statement that finds them."""
    found = select(audit, admins.c.name, admins.c.role).outerjoin(
        admins, admins.c.id == audit.c.admin_id
    )
    filters = (
        (audit.c.deed, query.deed),
        (audit.c.admin_id, query.admin),
        (audit.c.target_kind, query.target_kind),
        (audit.c.target_id, query.target_id),
    )
    for column, value in filters:
        if value is not None:
            found = found.where(column == value)
    if query.before is not None:
        found = found.where(audit.c.number < query.before)
    return found.order_by(audit.c.number.desc()).limit(query.limit)


def entry_of(row: Row[Any]) -> AuditEntry:
    """A stored row as the domain knows it."""
    line = AuditLine(
        at=row.at,
        admin=None if row.admin_id is None else Admin(row.admin_id, row.name, row.role),
        deed=row.deed,
        target=None if row.target_kind is None else Target(row.target_kind, row.target_id),
        why=row.why,
        detail=row.detail,
    )
    return AuditEntry(row.number, line)
