"""An admin who decides, and what the audit log is told of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from app.storage.house_schema import admins, audit
from app.storage.store import Store
from app.tables.admins import Admin
from app.tables.bans import Ban
from app.tables.staff import AuditDeed, AuditLine
from tests.storage.samples import BO, NOW

OLGA = Admin("a-olga", "Olga", "owner")


async def add_admin(store: Store) -> None:
    """Olga, who owns the house."""
    values = {"id": OLGA.id, "name": OLGA.name, "handle": "olga", "role": "owner"}

    def act(connection: Connection) -> None:
        connection.execute(insert(admins).values(**values, created_at=NOW))

    await store.database.write(act)


def line(deed: AuditDeed = "ban", at: datetime = NOW) -> AuditLine:
    """That Olga did something."""
    return AuditLine(at, OLGA, deed, why="Because.")


async def deeds(store: Store) -> list[str]:
    """All deeds that the audit log knows, oldest first."""
    query = select(audit.c.deed).order_by(audit.c.number)
    return await store.database.read(lambda connection: list(connection.scalars(query)))


def ban(ban_id: str = "b1", **changes: Any) -> Ban:
    """Bo is kept out."""
    values: dict[str, Any] = {"kind": "ban", "why": "Rude.", "admin": OLGA.id, "at": NOW}
    return Ban(ban_id, **{**values, "player": BO.id, **changes})
