"""Whoever presses faster than the screen draws gets what they chose."""

from __future__ import annotations

import pytest

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
