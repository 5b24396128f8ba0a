"""The processes in which bots think end with their server, however it ends."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from tests.serving import ServerProcess, serving
from tests.system.people import calling, socket_to

pytestmark = pytest.mark.anyio


async def let_a_bot_think(server: ServerProcess) -> None:
    """A match of Gnav among bots, looked at until one of them has moved."""
    async with calling(server.url) as web:
        person = await web.newcomer("Ada")
        bots = {str(seat): "normal" for seat in range(4)}
        order = {"game": "gnav", "seats": 4, "bots": bots, "seat_me": False, "start": True}
        table = await web.post("/api/tables", order, person)
        async with socket_to(server.url, table["id"], person, None) as socket:
            moves: list[str] = []
            while "bot" not in moves:
                message = orjson.loads(await socket.recv())
                log = message["log"] if message["type"] == "state" else [message]
                moves += [entry["by"] for entry in log if "by" in entry]


@pytest.mark.parametrize("end", ["kill9", "stop"])
async def test_no_worker_outlives_its_server(tmp_path: Path, end: str) -> None:
    with serving({"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db"}) as server:
        await let_a_bot_think(server)
        getattr(server, end)()  # fails while anybody still holds the server's output
        assert server.process.poll() is not None
