"""The alarms of a house: tables with a clock go on, whether or not anybody has them open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.live.driver import RETRY_AFTER
from app.live.parts import Parts
from app.tables.bugs import trace_of
from app.tables.refusals import Code, Refused
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")


class Alarms:
    """When the hosts that were forgotten have to be opened again, and all of them at a start.

    `open_host` brings a table into memory; its own timers do the rest.
    """

    def __init__(self, parts: Parts, open_host: Callable[[str], Awaitable[Host]]) -> None:
        self._parts = parts
        self._open_host = open_host
        self._times: dict[str, datetime] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    @property
    def tables(self) -> frozenset[str]:
        """The tables that will be opened when their time has come."""
        return frozenset(self._times)

    def start(self) -> None:
        """Begin to beat, and set the clocks of all tables."""
        self._begin(self._parts.pulse.go_on(self.go_round))
        self.go_round()

    def expect(self, table: Table) -> None:
        """This table is new: with a clock that runs already it is opened soon."""
        if table.started and table.pace.seconds is not None:
            self._times[table.id] = self._parts.now()

    def keep(self, host: Host) -> None:
        """This host is about to be forgotten: remember when its table needs one."""
        host.stop()
        first = host.timers.next()
        if first is not None:
            self._times[host.table.id] = first

    def drop(self, table_id: str) -> None:
        """The table is open: its own timers are set."""
        self._times.pop(table_id, None)

    def ring(self) -> None:
        """Begin to open the tables whose time has come."""
        if not self._times:
            return
        now = self._parts.now()
        for table_id in [each for each, at in self._times.items() if at <= now]:
            del self._times[table_id]
            self._begin(self._open(table_id))

    def go_round(self) -> None:
        """At a start and after an outage: give time back at every table with a clock, and arm
        its alarm."""
        self._begin(self._go_round())

    def stop(self) -> None:
        """No more alarms."""
        self._stopped = True
        for task in tuple(self._tasks):
            task.cancel()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _go_round(self) -> None:
        while not self._stopped:
            try:
                running = await self._parts.tables.list_timed()
            except Exception as failure:
                logger.error("tables not listed: %s", trace_of(failure))
                await self._parts.sleep(RETRY_AFTER)
                continue
            for table_id in running:
                await self._open(table_id)
            return

    async def _open(self, table_id: str) -> None:
        """A table that cannot be opened is tried again; it must not keep the others waiting.

        One whose rules are not known here is out of reach until they are.
        """
        try:
            host = await self._open_host(table_id)
            await host.timers.give_back()
        except Exception as failure:
            if isinstance(failure, Refused) and failure.code is Code.NOT_FOUND:
                logger.info("table out of reach", extra={"table": table_id})
                return
            logger.error("alarm failed: %s", trace_of(failure), extra={"table": table_id})
            self._times[table_id] = self._parts.now() + timedelta(seconds=10 * RETRY_AFTER)
