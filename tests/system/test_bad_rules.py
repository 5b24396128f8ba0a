"""Rules and bots that loop, eat memory or raise: their table fails, the house goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from app.live.guard import MOST_MEMORY
from tests.serving import ServerProcess, serving
from tests.system.people import Person, Player, Web, calling, socket_to
from tests.system.trap import TROUBLES

pytestmark = pytest.mark.anyio

PATIENCE = 60
Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A house in which Trap is offered too."""
    folder = tmp_path_factory.mktemp("house")
    settings = {"DATABASE_URL": f"sqlite:///{folder}/kitchen.db", "RATE_LIMITS": "off"}
    with serving(settings, "tests.system.trap") as running:
        yield running


async def whole_match(web: Web, people: list[Person]) -> None:
    """Others play while it happens, to the end, and nothing of theirs is lost."""
    table = await web.open_table("gnav", people)
    players = [Player(table["id"], person, rng=Random(seat)) for seat, person in enumerate(people)]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.play(web.url) for player in players))
    assert all(player.over for player in players)
    assert all(sent.ok for player in players for sent in player.sent.values())


async def ask(url: str, table: str, person: Person, move: Json) -> Json:
    """The answer to a move over a socket."""
    async with socket_to(url, table, person, None) as socket, asyncio.timeout(PATIENCE):
        state = orjson.loads(await socket.recv())
        if state["type"] == "error":
            return dict(state)
        frame = {"type": "move", "ref": str(move), "seq": state["seq"], "move": move}
        await socket.send(orjson.dumps(frame).decode())
        while (told := orjson.loads(await socket.recv()))["type"] not in ("ok", "error"):
            pass
        return dict(told)


def memory_of(server: ServerProcess) -> int:
    """What the server's own process holds now, in bytes."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * 4096


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("where", ["move", "view"])
async def test_31_bad_rules_fail_alone(server: ServerProcess, trouble: str, where: str) -> None:
    bad: Json = {"type": "do", "trouble": trouble, "where": where}
    async with calling(server.url) as web:
        people = [await web.newcomer(name) for name in ("Anna", "Bo", "Cleo")]
        before, quiet = memory_of(server), len(server.output)
        table = await web.open_table("trap", people[:2])
        asked, _ = await asyncio.gather(
            ask(server.url, table["id"], people[0], bad), whole_match(web, people)
        )
        counted = where == "view"
        assert asked["type"] == ("ok" if counted else "error"), "a move that is stored counts"
        assert counted or asked["error"]["code"] == "unavailable"
        again = await ask(server.url, table["id"], people[1 if counted else 0], QUIET)
        if trouble == "raises" and not counted:
            assert again["type"] == "ok", "nobody forfeits"
        else:
            assert again["error"]["code"] == "unavailable"
        await whole_match(web, people)
        assert memory_of(server) - before < 2 * MOST_MEMORY
    assert ("set aside" in server.output[quiet:]) == (trouble != "raises")
    assert "the card is 17" not in server.output


QUIET: Json = {"type": "do", "trouble": "none", "where": "move"}


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_31_a_bad_bot_makes_the_default_move(server: ServerProcess, trouble: str) -> None:
    async with calling(server.url) as web:
        people = [await web.newcomer(name) for name in ("Anna", "Bo", "Cleo")]
        order = {"seats": 2, "bots": {"1": "normal"}, "options": {"bot": trouble}}
        table = await web.open_table("trap", people[:1], **order)
        assert (await ask(server.url, table["id"], people[0], QUIET))["type"] == "ok"
        await whole_match(web, people)
        async with socket_to(server.url, table["id"], people[0], 0) as socket:
            async with asyncio.timeout(PATIENCE):
                while (told := orjson.loads(await socket.recv())).get("seq") != 2:
                    pass
        log = told["log"] if told["type"] == "state" else [told]
        assert (log[-1]["by"], log[-1]["move"]) == ("bot", QUIET)
