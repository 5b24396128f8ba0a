"""Everybody who may come to a house, one of each kind, and what the house has written down."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

import anyio
import anyio.lowlevel
import httpx2

from app.live.host import Host
from app.live.house import House
from app.tables.admins import PROOF_LIFE, Role
from app.web.admin_doors import COOKIE as ADMIN_COOKIE
from app.web.callers import COOKIE
from tests.web.kitchen import FROM_OUR_PAGE, ORIGIN, Kitchen
from tests.web.staff import Keeper, keeper_of

Json = Any

PATIENCE = 20
WHY = "Because the test says so."

STAFF: Mapping[str, Role] = {
    "observer": "observer",
    "moderator": "moderator",
    "owner": "owner",
    "unproved": "owner",
}

FORGETFUL = frozenset(("addresses", "admin_tries", "grants", "heartbeat", "salts", "visits"))
"""What may change by a call that was refused: that it came, by which link, and from where."""

TOUCHED = frozenset(("seen_at", "uses", "visited_at"))
"""Likewise, in tables that are looked at."""


@dataclass(frozen=True)
class Caller:
    """What somebody sends along with every call."""

    headers: Mapping[str, str]
    query: str = ""
    player: str | None = None
    keeper: Keeper | None = None

    @property
    def foreign(self) -> Caller:
        """The same, if another site's page made the browser call."""
        return replace(self, headers={**self.headers, "Origin": "http://elsewhere.example"})


class Cast:
    """One of each kind of people. Those at a table are the same persons at every table."""

    def __init__(self, kitchen: Kitchen) -> None:
        self.kitchen = kitchen
        self._client = httpx2.AsyncClient(
            base_url=ORIGIN, transport=httpx2.ASGITransport(kitchen.app), trust_env=False
        )
        self._proved: dict[str, Any] = {}
        self.host = self.guest("Hanna")
        self.substitute = self.guest("Suse")
        self.preparing = self._staff("owner")
        self.staff = {kind: self._staff(role) for kind, role in STAFF.items()}
        kitchen.clock.advance(PROOF_LIFE.total_seconds())
        self._people: dict[str, Caller] = {}
        for kind in ("guest", "spectator", "revoked", "barred", "seated", "stoodin", "former"):
            self._people[kind] = self.guest(kind)
        self._people |= {"host": self.host, "program": self.program(), "banned": self.banned()}

    def of(self, kind: str) -> Caller:
        """That kind of caller; staff have proved a moment ago who they are, or long ago."""
        if kind in STAFF:
            if kind != "unproved":
                self.prove(self.staff[kind])
            return self.staff[kind]
        nobody = Caller(FROM_OUR_PAGE if kind == "play" else {})
        return self._people.get(kind, nobody)

    def another(self, kind: str, *, on_duty: bool) -> Caller:
        """Somebody else of that kind, who may be used up; of the staff, the admin or the guest."""
        if kind in STAFF and on_duty:
            made = self._staff(STAFF[kind])
            if kind == "unproved":
                self.kitchen.clock.advance(PROOF_LIFE.total_seconds())
            return made
        if kind in STAFF:
            return badged(self.guest(kind), self.of(kind).keeper)
        match kind:
            case "nobody" | "watch" | "play":
                return self.of(kind)
            case "program":
                return self.program()
            case "banned":
                return self.banned()
        return self.guest(kind)

    def guest(self, name: str) -> Caller:
        """A browser with a name."""
        made = self.ask(Caller(FROM_OUR_PAGE), "PATCH", "/api/me", {"name": name})
        headers = {**FROM_OUR_PAGE, "Cookie": f"{COOKIE}={made.cookies[COOKIE]}"}
        return Caller(headers, player=made.json()["player"]["id"])

    def program(self) -> Caller:
        """A program with a token."""
        made = self.ask(Caller({}), "POST", "/api/players", {"name": "Program"}).json()
        return Caller({"Authorization": f"Bearer {made['token']}"}, player=made["player"]["id"])

    def banned(self) -> Caller:
        """A guest who is kept out of the house."""
        guest = self.guest("banned")
        self.order("POST", f"/players/{guest.player}/ban", {})
        return guest

    def _staff(self, role: Role) -> Caller:
        """Somebody of the staff, who has a name as a player as well."""
        keeper = keeper_of(self.kitchen, role=role)
        self._proved[keeper.id] = self.kitchen.clock.now()
        return badged(self.guest(role), keeper)

    def prove(self, caller: Caller) -> None:
        """Give password and code again before the last proof is too old."""
        keeper, now = caller.keeper, self.kitchen.clock.now()
        assert keeper is not None
        if now - self._proved[keeper.id] > PROOF_LIFE - timedelta(minutes=2):
            keeper.prove()
            self._proved[keeper.id] = self.kitchen.clock.now()

    def ask(self, caller: Caller, method: str, path: str, body: Json = None) -> httpx2.Response:
        """A call, of which the browser keeps nothing: each is made by who came first."""
        self._client.cookies.clear()
        headers = dict(caller.headers)
        asked = partial(self._client.request, method, path, json=body, headers=headers)
        return self.kitchen.portal.call(asked)

    def do(self, caller: Caller, method: str, path: str, body: Json = None) -> Json:
        """A call that has to be a good one."""
        answer = self.ask(caller, method, path, body)
        assert answer.status_code < 300, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def settle(self) -> None:
        """Bots play on until a person has to."""
        self.kitchen.portal.call(let_bots_play, self.kitchen.house)

    def order(self, method: str, path: str, body: dict[str, Json]) -> Json:
        """What an owner has to do before others may try something."""
        self.prove(self.preparing)
        return self.do(self.preparing, method, f"/api/admin{path}", {"why": WHY, **body})


def badged(guest: Caller, keeper: Keeper | None) -> Caller:
    """A guest in whose browser somebody of the staff is logged in as well."""
    assert keeper is not None
    badge = f"{ADMIN_COOKIE}={keeper.client.cookies[ADMIN_COOKIE]}"
    headers = {**guest.headers, "Cookie": f"{guest.headers['Cookie']}; {badge}"}
    return replace(guest, headers=headers, keeper=keeper)


async def oversleep(seconds: float) -> None:
    """Whoever waits for a while here waits for ever: nothing is looked after behind our back."""
    if seconds > 0:
        await anyio.sleep_forever()


async def let_bots_play(house: House) -> None:
    """Until no table here waits for a bot: nothing is written behind anybody's back."""
    with anyio.fail_after(PATIENCE):
        while waiting := [host for host in house.hosts if waits_for_bot(host)]:
            await waiting[0].refresh()
            await anyio.lowlevel.checkpoint()


def waits_for_bot(host: Host) -> bool:
    """Whether a bot or a stand-in is to act there."""
    table, match = host.table, host.match
    if match is None or table.ended or table.paused is not None:
        return False
    return any(table.seats[seat].bot for seat in match.to_act)


class Books:
    """All that the store knows, as far as a call that was refused must not change it."""

    def __init__(self, kitchen: Kitchen) -> None:
        self._database = sqlite3.connect(kitchen.database_url.removeprefix("sqlite:///"))
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        found = {name for (name,) in self._database.execute(names)}
        self._selects = {name: self._select(name) for name in found - FORGETFUL}
        self._version: object = None
        self._pages: dict[str, list[Any]] = {}

    def _select(self, table: str) -> str:
        columns = [row[1] for row in self._database.execute(f"PRAGMA table_info({table})")]
        kept = ", ".join(f'"{name}"' for name in columns if name not in TOUCHED)
        return f'SELECT {kept} FROM "{table}"'  # noqa: S608

    def read(self) -> dict[str, list[Any]]:
        """Every row. Read anew only if somebody has written since."""
        version = self._database.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._pages = {
                name: sorted(map(repr, self._database.execute(select)))
                for name, select in self._selects.items()
            }
        return self._pages

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
