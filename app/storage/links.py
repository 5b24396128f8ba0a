"""Links and grants in SQL: the database counts who comes in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update

from app.storage.engine import Database, insert_new
from app.storage.players import check_lasts
from app.storage.schema import grants, links
from app.tables.links import Link, LinkOrder


class SqlLinks:
    """`links.Links`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_series(self, series: str) -> tuple[Link, ...]:
        """All links of a series, in a fixed order."""
        query = (
            select(links)
            .where(links.c.series_id == series)
            .order_by(links.c.kind, links.c.generation)
        )
        return await self._database.read(lambda connection: load_links(connection, query))

    async def add(self, link_id: str, series: str, order: LinkOrder) -> Link:
        """The next generation; who loses the race for a number takes the one after it."""

        def act(connection: Connection) -> Link | None:
            link = Link(
                id=link_id,
                series=series,
                kind=order.kind,
                generation=next_generation(connection, series, order),
                max_uses=order.max_uses,
                until=order.until,
            )
            added = insert_new(connection.dialect.name, links).returning(links.c.id)
            return link if connection.execute(added, [row_of(link)]).first() else None

        while (link := await self._database.write(act)) is None:
            pass  # whoever was faster has got its number: each round somebody goes on
        return link

    async def revoke(self, series: str, link_id: str) -> bool:
        """Mark the link; its grants stay and are good for nothing."""
        own = links.c.series_id == series, links.c.id == link_id
        revoked = update(links).where(*own).values(revoked=True)
        return await self._database.write(
            lambda connection: connection.execute(revoked).rowcount == 1
        )

    async def grant(self, session_id: str, link_id: str, at: datetime) -> bool:
        """Claim the session's place, then count it: what comes twice at once is counted once."""
        own = grants.c.session_id == session_id, grants.c.link_id == link_id

        def act(connection: Connection) -> bool:
            check_lasts(connection, session_id)
            claimed = connection.execute(
                insert_new(connection.dialect.name, grants).returning(grants.c.link_id),
                [{"session_id": session_id, "link_id": link_id, "at": at}],
            )
            if claimed.first() is None or count_use(connection, link_id, at):
                return True
            connection.execute(delete(grants).where(*own))
            return False

        return await self._database.write(act)

    async def granted(self, session_id: str, series: str) -> tuple[Link, ...]:
        """The series' links by which the session came in."""
        query = (
            select(links)
            .join(grants, grants.c.link_id == links.c.id)
            .where(grants.c.session_id == session_id, links.c.series_id == series)
            .order_by(links.c.kind, links.c.generation)
        )
        return await self._database.read(lambda connection: load_links(connection, query))


def next_generation(connection: Connection, series: str, order: LinkOrder) -> int:
    """One more than the newest of that kind has."""
    newest = select(func.max(links.c.generation)).where(
        links.c.series_id == series, links.c.kind == order.kind
    )
    return (connection.scalar(newest) or 0) + 1


def count_use(connection: Connection, link_id: str, at: datetime) -> bool:
    """One use more, if the link lets somebody in; the row's lock decides between two at once."""
    open_now = (
        links.c.id == link_id,
        links.c.revoked.is_(False),
        or_(links.c.max_uses.is_(None), links.c.uses < links.c.max_uses),
        or_(links.c.until.is_(None), links.c.until > at),
    )
    used = update(links).where(*open_now).values(uses=links.c.uses + 1)
    return connection.execute(used).rowcount == 1


def insert_links(connection: Connection, added: Sequence[Link]) -> None:
    """Store the links of a new series."""
    if added:
        connection.execute(insert(links), [row_of(link) for link in added])


def row_of(link: Link) -> dict[str, Any]:
    """What is stored of a link."""
    return {
        "id": link.id,
        "series_id": link.series,
        "kind": link.kind,
        "generation": link.generation,
        "uses": link.uses,
        "max_uses": link.max_uses,
        "until": link.until,
        "revoked": link.revoked,
    }


def load_links(connection: Connection, query: Select[Any]) -> tuple[Link, ...]:
    """The links of a query."""
    return tuple(
        Link(
            id=row.id,
            series=row.series_id,
            kind=row.kind,
            generation=row.generation,
            uses=row.uses,
            max_uses=row.max_uses,
            until=row.until,
            revoked=row.revoked,
        )
        for row in connection.execute(query)
    )
