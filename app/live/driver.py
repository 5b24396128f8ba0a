"""Server bots of one table: they wait a human moment, think outside the loop, and move.

A bot is asked about an imagined state only, so it cannot know more than its seat. When its move
is due is drawn without a look at the state, and it thinks within that time.
"""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING, Any

from app.games.base import Seat
from app.live.parts import Parts
from app.tables.bugs import trace_of
from app.tables.clock import is_covered
from app.tables.clocks import Clocks
from app.tables.liveness import Hands
from app.tables.match import Attempt, Match
from app.tables.ports import THINKING_TIME, Question
from app.tables.refusals import Code, Refused
from app.tables.rest import check_awake, is_resting
from app.tables.table import STAND_IN_LEVEL, SeatState
from app.tables.taking_back import check_thought

if TYPE_CHECKING:
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")

OVERTAKEN = frozenset((Code.NOT_YOUR_TURN, Code.STALE, Code.MATCH_OVER, Code.PAUSED))
"""The seat has moved, its player is back, or the table rests: look again at once."""

RETRY_AFTER = 1.0
"""Seconds before a bot tries again when its move did not go in."""


class Driver:
    """Drives the seats that bots and stand-ins play."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        self._stopped = False
        self._elsewhere = False

    @property
    def busy(self) -> bool:
        """Whether a bot is about to move."""
        return bool(self._tasks)

    @property
    def hands(self) -> Hands:
        """What this process does by itself at the table."""
        return Hands(frozenset(self._tasks), elsewhere=self._elsewhere)

    def wake(self) -> None:
        """Something has changed: see that every bot that owes a move is at work."""
        if self._stopped:
            return
        try:
            owing = self._owing()
        except Exception as bug:
            # What woke it is stored and told already; a bug of the rules must not undo that.
            where = {"table": self._host.table.id}
            logger.error("rules failed: %s", trace_of(bug), extra=where)
            return
        for seat in owing:
            if seat not in self._tasks:
                task = asyncio.create_task(self._play(seat))
                self._tasks[seat] = task

    def stop(self) -> None:
        """No more moves from here."""
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()

    def _owing(self) -> list[Seat]:
        match = self._host.match
        table = self._host.table
        if match is None or table.ended or is_resting(table) or self._host.ledger.is_set_aside:
            return []
        seats, clocks = table.seats, match.clocks
        bots = [seat for seat in sorted(match.to_act) if level_of(seats[seat], clocks) is not None]
        # Who may act but is waiting for others does not have to hurry: a bot waits too.
        return [seat for seat in bots if match.game.clock_runs(match.state, seat)]

    async def _play(self, seat: Seat) -> None:
        try:
            while seat in self._owing() and not self._stopped:
                self._elsewhere = not await self._parts.leases.hold(self._host.table.id)
                if self._elsewhere:
                    return
                await self._move_once(seat)
        except Exception as bug:
            where = {"table": self._host.table.id, "seat": seat}
            logger.error("bot failed: %s", trace_of(bug), extra=where)
            self._host.ledger.set_aside_for(bug)
            await self._parts.sleep(RETRY_AFTER)
        finally:
            del self._tasks[seat]
        self.wake()

    async def _move_once(self, seat: Seat) -> None:
        match = self._host.match
        if match is None:
            return
        level = level_of(self._host.table.seats[seat], match.clocks)
        if level is None:
            return
        rng = Random(self._parts.mint.bot_seed())
        due = self._parts.monotonic() + self._wait(match, level, rng)
        move = await self._parts.thinker.choose(question_of(match, seat, level, rng))
        await self._parts.sleep(max(0.0, due - self._parts.monotonic()))
        try:
            await self._host.play(lambda: self._attempt(seat, move, match.seq))
        except Refused as refusal:
            logger.info(
                "bot refused", extra={"table": self._host.table.id, "code": refusal.code.value}
            )
            if refusal.code not in OVERTAKEN:
                await self._parts.sleep(RETRY_AFTER)

    def _attempt(self, seat: Seat, move: Any, seen: int) -> Attempt:
        """The move, thought out at position `seen`. Raises when it is no longer the bot's."""
        table = self._host.table
        check_thought(table, self._host.match, seat, seen)
        check_awake(table)
        return Attempt(seat, move, seen, "bot", self._parts.now())

    def _wait(self, match: Match, level: str, rng: Random) -> float:
        """Seconds until the move is shown, however quickly it was found: when a bot answers
        tells nothing."""
        pacing = self._parts.pacing
        if pacing.hurried or self._host.table.played_out:
            return 0.0
        thinking = THINKING_TIME if level == "hard" else 0.0
        return match.newest.pause + pacing.delay(rng) + thinking


def level_of(place: SeatState, clocks: Clocks | None) -> str | None:
    """The bot that plays this seat now: its own, a stand-in, or one after a time-out."""
    return place.bot or (STAND_IN_LEVEL if is_covered(place, clocks) else None)


def question_of(match: Match, seat: Seat, level: str, rng: Random) -> Question:
    """What a bot is asked for this seat: it never sees the true state."""
    info = match.game.info
    state = match.game.imagine(match.state, seat, rng)
    return Question(info.key, info.version, state, seat, level, rng.getrandbits(64))
