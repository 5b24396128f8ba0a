"""`kill -9` under load: what was answered with `ok` is in the log once, and every log replays."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.codec import json
from app.codec.games import codec_for
from app.games.registry import REGISTRY
from app.storage.migrate import migrate
from app.storage.store import Store, open_store
from app.tables.match import Entry, Match, replay, start_match
from app.tables.ports import LogRow
from app.tables.table import Table
from tests.scale import scaled
from tests.serving import ServerProcess
from tests.system.people import GONE, Person, Player, Web, calling

pytestmark = pytest.mark.anyio

TABLES = 20
GAMES = (("milkuro", 4), ("gnav", 3), ("milkuro", 3), ("gnav", 4))
PATIENCE = 60
"""Seconds for the load to reach its next kill."""


class Load:
    """Twenty tables at once, each a new match as soon as the last one is over."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.people: list[list[Person]] = []
        self.running: list[list[Player]] = [[] for _ in range(TABLES)]
        self.players: list[Player] = []
        self.ending = False

    @property
    def answered(self) -> int:
        """Moves answered with `ok` so far."""
        return sum(1 for player in self.players for sent in player.sent.values() if sent.ok)

    async def invite(self, web: Web) -> None:
        """Make everybody known."""
        for number in range(TABLES):
            _, seats = GAMES[number % len(GAMES)]
            self.people.append([await web.newcomer(f"P{number}-{seat}") for seat in range(seats)])

    async def play(self, web: Web, number: int) -> None:
        """One table, match after match, until the server is gone or the load ends."""
        with suppress(*GONE):
            while True:
                if all(player.done for player in self.running[number]):
                    if self.ending:
                        return
                    self.running[number] = await self._open(web, number)
                await self._sit(web.url, number)

    async def _open(self, web: Web, number: int) -> list[Player]:
        game, _ = GAMES[number % len(GAMES)]
        people = self.people[number]
        table = await web.open_table(game, people)
        players = [
            Player(table["id"], person, rng=Random(self.rng.getrandbits(64))) for person in people
        ]
        self.players += players
        return players

    async def _sit(self, url: str, number: int) -> None:
        playing = [asyncio.create_task(player.play(url)) for player in self.running[number]]
        try:
            await asyncio.gather(*playing)
        finally:
            # One seat sees the end of the server before another: nobody is left behind.
            await asyncio.gather(*playing, return_exceptions=True)

    async def end(self, url: str) -> None:
        """The last life: everybody asks for the answers it lacks, and nobody moves any more."""
        self.ending = True
        for player in self.players:
            player.willing = False
        async with asyncio.timeout(PATIENCE), calling(url) as web:
            await asyncio.gather(*(self.play(web, number) for number in range(TABLES)))


async def live_and_die(server: ServerProcess, load: Load) -> None:
    """Play until a random moment, then pull the plug. Raises what a player found wrong."""
    goal = load.answered + load.rng.randrange(10, 250)
    moment = load.rng.random() * 0.02
    async with asyncio.timeout(PATIENCE), calling(server.url) as web:
        playing = [asyncio.create_task(load.play(web, number)) for number in range(TABLES)]
        while load.answered < goal and not any(task.done() for task in playing):
            await asyncio.wait(playing, timeout=0.005)
        await asyncio.wait(playing, timeout=moment)
        await asyncio.to_thread(server.kill9)
        await asyncio.gather(*playing)


async def survive(settings: dict[str, str], *, seed: int, kills: int) -> None:
    """Kill and restart `kills` times, then compare what was said with what is stored."""
    server = ServerProcess({"RATE_LIMITS": "off", **settings})
    load = Load(seed)
    await asyncio.to_thread(server.start)
    try:
        async with calling(server.url) as web:
            await load.invite(web)
        for _ in range(kills):
            await live_and_die(server, load)
            await asyncio.to_thread(server.restart)
        await load.end(server.url)
        assert await asyncio.to_thread(server.stop) == 0
    except BaseException as failure:
        failure.add_note(f"seed {seed}; the server said: {server.output[-6000:]}")
        raise
    finally:
        if server.process.poll() is None:
            server.kill9()
    assert load.answered > kills * 5
    assert "Traceback" not in server.output, server.output[-4000:]
    await check_store(settings["DATABASE_URL"], load.players)


async def check_store(url: str, players: list[Player]) -> None:
    """Every log replays and says exactly what its players were told."""
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table_id, []).append(player)
    store = await open_store(url)
    try:
        for table_id, seated in tables.items():
            rows = await check_log(store, table_id)
            for player in seated:
                check_player(player, rows)
    finally:
        await store.close()


async def check_log(store: Store, table_id: str) -> list[LogRow]:
    """The stored log, after it was replayed to its end."""
    table = await store.tables.load(table_id)
    assert table is not None
    rows = await store.log.load(table_id)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    match = replayed(table, rows)
    assert (match.outcome is not None) == (table.state == "finished")
    assert match.outcome == table.result
    return rows


def replayed(table: Table, rows: list[LogRow]) -> Match:
    """The match that the log tells."""
    game = REGISTRY.find(table.game, table.rules_version)
    codec = codec_for(game)
    assert table.match_seed is not None
    options = codec.parse_options(json.loads(table.options_json))
    start = start_match(game, len(table.seats), options, table.match_seed)

    def entry_of(row: LogRow) -> Entry:
        return Entry(row.seq, row.seat, codec.move_from_json(move_of(row)), row.by, row.at)

    return replay(start, map(entry_of, rows))


def move_of(row: LogRow) -> dict[str, Any]:
    """The stored move as JSON."""
    assert row.move_json is not None
    move = json.loads(row.move_json)
    assert isinstance(move, dict)
    return move


def check_player(player: Player, rows: list[LogRow]) -> None:
    """No answered move is lost or played twice; no refused one was played."""
    assert player.person is not None
    own = [row for row in rows if row.player == player.person.id]
    stored = {row.ref: row for row in own}
    assert len(stored) == len(own), "a ref was played twice"
    said = {ref: sent for ref, sent in player.sent.items() if sent.ok is not None}
    assert {ref: (row.seq, move_of(row)) for ref, row in stored.items()} == {
        ref: (sent.ok, sent.move) for ref, sent in said.items()
    }


@pytest.mark.parametrize("seed", [20261130])
async def test_28_sqlite_survives_kills(tmp_path: Path, seed: int) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db"}
    await survive(settings, seed=seed, kills=scaled(5, 80))


@pytest.mark.parametrize("seed", [1866])
async def test_28_postgresql_survives_kills(postgres_url: str, seed: int) -> None:
    await migrate(postgres_url)
    settings = {"DATABASE_URL": postgres_url, "SECRET": "a secret that only this test knows of"}
    await survive(settings, seed=seed, kills=scaled(2, 20))
