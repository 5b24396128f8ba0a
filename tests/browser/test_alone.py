"""One person against bots: by one click, by keyboard alone, and by touch on small phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import robot
from tests.browser.company import Company

GAMES = ["gnav", "milkuro", "mino_dice"]
PHONE = (360, 640)
SMALL_PHONE = (320, 568)


def name_of(value: object) -> str:
    """A parameter in the name of its test."""
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_into_a_running_match(company: Company, game: str) -> None:
    page = company.come()
    page.goto("/")
    page.locator(f"[data-play={game}]").click()
    expect(page.locator(".board").locator(robot.MOVES).first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    lines = page.locator(".log li")
    opening = lines.count()
    robot.by_mouse(page, robot.Random(1))
    expect(lines).not_to_have_count(opening)


def test_a_whole_match_by_tab_and_enter_only(company: Company) -> None:
    """Every game by keyboard, and without eyes: `test_accessible_match.py`."""
    page = company.come()
    company.sit_down(page, "milkuro", seats=2)
    assert robot.play_match([page], robot.by_keyboard, seed=5) > 0
    robot.press_tab_until(page, ".end a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()


def test_a_whole_match_of_many_dice_by_mouse(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "mino_dice", seats=6)
    assert robot.play_match([page], seed=7) > 20
    robot.verify_in_the_browser(page)
    page.get_by_role("link", name="Back to the lobby").last.click()
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "seats", "phone"),
    [
        ("gnav", 4, SMALL_PHONE),
        ("milkuro", 2, PHONE),
        ("mino_dice", 6, SMALL_PHONE),
    ],
    ids=name_of,
)
def test_37_a_whole_match_by_touch_on_a_phone(
    company: Company, game: str, seats: int, phone: tuple[int, int]
) -> None:
    width, height = phone
    page = company.come(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    company.sit_down(page, game, seats=seats)
    assert robot.play_match([page], robot.by_finger, seed=2) > 0
    robot.check_reach(page)
    page.locator(".end-ways").get_by_role("link", name="Back to the lobby").tap()
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()
    robot.check_reach(page)


@pytest.mark.parametrize("phone", [PHONE, SMALL_PHONE], ids=name_of)
@pytest.mark.parametrize(("game", "seats"), [("gnav", 10), ("milkuro", 4), ("mino_dice", 6)])
def test_37_the_fullest_table_fits_a_phone(
    company: Company, game: str, seats: int, phone: tuple[int, int]
) -> None:
    width, height = phone
    page = company.come(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    company.sit_down(page, game, name="W" * 24, seats=seats)
    for _ in range(3):
        if robot.wait_for_turn(page) == "over":
            break
        robot.by_finger(page, robot.Random(4))
