"""A server for each file of browser tests, and company that must not complain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.company import Company
from tests.serving import ServerProcess, serving

expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product in a process of its own, with bots that do not wait."""
    folder = tmp_path_factory.mktemp("kitchen")
    with serving(
        {"DATABASE_URL": f"sqlite:///{folder}/tables.db", "RATE_LIMITS": "off"}
    ) as running:
        yield running


@pytest.fixture
def company(browser: Browser, server: ServerProcess) -> Iterator[Company]:
    """People with browsers. No console may complain: no error, no breach of the page's policy."""
    people = Company(browser, server.url)
    yield people
    people.go_home()
    assert people.unexpected == []
