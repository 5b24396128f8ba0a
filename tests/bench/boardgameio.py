"""boardgame.io under the same load, from a folder of peers that lies outside of the project.

`shared` holds `bench/peers/bgio_server.cjs` (Milkuro written for it); `peers` holds `bgio`, where
its packages are installed. What boardgame.io says is Socket.IO 4: `42/milkuro,[name, …]`.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import orjson

from tests.bench.load import Heat, LoadTable
from tests.bench.measuring import on_core
from tests.bench.sockets import RawSocket, open_socket

SEATS = 4
ROOM = b"/milkuro,"
EVENT = b"42" + ROOM
PATH = "/socket.io/?EIO=4&transport=websocket"
START_SECONDS = 30


@asynccontextmanager
async def boardgameio(shared: Path, peers: Path, core: int = 0) -> AsyncIterator[tuple[int, str]]:
    """A server process, storing in memory, on that core; its pid and address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = await asyncio.create_subprocess_exec(
        *(*on_core(core), "node", str(shared / "bench/peers/bgio_server.cjs"), str(port)),
        cwd=peers,
        env={**os.environ, "PEERS": str(peers), "NODE_ENV": "production"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert server.stderr is not None
    drain = None
    try:
        async with asyncio.timeout(START_SECONDS):
            async for line in server.stderr:
                if b"ready" in line:
                    break
            else:
                raise RuntimeError("boardgame.io did not start")
        drain = asyncio.create_task(server.stderr.read())
        yield server.pid, f"http://127.0.0.1:{port}"
    finally:
        if server.returncode is None:
            server.send_signal(signal.SIGTERM)
        await server.wait()
        if drain is not None:
            await drain


class PeerTable(LoadTable):
    """One match of boardgame.io."""

    def __init__(self, heat: Heat, match_id: str) -> None:
        super().__init__(heat)
        self.match_id = match_id


class PeerSeat:
    """One player's client: greets, asks for the state once, then plays at random."""

    def __init__(
        self, table: PeerTable, connection: RawSocket, seat: int, credentials: str
    ) -> None:
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._table = table
        self._socket = connection
        self._player = str(seat)
        self._credentials = credentials
        self._state: Any = None
        connection.hear(self._hear)

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(EVENT):
            self._take(orjson.loads(payload[len(EVENT) :]))
        elif payload.startswith(b"2"):
            self._socket.send(b"3")
        elif payload.startswith(b"40"):
            self._emit("sync", self._table.match_id, self._player, self._credentials, SEATS)
        elif payload.startswith(b"0"):
            self._socket.send(b"40" + ROOM)

    def _emit(self, *event: object) -> None:
        self._socket.send(EVENT + orjson.dumps(event))

    def _take(self, event: list[Any]) -> None:
        if event[0] == "sync":
            self._state = event[2]["state"]
            if not self.ready.done():
                self.ready.set_result(None)
        elif event[0] == "update":
            self._state = event[2]
            self._table.told(self._state["_stateID"])
            self.look()

    def look(self) -> None:
        """Move, if it is this player's turn."""
        if self._state["ctx"]["currentPlayer"] == self._player:
            self._table.turn(self._state["_stateID"], partial(self._move, self._state))

    def _move(self, state: Any) -> None:
        table = state["G"]
        card = random.choice(table["players"][self._player]["hand"])
        colour = None if table["trick"] else random.choice("wb")
        payload = {
            "type": "play",
            "args": [card, colour],
            "playerID": self._player,
            "credentials": self._credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, state["_stateID"], self._table.match_id, self._player)


class BoardgameIo:
    """`load.Target` for boardgame.io."""

    name = "boardgame.io"

    def __init__(self, pid: int, url: str) -> None:
        self.pid = pid
        self._url = url

    async def lay(self, heat: Heat, tables: int) -> None:
        """Create and join matches through its lobby's API."""
        async with httpx2.AsyncClient(base_url=self._url, timeout=30) as client:
            for _ in range(tables):
                await self._lay_one(heat, client)

    async def _lay_one(self, heat: Heat, client: httpx2.AsyncClient) -> None:
        made = await client.post("/games/milkuro/create", json={"numPlayers": SEATS})
        table = PeerTable(heat, made.raise_for_status().json()["matchID"])
        heat.tables.append(table)
        for seat in range(SEATS):
            joined = await client.post(
                f"/games/milkuro/{table.match_id}/join",
                json={"playerID": str(seat), "playerName": f"p{seat}"},
            )
            credentials = joined.raise_for_status().json()["playerCredentials"]
            connection = await open_socket(self._url, PATH, {"Origin": self._url})
            table.sockets.append(connection)
            player = PeerSeat(table, connection, seat, credentials)
            await player.ready
            heat.starts.append(player.look)
