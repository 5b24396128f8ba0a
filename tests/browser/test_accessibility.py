"""axe has nothing serious to say, by day and by night, and no page speaks to anybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company

GRAVE = ("serious", "critical")
WITHOUT_FETCHING = {"preload": False}
"""axe looks for sheets that a sheet imports in the folder of the page, where they are not."""


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


def mino_dice_in_bids(company: Company, page: Page) -> None:
    company.sit_down(page, "mino_dice")
    robot.wait_for_turn(page)


def mino_dice_with_the_score_sheet(company: Company, page: Page) -> None:
    mino_dice_in_bids(company, page)
    robot.by_mouse(page, robot.Random(1))
    robot.wait_for_turn(page)
    page.locator(".md-tool.for-sheet").click()
    expect(page.locator(".md-sheet")).to_be_visible()


def milkman_at_work(company: Company, page: Page) -> None:
    company.sit_down(page, "milkman")
    expect(page.locator("[data-deed=done]")).to_be_enabled()


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


def no_such_game(company: Company, page: Page) -> None:
    company.expect_complaints(r"status of 404 .*zzz")
    page.goto("/rules/zzz")


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
    mino_dice_in_bids,
    mino_dice_with_the_score_sheet,
    milkman_at_work,
    the_end,
    the_check,
    the_rules,
    me,
    privacy,
    no_such_game,
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
    report = Axe().run(page, options=WITHOUT_FETCHING).response
    assert len(report["passes"]) > 10
    return grave_in(report)


def faint_findings(page: Page) -> list[str]:
    """The same for colours alone, of a page that was looked at in other colours already."""
    report = Axe().run(page, options={**WITHOUT_FETCHING, "runOnly": ["color-contrast"]}).response
    assert len(report["passes"]) == 1 or report["violations"]
    return grave_in(report)


def grave_in(report: dict[str, Any]) -> list[str]:
    """The findings of a report that are serious or worse."""
    return [
        f"{rule['id']}: {node['html']} {node.get('failureSummary', '')}"
        for rule in report["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
