"""Hands and eyes of all kinds: keys that can be turned off, targets for fingers, large letters."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.inspector import faults_of

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SEATS = {"gnav": 4, "milkuro": 4, "mino_dice": 3, "milkman": 2}
FINGER = 44

SMALL = """(least) => [...document.querySelectorAll("button, a[href], input, summary")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .skip"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([{ width, height }]) => width > 0 && Math.min(width, height) < least - 0.5)
  .map(([{ width, height }, one]) => `${one.outerHTML.slice(0, 120)}: ${width} × ${height}`)"""
"""What is too small for a finger."""

FOCUS = "() => document.activeElement.dataset.card ?? document.activeElement.dataset.die"
STOPS = (
    """(hand) => document.querySelectorAll(`${hand} button:enabled:not([tabindex='-1'])`).length"""
)
LOST = """() => [...document.querySelectorAll("main button")].filter((one) => {
  one.scrollIntoView({ block: "nearest" });
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((one) => one.outerHTML)"""
"""What cannot be brought onto the screen."""

COVERED = """() => {
  const one = document.activeElement;
  const { x, y, width, height } = one.getBoundingClientRect();
  const places = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const seen = places.some(([right, down]) => {
    const top = document.elementFromPoint(x + width * right, y + height * down);
    return top !== null && (one === top || one.contains(top) || top.contains(one));
  });
  return seen ? null : one.outerHTML;
}"""
"""What has the focus, if nothing of it is to be seen."""
TABS = 24

HELD = ".mk-tap:enabled, .md-tap:enabled, [data-die]:enabled"
"""What a first tap lifts."""
ACTING = f"{HELD}, .gnav-move, .mk-play, .md-play, .mm-panel button:enabled"
"""What makes a move, or a part of one."""

SMALL_MOVES = """([acting, least]) => [...document.querySelectorAll(acting)]
  .filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height) < least - 0.5;
  })
  .map((one) => one.outerHTML)"""


def at_my_turn(company: Company, page: Page, game: str, **wish: Any) -> None:
    company.sit_down(page, game, seats=SEATS[game], **wish)
    if game == "milkman":
        expect(page.locator("[data-deed=done]")).to_be_enabled()
    else:
        assert robot.wait_for_turn(page) == "move"


@pytest.mark.parametrize("game", SEATS)
def test_all_that_is_pressed_has_room_for_a_finger(company: Company, game: str) -> None:
    page = company.come(**PHONE)
    at_my_turn(company, page, game)
    assert page.evaluate(SMALL, FINGER) == []
    if game != "gnav":
        page.locator(".mk-tap, .md-tap, [data-die]:enabled").first.tap()
        expect(page.locator(".mk-play, .md-play, .mm-clear")).to_be_visible()
        assert page.evaluate(SMALL, FINGER) == []
    page.locator(".panel-opener").tap()
    for tab in ("Chat", "People"):
        page.get_by_role("tab", name=tab).tap()
        assert page.evaluate(SMALL, FINGER) == []


def test_a_hand_is_one_stop_and_arrows_go_through_it(company: Company) -> None:
    page = company.come()
    at_my_turn(company, page, "milkuro")
    assert page.evaluate(STOPS, ".mk-hand") == 1
    page.keyboard.press("m")
    first = page.evaluate(FOCUS)
    seen = [first]
    for _ in range(page.locator(".mk-tap").count() - 1):
        page.keyboard.press("ArrowRight")
        seen.append(page.evaluate(FOCUS))
    assert sorted(seen, key=int) == sorted(cards_of(page), key=int)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUS) == first
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".mk-play")).to_be_visible()
    assert page.evaluate(STOPS, ".mk-hand") == 1
    page.keyboard.press("Escape")
    expect(page.locator(".mk-play")).to_have_count(0)


def cards_of(page: Page) -> list[str]:
    """What lies in the hand, a card for each place where it can be taken."""
    cards: list[str] = page.locator(".mk-tap").evaluate_all(
        "(taps) => taps.map(({ dataset }) => dataset.card)"
    )
    return cards


def test_keys_are_listed_silent_in_writing_and_can_be_turned_off(company: Company) -> None:
    page = company.come()
    at_my_turn(company, page, "gnav")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("tab", name="Chat")).to_be_focused()
    page.get_by_label("Say something").fill("l?")
    page.keyboard.type("p")
    expect(page.get_by_label("Say something")).to_have_value("l?p")
    expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    keys.get_by_label("Single-letter keys are on").uncheck()
    keys.get_by_role("button", name="Close").click()
    page.keyboard.press("l")
    page.keyboard.press("?")
    expect(page.get_by_role("tab", name="People")).to_have_attribute("aria-selected", "true")
    expect(keys).to_have_count(0)


@pytest.mark.parametrize("game", SEATS)
def test_nothing_is_lost_at_twice_the_size(company: Company, game: str) -> None:
    """The browser's zoom makes a window of 1280 × 800 one of 640 × 400; large letters keep it."""
    page = company.come(viewport={"width": 640, "height": 400})
    at_my_turn(company, page, game)
    assert page.evaluate("document.documentElement.scrollWidth") == 640
    assert page.evaluate(LOST) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert page.evaluate(LOST) == []


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", [(740, 360), (568, 320)])
def test_a_phone_held_sideways_has_every_move_in_sight(
    company: Company, game: str, size: tuple[int, int]
) -> None:
    """Nothing is scrolled to: neither what makes a move, nor what appears with it."""
    width, height = size
    page = company.come(**PHONE | {"viewport": {"width": width, "height": height}})
    at_my_turn(company, page, game)
    assert hidden_sideways(page) == []
    for index in range(page.locator(HELD).count()):
        page.locator(HELD).nth(index).tap()
        assert hidden_sideways(page) == []
        page.keyboard.press("Escape")


def hidden_sideways(page: Page) -> list[str]:
    """What is out of sight, too small, or in the way of something else, without any scrolling."""
    robot.check_reach(page, ACTING)
    scrolled = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert scrolled <= 0
    crossed = [fault for fault in faults_of(page) if fault.startswith(("covered", "crossed"))]
    small: list[str] = page.evaluate(SMALL_MOVES, [ACTING, FINGER])
    return [*crossed, *small]


@pytest.mark.parametrize("game", ["milkuro", "milkman"])
def test_what_has_the_focus_is_to_be_seen(company: Company, game: str) -> None:
    """Nothing that stays in its place lies over it; the first stop leads past the bar."""
    page = company.come(viewport={"width": 320, "height": 568})
    at_my_turn(company, page, game)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    covered = []
    for _ in range(TABS):
        covered.append(page.evaluate(COVERED))
        page.keyboard.press("Tab")
    assert [one for one in covered if one is not None] == []
