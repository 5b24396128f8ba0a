"""A stored match that does not fit together any more: its table stops loudly, the others go on."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import httpx2
import pytest

from tests.serving import serving
from tests.system.people import Person, Player, Web, calling

pytestmark = pytest.mark.anyio

PATIENCE = 60


async def play_out(web: Web, people: list[Person]) -> str:
    """A whole match of Gnav; its table."""
    table = (await web.open_table("gnav", people, options={"lives": 1}))["id"]
    players = [Player(table, person, rng=Random(seat)) for seat, person in enumerate(people)]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.play(web.url) for player in players))
    return str(table)


def edit(path: Path, statement: str, table: str) -> None:
    """Somebody does something to the database while the server is down."""
    with sqlite3.connect(path) as connection:
        assert connection.execute(statement, (table,)).rowcount == 1
    connection.close()


LAST_ROW = (
    "DELETE FROM entries WHERE match_id = ?1 "
    "AND seq = (SELECT max(seq) FROM entries WHERE match_id = ?1)"
)
OTHER_OPTIONS = """UPDATE tables SET options_json = '{"lives":5}' WHERE id = ?1"""


async def test_38_what_does_not_fit_stops_loudly_and_alone(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.db"
    with serving({"DATABASE_URL": f"sqlite:///{path}", "RATE_LIMITS": "off"}) as server:
        async with calling(server.url) as web:
            people = [await web.newcomer(name) for name in ("Anna", "Bo")]
            whole, short, other = [await play_out(web, people) for _ in range(3)]
        assert await asyncio.to_thread(server.stop) == 0
        edit(path, LAST_ROW, short)
        edit(path, OTHER_OPTIONS, other)
        await asyncio.to_thread(server.restart)
        async with httpx2.AsyncClient(base_url=server.url, headers=people[0].headers) as client:
            for table, status in ((short, 503), (other, 503), (whole, 200)):
                answer = await client.get(f"/api/tables/{table}/record", timeout=PATIENCE)
                assert answer.status_code == status, answer.text
                assert answer.json().get("error", {"code": "unavailable"})["code"] == "unavailable"
        async with calling(server.url) as web:
            await play_out(web, people)
        assert server.output.count("BrokenLog") >= 2
