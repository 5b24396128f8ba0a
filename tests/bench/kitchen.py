"""Kitchen Table under load: four people a table, each on a socket of its own."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import orjson

from tests.bench.load import Heat, LoadTable
from tests.bench.measuring import on_core
from tests.bench.sockets import RawSocket, open_socket
from tests.system.people import Person, Web, calling

ROOT = Path(__file__).resolve().parents[2]
OPEN = b"Kitchen Table is open at "
SEATS = 4
AT_ONCE = 10
"""Tables that are laid at the same time."""


@asynccontextmanager
async def kitchen(database: str, core: int = 0) -> AsyncIterator[tuple[int, str]]:
    """A server process on that core; its pid and address."""
    settings = {"DATABASE_URL": database, "PORT": "0", "BOT_PACE": "0", "RATE_LIMITS": "off"}
    server = await asyncio.create_subprocess_exec(
        *(*on_core(core), sys.executable, "-m", "app", "serve"),
        cwd=ROOT,
        env={**os.environ, "SECRET": "only for measurements on this machine", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert server.stdout is not None
    try:
        async for line in server.stdout:
            if line.startswith(OPEN):
                yield server.pid, line.removeprefix(OPEN).decode().strip()
                return
        raise RuntimeError("the server did not start")
    finally:
        if server.returncode is None:
            server.send_signal(signal.SIGTERM)
        await server.wait()


class KitchenTable(LoadTable):
    """One of our tables."""

    def __init__(self, heat: Heat) -> None:
        super().__init__(heat)
        self._end = heat.end
        self._refs = itertools.count()

    def seat(self, socket: RawSocket) -> None:
        """Somebody who plays at random as soon as there is something to play."""
        self.sockets.append(socket)
        socket.hear(partial(self._hear, socket))

    def _hear(self, socket: RawSocket, payload: bytes) -> None:
        if payload.startswith(b'{"type":"move"'):
            message = orjson.loads(payload)
            self.told(message["seq"])
            if message["result"] is not None:
                self._end()
            self._answer(socket, message["seq"], message.get("legal"))

    def start(self, socket: RawSocket, state: dict[str, object]) -> None:
        """The first move, if it is this seat's."""
        legal = state["legal"]
        assert isinstance(legal, list)
        self._answer(socket, 0, legal)

    def _answer(self, socket: RawSocket, seq: int, legal: list[object] | None) -> None:
        if legal:
            self.turn(seq, partial(self._move, socket, seq, legal))

    def _move(self, socket: RawSocket, seq: int, legal: list[object]) -> None:
        move = random.choice(legal)
        frame = {"type": "move", "ref": f"r{next(self._refs)}", "seq": seq, "move": move}
        socket.send(orjson.dumps(frame))


class Kitchen:
    """`load.Target` for our server. `patch`: sockets ask for merge patches, as our page does."""

    def __init__(self, pid: int, url: str, *, patch: bool) -> None:
        self.name = "kitchen, patches" if patch else "kitchen, views"
        self.pid = pid
        self._url = url
        self._patch = patch
        self._people: list[list[Person]] = []

    async def lay(self, heat: Heat, tables: int) -> None:
        """Open tables; the same people come each time."""
        async with calling(self._url) as web:
            for number in range(len(self._people), tables):
                self._people.append(
                    [await web.newcomer(f"P{number}-{seat}") for seat in range(SEATS)]
                )
            for first in range(0, tables, AT_ONCE):
                some = self._people[first : min(first + AT_ONCE, tables)]
                await asyncio.gather(*(self._lay_one(heat, web, people) for people in some))

    async def _lay_one(self, heat: Heat, web: Web, people: list[Person]) -> None:
        laid = await web.open_table("milkuro", people)
        table = KitchenTable(heat)
        heat.tables.append(table)
        path = f"/api/tables/{laid['id']}/live?patch={self._patch:d}"
        for person in people:
            socket = await open_socket(self._url, path, person.headers)
            first: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            socket.hear(lambda text, first=first: first.done() or first.set_result(text))  # type: ignore[misc]
            state = orjson.loads(await first)
            table.seat(socket)
            heat.starts.append(partial(table.start, socket, state))
