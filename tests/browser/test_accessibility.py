"""axe has nothing serious to say, by day and by night, and no page speaks to anybody else."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company

GRAVE = ("serious", "critical")


def lobby(company: Company, page: Page) -> None:
    company.sit_down(company.come(), "gnav", bots={}, visibility="public")
    page.goto("/")
    expect(page.locator(".little-tables li")).to_have_count(1)


def before_the_start(company: Company, page: Page) -> None:
    company.sit_down(page, "gnav", bots={"2": "normal"})
    expect(page.locator(".invite")).to_be_visible()


def gnav_in_play(company: Company, page: Page) -> None:
    company.sit_down(page, "gnav")
    robot.wait_for_turn(page)


def milkuro_in_play(company: Company, page: Page) -> None:
    company.sit_down(page, "milkuro")
    robot.wait_for_turn(page)


def the_end(company: Company, page: Page) -> None:
    company.sit_down(page, "gnav", seats=2, options={"lives": 1})
    robot.play_match([page], seed=1)


def the_check(company: Company, page: Page) -> None:
    the_end(company, page)
    page.get_by_role("button", name="Verify this match").click()
    expect(page.locator(".findings")).to_be_visible()


def the_rules(company: Company, page: Page) -> None:
    page.goto("/rules/milkuro")


def me(company: Company, page: Page) -> None:
    company.sit_down(page, "gnav")
    page.goto("/me")
    expect(page.get_by_label("Your name")).to_have_value("Ada")


def privacy(company: Company, page: Page) -> None:
    page.goto("/privacy")


def an_error(company: Company, page: Page) -> None:
    company.expect_complaints(r"status of 404 .*nothing-of-that-name")
    page.goto("/t/nothing-of-that-name")


def a_name(company: Company, page: Page) -> None:
    page.goto("/")
    page.locator("[data-open=gnav]").click()
    expect(page.get_by_role("dialog")).to_be_visible()


PAGES = [
    lobby,
    before_the_start,
    gnav_in_play,
    milkuro_in_play,
    the_end,
    the_check,
    the_rules,
    me,
    privacy,
    an_error,
    a_name,
]


@pytest.mark.parametrize("open_page", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing_serious(
    company: Company, open_page: Callable[[Company, Page], None]
) -> None:
    page = company.come()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    open_page(company, page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        robot.look(page, 1)
        assert (scheme, grave_findings(page)) == (scheme, [])
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(company.url).netloc}


def grave_findings(page: Page) -> list[str]:
    """What axe holds for serious or worse, with the elements that it means."""
    report = Axe().run(page).response
    assert len(report["passes"]) > 10
    return [
        f"{rule['id']}: {node['html']} {node.get('failureSummary', '')}"
        for rule in report["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
