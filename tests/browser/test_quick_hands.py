"""Whoever presses faster than the screen draws, or longer than they meant, gets what they chose."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import milkman, robot
from tests.browser.company import Company

CHOOSE = """([first, next]) => {
  document.querySelector(first).click();
  return document.querySelector(next) !== null;
}"""
"""Press the first; whether the next is there before the screen is drawn again."""


@pytest.mark.parametrize(
    ("game", "first", "following"),
    [
        ("milkuro", robot.MOVES, robot.LIFTED),
        ("mino_dice", robot.MOVES, robot.LIFTED),
        ("milkman", "[data-die]:enabled", ".mm-clear"),
    ],
)
def test_a_choice_is_there_before_the_next_press(
    company: Company, game: str, first: str, following: str
) -> None:
    page = company.come()
    company.sit_down(page, game)
    turn = milkman.wait_for_turn(page) if game == "milkman" else robot.wait_for_turn(page)
    assert turn == "move"
    assert page.locator(following).count() == 0
    assert page.evaluate(CHOOSE, [first, following])


def hold_enter(page: Page) -> None:
    """Press it, and let the keyboard repeat it once the page has drawn."""
    page.keyboard.down("Enter")
    robot.look(page)
    page.keyboard.down("Enter")
    robot.look(page)
    page.keyboard.up("Enter")


def test_a_key_that_is_held_down_is_one_press(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "milkuro")
    assert robot.wait_for_turn(page) == "move"
    page.locator(robot.MOVES).first.focus()
    hold_enter(page)
    assert page.locator(robot.LIFTED).count() == 1
    page.get_by_role("button", name="Leave the match").focus()
    hold_enter(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(robot.LIFTED).focus()
    page.keyboard.press("Enter")
    expect(page.locator(robot.LIFTED)).to_have_count(0)
