"""Clocks of a real server that is killed: nobody pays for the time in which it was down."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.storage.schema import from_microseconds
from app.storage.store import Store, open_store
from tests.scale import scaled
from tests.serving import ServerProcess, serving
from tests.system.people import Person, Web, calling

pytestmark = pytest.mark.anyio

PATIENCE = 60
DAILY = {"kind": "daily", "seconds": 8 * 3600}
TIMES = {
    "tables": ("created_at", "started_at"),
    "entries": ("at",),
    "heartbeat": ("at",),
    "outages": ("started_at", "ended_at"),
}


def let_time_pass(path: Path, seconds: float, stored: dict[str, tuple[str, ...]]) -> None:
    """What is stored has happened so much earlier than it has."""
    with sqlite3.connect(path) as connection:
        for table, columns in stored.items():
            for column in columns:
                connection.execute(
                    f"UPDATE {table} SET {column} = {column} - ?",  # noqa: S608
                    (round(seconds * 1e6),),
                )
    connection.close()


async def state_of(url: str, table_id: str, person: Person) -> dict[str, Any]:
    """What that person would be told first."""
    async with httpx2.AsyncClient(base_url=url, timeout=30) as client:
        answer = await client.get(f"/api/tables/{table_id}/state", headers=person.headers)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state


def deadline_of(state: dict[str, Any]) -> datetime:
    """The only deadline."""
    (due,) = state["table"]["deadlines"].values()
    return datetime.fromisoformat(due)


async def play_one(web: Web, state: dict[str, Any], people: list[Person]) -> None:
    """Whose turn it is moves."""
    (seat,) = state["table"]["to_act"]
    own = await state_of(web.url, state["table"]["id"], people[seat])
    body = {"ref": f"r{own['seq']}", "seq": own["seq"], "move": own["legal"][0]}
    await web.post(f"/api/tables/{own['table']['id']}/moves", body, people[seat])


async def die_for(server: ServerProcess, path: Path, seconds: float) -> None:
    """Kill the server and start it again so much later."""
    await asyncio.to_thread(server.kill9)
    let_time_pass(path, seconds, TIMES)
    await asyncio.to_thread(server.restart)


async def test_23_a_killed_server_costs_nobody_time(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.db"
    with serving({"DATABASE_URL": f"sqlite:///{path}", "RATE_LIMITS": "off"}) as server:
        async with calling(server.url) as web:
            people = [await web.newcomer(name) for name in ("Anna", "Bo")]
            table = await web.open_table("milkuro", people, pace=DAILY)
            before = await state_of(server.url, table["id"], people[0])
            await play_one(web, before, people)
            before = await state_of(server.url, table["id"], people[0])
            noted: list[timedelta] = []
            for down in (4, 30, 90):
                await die_for(server, path, down)
                after = await state_of(server.url, table["id"], people[0])
                moved = datetime.fromisoformat(after["log"][-1]["at"])
                outages = outages_of(path, moved)
                new = outages[len(noted) :]
                noted = outages
                shifted = deadline_of(before) - timedelta(seconds=down)
                given = sum(new, timedelta())
                assert abs(deadline_of(after) - shifted - given) < timedelta(milliseconds=2)
                assert max(new) > timedelta(seconds=down - 1)
                assert deadline_of(after) > datetime.fromisoformat(after["now"])
                before = after
            await play_one(web, after, people)
        notes = (await state_of(server.url, table["id"], people[0]))["notes"]
        assert {note["kind"] for note in notes} == {"time_given_back"}
        told = [note["params"]["seconds"] for note in notes]
        assert told == [max(1, round(outage.total_seconds())) for outage in noted]
    store = await open_store(f"sqlite:///{path}")
    try:
        assert [row.by for row in await store.log.load(table["id"])] == ["player", "player"]
    finally:
        await store.close()


def outages_of(path: Path, since: datetime) -> list[timedelta]:
    """How long each outage was, as far as it came after a move, the oldest first.

    A crowded machine adds some of its own: a server that cannot beat for seconds has one too.
    """
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT started_at, ended_at FROM outages ORDER BY id").fetchall()
    connection.close()
    spans = ((max(from_microseconds(begin), since), from_microseconds(end)) for begin, end in rows)
    return [end - begin for begin, end in spans if end > begin]


async def test_25_overdue_deadlines_come_true_once_after_a_start(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.db"
    with serving({"DATABASE_URL": f"sqlite:///{path}", "RATE_LIMITS": "off"}) as server:
        async with calling(server.url) as web:
            people = [await web.newcomer(name) for name in ("Anna", "Bo")]
            opened = [
                await web.open_table("milkuro", people, pace=DAILY) for _ in range(scaled(20, 100))
            ]
        assert await asyncio.to_thread(server.stop) == 0
        let_time_pass(path, 8 * 3600, {"tables": ("started_at",)})
        await asyncio.to_thread(server.restart)
        store = await open_store(f"sqlite:///{path}")
        try:
            async with asyncio.timeout(PATIENCE):
                for table in opened:
                    while not await store.log.load(table["id"]):
                        await state_of(server.url, table["id"], people[0])
            assert await asyncio.to_thread(server.stop) == 0
            assert {await hands(store, table["id"]) for table in opened} == {("clock",)}
        finally:
            await store.close()


async def hands(store: Store, table_id: str) -> tuple[str, ...]:
    """By whose hand each entry of a log was made."""
    return tuple(row.by for row in await store.log.load(table_id))
