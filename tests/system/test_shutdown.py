"""SIGTERM: everybody is told, the process ends in time, and clients go on where they were."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random

import orjson
import pytest
from websockets.exceptions import ConnectionClosed

from tests.serving import ServerProcess, serving
from tests.system.people import Person, Player, Watcher, Web, calling, socket_to

pytestmark = pytest.mark.anyio

TABLES = 8
SOCKETS = 200
END_SECONDS = 5
PATIENCE = 60
RESTART = 1012


async def watch(url: str, watcher: Watcher, ready: asyncio.Event) -> int | None:
    """Look on until the server closes; the code it closed with."""
    async with socket_to(url, watcher.table_id, watcher.person, watcher.seen) as socket:
        ready.set()
        try:
            async for text in socket:
                watcher.follow(orjson.loads(text))
        except ConnectionClosed:
            return socket.close_code
    return socket.close_code


async def catch_up(url: str, watcher: Watcher, seq: int) -> None:
    """Come back with `?seq=` and read until that position was told."""
    async with socket_to(url, watcher.table_id, watcher.person, watcher.seen) as socket:
        while watcher.seen is None or watcher.seen < seq:
            watcher.follow(orjson.loads(await socket.recv()))


async def lay_tables(web: Web) -> list[list[Player]]:
    """Running matches of Milkuro with four people each."""
    tables = []
    for number in range(TABLES):
        people: list[Person] = [await web.newcomer(f"P{number}-{seat}") for seat in range(4)]
        table = await web.open_table("milkuro", people)
        tables.append([Player(table["id"], person, rng=Random(number)) for person in people])
    return tables


async def stop_under_load(
    server: ServerProcess, tables: list[list[Player]], watchers: list[Watcher]
) -> list[int | None]:
    """SIGTERM while everybody plays and looks on; the codes that the onlookers saw."""
    there = [asyncio.Event() for _ in watchers]
    pairs = zip(watchers, there, strict=True)
    watching = [asyncio.create_task(watch(server.url, *pair)) for pair in pairs]
    await asyncio.wait_for(asyncio.gather(*(each.wait() for each in there)), PATIENCE)
    players = [player for table in tables for player in table]
    playing = [asyncio.create_task(player.play(server.url)) for player in players]
    async with asyncio.timeout(PATIENCE):
        while min(player.seen or 0 for player in players) < 3:
            await asyncio.wait(playing, timeout=0.01)
    server.process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(server.process.wait, END_SECONDS) == 0
    async with asyncio.timeout(PATIENCE):
        endings = await asyncio.gather(*playing, return_exceptions=True)
        codes = await asyncio.gather(*watching)
    assert all(ending is None or isinstance(ending, ConnectionClosed) for ending in endings)
    return codes


async def test_29_everybody_is_told_and_comes_back(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db", "RATE_LIMITS": "off"}
    with serving(settings) as server:
        async with calling(server.url) as web:
            tables = await lay_tables(web)
        onlookers = SOCKETS - 4 * TABLES
        watchers = [Watcher(tables[number % TABLES][0].table_id) for number in range(onlookers)]
        codes = await stop_under_load(server, tables, watchers)
        assert codes == [RESTART] * onlookers
        assert all(watcher.byes == ["restarting"] for watcher in watchers)
        assert server.stop() == 0
        assert "Traceback" not in server.output, server.output[-4000:]

        await asyncio.to_thread(server.restart)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play(server.url) for table in tables for player in table))
            ends = {table[0].table_id: table[0].seen or 0 for table in tables}
            await asyncio.gather(
                *(catch_up(server.url, each, ends[each.table_id]) for each in watchers)
            )
        assert all(player.over for table in tables for player in table)
        assert all(watcher.seen == ends[watcher.table_id] for watcher in watchers)
