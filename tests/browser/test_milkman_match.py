"""Whole matches of Milkman at the page, by mouse, by keyboard only, and by touch on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import milkman
from tests.browser.company import Company

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 720}}
FARM_WORK = {"milk", "bottle", "claim", "truck", "load", "drive", "done"}


@pytest.mark.parametrize(
    ("press", "screen"),
    [
        pytest.param(milkman.by_mouse, DESK, id="mouse"),
        pytest.param(milkman.by_keyboard, DESK, id="keyboard"),
        pytest.param(milkman.by_finger, PHONE, id="touch"),
    ],
)
def test_a_whole_match(company: Company, press: milkman.Press, screen: dict[str, Any]) -> None:
    page = company.come(**screen)
    table = company.sit_down(page, "milkman", seats=2)
    meant = milkman.play_match(page, press, seed=11)
    expect(page.locator(".end")).to_be_visible()
    made = milkman.made(company, page, table)
    assert milkman.without_details(made) == milkman.without_details(meant)
    assert {move["type"] for move in made} >= FARM_WORK
    press(page, '.end-ways a[href="/"]')
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()
