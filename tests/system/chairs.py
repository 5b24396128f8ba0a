"""A whole server in this process, and people on chairs at its tables: a real socket each."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from app.games.registry import REGISTRY, Registry
from app.main import Kitchen, create_app
from app.settings import load_settings
from app.web.wire import DirectWebSocket
from tests.bench.sockets import RawSocket, open_socket
from tests.schema import lay_sqlite
from tests.serving import in_process
from tests.system.people import Person, Web, calling

PATIENCE = 60
OPTIONS = {"ws": DirectWebSocket, "ws_per_message_deflate": False, "lifespan": "off"}

Json = dict[str, Any]


@dataclass
class Chair:
    """One socket at a table: what it was told, in order, and the answers to what it asked."""

    socket: RawSocket
    raw: list[bytes] = field(default_factory=list)
    told: list[Json] = field(default_factory=list)
    answers: dict[str, list[Json]] = field(default_factory=dict)
    seq: int | None = None
    legal: list[Json] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _refs: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.socket.hear(self._hear)

    def _hear(self, payload: bytes) -> None:
        message = orjson.loads(payload)
        if message["type"] in ("ok", "error"):
            self.answers.setdefault(message["ref"], []).append(message)
        else:
            self.raw.append(payload)
            self.told.append(message)
        if message["type"] in ("state", "move"):
            self.seq, self.legal = message["seq"], message["legal"]
        self._news.set()

    @property
    def moves(self) -> list[Json]:
        """The `move` messages so far."""
        return [message for message in self.told if message["type"] == "move"]

    @property
    def state(self) -> Json:
        """The first `state`."""
        return next(message for message in self.told if message["type"] == "state")

    def send(self, message: Mapping[str, Any]) -> None:
        """A frame, and no waiting."""
        self.socket.send(orjson.dumps(message))

    def send_move(self, move: Json, ref: str | None = None, seq: int | None = None) -> str:
        """A move by somebody who has seen everything, or no more than `seq`; its ref."""
        ref = ref or f"r{next(self._refs)}-{id(self):x}"
        seen = self.seq if seq is None else seq
        self.send({"type": "move", "ref": ref, "seq": seen, "move": move})
        return ref

    async def until(self, ready: Callable[[], Any]) -> None:
        """Wait until that is so."""
        async with asyncio.timeout(PATIENCE):
            while not ready():
                self._news.clear()
                await self._news.wait()

    async def answer(self, ref: str, number: int = 1) -> Json:
        """The answer to what was sent under that ref, the last of so many."""
        await self.until(lambda: len(self.answers.get(ref, ())) >= number)
        return self.answers[ref][number - 1]

    async def reach(self, seq: int) -> None:
        """Wait until that position was told."""
        await self.until(lambda: self.seq is not None and self.seq >= seq)

    async def play(self, move: Json) -> int:
        """A move that has to count; its position, once it was told here as well."""
        answer = await self.answer(self.send_move(move))
        assert answer["type"] == "ok", answer
        await self.reach(answer["seq"])
        return int(answer["seq"])

    async def flush(self) -> None:
        """Everything that was sent so far has been heard."""
        ref = f"p{next(self._refs)}"
        self.send({"type": "ping", "ref": ref})
        await self.answer(ref)

    def cut(self) -> None:
        """The line is gone, and nobody has said goodbye."""
        self.socket.transport.abort()


@dataclass(frozen=True)
class House:
    """One running server."""

    kitchen: Kitchen
    web: Web

    async def people(self, number: int) -> list[Person]:
        """So many who were not known before."""
        return [await self.web.newcomer(f"P{seat}") for seat in range(number)]

    async def sit(
        self, table_id: str, person: Person | None, query: str = "", *, greeted: bool = True
    ) -> Chair:
        """A socket of that person, or of nobody, after its first message if `greeted`."""
        path = f"/api/tables/{table_id}/live{query}"
        chair = Chair(await open_socket(self.web.url, path, person.headers if person else {}))
        if greeted:
            await chair.until(lambda: chair.told)
        return chair


@asynccontextmanager
async def open_house(folder: Path, registry: Registry = REGISTRY) -> AsyncIterator[House]:
    """A server over an SQLite file of its own, on a free port."""
    url = lay_sqlite(folder / "kitchen.db")
    settings = load_settings({"database_url": url, "rate_limits": "off", "bot_pace": "0"})
    async with (
        create_app(settings, registry=registry) as kitchen,
        in_process(kitchen.app, **OPTIONS, timeout_graceful_shutdown=1) as address,
        calling(address) as web,
    ):
        yield House(kitchen, web)
