"""`python3 -m app doctor`: looks at everything a server needs, and says what to do.

Each line stands alone: what is broken keeps nothing else from being looked at. Nothing is
changed; a SQLite file that is not there yet is not made.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from app.bootstrap import OLDEST
from app.bots.worker import Limits, Worker
from app.games.registry import REGISTRY
from app.main import utc_now
from app.packages import find_games
from app.settings import LOOPBACK, ROOT, Settings, StartError, load_settings
from app.storage.checkup import Checkup, examine
from app.storage.engine import StoreUnavailable
from app.tables.bugs import trace_of
from app.web.listening import listen

LEAST_SPACE = 500 * 1024 * 1024
"""Bytes that should be free where the database is: some million moves."""

LEAST_LETTERS = 10
"""Different letters of a secret that was drawn and not typed."""

CLOCK_SLACK = timedelta(seconds=2)
"""So far may two clocks be apart."""

BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right says less."""

KNOCK_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `text`: how it is, or what to do."""

    subject: str
    fine: bool
    text: str


Check = Callable[[Settings], Finding]


def ok(subject: str, text: str) -> Finding:
    """All is well."""
    return Finding(subject, fine=True, text=text)


def wrong(subject: str, text: str) -> Finding:
    """Something has to be done."""
    return Finding(subject, fine=False, text=text)


def examine_all(flags: Mapping[str, str]) -> Iterator[Finding]:
    """Every finding as it is made; without settings there is little to look at."""
    yield check_python()
    try:
        settings = load_settings(flags)
    except StartError as error:
        yield wrong("settings", f"{error} Everything else is looked at once that is right.")
        return
    yield ok("settings", "can be read.")
    for subject, check in CHECKS.items():
        yield guarded(subject, check, settings)


def guarded(subject: str, check: Check, settings: Settings) -> Finding:
    """What the check finds; one that fails is a finding as well."""
    try:
        return check(settings)
    except (StartError, StoreUnavailable) as error:
        return wrong(subject, str(error))
    except Exception as bug:
        return wrong(subject, f"cannot be looked at: {trace_of(bug)}")


def check_python() -> Finding:
    """The version that runs this."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST:
        return wrong("python", f"{version} is too old: install {'.'.join(map(str, OLDEST))}.")
    return ok("python", version)


# The machine


def check_space(settings: Settings) -> Finding:
    """Room for the log."""
    folder = nearest_folder(settings.sqlite_path or ROOT / "data")
    free = shutil.disk_usage(folder).free
    if free < LEAST_SPACE:
        return wrong("disk", f"{free >> 20} MiB free in {folder}: make room.")
    return ok("disk", f"{free >> 20} MiB free in {folder}.")


def nearest_folder(path: Path) -> Path:
    """The folder that is there already, and in which the others will be made."""
    return next(each for each in path.parents if each.is_dir())


def check_files(settings: Settings) -> Finding:
    """Only this user reads the database and the secret, and it can write them."""
    path = settings.sqlite_path
    if path is None:
        return ok("files", "none: everything is in PostgreSQL.")
    folder = nearest_folder(path)
    if not os.access(folder, os.W_OK | os.X_OK):
        return wrong("files", f"{folder} cannot be written by this user: chown or chmod u+rwx it.")
    if os.name != "nt" and stat.S_IMODE(folder.stat().st_mode) & stat.S_IWOTH:
        return wrong("files", f"Others may write in {folder}: chmod o-w {folder}")
    kept = [each for each in (path, path.with_suffix(".secret")) if each.exists()]
    problem = next(filter(None, map(file_problem, kept)), None)
    return wrong("files", problem) if problem else ok("files", f"this user's alone, in {folder}.")


def file_problem(path: Path) -> str | None:
    """What to do about a file that others may read, or this user may not write."""
    if not os.access(path, os.R_OK | os.W_OK):
        return f"{path} cannot be written by this user: chown it."
    if os.name != "nt" and stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXO | stat.S_IWGRP):
        return f"Others may read {path}: chmod 600 {path}"
    return None


def check_port(settings: Settings) -> Finding:
    """The players' port can be had, or Kitchen Table has it already."""
    return port_finding("port", settings.host, settings.port, "/healthz")


def check_metrics_port(settings: Settings) -> Finding:
    """The port of the metrics, if there is one."""
    if settings.metrics_port is not None:
        return port_finding("metrics", settings.metrics_host, settings.metrics_port, "/metrics")
    where = "off" if settings.metrics_token is None else "at the players' port, with the token"
    return ok("metrics", f"{where}.")


def port_finding(subject: str, host: str, port: int, path: str) -> Finding:
    """Whether somebody can listen there, or one of us does."""
    try:
        listen(host, port).close()
    except OSError as error:
        if answers(host, port, path):
            return ok(subject, f"{port} on {host}: Kitchen Table runs there.")
        setting = "METRICS_PORT" if subject == "metrics" else "PORT"
        return wrong(
            subject, f"{port} on {host} cannot be had ({error.strerror}): choose another {setting}."
        )
    return ok(subject, f"{port} on {host} is free.")


def answers(host: str, port: int, path: str) -> bool:
    """Whether a server of ours answers on this machine: its refusals are known as well."""
    local = "127.0.0.1" if host == "0.0.0.0" else "::1" if host == "::" else host  # noqa: S104
    connection = http.client.HTTPConnection(local, port, timeout=KNOCK_SECONDS)
    try:
        connection.request("GET", path)
        text = connection.getresponse().read(4096)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return text == b'{"status":"ok"}' or b"kitchen_table" in text or b"METRICS_TOKEN" in text


def check_bots(settings: Settings) -> Finding:
    """A process in which bots think can be started."""

    async def start() -> None:
        worker = Worker(REGISTRY, Limits())
        try:
            await worker.come_up()
        finally:
            worker.end()

    try:
        asyncio.run(start())
    except Exception as error:
        return wrong("bots", f"no process for them can be started ({type(error).__name__}).")
    return ok("bots", "a process for them can be started.")


# The settings


def check_secret(settings: Settings) -> Finding:
    """Given, kept beside the database, or to be made at the first start."""
    path = settings.sqlite_path
    hint = "set SECRET, for instance to the output of: openssl rand -hex 32"
    if settings.secret is None and path is None:
        return wrong("secret", f"PostgreSQL needs one: {hint}")
    if settings.secret is None and path and not path.with_suffix(".secret").exists():
        return ok("secret", "is made at the first start.")
    found = settings.with_secret(str).secret  # which is there: nothing is made
    secret = found.get_secret_value() if found else ""
    if len(secret) < 32 or len(set(secret)) < LEAST_LETTERS:
        return wrong("secret", f"can be guessed: {hint}")
    return ok("secret", "is there.")


def check_games(settings: Settings) -> Finding:
    """The packages that `GAMES_FROM` names are installed."""
    found = find_games(settings.packages)
    return ok("games", f"{len(REGISTRY.current())} of ours, {len(found)} from packages.")


def check_address(settings: Settings) -> Finding:
    """The address in links is the one that players reach."""
    url, proxies = settings.public_url, settings.proxies
    if url is None:
        if proxies:
            return wrong("address", "TRUSTED_PROXIES is set: set PUBLIC_URL as players type it.")
        reach = "this machine" if settings.host in LOOPBACK else "this machine's network"
        return ok("address", f"{reach}, by an address of its own.")
    parts = urlsplit(url)
    private = is_private(parts.hostname or "")
    if parts.scheme == "https" and not proxies:
        return wrong(
            "address",
            f"{url} needs a proxy that ends TLS: set TRUSTED_PROXIES to its address, or all "
            "players count as one for the limits.",
        )
    if parts.scheme == "http" and not private:
        return wrong("address", f"{url} is open to listeners: put TLS before it, use https://")
    if parts.hostname in LOOPBACK and settings.host not in LOOPBACK:
        return wrong("address", f"{url} reaches no other machine: set PUBLIC_URL to one that does.")
    if not private and not settings.rate_limits:
        return wrong("address", f"{url} is open to everybody: set RATE_LIMITS=on.")
    return ok("address", url)


def is_private(name: str) -> bool:
    """Whether the name leads to a home network at most."""
    try:
        return ip_address(name).is_private
    except ValueError:
        return name == "localhost" or "." not in name or name.endswith((".local", ".home.arpa"))


# The database


def check_database(settings: Settings) -> Finding:
    """It answers and has this version's schema; the embedded one is migrated by itself."""
    path = settings.sqlite_path
    if path is not None and not path.exists():
        return ok("database", f"{path} is made at the first start.")
    found = asyncio.run(examine(settings.database_url))
    if found.is_current:
        return ok("database", f"{found.name} answers and has this version's schema.")
    if path is not None:
        return ok("database", f"{found.name} answers; its schema is renewed at the next start.")
    return wrong(
        "database", f"{found.name} lacks this version's schema: run python3 -m app migrate"
    )


def check_clock(settings: Settings) -> Finding:
    """This machine's clock agrees with the database's and with what was stored."""
    now = utc_now()
    if now < BUILT:
        return wrong("clock", f"it says {now:%Y-%m-%d}: set it, and keep it right (NTP).")
    path = settings.sqlite_path
    if path is None or path.exists():
        try:
            return clock_finding(asyncio.run(examine(settings.database_url)))
        except StoreUnavailable:
            return ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC; the database cannot be asked.")
    return ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC.")


def clock_finding(found: Checkup) -> Finding:
    """Deadlines are kept in UTC by all processes: their clocks should agree."""
    now = utc_now()
    if found.now is not None and abs(found.now - now) > CLOCK_SLACK:
        apart = abs(found.now - now).total_seconds()
        return wrong("clock", f"{apart:.0f} s apart from the database's: keep both right (NTP).")
    if found.last_beat is not None and found.last_beat - now > CLOCK_SLACK:
        return wrong(
            "clock",
            f"a server ran at {found.last_beat:%Y-%m-%d %H:%M:%S} UTC, which is to come: "
            "this clock was set back.",
        )
    return ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC.")


CHECKS: Mapping[str, Check] = {
    "secret": check_secret,
    "address": check_address,
    "port": check_port,
    "metrics": check_metrics_port,
    "files": check_files,
    "disk": check_space,
    "database": check_database,
    "clock": check_clock,
    "games": check_games,
    "bots": check_bots,
}
"""In the order in which they are told."""


def main(flags: Mapping[str, str], tell: Callable[[str], None]) -> int:
    """Tell every finding; 1 if something has to be done."""
    fine = True
    for finding in examine_all(flags):
        fine = fine and finding.fine
        tell(f"{'ok   ' if finding.fine else 'WRONG'}  {finding.subject:<9} {finding.text}")
    return 0 if fine else 1
