"""The server around an application: how it listens, lets connections in, and ends in order."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from app.live.house import House
from app.settings import Settings, StartError
from app.web.listening import listen
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


def config_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How players are served."""
    return uvicorn.Config(
        app,
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


def gatekeeper_of(settings: Settings) -> Gatekeeper:
    """Who may connect; without limits one machine may as often as all together."""
    bounds = Bounds(connections=most_connections())
    if not settings.rate_limits:
        bounds = replace(bounds, from_one=None)
    return Gatekeeper(bounds, trusting(settings.proxies))


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
