"""Back closes what lies on top and never resigns; going away and coming back changes nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company


def seat_of(company: Company, page: Page, table: str) -> object:
    """The visitor's own seat as the server has it."""
    return company.call(page, "GET", f"/api/tables/{table}")["seats"][0]


def test_36_back_closes_the_panel_and_stays_at_the_table(company: Company) -> None:
    page = company.come(viewport={"width": 360, "height": 640})
    page.goto("/")
    table = company.sit_down(page, "gnav")
    robot.wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".panel.open")).to_be_visible()
    page.go_back()
    expect(page.locator(".panel.open")).to_have_count(0)
    assert page.url.endswith(f"/t/{table}")
    expect(page.locator(robot.MOVES).first).to_be_visible()


def test_36_back_closes_a_dialog_and_answers_nothing(company: Company) -> None:
    page = company.come()
    table = company.sit_down(page, "gnav")
    robot.wait_for_turn(page)
    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="Leave the match").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert seat_of(company, page, table)["given_up"] is False  # type: ignore[index]


def test_36_back_forward_and_reload_never_resign(company: Company) -> None:
    page = company.come()
    page.goto("/")
    table = company.sit_down(page, "milkuro")
    robot.wait_for_turn(page)
    for leave in (page.go_back, page.reload):
        leave()
        expect(page.get_by_role("link", name="Milkuro: your move")).to_be_visible()
    page.go_forward()
    assert robot.wait_for_turn(page) == "move"
    page.get_by_role("link", name="Back to the lobby").click()
    page.go_back()
    assert robot.wait_for_turn(page) == "move"
    expect(page.locator(".status")).to_have_text("Connected")
    robot.by_mouse(page, robot.Random(1))
    assert robot.wait_for_turn(page) == "move"
    seat = seat_of(company, page, table)
    assert (seat["given_up"], seat["away"], seat["bot"]) == (False, False, None)  # type: ignore[index]


OTHER_PAGES = ("/", "/rules/milkuro", "/me", "/privacy")


@pytest.mark.parametrize("elsewhere", OTHER_PAGES)
def test_36_there_and_back_again_from_every_page(company: Company, elsewhere: str) -> None:
    page = company.come()
    table = company.sit_down(page, "milkuro")
    assert robot.wait_for_turn(page) == "move"
    before = company.call(page, "GET", f"/api/tables/{table}/state")
    page.goto(elsewhere)
    for go in (page.reload, page.go_back, page.go_forward, page.go_back, page.reload):
        go()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert robot.wait_for_turn(page) == "move"
    expect(page.locator(".status")).to_have_text("Connected")
    after = company.call(page, "GET", f"/api/tables/{table}/state")
    for name in ("seq", "seat", "view", "legal"):
        assert after[name] == before[name]
    seat = seat_of(company, page, table)
    assert (seat["given_up"], seat["away"], seat["bot"]) == (False, False, None)  # type: ignore[index]


def test_leaving_is_asked_about_and_the_seat_can_be_taken_back(company: Company) -> None:
    page, friend = company.come(), company.come()
    table = company.sit_down(page, "milkuro", seats=2, bots={})
    friend.goto(page.locator("#link-play").input_value())
    company.call(friend, "PATCH", "/api/me", {"name": "Grace"})
    company.call(friend, "POST", f"/api/tables/{table}/seats/1", {"who": "me"})
    page.locator(".milkuro").wait_for()
    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="I’m back").click()
    expect(page.get_by_role("button", name="I’m back")).to_have_count(0)
