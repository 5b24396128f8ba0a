"""A whole server whose deal, ids and time a test decides, and what one viewer hears from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import orjson

from app.games.base import AnyGame, Audience, Seat, Step, Viewer
from app.games.chance import Chance
from app.games.registry import REGISTRY, Registry
from app.main import Kitchen, create_app
from app.settings import load_settings
from app.web.wire import DirectWebSocket
from tests.bench.sockets import RawSocket, open_socket
from tests.schema import lay_sqlite
from tests.serving import in_process
from tests.system.people import Person, calling
from tests.web.kitchen import CountingMint

PATIENCE = 30
ORIGIN = "http://tables.example.org"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Posed:
    """A game whose matches all begin in one given state."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self._state = state
        self.info = game.info

    def start(self, seats: int, options: Any, chance: Chance) -> Step[Any]:
        """The given state, whatever is drawn."""
        return Step(self._state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@dataclass
class Ear:
    """One socket and every byte it was sent."""

    socket: RawSocket
    heard: list[bytes] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.socket.hear(self._hear)

    def _hear(self, payload: bytes) -> None:
        self.heard.append(payload)
        self.news.set()

    async def ask(self, frame: bytes) -> bytes:
        """Send a frame; what came back for it, the last thing that was heard."""
        ref = orjson.loads(frame)["ref"]
        self.socket.send(frame)
        return await self.until(lambda message: message.get("ref") == ref)

    async def until(self, wanted: Any) -> bytes:
        """The first message, heard before or not, that is wanted."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for payload in self.heard:
                    if wanted(orjson.loads(payload)):
                        return payload
                self.news.clear()
                await self.news.wait()


@dataclass
class World:
    """One running match: everybody sits, one looks on."""

    kitchen: Kitchen
    url: str
    table_id: str
    people: list[Person]
    ears: dict[Viewer, Ear]
    client: httpx2.AsyncClient

    async def match_seed(self) -> bytes:
        """What all draws come from."""
        table = await self.kitchen.store.tables.load(self.table_id)
        assert table is not None
        assert table.match_seed is not None
        return table.match_seed

    async def get(self, path: str, viewer: Viewer) -> bytes:
        """Status and body of a call by that viewer."""
        answer = await self.client.get(path, headers=self.headers(viewer))
        return b"%d %s" % (answer.status_code, answer.content)

    async def post(self, path: str, viewer: Viewer, body: bytes) -> bytes:
        """The same of a call that wants to change something."""
        answer = await self.client.post(path, headers=self.headers(viewer), content=body)
        return b"%d %s" % (answer.status_code, answer.content)

    def headers(self, viewer: Viewer) -> dict[str, str]:
        """Who calls: a seat's player with a token, a spectator without."""
        return {} if isinstance(viewer, Audience) else self.people[viewer].headers

    async def play(self, seat: Seat, seq: int, move: Any) -> None:
        """A move that counts, told to everybody once this returns."""
        frame = {"type": "move", "ref": f"m{seq}", "seq": seq, "move": move}
        answer = await self.ears[seat].ask(orjson.dumps(frame))
        assert orjson.loads(answer)["type"] == "ok", answer

    async def flush(self, viewer: Viewer, number: int) -> None:
        """Everything sent so far has been heard."""
        await self.ears[viewer].ask(orjson.dumps({"type": "ping", "ref": f"p{number}"}))

    async def listen(self, viewer: Viewer, query: str = "") -> Ear:
        """One more socket of that viewer, after its first message."""
        path = f"/api/tables/{self.table_id}/live{query}"
        ear = Ear(await open_socket(self.url, path, self.headers(viewer)))
        await ear.until(lambda message: True)
        return ear

    async def first_of_lobby(self) -> bytes:
        """What the lobby's socket says first."""
        ear = Ear(await open_socket(self.url, "/api/lobby/live"))
        try:
            return await ear.until(lambda message: message["type"] == "lobby")
        finally:
            ear.socket.close()

    def settle(self, viewer: Viewer) -> None:
        """Forget how people came in one by one, which only timing decides."""
        heard = self.ears[viewer].heard
        first = [payload for payload in heard if orjson.loads(payload)["type"] == "state"][:1]
        last = [payload for payload in heard if everybody_is_there(orjson.loads(payload))][-1:]
        heard[:] = [without_presence(payload) for payload in first] + last


def everybody_is_there(message: dict[str, Any]) -> bool:
    """Whether a message tells of a table with all its people and one spectator."""
    if message["type"] != "table":
        return False
    table = message["table"]
    return table["spectators"] == 1 and all(seat["connected"] for seat in table["seats"])


def without_presence(payload: bytes) -> bytes:
    """A `state` but for who was there when it was written."""
    state = orjson.loads(payload)
    for seat in state["table"]["seats"]:
        del seat["connected"], seat["absent_since"]
    del state["table"]["spectators"]
    return orjson.dumps(state)


@asynccontextmanager
async def world(folder: Path, game: AnyGame, seats: int) -> AsyncIterator[World]:
    """A server with that one game and a public match of it, everybody connected."""
    url = lay_sqlite(folder.with_suffix(".db"))
    settings = load_settings(
        {
            "database_url": url,
            "rate_limits": "off",
            "bot_pace": "0",
            "public_url": ORIGIN,
            "secret": "equal in all worlds, so that links are",
        }
    )
    key = game.info.key
    registry = Registry((game,), {key: REGISTRY.policies.get(key)})  # type: ignore[dict-item]
    options = {"ws": DirectWebSocket, "ws_per_message_deflate": False, "lifespan": "off"}
    async with (
        create_app(settings, registry=registry, mint=CountingMint(), now=lambda: NOON) as kitchen,
        in_process(kitchen.app, **options, timeout_graceful_shutdown=1) as address,
        calling(address) as web,
        httpx2.AsyncClient(base_url=address, timeout=PATIENCE) as client,
    ):
        people = [await web.newcomer(f"P{seat}") for seat in range(seats)]
        table = await web.open_table(key, people)
        place = World(kitchen, address, table["id"], people, {}, client)
        for viewer in (*range(seats), Audience.SPECTATOR):
            path = f"/api/tables/{table['id']}/live"
            place.ears[viewer] = Ear(await open_socket(address, path, place.headers(viewer)))
            await place.ears[viewer].until(lambda message: message["type"] == "state")
        for viewer, ear in place.ears.items():
            await ear.until(everybody_is_there)
            place.settle(viewer)
        try:
            yield place
        finally:
            for ear in place.ears.values():
                ear.socket.close()
