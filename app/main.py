"""Wires the rooms together: a kitchen (store, house, application) and the server around it."""

from __future__ import annotations

import asyncio
import gc
import logging.config
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import uvicorn
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
from app.web.monitor import monitor_app
from app.web.shield import Bounds, Gatekeeper, most_connections, shielded, trusting
from app.web.wire import DirectWebSocket

GRACE = 4
"""Seconds that requests under way have to end when the server stops."""

MOST_WATCHERS = 16
"""Connections to the port of the metrics at a time."""

PING_INTERVAL = 25.0
"""Seconds between the server's pings: proxies cut sockets that are quiet for a minute."""

COLLECT_AFTER = (20_000, 20, 50)
"""New objects, and younger rounds, before the collector of cycles looks: states are values
without cycles, so there is little to find."""

SWITCH_INTERVAL = 0.0005
"""Seconds after which the event loop lets another thread run: a commit waits for several turns
of the log's thread, at five milliseconds each by default."""

MAX_FRAME = 64 * 1024
"""Bytes of a frame past which the connection ends; past 16 KiB a frame is answered `too_large`."""


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
        rules=RulesInForce(Sources(store.bans, store.rule_book)),
    )
    house = House(parts)
    files = Files(store.addresses, store.departing, store.dossiers, store.sweeping)
    discretion = Discretion(house, parts, files, settings.retention)
    certifier = BackgroundCertifier(registry, now)
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
        books=Books(store.bans, store.rule_book, store.roster, store.cases, certifier),
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


class Server(uvicorn.Server):
    """uvicorn that says where it is open, and says `bye` before it closes sockets."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: Callable[[], Awaitable[None]],
        on_open: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._on_open = on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            settle_memory()
            self._on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No new tables, `bye: restarting`, then the closing handshakes."""
        await self._drain()
        await super().shutdown(sockets=sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM, and end in order: nothing is raised again afterwards."""
        watched = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in watched}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


class SideServer(uvicorn.Server):
    """Serves beside the one that hears the signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Told to stop by its owner."""
        yield


@asynccontextmanager
async def monitored(settings: Settings, house: House) -> AsyncIterator[None]:
    """Metrics at a port of their own, if the settings name one. Raises `StartError`."""
    if settings.metrics_port is None:
        yield
        return
    with listen_for_metrics(settings) as listener:
        config = uvicorn.Config(
            monitor_app(house, settings),
            http=shielded(Gatekeeper(Bounds())),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_WATCHERS,
            timeout_graceful_shutdown=1,
        )
        server = SideServer(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield
        finally:
            server.should_exit = True
            await serving


def listen_for_metrics(settings: Settings) -> socket.socket:
    """A listening socket for `/metrics`."""
    host, port = settings.metrics_host, settings.metrics_port or 0
    try:
        return listen(host, port)
    except OSError as error:
        raise StartError(f"METRICS_PORT: {host}:{port} cannot be had: {error.strerror}.") from error


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


def run_loop(main: Coroutine[object, object, None]) -> None:
    """On uvloop where there is one (not on Windows)."""
    try:
        import uvloop

        factory: Callable[[], asyncio.AbstractEventLoop] | None = uvloop.new_event_loop
    except ImportError:
        factory = None
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main)


def settle_memory() -> None:
    """What was loaded at the start stays: without this the collector looks through all of it
    again and again, and every table waits meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


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
        config = uvicorn.Config(
            kitchen.app,
            http=shielded(gatekeeper_of(settings)),
            ws=DirectWebSocket,
            ws_per_message_deflate=False,
            ws_max_size=MAX_FRAME,
            ws_ping_interval=PING_INTERVAL,
            ws_ping_timeout=PING_INTERVAL,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=GRACE,
        )
        opened = settings.public_url or address
        server = Server(config, kitchen.drain, lambda: tell(f"Kitchen Table is open at {opened}"))
        async with monitored(settings, kitchen.house):
            with guarding(registry.games):
                await server.serve(sockets=[listener])


def gatekeeper_of(settings: Settings) -> Gatekeeper:
    """Who may connect; without limits one machine may as often as all together."""
    bounds = Bounds(connections=most_connections())
    if not settings.rate_limits:
        bounds = replace(bounds, from_one=None)
    return Gatekeeper(bounds, trusting(settings.proxies))


def tell(line: str) -> None:
    """One line for the person who started it, at once even through a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
