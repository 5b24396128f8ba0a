"""People of a whole server's tests: they make a name, open tables and play over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

GONE = (ConnectionClosed, InvalidMessage, OSError, httpx2.TransportError)
"""What a client sees of a server that is no longer there."""


@dataclass(frozen=True, slots=True)
class Person:
    """A guest with a bearer token."""

    id: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """What goes along with every call of this person."""
        return {"Authorization": f"Bearer {self.token}"}


class Web:
    """HTTP calls to one server; every answer must be a good one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx2.AsyncClient(base_url=url, timeout=30)

    async def post(self, path: str, body: object, person: Person | None = None) -> Any:
        """The JSON of the answer."""
        headers = person.headers if person else {}
        answer = await self._client.post(path, json=body, headers=headers)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def ask(
        self, method: str, path: str, body: object = None, person: Person | None = None
    ) -> httpx2.Response:
        """Any call; its answer, good or bad."""
        headers = person.headers if person else {}
        return await self._client.request(method, path, json=body, headers=headers)

    async def get(self, path: str, person: Person | None = None) -> Any:
        """The JSON of what lies there for that person."""
        headers = person.headers if person else {}
        answer = await self._client.get(path, headers=headers)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def delete(self, path: str, person: Person) -> Any:
        """The JSON of the answer."""
        answer = await self._client.delete(path, headers=person.headers)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def newcomer(self, name: str) -> Person:
        """A person who was not known before."""
        answer = await self.post("/api/players", {"name": name})
        return Person(answer["player"]["id"], answer["token"])

    async def open_table(self, game: str, people: Sequence[Person], **order: Any) -> dict[str, Any]:
        """A running public match of those people, seated in their order."""
        wanted = {"game": game, "seats": len(people), "visibility": "public", "start": True}
        table = await self.post("/api/tables", wanted | order, people[0])
        for seat, person in enumerate(people[1:], start=1):
            table = await self.post(
                f"/api/tables/{table['id']}/seats/{seat}", {"who": "me"}, person
            )
        assert table["state"] == "playing", table
        return dict(table)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()


@asynccontextmanager
async def calling(url: str) -> AsyncIterator[Web]:
    """A `Web` for the length of a block."""
    web = Web(url)
    try:
        yield web
    finally:
        await web.close()


@asynccontextmanager
async def socket_to(
    url: str, table_id: str, person: Person | None, seen: int | None
) -> AsyncIterator[ClientConnection]:
    """A live socket of a table, resumed after the position that was seen."""
    query = "" if seen is None else f"?seq={seen}"
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table_id}/live{query}"
    headers = person.headers if person else {}
    async with connect(
        address, additional_headers=headers, compression=None, proxy=None, max_queue=None
    ) as socket:
        yield socket


@dataclass
class Watcher:
    """Somebody at a table, across any number of connections: never sees a gap in the log."""

    table_id: str
    person: Person | None = None
    seen: int | None = None
    over: bool = False
    byes: list[str] = field(default_factory=list)

    def follow(self, message: dict[str, Any]) -> None:
        """Take in what a message says about the log."""
        match message["type"]:
            case "state":
                assert self.seen is None or message["seq"] >= self.seen, message
                self.seen = message["seq"]
                self.over = message["table"]["state"] == "finished"
            case "move":
                assert message["seq"] == (self.seen or 0) + 1, (self.seen, message)
                self.seen = message["seq"]
                self.over = message["result"] is not None
            case "bye":
                self.byes.append(message["reason"])


@dataclass
class Sent:
    """A move on its way: what was said, and what came back."""

    seq: int
    move: dict[str, Any]
    ok: int | None = None
    refused: str | None = None

    @property
    def open(self) -> bool:
        """Whether no answer has come yet."""
        return self.ok is None and self.refused is None


@dataclass
class Player(Watcher):
    """A scripted person in a seat: plays at random and sends again what nobody answered."""

    rng: Random = field(default_factory=Random)
    sent: dict[str, Sent] = field(default_factory=dict)
    legal: list[dict[str, Any]] = field(default_factory=list)
    willing: bool = True
    """Whether it makes new moves; otherwise it only asks for the answers it lacks."""

    @property
    def unanswered(self) -> str | None:
        """The ref that waits for its answer; never more than one."""
        return next((ref for ref, sent in self.sent.items() if sent.open), None)

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do on this connection."""
        return self.unanswered is None and (self.over or not self.willing)

    async def play(self, url: str) -> None:
        """One connection: until the match is over or the server is gone."""
        assert self.person is not None
        async with socket_to(url, self.table_id, self.person, self.seen) as socket:
            if self.unanswered is not None:
                await self._send(socket, self.unanswered)
            if self.done:
                return
            async for text in socket:
                self._take_in(orjson.loads(text))
                if self.done:
                    return
                await self._act(socket)

    def _take_in(self, message: dict[str, Any]) -> None:
        self.follow(message)
        match message["type"]:
            case "state" | "move":
                self.legal = message["legal"]
            case "ok":
                sent = self.sent[message["ref"]]
                assert sent.ok in (None, message["seq"]), (sent, message)
                sent.ok, sent.refused = message["seq"], None
            case "error":
                assert message["ref"] is not None, message
                sent = self.sent[message["ref"]]
                assert sent.ok is None, (sent, message)
                sent.refused = message["error"]["code"]

    async def _act(self, socket: ClientConnection) -> None:
        if not (self.legal and self.willing) or self.unanswered is not None:
            return
        assert self.seen is not None
        ref = f"{self.rng.getrandbits(48):012x}"
        self.sent[ref] = Sent(self.seen, self.rng.choice(self.legal))
        self.legal = []
        await self._send(socket, ref)
        if self.rng.random() < 0.1:  # as somebody who clicks twice
            await self._send(socket, ref)

    async def _send(self, socket: ClientConnection, ref: str) -> None:
        sent = self.sent[ref]
        frame = {"type": "move", "ref": ref, "seq": sent.seq, "move": sent.move}
        await socket.send(orjson.dumps(frame).decode())
