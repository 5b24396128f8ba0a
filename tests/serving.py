"""The product as tests meet it: a process of its own, or on a free port of this one."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

import uvicorn

ROOT = Path(__file__).resolve().parent.parent
READY = r"Kitchen Table is open at (http://\S+)"
START_SECONDS = 30
STOP_SECONDS = 15


class Output:
    """What a process says: read all the time, so that it never waits for us to listen."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._lines: list[str] = []
        self._news = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def text(self) -> str:
        """Everything so far."""
        with self._news:
            return "".join(self._lines)

    def wait_for(self, pattern: str, seconds: float) -> re.Match[str]:
        """The first match of `pattern` in a line; fails at the deadline or when it ended."""
        deadline = time.monotonic() + seconds
        seen = 0
        with self._news:
            while True:
                for line in self._lines[seen:]:
                    if match := re.search(pattern, line):
                        return match
                seen = len(self._lines)
                left = deadline - time.monotonic()
                if self._ended or not self._news.wait(max(left, 0)):
                    raise AssertionError(f"No {pattern!r} in: {''.join(self._lines)[-4000:]}")

    def close(self) -> None:
        """Take in the rest, once the process has ended; its children have to end as well."""
        self._reader.join(STOP_SECONDS)
        assert not self._reader.is_alive(), "A child of the process outlives it."
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self._lines.append(line.decode(errors="replace"))
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()


class ServerProcess:
    """`python -m app serve` in a process of its own, that can be killed and started again."""

    def __init__(self, settings: Mapping[str, str], module: str = "app") -> None:
        """`settings`: environment variables, `DATABASE_URL` among them. With a `PUBLIC_URL` the
        `PORT` has to be given too; otherwise it takes a free one and tells it. `module`: what
        wraps the product for a test."""
        self.module = module
        self.settings = {"HOST": "127.0.0.1", "PORT": "0", "BOT_PACE": "0", **settings}
        self.url = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._output: Output | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The running process."""
        assert self._process is not None, "not started"
        return self._process

    @property
    def output(self) -> str:
        """What it has written so far, on both of its outputs."""
        return self._output.text if self._output else ""

    def start(self) -> Self:
        """Start it and wait until it answers."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, "serve"],
            cwd=ROOT,
            env={**kept, "PYTHONUNBUFFERED": "1", **self.settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._output = Output(self._process)
        try:
            told = self._output.wait_for(READY, START_SECONDS)[1]
            self.url = self._own_address() or told
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=START_SECONDS) as answer:  # noqa: S310
                assert answer.status == 200
        except BaseException:
            self.kill9()
            raise
        return self

    def restart(self) -> Self:
        """Start it again after `stop` or `kill9`, at the same address with the same settings."""
        self.settings["PORT"] = self.url.rpartition(":")[2]
        return self.start()

    def kill9(self) -> None:
        """End it without a warning, in the middle of whatever it does."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Ask it to end, and wait for that; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill9()
                raise
        self._reap()
        return self.process.returncode

    def _own_address(self) -> str | None:
        """Where it listens if that is not where it says it is, behind a proxy."""
        port = self.settings["PORT"]
        return f"http://127.0.0.1:{port}" if "PUBLIC_URL" in self.settings else None

    def _reap(self) -> None:
        self.process.wait()
        if self._output is not None:
            self._output.close()


@contextmanager
def serving(settings: Mapping[str, str], module: str = "app") -> Iterator[ServerProcess]:
    """A server process for the length of a `with` block, whatever its test did to it."""
    server = ServerProcess(settings, module).start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class QuietServer(uvicorn.Server):
    """A uvicorn in this process: signals stay with pytest, and its start can be waited for."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.open = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, and say so."""
        await super().startup(sockets)
        self.open.set()


@asynccontextmanager
async def in_process(app: Any, **options: Any) -> AsyncIterator[str]:
    """Serve an ASGI application on a free port of this process; its address.

    `options` go to uvicorn's `Config`.
    """
    config = uvicorn.Config(
        app,
        **{"log_config": None, "ws": "websockets-sansio", "lifespan": "on", **options},
    )
    server = QuietServer(config)
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        running = asyncio.create_task(server.serve([listener]))
        opened = asyncio.create_task(server.open.wait())
        await asyncio.wait({running, opened}, return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        assert server.started, "The application did not start; the log says why."
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
