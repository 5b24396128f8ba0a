"""A whole house over a real SQLite store for the tests of the edge: its files, clock and people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
from anyio.from_thread import BlockingPortal
from argon2 import PasswordHasher
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.games.registry import REGISTRY
from app.live.bus import InProcessBus, InProcessLeases
from app.live.discretion import Discretion, Files
from app.live.gauges import Gauges
from app.live.house import House
from app.live.house_rules import RulesInForce, Sources
from app.live.keys import LinkKeys
from app.live.parts import Pacing, Parts
from app.live.pulse import Pulse, SteadyTime
from app.live.sampler import Premises, Sampler
from app.settings import ROOT, Settings
from app.storage.store import Store, open_store
from app.tables.books import Books
from app.tables.certificates import Certificate
from app.tables.ports import Advice, Choice, Question, Sleep
from app.tables.statistics import BusState
from app.web.application import build_app
from app.web.passwords import Passwords
from tests import minting
from tests.schema import lay_sqlite

KEY = "a secret of the tests, long enough"
ORIGIN = "http://testserver"
FROM_OUR_PAGE = {"Origin": ORIGIN}
FROM_ELSEWHERE = {"Origin": "http://elsewhere.example"}

TEMPLATE = """\
<!doctype html>
<html lang="{{ lang }}"><head><title>{{ t("site.name") }}</title>
<link rel="stylesheet" href="{{ static }}/css/base.css"></head>
<body class="{{ page.name }}">{{ page.get("message", "") }} {{ page.get("trace", "") }}
<script type="application/json" id="boot">{{ boot|tojson }}</script></body></html>
"""
FILES = {
    "locales/en.json": '{"site.name": "Kitchen Table"}',
    "locales/fr.json": '{"site.name": "Table de cuisine"}',
    "css/base.css": "body { color: black }\n" * 100,
    "js/table.js": "export const table = 1;\n" * 100,
    "img/mark.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}
PAGES = (
    "come", "invited", "lobby", "table", "replay", "rules", "me", "privacy", "error",
    "admin", "admin_login", "admin_welcome",
)  # fmt: skip


@dataclass
class Clock:
    """Time that moves when a test says so."""

    at: datetime = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    seconds: float = 1000.0

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return self.seconds

    def advance(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        self.seconds += seconds


class CountingMint(minting.CountingMint):
    """Its words are as long as those of a server."""

    def _next(self, kind: str) -> str:
        return f"{kind}{next(self.numbers):08d}"

    def token(self) -> str:
        return self._next("token-that-nobody-guesses-")


class CarefulThinker:
    """Bots that always make the default move."""

    async def choose(self, question: Question) -> Any:
        game = REGISTRY.find(question.game, question.rules_version)
        return game.default_move(question.state, question.seat)

    async def advise(self, question: Question) -> Advice:
        return Advice((Choice(await self.choose(question), 0.25),), samples=4)


class PatientCertifier:
    """Begins with one game, and never comes to an end."""

    def __init__(self) -> None:
        self.begun: dict[str, Certificate] = {}

    def start(self, game: str) -> bool:
        if self.begun:
            return False
        self.begun[game] = Certificate(Clock().now())
        return True

    async def certificates(self) -> dict[str, Certificate]:
        return self.begun


@dataclass(frozen=True)
class Kitchen:
    """One running application and what a test may turn in it."""

    app: FastAPI
    house: House
    store: Store
    clock: Clock
    portal: BlockingPortal
    database_url: str
    discretion: Discretion
    sampler: Sampler

    def client(self, **options: Any) -> TestClient:
        """A program or browser without anything yet."""
        client = TestClient(self.app, **{"base_url": ORIGIN, "follow_redirects": False, **options})
        client.portal = self.portal
        return client

    def browser(self, name: str | None = None) -> TestClient:
        """A browser on one of our pages, with a name if one is given."""
        client = self.client(headers=dict(FROM_OUR_PAGE))
        if name is not None:
            assert client.patch("/api/me", json={"name": name}).status_code == 200
        return client

    def program(self, name: str = "Ada") -> TestClient:
        """A program with a bearer token."""
        answer = self.client().post("/api/players", json={"name": name})
        assert answer.status_code == 201
        token = answer.json()["token"]
        return self.client(headers={"Authorization": f"Bearer {token}"})

    def open_table(self, client: TestClient, **order: Any) -> dict[str, Any]:
        """A table of Milkuro as ordered."""
        answer = client.post("/api/tables", json={"game": "milkuro", **order})
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table


def key_in(link: str) -> str:
    """The key of a link."""
    found = re.search(r"\?key=([\w-]+)$", link)
    assert found is not None
    return found[1]


def write_files(folder: Path) -> None:
    """A small tree of templates and static files."""
    for name in PAGES:
        path = folder / "templates" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEMPLATE)
    for name, text in FILES.items():
        path = folder / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


async def open_kitchen(
    folder: Path,
    portal: BlockingPortal,
    *,
    own_files: bool = True,
    sleep: Sleep = anyio.sleep,
    **settings: Any,
) -> Kitchen:
    """Open and wire everything as the product does.

    `own_files`: a small tree of templates and static files instead of the product's. `sleep`: how
    the house waits, for tests in which nothing may happen meanwhile.
    """
    await anyio.to_thread.run_sync(write_files, folder)
    url = await anyio.to_thread.run_sync(lay_sqlite, folder / "kitchen.db")
    store = await open_store(url)
    clock = Clock()
    parts = Parts(
        registry=REGISTRY,
        log=store.log,
        tables=store.tables,
        links=store.links,
        chat=store.chat,
        notes=store.notes,
        bus=InProcessBus(),
        leases=InProcessLeases(),
        thinker=CarefulThinker(),
        mint=CountingMint(),
        now=clock.now,
        monotonic=clock.monotonic,
        sleep=sleep,
        pulse=Pulse(store.heart, SteadyTime(clock.now, clock.monotonic), anyio.sleep),
        keys=LinkKeys(b"a secret of the tests"),
        public_url=ORIGIN,
        pacing=Pacing(0, 0),
        gauges=Gauges(store.log.tally),
        rules=RulesInForce(Sources(store.bans, store.rule_book, store.cautions)),
    )
    house = House(parts)
    privacy = Files(store.addresses, store.departing, store.dossiers, store.sweeping)
    settings = {"database_url": url, "secret": KEY, **settings}
    discretion = Discretion(house, parts, privacy, Settings(**settings).retention)
    premises = Premises("run", "sqlite", "1.2.3", lambda: BusState("in_process", ok=True))
    sampler = Sampler(
        house,
        store.statistics,
        premises,
        now=clock.now,
        monotonic=clock.monotonic,
        sleep=anyio.sleep,
    )
    files = folder if own_files else ROOT

    async def ready() -> bool:
        await store.ping()
        return not house.closing

    app = build_app(
        house,
        store.players,
        store.tables,
        reports=store.reports,
        table_search=store.table_search,
        staff=store.staff,
        shifts=store.shifts,
        audit=store.audit,
        sampler=sampler,
        books=Books(
            store.bans,
            store.rule_book,
            store.roster,
            store.cases,
            store.cautions,
            PatientCertifier(),
        ),
        discretion=discretion,
        settings=Settings(**settings),
        registry=REGISTRY,
        mint=parts.mint,
        now=clock.now,
        ready=ready,
        monotonic=clock.monotonic,
        passwords=Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)),
        templates=files / "templates",
        static=files / "static",
    )
    return Kitchen(app, house, store, clock, portal, url, discretion, sampler)


async def close_kitchen(kitchen: Kitchen) -> None:
    """Let go of everything."""
    await kitchen.sampler.stop()
    await kitchen.house.drain()
    await kitchen.discretion.stop()
    await kitchen.store.close()
