"""The house's slow round: every few seconds it looks at all tables, now and then at the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.live.parts import Parts
from app.tables import rest
from app.tables.bugs import trace_of
from app.tables.liveness import Violation, frozen_why
from app.tables.refusals import Refused
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")

STORE_INTERVAL = 60.0
"""Seconds between two looks for open tables that nobody visits."""

MOST_CLOSED = 50
"""Tables that are closed in one go."""


@dataclass(frozen=True, slots=True)
class Liveness:
    """What the last round found, and how many violations there have been since the start."""

    checked: int = 0
    violations: tuple[Violation, ...] = ()
    found: int = 0


def why_frozen(host: Host) -> str | None:
    """Why nothing would move this table on, None for one that goes on."""
    try:
        hands = replace(host.driver.hands, timed=host.timers.armed)
        return frozen_why(host.table, host.match, hands)
    except Exception as bug:
        return f"the rules fail: {trace_of(bug)}"


class Rounds:
    """Looks after tables that nobody asks about.

    `find_host`: the host of a table that is in use here. `on_closed` hears of each closed table.
    """

    def __init__(
        self,
        parts: Parts,
        find_host: Callable[[str], Host | None],
        on_closed: Callable[[Table], None],
    ) -> None:
        self._parts = parts
        self._find_host = find_host
        self._on_closed = on_closed
        self._looked_at_store = parts.monotonic()
        self._closing: asyncio.Task[None] | None = None
        self.liveness = Liveness()

    def go(self, hosts: Iterable[Host]) -> None:
        """One round. Never waits for the store."""
        looked_at = tuple(hosts)
        for host in looked_at:
            host.caretaker.look()
        self.check_liveness(looked_at)
        now = self._parts.monotonic()
        if now - self._looked_at_store >= STORE_INTERVAL and self._closing is None:
            self._looked_at_store = now
            self._closing = asyncio.create_task(self._close_unvisited())

    def check_liveness(self, hosts: Iterable[Host]) -> None:
        """Find running tables that nothing would move on; say so, and set them going."""
        known = {(each.table, each.why) for each in self.liveness.violations}
        running = [host for host in hosts if host.table.state == "playing"]
        violations = tuple(self._violations(running))
        new = [each for each in violations if (each.table, each.why) not in known]
        for each in new:
            logger.error("table is frozen: %s", each.why, extra={"table": each.table})
        self.liveness = Liveness(len(running), violations, self.liveness.found + len(new))

    def _violations(self, hosts: Iterable[Host]) -> Iterable[Violation]:
        for host in hosts:
            why = why_frozen(host)
            if why is not None:
                host.driver.wake()
                host.timers.wake()
                yield Violation(host.table.id, why, host.table.title)

    async def _close_unvisited(self) -> None:
        try:
            before = self._parts.now() - rest.UNVISITED_AFTER
            for table_id in await self._parts.tables.list_unvisited(before, MOST_CLOSED):
                await self._close(table_id)
        except Exception as bug:
            logger.error("closing failed: %s", trace_of(bug))
        finally:
            self._closing = None

    async def _close(self, table_id: str) -> None:
        host = self._find_host(table_id)
        if host is None:
            await self._close_unused(table_id)
            return
        try:
            await host.alter(host.caretaker.closed_if_unvisited)
        except Refused as refusal:
            logger.info("not closed", extra={"table": table_id, "code": refusal.code.value})

    async def _close_unused(self, table_id: str) -> None:
        """A table that is in nobody's memory need not be brought there: it is only written off."""
        table = await self._parts.tables.load(table_id)
        if table is None:
            return
        closed = rest.close_unvisited(table, self._parts.now())
        saved = None if closed is table else await self._parts.tables.save(closed)
        if saved is not None:
            self._parts.bus.publish(f"{saved.id}:version={saved.version}")
            self._on_closed(saved)

    def stop(self) -> None:
        """Nothing more from here."""
        if self._closing is not None:
            self._closing.cancel()
