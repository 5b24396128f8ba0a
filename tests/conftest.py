"""Fixtures that more than one folder needs, and the summary of where the time went."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tests import services

BROWSER_TESTS = "tests/browser/"

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the product does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[services.PostgresServer]:
    """One cluster for all tests of this process."""
    with services.running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: services.PostgresServer) -> Iterator[str]:
    """A fresh, empty PostgreSQL database for one test: `postgresql://…`."""
    name = f"kitchen_{next(_numbers)}"
    postgres_server.execute(f"CREATE DATABASE {name}")
    yield postgres_server.url(name)
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """A Valkey (or Redis) server of this process: `unix://…`."""
    with services.running_valkey() as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium by synchronous Playwright; one a module, because it occupies the event loop."""
    program = services.find_chromium()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program, args=list(services.CHROMIUM_FLAGS)
        )
        yield chromium
        chromium.close()


class BrowserTogether(LoadScopeScheduling):
    """Tests with a browser go to one process: two browsers on two cores starve each other."""

    def _split_scope(self, nodeid: str) -> str:
        return BROWSER_TESTS if nodeid.startswith(BROWSER_TESTS) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> BrowserTogether:
    """How tests are dealt out to the processes of `-n`."""
    return BrowserTogether(config, log)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How long each part of the suite took, added up over its tests."""
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[part_of(report.nodeid)] += report.duration
    terminalreporter.section("seconds by part")
    for part, total in seconds.most_common():
        terminalreporter.write_line(f"{total:8.1f}  {part}")


def part_of(nodeid: str) -> str:
    """The folder below `tests/`, or the file that lies there itself."""
    path = Path(nodeid.partition("::")[0])
    return str(Path(*path.parts[:2]))
