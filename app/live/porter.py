"""The porter: knows the keys of links, lets in who brings a good one, and gives out addresses."""

from __future__ import annotations

from collections.abc import Sequence

from app.live.parts import Parts
from app.tables import access
from app.tables import links as policies
from app.tables.access import Visitor
from app.tables.links import Link
from app.tables.table import Player, Table

LINKS_CHANGED = "links"
"""What a line on the bus says of a series whose links, or their uses, have changed."""


class Porter:
    """Stands at the doors of all tables of a house."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @property
    def public_url(self) -> str:
        """Under which address people reach the house."""
        return self._parts.public_url

    def new_links(self, series: str) -> tuple[Link, Link]:
        """The two links that every series begins with: as many as like may come."""
        mint = self._parts.mint
        return (
            Link(mint.message_id(), series, "play", 1),
            Link(mint.message_id(), series, "watch", 1),
        )

    def address_of(self, table_id: str, link: Link) -> str:
        """The whole address of a link at one table of its series."""
        return f"{self.public_url}/t/{table_id}?key={self._parts.keys.key_of(link)}"

    async def visitor(
        self, table: Table, player: Player | None, session: str | None, key: str | None
    ) -> Visitor:
        """Who stands at the table's door, with what links give: each is looked up now.

        Who belongs here needs no link: a look at an own one must not use it up.
        """
        links: list[Link] = []
        if session is not None:
            links.extend(await self._parts.links.granted(session, table.series))
        brought = await self._find(table, key)
        if brought and policies.is_counted(brought) and access.belongs(table, Visitor(player)):
            brought = None
        known = {link.id for link in links}
        if brought and brought.id not in known and await self._lets_in(brought, session):
            links.append(brought)
        return Visitor(player, session, policies.held(links), frozenset(link.id for link in links))

    async def invites(self, table: Table, key: str | None) -> bool:
        """Whether this key would let somebody new in, once they have a session. Uses nothing."""
        link = await self._find(table, key)
        return link is not None and policies.opens(link, self._parts.now())

    async def counts(self, table: Table, key: str | None) -> bool:
        """Whether coming in by this key is counted."""
        link = await self._find(table, key)
        return link is not None and policies.is_counted(link)

    async def _find(self, table: Table, key: str | None) -> Link | None:
        if key is None:
            return None
        links: Sequence[Link] = await self._parts.links.of_series(table.series)
        return self._parts.keys.find(links, key)

    async def _lets_in(self, link: Link, session: str | None) -> bool:
        now = self._parts.now()
        if session is None:
            return policies.opens_without_session(link, now)
        granted = await self._parts.links.grant(session, link.id, now)
        if granted and policies.is_counted(link):
            self.tell_change(link.series)
        return granted

    def tell_change(self, series: str) -> None:
        """Every process with a table of this series open reads its links again."""
        self._parts.bus.publish(f"{series}:{LINKS_CHANGED}")
