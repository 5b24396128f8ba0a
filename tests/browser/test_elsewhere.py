"""A friend on the home network: plain http and a name that is not localhost, so nothing secure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import robot
from tests.browser.company import Company
from tests.services import FRIEND
from tests.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Open to the whole network, as `--host 0.0.0.0` has it."""
    folder = tmp_path_factory.mktemp("kitchen")
    database = f"sqlite:///{folder}/tables.db"
    with serving({"DATABASE_URL": database, "RATE_LIMITS": "off", "HOST": "0.0.0.0"}) as running:  # noqa: S104
        yield running


@pytest.fixture
def company(browser: Browser, server: ServerProcess) -> Iterator[Company]:
    """People who reach the server by the friend's name."""
    port = server.url.rpartition(":")[2]
    people = Company(browser, f"http://{FRIEND}:{port}")
    people.expect_complaints("Cross-Origin-Opener-Policy header has been ignored")
    yield people
    people.go_home()
    assert people.unexpected == []


def test_a_whole_match_and_its_check_in_an_insecure_context(company: Company) -> None:
    page = company.come()
    page.goto("/")
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    robot.play_with_bots(page, "gnav")
    assert robot.play_match([page], seed=3) > 0
    robot.verify_in_the_browser(page)


def test_copying_falls_back_to_the_older_way(company: Company, tmp_path: Path) -> None:
    page = company.come()
    page.goto("/")
    page.locator("[data-open=milkuro]").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    assert page.evaluate("navigator.clipboard") is None
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_text("Copied. Send it to a friend.").wait_for()
    link = page.locator("#link-play").input_value()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").press("Control+V")
    assert page.locator("textarea").input_value() == link
