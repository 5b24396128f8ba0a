"""Spectators who stop reading: `python3 -m tests.bench stall --stalled 1 50`.

A busy table of a game without an end, in a server of this very process; some of its spectators
stop reading, and their kernels hold little for them. What is held for them, who else is held up?
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import socket
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from app.live.host import Host
from app.live.outbox import Limits
from app.main import Kitchen, create_app
from app.settings import load_settings
from app.storage.migrate import migrate
from app.tables.ports import Appended
from app.web.wire import DirectWebSocket
from tests.bench.sockets import RawSocket, open_socket
from tests.games.endless import REGISTRY
from tests.serving import in_process
from tests.system.people import Person, calling

SEATS = 2
SMALL = 4096
"""Bytes that the kernel is asked to hold for a reader who will stall."""

WARM_MOVES = 600
"""Until what a host remembers on purpose (refs, recent positions) has its full size."""

PATIENCE = 120


@dataclass
class Reader:
    """A socket and what it was told. `gaps`: log positions that it missed."""

    socket: RawSocket
    seq: int = 0
    gaps: int = 0
    states: int = 0
    largest: int = 0
    said: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def reaches(self, seq: int) -> None:
        """Return once that position was told."""
        while self.seq < seq:
            self.news.clear()
            await self.news.wait()

    def hear(self, payload: bytes) -> dict[str, Any] | None:
        """Note what a message says; the message, if it shows a position."""
        self.largest = max(self.largest, len(payload))
        message: dict[str, Any] = orjson.loads(payload)
        if message["type"] == "bye":
            self.said.append(message["reason"])
        if message["type"] not in ("state", "move"):
            return None
        if message["type"] == "state":
            self.states += 1
        elif message["seq"] != self.seq + 1:
            self.gaps += 1
        self.seq = message["seq"]
        self.news.set()
        return message


class Scene:
    """The table, its two players, a spectator who reads and some who do not."""

    def __init__(self, kitchen: Kitchen, url: str, host: Host) -> None:
        self.kitchen = kitchen
        self.url = url
        self.host = host
        self.players: list[Reader] = []
        self.stalled: list[Reader] = []
        self.readers: list[Reader] = []
        self.highest_unsent = 0
        self._refs = itertools.count()
        self._goal = 0
        self._reached = asyncio.Event()

    async def seat(self, person: Person) -> None:
        """One who plays as soon as it may."""
        player = Reader(await self._connect(person.headers))
        self.players.append(player)
        player.socket.hear(partial(self._play, player))

    async def watch(self, *, stalled: bool) -> Reader:
        """One more spectator; a stalled one reads nothing from now on."""
        reader = Reader(await self._connect({}, SMALL if stalled else None))
        (self.stalled if stalled else self.readers).append(reader)
        reader.socket.hear(reader.hear)
        await asyncio.wait_for(reader.news.wait(), PATIENCE)
        if stalled:
            reader.socket.transport.pause_reading()
            self._keep_small()
        return reader

    def _keep_small(self) -> None:
        """The server's kernel holds little, too, for who came last."""
        *_, newest = self.host.crowd
        transport = newest.outbox.wire._protocol.transport  # type: ignore[attr-defined]
        plug = transport.get_extra_info("socket")
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)

    async def _connect(self, headers: dict[str, str], buffer: int | None = None) -> RawSocket:
        path = f"/api/tables/{self.host.table.id}/live"
        return await open_socket(self.url, path, headers, receive_buffer=buffer)

    def _play(self, player: Reader, payload: bytes) -> None:
        message = player.hear(payload)
        if message is None or not message["legal"]:
            return
        self.highest_unsent = max(self.highest_unsent, self.unsent)
        if player.seq >= self._goal:
            self._reached.set()
        else:
            frame = {"type": "move", "ref": f"r{next(self._refs)}", "seq": player.seq}
            player.socket.send(orjson.dumps(frame | {"move": message["legal"][0]}))

    @property
    def unsent(self) -> int:
        """The most that the process holds for one socket now."""
        return max(each.outbox.wire.unsent() for each in self.host.crowd)

    async def play(self, moves: int) -> float:
        """So many moves more; how many a second."""
        first = self.host.ledger.seq or 0
        self._goal = first + moves
        self._reached.clear()
        begun = time.perf_counter()
        waiting = self.players[first % SEATS]
        # It was told that it may move when the last goal was reached, and kept still.
        legal = [{"type": "say", "number": 0}]
        self._play(waiting, orjson.dumps({"type": "state", "seq": first, "legal": legal}))
        await asyncio.wait_for(self._reached.wait(), PATIENCE)
        return moves / (time.perf_counter() - begun)


async def append_nowhere(*_: object) -> Appended:
    """The disk is left out: what counts here is what is held for sockets."""
    return Appended.DONE


@asynccontextmanager
async def busy_table(
    folder: Path, *, filler: int = 4000, limits: Limits | None = None
) -> AsyncIterator[Scene]:
    """The scene, ready to play."""
    url = f"sqlite:///{folder / 'stall.db'}"
    await migrate(url)
    settings = load_settings({"database_url": url, "rate_limits": "off", "bot_pace": "0"})
    async with (
        create_app(settings, registry=REGISTRY, limits=limits) as kitchen,
        in_process(
            kitchen.app,
            ws=DirectWebSocket,
            ws_per_message_deflate=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        ) as address,
        calling(address) as web,
    ):
        people = [await web.newcomer(name) for name in ("Ada", "Bo")]
        table = await web.open_table("endless", people, options={"filler": filler})
        vars(kitchen.store.log)["append"] = append_nowhere
        scene = Scene(kitchen, address, await kitchen.house.host(table["id"]))
        for person in people:
            await scene.seat(person)
        await scene.watch(stalled=False)
        try:
            yield scene
        finally:
            for reader in (*scene.players, *scene.readers, *scene.stalled):
                reader.socket.close()


async def growth_of(scene: Scene, moves: int) -> int:
    """Bytes of Python's memory that so many moves leave behind."""
    gc.collect()
    tracemalloc.start()
    try:
        await scene.play(WARM_MOVES)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        await scene.play(moves)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


async def measure(stalled: int, moves: int) -> str:
    """One line of figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with busy_table(Path(folder), limits=Limits(patience=PATIENCE)) as scene:
            await scene.play(WARM_MOVES)
            alone = await scene.play(moves)
            for _ in range(stalled):
                await scene.watch(stalled=True)
            await scene.play(moves // 4)
            beside = await scene.play(moves)
            growth = await growth_of(scene, moves)
            return (
                f"{stalled:4} stalled: {alone:.0f} moves/s before, {beside:.0f} beside them, at "
                f"most {scene.highest_unsent:,} bytes held for one, {growth:,} bytes more after "
                f"{moves:,} moves, {scene.readers[0].gaps} gaps for who reads"
            )


def main(argv: list[str]) -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench stall", description=__doc__)
    parser.add_argument("--stalled", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--moves", type=int, default=2000)
    wanted = parser.parse_args(argv)
    for stalled in wanted.stalled:
        sys.stdout.write(asyncio.run(measure(stalled, wanted.moves)) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
