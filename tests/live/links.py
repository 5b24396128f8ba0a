"""Links of a database in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.tables.links import Link, LinkOrder, opens


@dataclass
class MemoryLinks:
    """`links.Links`. `begin`: the place where a double waits, or fails if a test says so."""

    begin: Callable[[str], Awaitable[None]]
    all: list[Link] = field(default_factory=list)
    grants: set[tuple[str, str]] = field(default_factory=set)

    async def of_series(self, series: str) -> tuple[Link, ...]:
        await self.begin("links")
        return tuple(link for link in self.all if link.series == series)

    async def add(self, link_id: str, series: str, order: LinkOrder) -> Link:
        await self.begin("add link")
        before = [link for link in self.all if (link.series, link.kind) == (series, order.kind)]
        generation = max((link.generation for link in before), default=0) + 1
        made = Link(
            link_id, series, order.kind, generation, max_uses=order.max_uses, until=order.until
        )
        self.all.append(made)
        return made

    async def revoke(self, series: str, link_id: str) -> bool:
        await self.begin("revoke link")
        return self._change(link_id, series=series, revoked=True)

    async def grant(self, session_id: str, link_id: str, at: datetime) -> bool:
        await self.begin("grant")
        if (session_id, link_id) in self.grants:
            return True
        link = next(each for each in self.all if each.id == link_id)
        if not opens(link, at):
            return False
        self.grants.add((session_id, link_id))
        return self._change(link_id, series=link.series, uses=link.uses + 1)

    async def granted(self, session_id: str, series: str) -> tuple[Link, ...]:
        await self.begin("granted")
        return tuple(
            link
            for link in self.all
            if link.series == series and (session_id, link.id) in self.grants
        )

    def _change(self, link_id: str, *, series: str, **changes: object) -> bool:
        for at, link in enumerate(self.all):
            if (link.id, link.series) == (link_id, series):
                self.all[at] = replace(link, **changes)  # type: ignore[arg-type]
                return True
        return False
