"""Somebody leaves for good: their places are handed on, their sockets close, their name goes.

First the store forgets who they were, in one transaction; the rest follows in small portions, and
the sweeper finishes what was cut off.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from app.live.parts import Parts
from app.tables import agreements
from app.tables.bugs import trace_of
from app.tables.departures import Departing, leave_table, make_pseudonym
from app.tables.refusals import Code, Refused
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.host import Host
    from app.live.house import House

logger = logging.getLogger("kitchen_table.live")

PLAYER_LEFT = "house:left="
"""On the bus, with the id of a player who has left for good."""

BREATH = 0.2
"""Seconds between two portions, in which others write."""

GONE = "You are deleted here. This page is nobody's now."


class Departures:
    """Sees people off. Everything may be done again, and then changes nothing more."""

    def __init__(self, house: House, parts: Parts, store: Departing) -> None:
        self._house = house
        self._parts = parts
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] | None = parts.bus.subscribe(self._on_topic)

    async def leave(self, player: str) -> None:
        """The player is forgotten when this returns. Raises what the store raises before that."""
        parts = self._parts
        pseudonym = make_pseudonym(Random(parts.mint.bot_seed()))  # noqa: S311
        if await self._store.forget(player, pseudonym, parts.now()) is None:
            return
        try:
            await self.finish(player)
        except Exception as failure:
            logger.error("departure not finished: %s", trace_of(failure))

    async def end_session(self, session: str) -> None:
        """A browser whose visitor never had a name is a stranger again."""
        await self._store.end_session(session)

    async def finish(self, player: str) -> None:
        """Everything of somebody who was forgotten: sockets, places, lines, records."""
        self._close_sockets(player)
        for table_id in await self._store.open_tables(player):
            await self._hand_on(table_id, player)
        while await self._clear(player):
            await self._parts.sleep(BREATH)
        await self._store.rename_in_records(player)
        self._parts.bus.publish(PLAYER_LEFT + player)

    async def _clear(self, player: str) -> bool:
        cleared = await self._store.clear(player)
        for table_id, version in cleared.tables:
            self._parts.bus.publish(f"{table_id}:version={version}")
        return cleared.more

    async def _hand_on(self, table_id: str, player: str) -> None:
        """A table whose rules are not known here, or fail, keeps its seat until they do not."""
        try:
            host = await self._house.host(table_id)
            await host.alter(partial(self._without, host, player))
        except Refused as refusal:
            where = {"table": table_id, "code": refusal.code.value}
            logger.info("place not handed on", extra=where)
        except Exception as failure:  # of one table: everything else of theirs goes all the same
            logger.error("place not handed on: %s", trace_of(failure), extra={"table": table_id})

    def _without(self, host: Host, player: str, table: Table) -> Table:
        seq = host.ledger.seq or 0
        left = leave_table(table, player, seq=seq)
        return agreements.carry_out(left, seq, self._parts.now())

    def _on_topic(self, topic: str) -> None:
        """Here or in another process somebody was forgotten: nobody here shows who it was."""
        if not topic.startswith(PLAYER_LEFT):
            return
        player = topic.removeprefix(PLAYER_LEFT)
        self._close_sockets(player)
        task = asyncio.create_task(self._read_again(player))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _close_sockets(self, player: str) -> None:
        for connection in self._house.connections.part_with(player):
            connection.turn_away(Refused(Code.SIGN_IN, GONE))

    async def _read_again(self, player: str) -> None:
        for host in self._house.hosts:
            try:
                await read_again(host, player)
            except Exception as failure:
                where = {"table": host.table.id}
                logger.error("table not read again: %s", trace_of(failure), extra=where)

    def stop(self) -> None:
        """Nothing more from here. Again: no more to do."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        for task in tuple(self._tasks):
            task.cancel()


async def read_again(host: Host, player: str) -> None:
    """What stands under another name at this table, and says less now, is told to everybody."""
    table = host.table
    concerned = table.seat_of(player) is not None or table.host == player
    if concerned or host.talk.quotes(player):
        await host.talk.read_again()
        await host.catch_up(f"version={table.version + 1}")
        host.crowd.tell_states(host.crowd)
