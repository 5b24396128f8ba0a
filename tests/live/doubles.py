"""Small doubles of the ports: a store in memory, a clock that tests turn, wires that remember."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from app.games.registry import REGISTRY
from app.tables.heart import Beat, Outage
from app.tables.links import Link
from app.tables.ports import (
    Advice,
    Appended,
    ChatLine,
    Choice,
    Ending,
    LogRow,
    Note,
    Question,
    TablePage,
    Tenure,
)
from app.tables.table import Break, Table, TableState, people
from tests.live.links import MemoryLinks
from tests.live.wires import Wire as Wire

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
STEPS = 60
"""Turns of the loop after which everything that does not wait for the clock is done."""


async def settle() -> None:
    """Let everything run until it waits for the clock, or for the test."""
    for _ in range(STEPS):
        await asyncio.sleep(0)


async def until(done: Callable[[], bool]) -> None:
    """Let everything run until this holds."""
    for _ in range(200 * STEPS):
        if done():
            return
        await asyncio.sleep(0)
    raise AssertionError("that never came")


class Clock:
    """Time that moves when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.suspended = 0.0
        """How far the wall's clock is ahead of what has passed here."""
        self._numbers = itertools.count()
        self._alarms: list[tuple[float, int, asyncio.Future[None]]] = []
        self.naps: list[float] = []

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.seconds - 1000 + self.suspended)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        alarm: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._alarms, (self.seconds + seconds, next(self._numbers), alarm))
        await alarm

    async def advance(self, seconds: float) -> None:
        """Let time pass, alarm by alarm."""
        await settle()
        end = self.seconds + seconds
        while self._alarms and self._alarms[0][0] <= end:
            at, _, alarm = heapq.heappop(self._alarms)
            self.seconds = max(self.seconds, at)
            if not alarm.done():
                alarm.set_result(None)
            await settle()
        self.seconds = end


class Points:
    """Every place where a double waits; a test may do something at one of them."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self._interludes: dict[int, Callable[[], Awaitable[None]]] = {}

    async def reach(self, name: str) -> None:
        self.reached.append(name)
        interlude = self._interludes.pop(len(self.reached), None)
        await asyncio.sleep(0)
        if interlude is not None:
            await interlude()

    def at(self, number: int, interlude: Callable[[], Awaitable[None]]) -> None:
        """Do this when the `number`-th point from now on is reached."""
        self._interludes[len(self.reached) + number] = interlude


class StoreBroken(Exception):
    """What a store raises that does not answer."""


class MemoryStore:
    """`Log`, `Tables`, `Chat` and `Notes` of one database in memory."""

    def __init__(self) -> None:
        self.points = Points()
        self.tables: dict[str, Table] = {}
        self.rows: dict[str, list[LogRow]] = {}
        self.origins: dict[str, str] = {}
        self.links = MemoryLinks(self.begin)
        self.tenures: list[tuple[str, Tenure]] = []
        self.lines: list[tuple[str, ChatLine]] = []
        self.all_notes: list[tuple[str, Note]] = []
        self.troubles: list[tuple[str, bool]] = []
        """What fails next: the call's name, and whether it did its work before."""
        self.loads = 0
        self.log = MemoryLog(self)
        self.chat = MemoryChat(self)
        self.notes = MemoryNotes(self)
        self.heart = MemoryHeart(self)

    def fail(self, name: str, *, after: bool = False) -> None:
        """The next such call raises, before its work or after it."""
        self.troubles.append((name, after))

    async def begin(self, name: str) -> None:
        await self.points.reach(name)
        self._trouble(name, after=False)

    async def end(self, name: str) -> None:
        self._trouble(name, after=True)
        await self.points.reach(f"{name} answers")

    def _trouble(self, name: str, *, after: bool) -> None:
        if (name, after) in self.troubles:
            self.troubles.remove((name, after))
            raise StoreBroken(name)

    # Tables

    async def create(
        self,
        table: Table,
        links: Sequence[Link],
        tenures: Sequence[Tenure] = (),
        *,
        origin: str | None = None,
    ) -> None:
        await self.begin("create")
        if origin is not None:
            self.origins[table.id] = origin
        self.tables[table.id] = table
        self.rows[table.id] = []
        self.links.all.extend(links)
        self.tenures.extend((table.id, tenure) for tenure in tenures)
        await self.end("create")

    async def origin(self, table_id: str) -> str | None:
        await self.begin("origin")
        return self.origins.get(table_id)

    async def create_next(self, table_id: str, table: Table) -> str:
        await self.begin("create_next")
        last = self.tables[table_id]
        known = self.tables.get(last.next or "")
        next_id = table.id
        if known is not None and not known.fell_through:
            next_id = known.id
        else:
            self.tables[table.id] = table
            self.rows[table.id] = []
            self.tables[table_id] = replace(last, next=table.id, version=last.version + 1)
        await self.end("create_next")
        return next_id

    async def list_series(self, series: str, limit: int) -> tuple[Table, ...]:
        await self.begin("list_series")
        return tuple(table for table in self.tables.values() if table.series == series)[-limit:]

    async def load(self, table_id: str) -> Table | None:
        await self.begin("load")
        self.loads += 1
        table = self.tables.get(table_id)
        await self.end("load")
        return table

    async def save(self, table: Table, tenures: Sequence[Tenure] = ()) -> Table | None:
        await self.begin("save")
        saved = None
        sitting = [player.id for player in people(table.seats)]
        if self.tables[table.id].version == table.version and len(sitting) == len(set(sitting)):
            saved = replace(table, version=table.version + 1)
            self.tables[table.id] = saved
            self.tenures.extend((table.id, tenure) for tenure in tenures)
        await self.end("save")
        return saved

    async def list_public(
        self, *, state: TableState | None, game: str | None, cursor: str | None, limit: int
    ) -> TablePage:
        await self.begin("list_public")
        found = [
            table
            for table in reversed(self.tables.values())
            if table.visibility == "public" and state in (None, table.state)
        ]
        await self.end("list_public")
        return TablePage(tuple(found[:limit]), None)

    async def list_of_player(self, player_id: str, limit: int) -> tuple[Table, ...]:
        await self.begin("list_of_player")
        own = [table for table in self.tables.values() if table.seat_of(player_id) is not None]
        return tuple(own[:limit])

    async def list_past(self, player_id: str, limit: int) -> tuple[Table, ...]:
        await self.begin("list_past")
        own = [each for each in self.tables.values() if each.seat_of(player_id) is not None]
        return tuple(each for each in own if each.ended and each.started)[:limit]

    async def list_timed(self) -> tuple[str, ...]:
        await self.begin("list_timed")
        playing = [table for table in self.tables.values() if table.state == "playing"]
        going = (each for each in playing if each.pace.kind != "relaxed" or each.played_out)
        return tuple(each.id for each in going)

    async def list_unvisited(self, before: datetime, limit: int) -> tuple[str, ...]:
        await self.begin("list_unvisited")
        old = [
            table.id
            for table in self.tables.values()
            if table.state == "open" and (table.visited_at or table.created_at) < before
        ]
        return tuple(old[:limit])

    async def clean_eyes(self, match_id: str, player_id: str, seat: int) -> bool:
        await self.begin("clean_eyes")
        return all(
            tenure.player != player_id or tenure.seat == seat
            for table, tenure in self.tenures
            if table == match_id
        )


@dataclass(frozen=True)
class MemoryLog:
    """The append-only log."""

    store: MemoryStore

    async def append(self, match_id: str, row: LogRow, ending: Ending | None = None) -> Appended:
        await self.store.begin("append")
        fate = self._insert(match_id, row)
        if fate is Appended.DONE and ending is not None:
            table = self.store.tables[match_id]
            self.store.tables[match_id] = replace(
                table,
                state="finished",
                result=ending.outcome,
                ended_at=ending.at,
                version=table.version + 1,
            )
        await self.store.end("append")
        return fate

    def _insert(self, match_id: str, row: LogRow) -> Appended:
        rows = self.store.rows[match_id]
        if row.ref is not None and any((row.player, row.ref) == (r.player, r.ref) for r in rows):
            return Appended.REF_TAKEN
        if any(row.seq == other.seq for other in rows):
            return Appended.SEQ_TAKEN
        rows.append(row)
        return Appended.DONE

    async def load(
        self, match_id: str, *, after: int = 0, before: int | None = None, limit: int | None = None
    ) -> list[LogRow]:
        await self.store.begin("load rows")
        found = [
            row
            for row in self.store.rows[match_id]
            if row.seq > after and (before is None or row.seq < before)
        ]
        await self.store.end("load rows")
        return found if limit is None else found[-limit:]

    async def find_ref(self, match_id: str, player_id: str, ref: str) -> LogRow | None:
        await self.store.begin("find_ref")
        rows = self.store.rows[match_id]
        return next((row for row in rows if (row.player, row.ref) == (player_id, ref)), None)


@dataclass(frozen=True)
class MemoryChat:
    """What people say."""

    store: MemoryStore

    async def add(self, table_id: str, line: ChatLine) -> None:
        await self.store.begin("say")
        self.store.lines.append((table_id, line))
        await self.store.end("say")

    async def newest(self, table_id: str, limit: int = 50) -> tuple[ChatLine, ...]:
        await self.store.begin("read lines")
        return tuple(line for table, line in self.store.lines if table == table_id)[-limit:]


@dataclass(frozen=True)
class MemoryNotes:
    """What is noted at tables."""

    store: MemoryStore

    async def add(self, table_id: str, note: Note) -> None:
        await self.store.begin("note")
        if all(note.id != known.id for _, known in self.store.all_notes):
            self.store.all_notes.append((table_id, note))
        await self.store.end("note")

    async def newest(self, table_id: str, limit: int = 50) -> tuple[Note, ...]:
        await self.store.begin("read notes")
        own = (note for table, note in self.store.all_notes if table == table_id)
        return tuple(note for note in own if note.kind != "glass")[-limit:]

    async def glass(self, table_id: str) -> tuple[Note, ...]:
        await self.store.begin("read glass")
        own = (note for table, note in self.store.all_notes if table == table_id)
        return tuple(note for note in own if note.kind == "glass")


@dataclass
class MemoryHeart:
    """When some process last ran, and when none did."""

    store: MemoryStore
    last: datetime | None = None
    outages: list[Outage] = field(default_factory=list)

    async def beat(self, at: datetime, *, most: timedelta, known: int = 0) -> Beat:
        await self.store.begin("beat")
        last, self.last = self.last or at, max(self.last or at, at)
        if at - last > most:
            self.outages.append(Outage(len(self.outages) + 1, Break(last, at)))
        await self.store.end("beat")
        return Beat(self.last, tuple(each for each in self.outages if each.id > known))


class RecordingThinker:
    """Bots that play at random, remember what they were asked, and wait if a test says so."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.gate: asyncio.Event | None = None
        self.permits: asyncio.Semaphore | None = None
        """So many questions are answered."""
        self.answers: list[Any] = []
        """What is answered next, instead of a random legal move; an exception is raised."""

    async def choose(self, question: Question) -> Any:
        self.questions.append(question)
        if self.gate is not None:
            await self.gate.wait()
        if self.permits is not None:
            await self.permits.acquire()
        if self.answers:
            answer = self.answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        game = REGISTRY.find(question.game, question.rules_version)
        return Random(question.seed).choice(game.legal_moves(question.state, question.seat))

    async def advise(self, question: Question) -> Advice | None:
        move = await self.choose(question)
        return None if move is None else Advice((Choice(move, 0.25),), samples=4)
