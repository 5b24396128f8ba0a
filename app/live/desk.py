"""The desk of those who keep the house: their hands at tables, from outside.

What staff do is a change like any other: judged by `tables.upkeep`, saved, then published, so it
reaches a table that another process serves as well. What a round found (`violation` in a list) and
who is connected is known of the tables that are open in this process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from app.codec.desk import (
    FindingsJson,
    GlassJson,
    TableDetailJson,
    TableLinesJson,
    broken_glass_json,
    findings_json,
)
from app.codec.wire import EntryJson
from app.games.base import Audience, Seat
from app.live import overlook, scribe
from app.live.examining import examine
from app.live.parts import Parts
from app.live.talk import Talk
from app.tables import links as policies
from app.tables import rest, upkeep
from app.tables.bugs import trace_of
from app.tables.happenings import happenings
from app.tables.ports import Note
from app.tables.refusals import Code, Refused
from app.tables.table import Table
from app.tables.table_search import FoundPage
from app.tables.upkeep import Ending, Repair

if TYPE_CHECKING:
    from app.live.host import Host
    from app.live.house import House

logger = logging.getLogger("kitchen_table.live")

Account = Callable[[Mapping[str, object]], Awaitable[None]]
"""Writes a deed and its particulars into the audit log, just before it is done."""

Change = Callable[[Table], Table]


class Desk:
    """Works on the tables of one house; who may is asked before. Raises `Refused`."""

    def __init__(self, house: House, parts: Parts) -> None:
        self._house = house
        self._parts = parts
        self._examining = asyncio.Lock()

    # Looking

    def stuck(self) -> dict[str, str]:
        """Why the last round found tables of this process frozen, by their ids."""
        return {each.table: each.why for each in self._house.liveness.violations}

    def lines(self, page: FoundPage) -> TableLinesJson:
        """A page of tables as a list."""
        stuck = self.stuck()
        tables = [
            overlook.line_json(
                found, self._house.host_here(found.table.id), stuck.get(found.table.id)
            )
            for found in page.tables
        ]
        return {"tables": tables, "before": page.before}

    async def look(self, table_id: str) -> TableDetailJson:
        """One table as a spectator sees it. Nobody has come: it does not wake, nor stay awake."""
        table, detail = await self._read(table_id)
        links = await self._parts.links.of_series(table.series)
        now = self._parts.now()
        detail["links_count"] = sum(policies.opens(link, now) for link in links)
        detail["broken_glass"] = broken_glass_json(await self._parts.notes.glass(table_id))
        return detail

    async def _read(self, table_id: str) -> tuple[Table, TableDetailJson]:
        try:
            host = await self._house.host(table_id)
            await host.refresh()
            return host.table, overlook.open_detail(host, self._parts)
        except Exception as problem:
            table = await self._load(table_id)
            talk = Talk(self._parts, table_id)
            await talk.read()
            why = _why_closed(problem)
            return table, overlook.stored_detail(table, talk, self._parts, why)

    async def _load(self, table_id: str) -> Table:
        table = await self._parts.tables.load(table_id)
        if table is None:
            raise Refused(Code.NOT_FOUND)
        return table

    async def log_page(self, table_id: str, before: int | None) -> list[EntryJson]:
        """Up to 50 entries older than `before`, as a spectator may know them."""
        host = await self._house.host(table_id)
        await host.refresh()
        match = host.match
        if match is None:
            return []
        end = match.seq + 1 if before is None else before
        told = await host.ledger.positions(host.table, end, most=scribe.LOG_IN_STATE)
        return [scribe.entry_json(match, each, Audience.SPECTATOR) for each in told]

    async def examine(self, table_id: str) -> FindingsJson:
        """Whether an ended match holds what its record says, and can be told again."""
        async with self._examining:
            return findings_json(await examine(self._parts, table_id))

    # Repairs

    async def repair(
        self, table_id: str, kind: Repair, seat: Seat | None = None, *, account: Account
    ) -> None:
        """Set a table going. `seat` is whose stand-in is called."""
        host = await self._house.host(table_id)
        particulars = {"kind": kind} if seat is None else {"kind": kind, "seat": seat}

        async def told() -> None:
            await account(particulars)

        if kind == "wake":
            await self._wake(host, told)
        else:
            await self._change(host, self._mended(host, kind, seat), told)
        self._parts.gauges.repairs[kind] += 1

    def _mended(self, host: Host, kind: Repair, seat: Seat | None) -> Change:
        now = self._parts.now
        if kind == "pause":
            return lambda table: upkeep.pause(table, now())
        if kind == "resume":
            return lambda table: upkeep.resume(table, now())
        if seat is None:
            raise Refused(Code.INVALID, "Say which seat.", {"at": "seat"})
        return lambda table: upkeep.stand_in(table, seat, seq=host.ledger.seq or 0)

    async def _change(
        self, host: Host, change: Change, told: Callable[[], Awaitable[None]]
    ) -> None:
        """Judge, write down, do: what is refused is no deed, and no deed goes untold."""
        await host.refresh()
        change(host.table)
        await told()
        host.attendance.stir()
        await host.alter(change, by="staff")

    async def _wake(self, host: Host, told: Callable[[], Awaitable[None]]) -> None:
        """Every process that has the table open reads it again and sets it going."""
        rest.check_running(host.table)
        await told()
        host.attendance.stir()
        host.ledger.distrust()
        await host.alter(lambda table: rest.wake(table, self._parts.now()))
        saved = await self._parts.tables.save(host.table)
        if saved is not None:
            self._parts.bus.publish(f"{saved.id}:version={saved.version}")
        host.ledger.distrust()
        await host.refresh()

    # Ends

    async def end(self, table_id: str, result: Ending, *, account: Account) -> None:
        """End a table at once without a result, or let bots play it out to one."""

        async def told() -> None:
            await account({"result": result})

        try:
            host = await self._house.host(table_id)
            await host.refresh()
        except Exception as problem:
            if result != "none":
                raise
            await self._write_off(table_id, problem, told)
        else:
            await self._change(host, self._ended(host, result), told)
        self._parts.gauges.repairs["end" if result == "none" else "play_out"] += 1

    def _ended(self, host: Host, result: Ending) -> Change:
        now = self._parts.now
        if result == "none":
            return lambda table: upkeep.end(table, now())
        return lambda table: upkeep.play_out(table, host.match, now())

    async def _write_off(
        self, table_id: str, problem: Exception, told: Callable[[], Awaitable[None]]
    ) -> None:
        """End a table that cannot be opened: nothing but what is stored of it is needed."""
        old = await self._load(table_id)
        ended = upkeep.end(old, self._parts.now())
        await told()
        logger.warning("written off: %s", _why_closed(problem), extra={"table": table_id})
        saved = await self._parts.tables.save(ended)
        if saved is None:
            raise Refused(Code.UNAVAILABLE)
        for each in happenings(old, saved, "staff"):
            note_id, now = self._parts.mint.message_id(), self._parts.now()
            await self._parts.notes.add(table_id, Note(note_id, now, each.kind, params=each.params))
        self._parts.bus.publish(f"{saved.id}:version={saved.version}")
        self._house.lobby.on_change(saved)

    # Glass

    async def break_glass(self, table_id: str, *, account: Account) -> GlassJson:
        """The running match with everything open, once that is in the audit log and noted.

        Nothing is shown if either cannot be written.
        """
        host = await self._house.host(table_id)
        await host.refresh()
        rest.check_running(host.table)
        match = host.match
        if match is None:
            raise Refused(Code.NOT_STARTED)
        with host.ledger.in_use():
            view = match.game.view(match.state, Audience.OPEN)
        await account({"seq": match.seq})
        await host.caretaker.glass.note(match.seq)
        return {"view": view, "seq": match.seq}


def _why_closed(problem: Exception) -> str:
    """Why a table cannot be opened, in words that tell nothing hidden."""
    if isinstance(problem, Refused):
        known = problem.code is not Code.NOT_FOUND
        return problem.message if known else "The rules of this table are not here."
    return f"It cannot be opened: {trace_of(problem)}"
