"""Coming in and coming back over real sockets: nothing missed, nothing twice, the same seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from random import Random
from typing import Any

import orjson
import pytest

from app.games.registry import GAMES, REGISTRY
from app.storage.log import SqlLog
from app.storage.tables import SqlTables
from tests.bench.sockets import open_socket
from tests.scale import scaled
from tests.system.chairs import Chair, House, Json, open_house
from tests.system.people import Person

pytestmark = pytest.mark.anyio

LIVELY = {"connected", "absent_since", "spectators", "now", "type"}
"""Keys that say who happens to be there, and when."""


@pytest.fixture(scope="module")
async def house(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One server for all tests here."""
    async with open_house(tmp_path_factory.mktemp("house"), REGISTRY) as opened:
        yield opened


def calm(told: Any) -> Any:
    """A message without what changes while nobody does anything."""
    if isinstance(told, dict):
        return {key: calm(value) for key, value in told.items() if key not in LIVELY}
    return [calm(value) for value in told] if isinstance(told, list) else told


async def move_once(players: list[Chair], rng: Random) -> int:
    """Somebody who may act makes a random move, and everybody who plays has heard of it."""
    seat = rng.choice([seat for seat, chair in enumerate(players) if chair.legal])
    seq = await players[seat].play(rng.choice(players[seat].legal))
    for chair in players:
        await chair.reach(seq)
    return seq


# While something happens (4)


class Interludes:
    """Lets a newcomer knock at each place where the server waits for its store."""

    def __init__(self) -> None:
        self.knock: Any = None
        self.places = 0

    def around(self, method: Any) -> Any:
        """The method of the store, with a knock before its work and one after it."""

        async def call(*args: Any, **options: Any) -> Any:
            await self._pass()
            answer = await method(*args, **options)
            await self._pass()
            return answer

        return call

    async def _pass(self) -> None:
        self.places += 1
        if self.knock is not None:
            await self.knock()


@pytest.fixture
def interludes(monkeypatch: pytest.MonkeyPatch) -> Interludes:
    """The store's log and tables with a knock at each of their doors."""
    made = Interludes()
    for room, names in ((SqlLog, ("append", "load")), (SqlTables, ("load", "save"))):
        for name in names:
            monkeypatch.setattr(room, name, made.around(getattr(room, name)))
    return made


async def test_04_a_join_at_every_await_point(house: House, interludes: Interludes) -> None:
    """A socket that opens while a move is under way: a state, then every later move, once."""
    rng = Random(4)
    people = await house.people(3)
    table = await house.web.open_table("milkuro", people)
    players = [await house.sit(table["id"], person) for person in people]
    newcomers: list[asyncio.Task[Chair]] = []

    async def knock() -> None:
        person = rng.choice((*people, None))
        newcomers.append(asyncio.create_task(house.sit(table["id"], person, greeted=False)))
        for _ in range(rng.randrange(20)):
            await asyncio.sleep(0)  # how far the newcomer has come when the store goes on

    for _ in range(scaled(12, 100)):
        interludes.knock = knock
        await move_once(players, rng)
        interludes.knock = None
        last = await move_once(players, rng)
        for newcomer in newcomers:
            await check_newcomer(await newcomer, last)
        newcomers.clear()
    assert interludes.places >= 2 * scaled(24, 200), "before each append and after it"


async def check_newcomer(chair: Chair, last: int) -> None:
    """One state, then every move up to the last one."""
    await chair.reach(last)
    await chair.flush()
    told = [message["seq"] for message in chair.told if message["type"] in ("state", "move")]
    assert told == list(range(told[0], last + 1))
    assert [message["type"] for message in chair.told].count("state") == 1
    chair.socket.close()


async def test_04_who_sits_down_meanwhile_is_seen_by_who_comes_in(house: House) -> None:
    """Seats are taken while others come in: in the end all see the same table."""
    for number in range(scaled(4, 50)):
        people = await house.people(6)
        order = {"game": "mino_dice", "seats": 6, "visibility": "public", "title": str(number)}
        table = await house.web.post("/api/tables", order, people[0])
        path = f"/api/tables/{table['id']}"
        sitting = [
            house.web.post(f"{path}/seats/{seat}", {"who": "me"}, people[seat])
            for seat in range(1, 6)
        ]
        coming = [house.sit(table["id"], person) for person in (*people, None, None)]
        both = await asyncio.gather(*sitting, *coming)
        truth = calm(await house.web.get(path, people[0]))["seats"]
        assert [place["player"]["id"] for place in truth] == [person.id for person in people]
        for chair in both[len(sitting) :]:
            await chair.until(partial(shows, chair, truth))
            chair.socket.close()


def shows(chair: Chair, seats: list[Json]) -> bool:
    """Whether this socket knows of these people on these seats."""
    told: bool = calm(table_of(chair))["seats"] == seats
    return told


def table_of(chair: Chair) -> Json:
    """The table as this socket's messages add up."""
    tables = [message["table"] for message in chair.told if "table" in message]
    newest: Json = tables[-1]
    return newest


async def test_04_tables_opened_meanwhile_are_in_the_lobby(house: House) -> None:
    """The list comes first, then what is new: no table falls between the two."""
    (host,) = await house.people(1)

    async def open_one(number: int) -> str:
        order = {"game": "gnav", "visibility": "public", "title": f"Lobby {number}"}
        return str((await house.web.post("/api/tables", order, host))["id"])

    async def listen() -> Chair:
        return Chair(await open_socket(house.web.url, "/api/lobby/live"))

    number = scaled(10, 60)
    both = await asyncio.gather(
        *(job for each in range(number) for job in (open_one(each), listen()))
    )
    opened, pages = set(both[::2]), both[1::2]
    for page in pages:
        await page.until(partial(knows, page, opened))
        assert [message["type"] for message in page.told].count("lobby") == 1
        page.socket.close()


def knows(page: Chair, tables: set[str]) -> bool:
    """Whether this page of the lobby has all of them."""
    return tables <= ids_in_lobby(page)


def ids_in_lobby(page: Chair) -> set[str]:
    """The tables that this page of the lobby knows."""
    known: set[str] = set()
    for message in page.told:
        match message["type"]:
            case "lobby":
                known = {table["id"] for table in message["tables"]}
            case "table":
                known.add(message["table"]["id"])
            case "gone":
                known.discard(message["id"])
    return known


# Back to the own seat (7)


async def open_by_link(house: House, game: str, people: list[Person]) -> str:
    """A running match of those people, who came by a link."""
    order = {"game": game, "seats": len(people), "start": True}
    table = await house.web.post("/api/tables", order, people[0])
    key = table["links"]["play"].partition("?")[2]
    for seat, person in enumerate(people[1:], start=1):
        path = f"/api/tables/{table['id']}/seats/{seat}?{key}"
        table = await house.web.post(path, {"who": "me"}, person)
    assert table["state"] == "playing"
    return str(table["id"])


async def lock_up(house: House, host: Person, table_id: str) -> None:
    """Every link of the table is taken back: only who belongs here comes in."""
    path = f"/api/tables/{table_id}/links"
    for link in (await house.web.get(path, host))["links"]:
        await house.web.delete(f"{path}/{link['id']}", host)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_07_back_at_every_step_to_the_same_seat_byte_for_byte(
    house: House, game: Any
) -> None:
    """A full, locked table lets its own people in without a question, at every step."""
    rng = Random(game.info.key)
    people = await house.people(3)
    table = await open_by_link(house, game.info.key, people)
    await lock_up(house, people[0], table)
    players = [await house.sit(table, person) for person in people]
    for _ in range(scaled(15, 400)):
        if not any(chair.legal for chair in players):
            break
        for seat, person in enumerate(people):
            known = players[seat].moves[-1:] or [players[seat].state]
            players[seat].cut()
            players[seat] = await house.sit(table, person)
            state = players[seat].state
            assert state["seat"] == seat
            for key in ("seq", "view", "legal", "can_undo"):
                assert orjson.dumps(state[key]) == orjson.dumps(known[0][key])
            asked = await house.web.get(f"/api/tables/{table}/state", person)
            assert calm(asked) == calm(state)
        await move_once(players, rng)
