"""The clock of one table: an alarm for the earliest deadline, and the moves at time-outs.

A time-out is judged again when it is its turn, by what the store says then: a player who was
faster, an undo, or time given back meanwhile let it pass by.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence, Set
from datetime import datetime
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from app.games.base import Seat
from app.live.driver import OVERTAKEN, RETRY_AFTER, question_of
from app.live.parts import Parts
from app.tables.bugs import trace_of
from app.tables.clock import Deadlines, deadlines_now, given_back, lost_seats
from app.tables.match import Attempt, Match
from app.tables.ports import Note
from app.tables.refusals import Code, Refused
from app.tables.table import STAND_IN_LEVEL, Table, call_stand_in

if TYPE_CHECKING:
    from app.live.hall import Hall
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")


class Timers:
    """Sees to it that a table with a clock never waits for longer than was agreed."""

    def __init__(self, host: Host, hall: Hall, parts: Parts) -> None:
        self._host = host
        self._hall = hall
        self._parts = parts
        self._alarm: asyncio.Task[None] | None = None
        self._set_for: datetime | None = None
        """What the alarm waits for; None while it is at work."""
        self._stopped = False

    @property
    def busy(self) -> bool:
        """Whether something is being done about a time-out."""
        return self._alarm is not None and self._set_for is None

    @property
    def armed(self) -> Set[Seat]:
        """The seats for which an alarm is set."""
        return frozenset(self.deadlines()) if self._alarm is not None else frozenset()

    def deadlines(self) -> Deadlines:
        """When the stand-in moves, for each seat whose clock runs."""
        return deadlines_now(self._host.table, self._host.match, self._parts.pulse.outages)

    def next(self) -> datetime | None:
        """When there is something to do; None at a table where no clock runs."""
        if self._host.table.pace.seconds is None:
            return None
        if self._lost():
            return self._parts.now()
        return min(self.deadlines().values(), default=None)

    def _lost(self) -> list[Seat]:
        return lost_seats(self._host.table, self._host.match)

    def wake(self) -> None:
        """Something has changed: see that the alarm rings in time."""
        first = None if self._stopped else self.next()
        if first is None:
            return
        if self._alarm is not None and self._set_for is not None and first < self._set_for:
            self._alarm.cancel()
            self._alarm = None
        if self._alarm is None:
            self._set_for = first
            self._alarm = asyncio.create_task(self._wait())

    def stop(self) -> None:
        """No more time-outs from here."""
        self._stopped = True
        if self._alarm is not None:
            self._alarm.cancel()

    async def _wait(self) -> None:
        try:
            while not self._stopped and (first := self.next()) is not None:
                self._set_for = first
                left = (first - self._parts.now()).total_seconds()
                if left > 0:
                    await self._parts.sleep(left)
                else:
                    self._set_for = None
                    await self._ring()
        finally:
            if self._alarm is asyncio.current_task():
                self._alarm = None

    async def _ring(self) -> None:
        """Do what is due; never before this process is known to run and to drive the table."""
        try:
            held = await self._parts.leases.hold(self._host.table.id)
            if held and self._parts.pulse.is_fresh:
                await self._host.alter(self._with_stand_ins)
                await self._time_out(self._due())
                return
        except Exception as bug:
            where = {"table": self._host.table.id}
            logger.error("time-out failed: %s", trace_of(bug), extra=where)
            self._host.ledger.set_aside_for(bug)
        await self._parts.sleep(RETRY_AFTER)

    def _with_stand_ins(self, table: Table) -> Table:
        seq = self._host.ledger.seq or 0
        for seat in lost_seats(table, self._host.match):
            table = call_stand_in(table, seat, seq=seq)
        return table

    def _due(self) -> list[Seat]:
        now = self._parts.now()
        return sorted(seat for seat, at in self.deadlines().items() if at <= now)

    async def _time_out(self, seats: Sequence[Seat]) -> None:
        """Think for all at once, then move in the order of the seats: who needed longer to think
        tells nothing."""
        match = self._host.match
        if match is None:
            return
        rngs = [Random(self._parts.mint.bot_seed()) for _ in seats]
        thinking = (self._choose(match, seat, rng) for seat, rng in zip(seats, rngs, strict=True))
        moves = await asyncio.gather(*thinking)
        for seat, move, rng in zip(seats, moves, rngs, strict=True):
            await self._play(partial(self._attempt, seat, move, rng))

    async def _play(self, attempt: Callable[[], Attempt]) -> None:
        try:
            await self._host.play(attempt)
        except Refused as refusal:
            if refusal.code not in OVERTAKEN:
                raise

    async def _choose(self, match: Match, seat: Seat, rng: Random) -> Any | None:
        try:
            question = question_of(match, seat, STAND_IN_LEVEL, rng)
            return await self._parts.thinker.choose(question)
        except Exception as failure:
            where = {"table": self._host.table.id, "seat": seat}
            logger.error("stand-in failed: %s", trace_of(failure), extra=where)
            return None

    def _attempt(self, seat: Seat, move: Any | None, rng: Random) -> Attempt:
        """The move that was thought out, if it still is one, else the rules' own."""
        match = self._host.match
        if match is None or seat not in self._due():
            raise Refused(Code.NOT_YOUR_TURN)
        if move not in match.legal_moves(seat):
            move = match.game.default_move(match.game.imagine(match.state, seat, rng), seat)
        return Attempt(seat, move, None, "clock", self._parts.now())

    async def give_back(self) -> None:
        """Note which outages have moved deadlines that run here, each once, and tell the new
        deadlines. Raises what the store raises."""
        table, known = self._host.table, self._parts.pulse.known
        breaks = tuple(outage.rest for outage in known)
        amends = list(given_back(table, self._host.match, breaks))
        for number, time in amends:
            outage = known[number]
            params = {"seconds": max(1, round(time.total_seconds()))}
            note_id = f"{table.id}.outage.{outage.id}"
            await self._hall.note_once(
                Note(note_id, outage.rest.ended_at, "time_given_back", params=params)
            )
        if amends:
            self._hall.announcer.now()
        self.wake()
