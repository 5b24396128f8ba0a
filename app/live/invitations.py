"""The links of one table as its host manages them and as everybody there is shown them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.codec.links import LinkJson, link_json
from app.live.parts import Parts
from app.live.porter import Porter
from app.tables import access
from app.tables import links as policies
from app.tables.access import Visitor
from app.tables.links import Link, LinkOrder
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind

if TYPE_CHECKING:
    from app.live.host import Host


class Invitations:
    """Links belong to a series: a change here is news at its other tables as well."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts
        self._porter = Porter(parts)
        self._links: tuple[Link, ...] = ()

    async def read(self) -> None:
        """Read the links as they are now."""
        self._links = await self._parts.links.of_series(self._host.table.series)

    def addresses(self) -> dict[LinkKind, str]:
        """The address to pass on, of each kind that has one."""
        newest = policies.newest(self._links, self._parts.now())
        return {kind: self._address(link) for kind, link in newest.items()}

    def _address(self, link: Link) -> str:
        return self._porter.address_of(self._host.table.id, link)

    async def list(self, visitor: Visitor) -> list[LinkJson]:
        """All links of the series (host), the newest of each kind last."""
        access.check_host(self._host.table, visitor)
        links = await self._parts.links.of_series(self._host.table.series)
        return [link_json(link, self._address(link)) for link in links]

    async def add(self, visitor: Visitor, order: LinkOrder) -> LinkJson:
        """A new link (host). Raises `invalid` for one that would never open."""
        table = self._host.table
        access.check_host(table, visitor)
        links = await self._parts.links.of_series(table.series)
        policies.check_order(order, links, self._parts.now())
        link = await self._parts.links.add(self._parts.mint.message_id(), table.series, order)
        await self._spread()
        return link_json(link, self._address(link))

    async def revoke(self, visitor: Visitor, link_id: str) -> None:
        """Take a link back (host), and with it what it gave to who came by it; who sits stays."""
        table = self._host.table
        access.check_host(table, visitor)
        if not await self._parts.links.revoke(table.series, link_id):
            raise Refused(Code.NOT_FOUND, "This table has no such link.")
        await self._spread()

    async def _spread(self) -> None:
        await self.refresh()
        self._porter.tell_change(self._host.table.series)

    async def refresh(self) -> None:
        """Read the links, show them, and send away who was let in by one that is revoked."""
        await self.read()
        self._host.look_at_keys(self.renewed)

    def renewed(self, visitor: Visitor) -> Visitor:
        """The same visitor with what its links give now; with what it had unless one of them is
        revoked: of a link that is new elsewhere nothing may be known here yet."""
        own = [link for link in self._links if link.id in visitor.links]
        if not any(link.revoked for link in own):
            return visitor
        return replace(visitor, keys=policies.held(own))
