"""Help at the table: a hint for who is to move, and the rules at the paragraph of the moment."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser import axe, robot
from tests.browser.company import Company
from tests.browser.drawn import DRAWN
from tests.browser.parties import api_of, open_table, sit

BEST = ".hint-choices > li:first-child > button"
LIT = ".board [data-hinted]"
THINKING = 30_000
"""Milliseconds for a hint on a machine that has much else to do."""


def ask(page: Page) -> None:
    """Ask for a hint, and wait for it."""
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(BEST)).to_be_visible(timeout=THINKING)


def check_phone(page: Page) -> None:
    """The moves are in sight beside the hint, and so is all of it."""
    robot.check_reach(page, ".hint-close, .help-button, .gnav-move:enabled")


def check_bids(page: Page) -> None:
    """A table that becomes small takes the hint along, and it leaves the bids in sight."""
    for width, height in ((360, 640), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".panel > .hint-sheet")).to_have_count(0)
        expect(page.locator(".table-top > .hint-sheet")).to_be_visible()
        robot.check_reach(page, ".hint-close, .help-button, .md-bid:enabled")
    page.locator(".md-bid").first.click()
    robot.check_reach(page, ".md-play")
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_hint_lights_what_a_strong_player_would_do(company: Company) -> None:
    page = company.come(viewport={"width": 360, "height": 640})
    company.sit_down(page, "gnav")
    robot.wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="What a strong player would do")).to_be_visible()
    expect(page.locator(BEST)).to_have_attribute("aria-pressed", "true", timeout=THINKING)
    expect(page.locator("#voice")).to_contain_text("A strong player would choose: ")
    expect(page.locator(BEST)).to_contain_text(re.compile(r"\d+%"))
    check_phone(page)
    assert axe.findings_in_all_themes(page) == []
    best = page.locator(LIT).get_attribute("data-move")
    page.locator(".hint-choice[aria-pressed=false]").click()
    expect(page.locator(f"{LIT}[data-move={best}]")).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hint-sheet")).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_focused()

    held: list[Route] = []
    page.route("**/hint", lambda route: held.append(route))
    page.locator(".for-hint").click()
    expect(page.locator(".hint-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint-sheet")).to_have_count(0)
    with page.expect_response("**/hint"):
        held[0].continue_()
    page.evaluate(DRAWN)
    expect(page.locator(".hint-sheet")).to_have_count(0)


def test_each_game_names_and_shows_its_own_moves_in_another_language(company: Company) -> None:
    page = company.come(locale="ro")
    for game in ("mino_dice", "milkuro", "milkman"):
        company.sit_down(page, game, seats=3)
        page.locator(".for-hint").click()
        expect(page.locator(BEST)).to_be_visible(timeout=THINKING)
        expect(page.get_by_role("region", name="Ce ar face un jucător bun")).to_be_visible()
        expect(page.locator(f"{BEST} .piece > *")).to_be_visible()
        expect(page.locator(LIT).first).to_be_visible()
        if game == "mino_dice":
            check_bids(page)


def test_company_sees_that_somebody_asked_and_cannot_ask_for_them(company: Company) -> None:
    ada, table = open_table(company, start=True)
    bo = sit(company, table["links"]["play"], 1, "Bo")
    begins = company.call(ada, "GET", f"{api_of(ada)}/state")["legal"]
    mover, other = (ada, bo) if begins else (bo, ada)
    expect(other.locator(".for-hint")).to_have_count(0)
    ask(mover)
    expect(mover.locator(".hint-source")).to_contain_text("The others see that you asked")
    expect(other.locator(".log")).to_contain_text("asked for a hint.")
    expect(other.locator(".hint-sheet")).to_have_count(0)
    mover.locator(".gnav-move:enabled").first.click()
    expect(mover.locator(".hint-sheet")).to_have_count(0)


def test_the_rules_open_where_they_speak_of_this_moment(company: Company) -> None:
    page = company.come(viewport={"width": 360, "height": 640})
    company.sit_down(page, "mino_dice", seats=3)
    robot.wait_for_turn(page)
    on_its_way: list[Route] = []
    page.route("**/rules/mino_dice", lambda route: on_its_way.append(route), times=1)
    page.get_by_role("button", name="Rules for this").click()
    wait = page.locator(".rules").get_by_role("status")
    expect(wait).to_have_text("One moment…")
    expect(wait).to_have_attribute("aria-live", "polite")
    on_its_way[0].continue_()
    expect(wait).to_have_count(0)
    heading = page.get_by_role("heading", name="The bids")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    expect(page.locator(".rules #bids.is-here + p.is-here")).to_contain_text("Look at your dice")
    expect(page.locator(".rules .md-die")).to_have_count(7)
    page.keyboard.press("Escape")
    page.locator(".md-tap").first.click()
    page.locator(".md-play").click()
    robot.wait_for_turn(page)
    page.get_by_role("button", name="Rules for this").click()
    expect(page.locator(".rules #play")).to_be_focused()
    expect(page.locator(".rules h2.is-here")).to_have_count(1)


def test_rules_show_the_real_cards_and_dice(company: Company) -> None:
    page = company.come(viewport={"width": 360, "height": 640})
    for game, pieces in {
        "gnav": ".ranks > li > .piece .gnav-emblem",
        "milkuro": ".pieces .mk-art",
        "mino_dice": "td > .piece .md-six > .md-one",
        "milkman": "th > .piece .mm-face",
    }.items():
        page.goto(f"/rules/{game}")
        expect(page.locator(pieces).last).to_be_visible()
        assert page.locator(pieces).count() == {"gnav": 21, "milkuro": 8, "mino_dice": 42}.get(
            game, 6
        )
        for table in page.locator(".rules table").all():
            assert table.evaluate("(one) => one.offsetWidth") >= 330
