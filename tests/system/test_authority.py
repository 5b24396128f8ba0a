"""Every verb from everybody who may not have it, over HTTP and over sockets opened long before.

What somebody may do is looked up for each message (app/tables/access.py); whoever lost a seat, a
link or the table itself has lost it on every open socket too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.system.chairs import Chair, House, Json, open_house
from tests.system.people import Person

pytestmark = pytest.mark.anyio

HTTP: Mapping[str, tuple[str, str, Json | None]] = {
    "change": ("PATCH", "", {"title": "Mine"}),
    "move": ("POST", "/moves", {"ref": "h", "seq": 0, "move": {"type": "keep"}}),
    "undo": ("POST", "/undo", {"ref": "h", "seq": 1}),
    "start": ("POST", "/start", None),
    "close": ("POST", "/close", None),
    "pause": ("POST", "/pause", None),
    "resume": ("POST", "/resume", None),
    "end": ("POST", "/end", None),
    "stand in": ("POST", "/seats/0/stand_in", None),
    "sit on the host": ("POST", "/seats/0", {"who": "me"}),
    "sit on another": ("POST", "/seats/1", {"who": "me"}),
    "seat a bot": ("POST", "/seats/1", {"who": "bot"}),
    "free the host's seat": ("DELETE", "/seats/0", None),
    "bar another": ("DELETE", "/seats/1", {"bar": True}),
    "rematch": ("POST", "/rematch", None),
    "branch": ("POST", "/branch", {"seq": 0, "seat": 0}),
    "close the rail": ("POST", "/rail", {"open": False}),
    "see links": ("GET", "/links", None),
    "make a link": ("POST", "/links", {"kind": "play"}),
    "revoke a link": ("DELETE", "/links/{link}", None),
    "replay": ("GET", "/replay", None),
    "record": ("GET", "/record", None),
}
FRAMES: Mapping[str, Json] = {
    "move by wire": {"type": "move", "seq": 0, "move": {"type": "keep"}},
    "undo by wire": {"type": "undo", "seq": 1},
    "knock": {"type": "nudge", "seat": 0},
    "talk at the table": {"type": "chat", "room": "table", "text": "psst"},
    "talk at the rail": {"type": "chat", "room": "rail", "text": "psst"},
}
NO_RIGHT = {"not_found", "forbidden", "not_seated", "sign_in"}
NOT_FREE = {"seat_taken", "already_seated"}
NOT_NOW = {"not_your_turn", "cannot_undo", "not_started", "match_over", "paused"}
SITTING = {"sit on the host", "sit on another"}
TOLD_LATER = {"replay", "record", "branch"}


@dataclass(frozen=True)
class Role:
    """Somebody at the door. `may`: what this one has a right to."""

    person: Person | None
    query: str = ""
    may: frozenset[str] = frozenset()
    chair: Chair | None = None
    codes: frozenset[str] = field(default_factory=frozenset)
    """What this one may be told besides having no right."""


@dataclass(frozen=True)
class Scene:
    """A table, everybody who has something to do with it, and the house around it."""

    house: House
    table: Json
    roles: Mapping[str, Role]

    async def stored(self) -> Any:
        """All that a verb could change."""
        store, table_id = self.house.kitchen.store, self.table["id"]
        table = await store.tables.load(table_id)
        assert table is not None
        links = [replace(link, uses=0) for link in await store.links.of_series(table.series)]
        series = await store.tables.list_series(table.series, 9)
        return (
            replace(table, visited_at=None),
            await store.log.load(table_id),
            await store.chat.newest(table_id),
            links,
            [each.id for each in series],
        )

    async def try_everything(self, name: str) -> dict[str, str]:
        """What this role is told for every verb that is not its own."""
        role, link = self.roles[name], await self._a_link()
        told = {}
        for verb, (method, path, body) in HTTP.items():
            if verb not in role.may:
                where = f"/api/tables/{self.table['id']}{path.format(link=link)}{role.query}"
                answer = await self.house.web.ask(method, where, body, role.person)
                assert 400 <= answer.status_code < 500, (name, verb, answer.text)
                told[verb] = answer.json()["error"]["code"]
        if role.chair is not None and not role.chair.socket.closed:
            for verb, frame in FRAMES.items():
                if verb not in role.may:
                    role.chair.send({**frame, "ref": verb})
                    answer = await role.chair.answer(verb)
                    assert answer["type"] == "error", (name, verb)
                    told[verb] = answer["error"]["code"]
        return told

    async def _a_link(self) -> str:
        links = await self.house.kitchen.store.links.of_series(self.table["series"])
        return links[0].id


@pytest.fixture(scope="module")
async def house(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One server for all tests here."""
    async with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


class Staging:
    """Opens a table of Gnav and brings people to it, each with a socket of their own."""

    def __init__(self, house: House, table: Json, host: Person) -> None:
        self.house, self.table, self.host = house, table, host
        self.path = f"/api/tables/{table['id']}"
        self.play = "?" + table["links"]["play"].partition("?")[2]
        self.watch = "?" + table["links"]["watch"].partition("?")[2]

    async def newcomer(self, name: str, query: str = "") -> tuple[Person, Chair]:
        """Somebody new who has come by that link."""
        person = await self.house.web.newcomer(name)
        return person, await self.house.sit(self.table["id"], person, query)

    async def seated(self, seat: int) -> tuple[Person, Chair]:
        """Somebody new on that seat."""
        person, chair = await self.newcomer(f"Seat {seat}", self.play)
        await self.sit(person, seat)
        return person, chair

    async def sit(self, person: Person, seat: int) -> None:
        """Take a seat that is free for this person."""
        await self.house.web.post(f"{self.path}/seats/{seat}{self.play}", {"who": "me"}, person)

    async def leave(self, person: Person, seat: int, by: Person | None = None, **how: Any) -> None:
        """Give the seat up, or be made to."""
        where = f"{self.path}/seats/{seat}"
        answer = await self.house.web.ask("DELETE", where, how or None, by or person)
        assert answer.status_code == 200, answer.text

    async def revoked(self) -> tuple[Person, Chair]:
        """Somebody who came by a link that is taken back meanwhile."""
        added = await self.house.web.post(f"{self.path}/links", {"kind": "play"}, self.host)
        newest = (await self.house.web.get(self.path, self.host))["links"]["play"]
        person, chair = await self.newcomer("Rita", "?" + newest.partition("?")[2])
        await self.house.web.delete(f"{self.path}/links/{added['id']}", self.host)
        return person, chair

    async def outsiders(self) -> dict[str, Role]:
        """Everybody who never sat here."""
        watcher, watching = await self.newcomer("Wanda", self.watch)
        invited, inviting = await self.newcomer("Ina", self.play)
        revoked, gone = await self.revoked()
        nameless = await self.house.sit(self.table["id"], None, self.watch)
        talk = frozenset({"talk at the rail"})
        return {
            "nobody": Role(None),
            "a stranger": Role(await self.house.web.newcomer("Sten")),
            "a nameless watcher": Role(None, self.watch, chair=nameless),
            "a watcher": Role(watcher, self.watch, talk, watching),
            "an invited guest": Role(invited, self.play, talk, inviting, frozenset(NOT_FREE)),
            "one whose link was revoked": Role(revoked, chair=gone),
        }


async def stage(house: House, seats: int, **order: Any) -> Staging:
    """An open table of Gnav with its host on the first seat."""
    host = await house.web.newcomer("Hanna")
    wanted = {"game": "gnav", "seats": seats, **order}
    return Staging(house, await house.web.post("/api/tables", wanted, host), host)


async def open_scene(house: House) -> Scene:
    """Before the start: somebody sits, somebody has left, somebody was kept out."""
    staging = await stage(house, 4)
    other, beside = await staging.seated(1)
    former, behind = await staging.seated(2)
    barred, outside = await staging.seated(3)
    roles = await staging.outsiders()
    await staging.leave(former, 2)
    await staging.leave(barred, 3, staging.host, bar=True)
    own = frozenset({"talk at the table", "sit on another", "bar another"})
    talk = frozenset({"talk at the rail"})
    free = frozenset(NOT_FREE)
    return Scene(
        house,
        staging.table,
        {
            **roles,
            "another on a seat": Role(other, "", own, beside, frozenset(NOT_FREE | NOT_NOW)),
            "one who left": Role(former, staging.play, talk, behind, free),
            "one who is barred": Role(barred, staging.play, frozenset(), outside, free),
        },
    )


async def running_scene(house: House) -> Scene:
    """In a match: a stand-in plays for one, another was replaced, and it is the host's turn."""
    staging = await stage(house, 4, start=True)
    other, beside = await staging.seated(1)
    replaced, behind = await staging.seated(2)
    roles = await staging.outsiders()
    away, aside = await staging.seated(3)
    await staging.leave(replaced, 2)
    substitute, _ = await staging.newcomer("Suse", staging.play)
    await staging.sit(substitute, 2)
    await staging.leave(away, 3)
    await let_the_host_owe(house, staging, [staging.host, other, substitute])
    talk = frozenset({"talk at the rail"})
    own = frozenset(
        {"pause", "resume", "end", "knock", "talk at the table", "sit on another", "bar another"}
    )
    back = frozenset({"resume", "knock", "talk at the table"})
    seated = frozenset(NOT_FREE | NOT_NOW | {"stale"})
    return Scene(
        house,
        staging.table,
        {
            **roles,
            "another on a seat": Role(other, "", own, beside, seated),
            "one who was replaced": Role(replaced, staging.play, talk, behind, frozenset(NOT_FREE)),
            "one for whom a stand-in plays": Role(away, "", back, aside, seated),
        },
    )


async def let_the_host_owe(house: House, staging: Staging, players: list[Person]) -> None:
    """Keep until it is the first seat's turn: bots play on only when it is theirs."""
    chairs = [await house.sit(staging.table["id"], person) for person in players]
    host, *others = chairs
    while not host.legal:
        mover = next((chair for chair in others if chair.legal), None)
        if mover is not None:
            await mover.play({"type": "keep"})
        newest = max(chair.seq or 0 for chair in chairs)
        for chair in chairs:
            await chair.reach(newest)
            await chair.flush()


SCENES = {"open": open_scene, "running": running_scene}


@pytest.mark.parametrize("scene", SCENES)
async def test_11_nobody_has_a_verb_that_is_not_theirs(house: House, scene: str) -> None:
    set_up = await SCENES[scene](house)
    before = await set_up.stored()
    for name, role in set_up.roles.items():
        told = await set_up.try_everything(name)
        assert len(told) > len(HTTP) - 6
        for verb, code in told.items():
            assert code in allowed_codes(role, verb), f"{name}: {verb} is {code}"
        assert await set_up.stored() == before, name
    for role in set_up.roles.values():
        for verb in role.may & FRAMES.keys():
            assert role.chair is not None
            role.chair.send({**FRAMES[verb], "ref": "own"})
            answer = await role.chair.answer("own")
            code = answer.get("error", {}).get("code")
            assert code is None or (verb, code) == ("knock", "rate_limited"), (verb, answer)
            role.chair.answers.clear()


def allowed_codes(role: Role, verb: str) -> set[str]:
    """What this one may be told for a verb without a right to it."""
    codes = NO_RIGHT | (role.codes if verb in SITTING else role.codes - NOT_FREE)
    return codes | {"not_started"} if verb in TOLD_LATER else codes
