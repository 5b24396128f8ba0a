"""`kill -9` after each `ok`, in the middle of choices that several make at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from tests.scale import scaled
from tests.serving import ServerProcess, serving
from tests.system.people import Person, calling, socket_to

pytestmark = pytest.mark.anyio

SEATS = 3
HANDS = scaled(1, 6)
"""Each is bid by three seats, with a server killed after each bid."""

Json = dict[str, Any]


async def look(url: str, table_id: str, person: Person) -> Json:
    """What somebody is told who comes back."""
    async with socket_to(url, table_id, person, None) as socket:
        state: Json = orjson.loads(await socket.recv())
        return state


async def move_and_die(server: ServerProcess, table_id: str, person: Person, rng: Random) -> int:
    """Make a move, hear the `ok`, and at that very moment the server dies; what was moved."""
    async with socket_to(server.url, table_id, person, None) as socket:
        state = orjson.loads(await socket.recv())
        move = rng.choice(state["legal"])
        frame = {"type": "move", "ref": f"k{state['seq']}", "seq": state["seq"], "move": move}
        await socket.send(orjson.dumps(frame).decode())
        while (answer := orjson.loads(await socket.recv()))["type"] not in ("ok", "error"):
            pass
        server.process.kill()
        assert answer["type"] == "ok", answer
        await socket.wait_closed()
    await asyncio.to_thread(server.kill9)
    await asyncio.to_thread(server.restart)
    made: int = move.get("tricks", 0)
    return made


async def test_28_bids_answered_before_a_kill_are_there_and_nothing_is_dealt_anew(
    tmp_path: Path,
) -> None:
    rng = Random(28)
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db", "RATE_LIMITS": "off"}
    with serving(settings) as server:
        async with calling(server.url) as web:
            people = [await web.newcomer(f"P{seat}") for seat in range(SEATS)]
            table = (await web.open_table("mino_dice", people))["id"]
        for hand in range(HANDS):
            await bid_through_kills(server, table, people, rng)
            if hand < HANDS - 1:
                await roll_the_hand(server.url, table, people, rng)


async def bid_through_kills(
    server: ServerProcess, table: str, people: list[Person], rng: Random
) -> None:
    """Everybody bids, each with a kill at the `ok`: all bids stand, all dice are the same."""
    dealt = [(await look(server.url, table, person))["view"]["hand"] for person in people]
    made: dict[int, int] = {}
    for seat in rng.sample(range(SEATS), SEATS):
        made[seat] = await move_and_die(server, table, people[seat], rng)
        told = [await look(server.url, table, person) for person in people]
        assert [state["view"]["hand"] for state in told] == dealt, "not drawn anew"
        for viewer, state in enumerate(told):
            shown = made if len(made) == SEATS else {viewer: made.get(viewer)}
            bids = state["view"]["bids"]
            assert bids == [shown.get(other) for other in range(SEATS)], "not forgotten, not shown"
        waited_for = [other for other in range(SEATS) if other not in made]
        if waited_for:
            assert told[0]["table"]["to_act"] == waited_for


async def roll_the_hand(url: str, table: str, people: list[Person], rng: Random) -> None:
    """Roll all dice, to where all bid again."""
    async with calling(url) as web:
        while len((state := await look(url, table, people[0]))["table"]["to_act"]) == 1:
            (seat,) = state["table"]["to_act"]
            own = await look(url, table, people[seat])
            body = {"ref": f"r{own['seq']}", "seq": own["seq"], "move": rng.choice(own["legal"])}
            await web.post(f"/api/tables/{table}/moves", body, people[seat])
