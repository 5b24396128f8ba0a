"""The caretaker of one table: puts it to sleep, wakes it, and sees who comes after a lost host."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from app.live.glass import Glass
from app.live.parts import Parts
from app.tables import agreements, rest, succession
from app.tables.bugs import trace_of
from app.tables.refusals import Refused
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.hall import Hall
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")


class Caretaker:
    """Looks round every few seconds; what it finds to do is a change like any other."""

    def __init__(self, host: Host, hall: Hall, parts: Parts) -> None:
        self._host = host
        self._parts = parts
        self.glass = Glass(host, hall, parts)
        self._work: asyncio.Task[None] | None = None

    def look(self) -> None:
        """See whether something is due, and begin it."""
        self.glass.look()
        if self._work is None and self.tidied(self._host.table) is not self._host.table:
            self._work = asyncio.create_task(self._tidy())

    def stop(self) -> None:
        """Nothing more from here."""
        self.glass.stop()
        if self._work is not None:
            self._work.cancel()

    async def _tidy(self) -> None:
        try:
            await self._host.alter(self.tidied)
        except Refused as refusal:
            where = {"table": self._host.table.id, "code": refusal.code.value}
            logger.info("caretaker refused", extra=where)
        except Exception as bug:
            where = {"table": self._host.table.id}
            logger.error("caretaker failed: %s", trace_of(bug), extra=where)
        finally:
            self._work = None

    def tidied(self, table: Table) -> Table:
        """The table as it should be now; the very same if nothing is due."""
        now = self._parts.now()
        attendance = self._host.attendance
        table = agreements.carry_out(table, self._host.ledger.seq or 0, now)
        if attendance.is_anybody_here():
            return self._with_host(rest.visit(rest.wake(table, now), now))
        if attendance.quiet_for() >= rest.SLEEP_AFTER:
            return rest.fall_asleep(table, now)
        return table

    def _with_host(self, table: Table) -> Table:
        attendance = self._host.attendance
        host = table.host
        if host is None or attendance.absent_for(host) < succession.HOST_GONE_AFTER:
            return table
        return succession.pass_to_present(table, attendance.present())

    def awake(self, table: Table) -> Table:
        """The table once somebody has come."""
        return rest.wake(table, self._parts.now())

    def closed_if_unvisited(self, table: Table) -> Table:
        """The table, closed if it is open and nobody has been here for a day."""
        if self._host.attendance.is_anybody_here():
            return table
        return rest.close_unvisited(table, self._parts.now())
