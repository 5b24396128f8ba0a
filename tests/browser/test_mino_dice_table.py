"""Mino Dice at the page: the keyboard's place, room for many bids, the log by hands."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company

DIE = ".md-tap[data-die]:enabled"
COVERED = """() => {
  const total = document.querySelector(".md-near .md-total");
  total.textContent = "−240";
  const screen = document.querySelector(".md-screen");
  return total.getBoundingClientRect().right > screen.getBoundingClientRect().left;
}"""
"""Whether my screen covers a great loss of mine."""


def play_until(page: Page, wanted: str) -> None:
    """Until this is to be seen and it is one's move."""
    rng = robot.Random(6)
    while robot.wait_for_turn(page) == "move" and not page.locator(wanted).count():
        robot.by_mouse(page, rng)
    assert page.locator(wanted).count() > 0


def test_the_keyboard_goes_on_from_the_bid_to_the_dice(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "mino_dice", seats=3)
    robot.wait_for_turn(page)
    robot.press_tab_until(page, ".md-bid")
    robot.press_until(page, "[data-bid='1']", "ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".md-play")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".md-bid")).to_have_count(0)
    robot.wait_for_turn(page)
    expect(page.locator(f"{DIE}:focus")).to_be_visible()


def test_many_bids_leave_the_tools_in_reach_and_hands_are_set_apart(company: Company) -> None:
    page = company.come(viewport={"width": 320, "height": 568})
    company.sit_down(page, "mino_dice", seats=3)
    play_until(page, "[data-bid='4']")
    for width, height in ((320, 568), (360, 640), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        robot.check_reach(page, ".md-tap:enabled, .md-tool")
    page.set_viewport_size({"width": 820, "height": 1180})
    assert not page.evaluate(COVERED)
    chapters = page.locator(".log .chapter")
    expect(chapters).to_have_text([re.compile(f"^Hand {number}: ") for number in (1, 2, 3, 4)])
