"""axe has nothing to say, in any theme or language, and no page speaks to anybody else."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import axe, robot
from tests.browser.company import Company
from tests.scale import FULL


def lobby(company: Company, page: Page) -> None:
    company.sit_down(company.come(), "gnav", bots={}, visibility="public")
    page.goto("/")
    expect(page.locator(".little-tables li").first).to_be_visible()


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
    page.locator(".for-check").click()
    expect(page.locator(".findings")).to_be_visible()


def the_rules(company: Company, page: Page) -> None:
    page.goto("/rules/milkuro")


def rules_with_dice(company: Company, page: Page) -> None:
    page.goto("/rules/mino_dice")


def rules_with_emblems(company: Company, page: Page) -> None:
    page.goto("/rules/gnav")


def rules_with_a_farm(company: Company, page: Page) -> None:
    page.goto("/rules/milkman")


def a_replay(company: Company, page: Page) -> None:
    the_end(company, page)
    page.goto(f"{page.url}/replay")
    expect(page.locator(".replay-foot")).to_be_visible()


def watching(company: Company, page: Page) -> None:
    table = company.sit_down(company.come(), "mino_dice", visibility="public")
    page.goto(f"/t/{table}")
    expect(page.locator(".mino-dice")).to_be_visible()


def me(company: Company, page: Page) -> None:
    company.sit_down(page, "gnav")
    page.goto("/me")
    expect(page.locator("input[name=name]")).to_have_value("Ada")


def privacy(company: Company, page: Page) -> None:
    page.goto("/privacy")


def a_lesson(company: Company, page: Page) -> None:
    page.goto("/learn/milkuro")
    expect(page.locator(".milkuro")).to_be_visible()


def without_a_network(company: Company, page: Page) -> None:
    """As the worker shows it: nobody answers, so it stays."""
    company.expect_complaints("status of 503 .*healthz")
    page.route("**/healthz", lambda route: route.fulfill(status=503))
    page.goto(f"/offline/{page.evaluate('navigator.language.slice(0, 2)')}")
    expect(page.locator("h1")).to_be_visible()


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
    rules_with_dice,
    rules_with_emblems,
    rules_with_a_farm,
    a_replay,
    watching,
    me,
    privacy,
    a_lesson,
    without_a_network,
    no_such_game,
    an_error,
    a_name,
]


@pytest.mark.parametrize("open_page", PAGES, ids=lambda show: show.__name__)
def test_axe_finds_nothing(company: Company, open_page: Callable[[Company, Page], None]) -> None:
    page = company.come()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    open_page(company, page)
    assert axe.findings_in_all_themes(page) == []
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(company.url).netloc}


ALL_IN_SIGHT: ViewportSize = {"width": 1280, "height": 1000}
"""axe cannot tell what lies behind words that have to be scrolled."""

TONGUES = {"fr": axe.THEMES[1], "ro": axe.THEMES[2], "th": axe.THEMES[3]}
"""Each of the other languages in a theme of its own: together they have been through all. The
long suite goes through all of them in each."""


@pytest.mark.parametrize("language", TONGUES)
def test_axe_finds_nothing_in_any_language(company: Company, language: str) -> None:
    """Somebody walks through all of it in their own language."""
    page = company.come(locale=language, viewport=ALL_IN_SIGHT)
    themes = axe.THEMES if FULL else [TONGUES[language]]
    found = {}
    for open_page in PAGES:
        open_page(company, page)
        assert page.locator("html").get_attribute("lang") == language
        found[open_page.__name__] = axe.findings_in(page, themes)
    assert {name: findings for name, findings in found.items() if findings} == {}
