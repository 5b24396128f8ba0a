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
CUT = """() => [...document.querySelectorAll(".lately p:last-child")]
  .some((one) => one.scrollHeight > one.clientHeight + 1)"""
"""Whether the end of what happened is missing."""
OFF = """() => {
  const rim = document.querySelector(".board").getBoundingClientRect();
  const totals = [...document.querySelectorAll(".md-room .md-total")];
  for (const one of totals) one.textContent = "−110";
  return totals.some((one) => one.getBoundingClientRect().right > rim.right - 4);
}"""
"""Whether a great loss of the others reaches the rim of the table."""
LEANS = """() => {
  const middles = new Map();
  for (const one of document.querySelectorAll(".md-bid")) {
    const { top, left, right } = one.getBoundingClientRect();
    middles.set(top, [...(middles.get(top) ?? []), left, right]);
  }
  const [first, ...rest] = [...middles.values()].map((x) => (Math.min(...x) + Math.max(...x)) / 2);
  return rest.some((x) => Math.abs(x - first) > 1);
}"""
"""Whether the rows of bids lie askew under one another."""


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
    assert not page.evaluate(CUT)
    assert not page.evaluate(LEANS)
    for width, height in ((320, 568), (360, 640), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        robot.check_reach(page, ".md-tap:enabled, .md-tool")
    page.set_viewport_size({"width": 820, "height": 1180})
    assert not page.evaluate(COVERED)
    page.set_viewport_size({"width": 320, "height": 568})
    assert not page.evaluate(OFF)
    chapters = page.locator(".log .chapter")
    expect(chapters).to_have_text([re.compile(f"^Hand {number}: ") for number in (1, 2, 3, 4)])
