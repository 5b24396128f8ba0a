"""Whole matches of Milkman at the page, by mouse and by touch on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import milkman
from tests.browser.company import Company
from tests.browser.test_milkman_table import SIDEWAYS

PHONE = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 720}}
FARM_WORK = {"milk", "bottle", "claim", "truck", "load", "drive", "done"}
MOST_MATCHES = 4


def test_a_whole_match_by_mouse(company: Company) -> None:
    play_whole_match(company, company.come(**DESK), milkman.by_mouse)


def test_37_a_whole_match_by_touch_on_a_small_phone(company: Company) -> None:
    """Every move is a tap on something that nothing covers; the page never scrolls sideways."""

    def tap(page: Page, selector: str) -> None:
        assert page.evaluate(SIDEWAYS) == []
        milkman.by_finger(page, selector)

    play_whole_match(company, company.come(**PHONE), tap)


def play_whole_match(company: Company, page: Page, press: milkman.Press) -> None:
    """Against a bot to the end, and back to the lobby; what was meant is what was made.

    Some dice never fill a truck at home: then they come to the table again.
    """
    done: set[str] = set()
    for seed in range(MOST_MATCHES):
        table = company.sit_down(page, "milkman", seats=2)
        meant = milkman.play_match(page, press, seed=seed)
        expect(page.locator(".end")).to_be_visible()
        made = milkman.made(company, page, table)
        assert milkman.without_details(made) == milkman.without_details(meant)
        done.update(move["type"] for move in made)
        if done >= FARM_WORK:
            break
    assert done >= FARM_WORK
    press(page, '.end-ways a[href="/"]')
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()
