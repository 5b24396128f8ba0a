"""A simulated person at one table: plays at random and does all that people do besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.chaos.ear import Ear, Transcript, Wrong
from tests.chaos.weather import FAIR, Json, Line, Weather
from tests.system.people import Person

GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, httpx2.TransportError)
"""What a client sees of a server, or of a line, that is no longer there."""

RESEND_AFTER = 1.0
"""Seconds without an answer after which a message is sent again, under its old `ref`."""

TICK = 0.05


@dataclass(slots=True)
class Sent:
    """A move, or with `undo` the taking back of one, and what became of it."""

    frame: Json
    at: float
    ok: int | None = None
    refused: str | None = None

    @property
    def open(self) -> bool:
        """Whether no answer has come."""
        return self.ok is None and self.refused is None


@dataclass(frozen=True, slots=True)
class Habits:
    """How likely a person does something else than moving, each time it looks."""

    cut: float = 0.004
    stall: float = 0.002
    leave: float = 0.002
    second_tab: float = 0.003
    pause: float = 0.001
    chat: float = 0.004
    nudge: float = 0.003
    undo: float = 0.15


CALM = Habits(0, 0, 0, 0, 0, 0, 0, 0)


@dataclass
class Guest:
    """One person at one table, over any number of connections."""

    table_id: str
    seat: int
    person: Person
    rng: Random
    address: Callable[[], str]
    weather: Weather = field(default_factory=Weather)
    habits: Habits = field(default_factory=Habits)
    transcript: Transcript = field(default_factory=Transcript)
    sent: dict[str, Sent] = field(default_factory=dict)
    ears: dict[Ear, Line] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    over: bool = False
    _tabs: set[asyncio.Task[None]] = field(default_factory=set)

    def calm_down(self) -> None:
        """Fair weather, and nothing but moves from now on."""
        self.weather, self.habits = FAIR, CALM
        for line in self.ears.values():
            line.cut()  # what bad weather swallowed is told again

    def count(self, what: str) -> None:
        """One more of those."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def now(self) -> float:
        """Seconds of the loop."""
        return asyncio.get_running_loop().time()

    # Connections

    async def stay(self) -> None:
        """Be at the table until the match is over and everything sent is answered."""
        ear = Ear(self.transcript, self.now)
        try:
            while not self.done:
                with suppress(*GONE):
                    await self._connect(ear)
                if not self.done:
                    await asyncio.sleep(self.rng.uniform(0.05, 0.5))
        finally:
            for tab in tuple(self._tabs):
                tab.cancel()

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do or to hear."""
        return bool(self.wrong) or (self.over and not any(each.open for each in self.sent.values()))

    async def _connect(self, ear: Ear) -> None:
        query = {} if ear.seen is None else {"seq": ear.seen}
        if self.rng.random() < 0.5:
            query["patch"] = 1
        path = f"/api/tables/{self.table_id}/live?{httpx2.QueryParams(query)}"
        async with connect(
            self.address().replace("http", "ws", 1) + path,
            additional_headers=self.person.headers,
            compression=None,
            proxy=None,
            max_queue=4,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            ear.come_again()
            line = Line(socket, self.rng, self.weather, lambda message: self._hear(ear, message))
            self.ears[ear] = line
            reading = asyncio.create_task(line.read())
            try:
                await self._look_about(ear, line, reading)
            finally:
                self.ears.pop(ear, None)
                self.counts["mishaps"] = self.counts.get("mishaps", 0) + line.mishaps
                line.cut()
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _look_about(self, ear: Ear, line: Line, reading: asyncio.Task[None]) -> None:
        while not (self.done or reading.done() or ear.lost):
            await asyncio.wait({reading}, timeout=self.rng.uniform(0.2, 2) * TICK)
            if not await self._act(ear, line):
                return
        if ear.lost:
            self.count("gaps")

    def _hear(self, ear: Ear, message: Json) -> None:
        try:
            if message["type"] in ("ok", "error"):
                self._take_answer(message)
            else:
                ear.hear(message)
        except Exception as problem:  # `Wrong`, or a message that lacks what it should have
            self.wrong.append(repr(problem))
        if ear.table.get("state") in ("finished", "abandoned"):
            self.over = True

    def _take_answer(self, message: Json) -> None:
        sent = self.sent.get(message["ref"] or "")
        if sent is None:
            return
        if message["type"] == "ok":
            if sent.ok not in (None, message["seq"]):
                raise Wrong(f"{message['ref']} was answered with {sent.ok} and {message['seq']}")
            sent.ok, sent.refused = message["seq"], None
        elif message["error"]["code"] in ("unavailable", "rate_limited"):
            sent.at = self.now()
        elif sent.ok is None:
            sent.refused = message["error"]["code"]
            self.count(f"refused {sent.refused}")

    # What people do

    async def _act(self, ear: Ear, line: Line) -> bool:
        """One thing, or nothing; False when this connection is over."""
        waiting = next((each for each in self.sent.values() if each.open), None)
        if waiting is not None:
            if self.now() - waiting.at > RESEND_AFTER:
                waiting.at = self.now()
                line.send(waiting.frame)
            return self._be_human(ear, line)
        if ear.table.get("paused") and not self.over:
            await self._say(lambda web: web.post("/resume"), "resumes")
        elif self._is_away(ear):
            path = f"/seats/{self.seat}"
            await self._say(lambda web: web.post(path, {"who": "me"}), "returns")
        elif ear.seen is not None and ear is next(iter(self.ears)):
            self._move(ear, line)
        return self._be_human(ear, line)

    def _is_away(self, ear: Ear) -> bool:
        if self.over or not ear.table or self.rng.random() > 0.1:
            return False
        place = ear.table["seats"][self.seat]
        own = place["player"] is not None and place["player"]["id"] == self.person.id
        return own and (place["away"] or place["held"])

    def _move(self, ear: Ear, line: Line) -> None:
        if ear.can_undo is not None and self.rng.random() < self.habits.undo:
            self._send(line, {"type": "undo", "seq": ear.can_undo})
        elif ear.legal:
            self._send(line, {"type": "move", "seq": ear.seen, "move": self.rng.choice(ear.legal)})

    def _send(self, line: Line, message: Json) -> None:
        ref = f"{self.rng.getrandbits(64):016x}"
        frame = {**message, "ref": ref}
        self.sent[ref] = Sent(frame, self.now())
        line.send(frame)

    def _be_human(self, ear: Ear, line: Line) -> bool:
        roll = self.rng.random()
        for what, likely in (
            ("cut", self.habits.cut),
            ("stall", self.habits.stall),
            ("leave", self.habits.leave),
            ("second_tab", self.habits.second_tab),
            ("pause", self.habits.pause),
            ("chat", self.habits.chat),
            ("nudge", self.habits.nudge),
        ):
            roll -= likely
            if roll < 0:
                self.count(what)
                return self._do(what, line)
        return True

    def _do(self, what: str, line: Line) -> bool:
        match what:
            case "cut":
                return False
            case "stall":
                line.stalled_until = self.now() + self.rng.uniform(0.5, 4)
            case "leave":
                self._aside(self._say(lambda web: web.delete(f"/seats/{self.seat}"), "left"))
            case "second_tab":
                self._aside(self._open_tab())
            case "pause":
                self._aside(self._say(lambda web: web.post("/pause"), "pauses"))
            case "chat":
                frame = {"type": "chat", "room": "table", "text": "hm", "ref": "chat"}
                line.send(frame)
            case "nudge":
                seat = self.rng.randrange(4)
                line.send({"type": "nudge", "seat": seat, "ref": "nudge"})
        return True

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        tab = asyncio.create_task(work)
        self._tabs.add(tab)
        tab.add_done_callback(self._end_tab)

    def _end_tab(self, tab: asyncio.Task[None]) -> None:
        self._tabs.discard(tab)
        if not tab.cancelled() and (problem := tab.exception()) is not None:
            self.wrong.append(repr(problem))

    async def _open_tab(self) -> None:
        if len(self.ears) < 3:
            with suppress(*GONE):
                await self._connect(Ear(self.transcript, self.now))

    async def _say(
        self, call: Callable[[Calls], Coroutine[Any, Any, httpx2.Response]], done: str
    ) -> None:
        """One HTTP call; a refusal is an answer too, a fault of the server is not."""
        with suppress(*GONE):
            async with Calls.to(self.address(), self.table_id, self.person) as calls:
                answer = await call(calls)
                if answer.status_code < 300:
                    self.count(done)
                    for ear in self.ears:
                        ear.take_table(answer.json())
                elif answer.status_code >= 500 and answer.status_code != 503:
                    self.wrong.append(f"{done}: {answer.status_code} {answer.text}")


@dataclass(frozen=True, slots=True)
class Calls:
    """HTTP calls on one table."""

    client: httpx2.AsyncClient
    base: str

    @classmethod
    def to(cls, address: str, table_id: str, person: Person) -> Opened:
        """Calls by this person, for the length of a block."""
        return Opened(address, f"/api/tables/{table_id}", person)

    async def post(self, path: str, body: object | None = None) -> httpx2.Response:
        """`POST` below the table's path."""
        return await self.client.post(self.base + path, json=body or {})

    async def delete(self, path: str) -> httpx2.Response:
        """`DELETE` below the table's path."""
        return await self.client.delete(self.base + path)


class Opened:
    """A client that is closed at the end of its block."""

    def __init__(self, address: str, base: str, person: Person) -> None:
        self._client = httpx2.AsyncClient(base_url=address, headers=person.headers, timeout=20)
        self._base = base

    async def __aenter__(self) -> Calls:
        return Calls(self._client, self._base)

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()
