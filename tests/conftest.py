"""Fixtures that more than one folder needs, and the summary of where the time went."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tests import services

LONGEST = ("tests/browser/", "tests/system/", "tests/test_adding", "tests/games/", "tests/web/")
"""Where the tests take longest, browsers first."""

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


class Screen:
    """Chromium of this process, from a test that needs it to the next one that does not.

    By synchronous Playwright, which occupies the event loop: asynchronous tests have to wait until
    it is gone.
    """

    def __init__(self) -> None:
        self._held = ExitStack()
        self._browser: Browser | None = None

    def light(self) -> Browser:
        """The browser that is open, or a new one."""
        if self._browser is None or not self._browser.is_connected():
            program = services.find_chromium()
            playwright = self._held.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(
                executable_path=program, args=list(services.CHROMIUM_FLAGS)
            )
            self._held.callback(self._browser.close)
        return self._browser

    def put_out(self) -> None:
        """Close it."""
        self._browser = None
        self._held.close()


_screen = Screen()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Chromium. It outlives the module; what a test opens in it, the test closes."""
    return _screen.light()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """The browser stays open while browser tests follow each other."""
    if "browser" not in getattr(nextitem, "fixturenames", ()):
        _screen.put_out()


class LongestFirst(LoadScopeScheduling):
    """Files go to a process whole: what a file prepares is prepared once. The longest begin.

    One process is kept from browsers: they wait for pictures and servers most of their time, and
    what only computes fits between them better than one browser more.
    """

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        others = [each for each in self.nodes if each is not node]
        kept = sum(self._has_browser(each) for each in others) >= max(1, len(others))
        queue = sorted(self.workqueue, key=rank_of)
        wanted = (scope for scope in queue if not (kept and rank_of(scope) == 0))
        self.workqueue.move_to_end(next(wanted, queue[0]), last=False)
        super()._assign_work_unit(node)

    def _has_browser(self, node: Any) -> bool:
        units = self.assigned_work[node].items()
        return any(rank_of(scope) == 0 and not all(done.values()) for scope, done in units)


def rank_of(scope: str) -> int:
    """The place of a file's folder among those that take longest."""
    ranks = (rank for rank, folder in enumerate(LONGEST) if scope.startswith(folder))
    return next(ranks, len(LONGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongestFirst:
    """How tests are dealt out to the processes of `-n`."""
    return LongestFirst(config, log)


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
