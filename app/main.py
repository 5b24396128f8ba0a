"""Wires the rooms together: a kitchen (store, house, application) and the server around it."""

from __future__ import annotations

import asyncio
import logging.config
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from fastapi import FastAPI

from app.bots.thinker import ProcessThinker
from app.certify.background import BackgroundCertifier
from app.games.registry import REGISTRY, Registry
from app.live.bus import InProcessBus, InProcessLeases
from app.live.discretion import Discretion, Files
from app.live.gauges import Gauges
from app.live.guard import guarding
from app.live.house import House
from app.live.house_rules import RulesInForce, Sources
from app.live.keys import LinkKeys
from app.live.outbox import Limits
from app.live.parts import Pacing, Parts
from app.live.pulse import Pulse, SteadyTime
from app.live.sampler import Premises, Sampler
from app.minting import SecretMint, trace
from app.packages import InstalledGame, check_games, find_games, registry_with
from app.serving import SWITCH_INTERVAL, Server, config_of, monitored, run_loop
from app.settings import Settings, StartError, product_version
from app.storage.engine import StoreUnavailable
from app.storage.migrate import is_current, migrate_sync
from app.storage.migrate import migrate as migrate_schema
from app.storage.store import Store, open_store
from app.tables.books import Books
from app.tables.ports import Mint, Now
from app.tables.statistics import BusState
from app.web.application import build_app
from app.web.listening import listen, reachable_url
from app.web.logs import log_config, log_stray


def utc_now() -> datetime:
    """The time, with zone."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Kitchen:
    """One process's worth of Kitchen Table, ready to be served."""

    app: FastAPI
    house: House
    store: Store
    sampler: Sampler

    async def drain(self) -> None:
        """Say `bye` to everybody; nothing new begins."""
        self.sampler.feed.say_goodbye()
        await self.house.drain()


@asynccontextmanager
async def create_app(
    settings: Settings,
    *,
    public_url: str = "http://localhost:8000",
    registry: Registry = REGISTRY,
    installed: Sequence[Path] = (),
    limits: Limits | None = None,
    mint: Mint | None = None,
    now: Now | None = None,
) -> AsyncIterator[Kitchen]:
    """Open store and house, and let go of them afterwards. The schema must be there.

    `installed`: the folders of the registry's games that are not ours. `now`: the wall's clock.
    """
    mint = mint or SecretMint()
    settings = settings.with_secret(lambda: secrets.token_urlsafe(48))
    if settings.secret is None:
        raise StartError("SECRET has to be set.")
    store = await open_store(settings.database_url)
    time = SteadyTime(now or utc_now, monotonic)
    now = now or time.now
    pulse = Pulse(store.heart, time, asyncio.sleep)
    thinker = ProcessThinker(registry)
    parts = Parts(
        registry=registry,
        log=store.log,
        tables=store.tables,
        links=store.links,
        chat=store.chat,
        notes=store.notes,
        bus=InProcessBus(),
        leases=InProcessLeases(),
        thinker=thinker,
        mint=mint,
        now=now,
        monotonic=monotonic,
        sleep=asyncio.sleep,
        pulse=pulse,
        keys=LinkKeys(settings.secret.get_secret_value().encode()),
        public_url=settings.public_url or public_url,
        pacing=pacing_of(settings.bot_pace),
        limits=limits or Limits(),
        gauges=Gauges(store.log.tally, thinker.tally),
        rules=RulesInForce(Sources(store.bans, store.rule_book, store.cautions)),
    )
    house = House(parts)
    files = Files(store.addresses, store.departing, store.dossiers, store.sweeping)
    discretion = Discretion(house, parts, files, settings.retention)
    certifier = BackgroundCertifier(registry, store.certificates, now)
    sampler = Sampler(
        house,
        store.statistics,
        premises_of(settings),
        now=now,
        monotonic=monotonic,
        sleep=asyncio.sleep,
    )
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
            store.bans, store.rule_book, store.roster, store.cases, store.cautions, certifier
        ),
        discretion=discretion,
        settings=settings,
        registry=registry,
        mint=mint,
        now=now,
        ready=lambda: is_ready(store, house),
        installed=installed,
    )
    await pulse.beat()
    await house.keeper.refresh()
    house.start()
    discretion.start()
    sampler.start()
    try:
        yield Kitchen(app, house, store, sampler)
    finally:
        await sampler.stop()
        await house.drain()
        await discretion.stop()
        certifier.close()
        thinker.close()
        await store.close()


def premises_of(settings: Settings) -> Premises:
    """What this run tells of itself to who keeps the house."""
    return Premises(
        trace(),
        "postgresql" if settings.sqlite_path is None else "sqlite",
        product_version(),
        lambda: BusState("in_process", ok=True),
    )


def pacing_of(bot_pace: float | None) -> Pacing:
    """A human pace unless the setting says another."""
    return Pacing() if bot_pace is None else Pacing(bot_pace, bot_pace)


async def is_ready(store: Store, house: House) -> bool:
    """Whether this process can do its work now."""
    with suppress(StoreUnavailable):
        await store.ping()
        return not house.closing
    return False


def run(settings: Settings) -> int:
    """Serve until told to stop. Raises `StartError`, or `OSError` if the port is taken."""
    logging.config.dictConfig(log_config(settings.log_format))
    listener = listen(settings.host, settings.port)
    try:
        installed = find_games(settings.packages)
        check_games(installed, tell)
        prepare_schema(settings)
        run_loop(serve(settings, listener, installed))
    except StoreUnavailable as problem:
        raise StartError(str(problem)) from problem
    finally:
        listener.close()
    return 0


def migrate(settings: Settings) -> int:
    """Bring the database to this version's schema."""
    try:
        migrate_sync(settings.database_url)
    except StoreUnavailable as problem:
        raise StartError(str(problem)) from problem
    tell("The database has this version's schema.")
    return 0


def prepare_schema(settings: Settings) -> None:
    """The embedded database is migrated at every start; another one only by `migrate`."""
    asyncio.run(migrate_or_check(settings))


async def migrate_or_check(settings: Settings) -> None:
    """Raises `StartError` when a database that is not embedded lacks the schema."""
    if settings.sqlite_path is not None:
        await migrate_schema(settings.database_url)
    elif not await is_current(settings.database_url):
        raise StartError(
            "The database lacks this version's schema: run `python3 -m app migrate` first."
        )


async def serve(
    settings: Settings, listener: socket.socket, installed: Sequence[InstalledGame]
) -> None:
    """The server around a kitchen; returns when it was told to stop."""
    asyncio.get_running_loop().set_exception_handler(log_stray)
    sys.setswitchinterval(SWITCH_INTERVAL)
    port = listener.getsockname()[1]
    address = reachable_url(settings.host, port)
    registry, folders = registry_with(installed), [game.folder for game in installed]
    async with create_app(
        settings, public_url=address, registry=registry, installed=folders
    ) as kitchen:
        config = config_of(kitchen.app, settings)
        opened = settings.public_url or address
        server = Server(config, kitchen.drain, lambda: tell(f"Kitchen Table is open at {opened}"))
        async with monitored(settings, kitchen.house):
            with guarding(registry.games):
                await server.serve(sockets=[listener])


def tell(line: str) -> None:
    """One line for the person who started it, at once even through a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
