"""What lies open on the table is put away by Escape, and what people say stays on the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.played import finished
from tests.browser.test_seats import say_name, sit_here

SHEETS = {
    "gnav": (".gnav-strip", ".gnav-sheet"),
    "milkuro": (".mk-tool.for-sheet", ".mk-sheet"),
    "mino_dice": (".md-tool.for-sheet", ".md-sheet"),
}
SEATS = {"gnav": 4, "milkman": 4, "milkuro": 3, "mino_dice": 3}
LONG = "I shall take every single one of them"

BEYOND = """(selector) => {
  const said = document.querySelector(selector).getBoundingClientRect();
  const table = document.querySelector("main").getBoundingClientRect();
  return Math.max(table.left - said.left, said.right - table.right, 0);
}"""
"""How far something sticks out of the table at a side."""

MIDDLE = (
    "(one) => { const {top, bottom} = one.getBoundingClientRect(); return (top + bottom) / 2; }"
)


@pytest.mark.parametrize("game", SHEETS)
def test_escape_puts_a_sheet_away(company: Company, game: str) -> None:
    opener, sheet = SHEETS[game]
    page = company.come()
    company.sit_down(page, game, seats=SEATS[game])
    robot.wait_for_turn(page)
    page.locator(opener).click()
    expect(page.locator(sheet)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(sheet)).to_have_count(0)
    expect(page.locator(opener)).to_be_focused()


def test_escape_puts_the_panel_away_first(company: Company) -> None:
    page = company.come(viewport={"width": 360, "height": 640})
    company.sit_down(page, "mino_dice", seats=3)
    robot.wait_for_turn(page)
    page.locator(".md-tool.for-sheet").click()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".panel.open")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel.open")).to_have_count(0)
    expect(page.locator(".md-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".md-sheet")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("game", SEATS)
def test_what_the_right_hand_neighbour_says_stays_on_the_table(
    company: Company, game: str, width: int
) -> None:
    host = company.come(viewport={"width": width, "height": 640})
    seats = SEATS[game]
    bots = {str(seat): "easy" for seat in range(1, seats - 1)}
    company.sit_down(host, game, seats=seats, bots=bots)
    speaker = company.come()
    speaker.goto(host.locator("#link-play").input_value())
    sit_here(speaker)
    say_name(speaker, "Grace")
    expect(host.locator(f".board .{game.replace('_', '-')}")).to_be_visible()
    say(speaker, LONG)
    expect(host.locator(".bubble")).to_have_text(LONG)
    assert host.evaluate(BEYOND, ".bubble") == 0


def test_the_result_of_many_tells_ones_own_place_and_hides_what_has_no_use(
    company: Company,
) -> None:
    page = company.come(viewport={"width": 320, "height": 568})
    page.goto("/")
    bots = {str(seat): "easy" for seat in range(1, 6)}
    table = finished(company, page, "mino_dice", name="Konstantinopolitanerin", seats=6, bots=bots)
    places, winners = table["result"]["places"], table["result"]["winners"]
    shared = ", shared" if places.count(places[0]) > 1 else ""
    words = [] if winners == [0] else [f"Your place: {places[0]} of 6{shared}"]
    page.goto(f"/t/{table['id']}")
    expect(page.locator(".end-title")).to_be_visible()
    assert page.locator(".end-place").all_inner_texts() == words
    name, own = page.locator(".scores .named.is-own > span").all()
    assert name.evaluate(MIDDLE) == pytest.approx(own.evaluate(MIDDLE), abs=3)
    for part in (".mine > .sentence", ".md-tools"):
        expect(page.locator(part)).not_to_be_visible()
    page.get_by_role("button", name="See the table").click()
    for part in (".mine > .sentence", ".md-tools"):
        expect(page.locator(part)).to_be_visible()


def say(page: Page, text: str) -> None:
    """By the panel's chat."""
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")
