"""Lost in mid-game and back: by a link of one's own, by a tap, and not without asking."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.company import Company


def way_back(company: Company, page: Page, table: str) -> str:
    """The address by which whoever sits before `page` goes on elsewhere."""
    made: dict[str, Any] = company.call(page, "POST", "/api/me/recovery", {"table": table})
    return str(made["url"])


def own_seat(company: Company, page: Page, table: str) -> Any:
    """The seat that the server gives to this browser."""
    return company.call(page, "GET", f"/api/tables/{table}/state")["seat"]


def test_14_who_lost_the_cookie_comes_back_to_the_seat(company: Company) -> None:
    company.expect_complaints("status of 404")
    page = company.come()
    table = company.sit_down(page, "gnav")
    address = way_back(company, page, table)
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(address)
    page.get_by_role("button", name="Go on here").click()
    expect(page).to_have_url(f"{company.url}/t/{table}")
    expect(page.locator("#main.laying")).to_have_count(0)
    assert own_seat(company, page, table) == 0
    page.go_back()
    expect(page).not_to_have_url(re.compile("#"))


def test_14_a_phone_goes_on_beside_the_first_browser(company: Company) -> None:
    page, phone = company.come(), company.come(has_touch=True)
    table = company.sit_down(page, "milkuro")
    phone.goto(way_back(company, page, table))
    phone.get_by_role("button", name="Go on here").tap()
    expect(phone).to_have_url(f"{company.url}/t/{table}")
    assert own_seat(company, page, table) == own_seat(company, phone, table) == 0


def test_14_a_browser_that_is_somebody_elses_asks_first(company: Company) -> None:
    company.expect_complaints("status of 403")
    page, other = company.come(), company.come()
    table = company.sit_down(page, "milkuro")
    company.call(other, "PATCH", "/api/me", {"name": "Bo"})
    address = way_back(company, page, table)
    other.goto(address)
    other.get_by_role("button", name="Go on here").click()
    other.get_by_role("link", name="Stay Bo").click()
    assert company.call(other, "GET", "/api/me")["player"]["name"] == "Bo"
    other.goto(address)
    other.get_by_role("button", name="Go on here").click()
    other.get_by_role("button", name="Be Ada here").click()
    expect(other).to_have_url(f"{company.url}/t/{table}")
    assert own_seat(company, other, table) == 0


def test_a_way_back_that_leads_nowhere_says_so(company: Company) -> None:
    company.expect_complaints("status of 404")
    page = company.come()
    page.goto("/come")
    expect(page.get_by_text("This link has been used")).to_be_visible()
    page.goto("/come#nobody")
    page.get_by_role("button", name="Go on here").click()
    expect(page.get_by_text("This link has been used")).to_be_visible()


def test_12_a_link_for_one_asks_before_it_counts(company: Company) -> None:
    company.expect_complaints("status of 404")
    host, friend, late = company.come(), company.come(), company.come()
    bots = {"1": "easy", "2": "easy"}
    table = company.sit_down(host, "gnav", bots=bots, start=False)
    link = company.call(host, "POST", f"/api/tables/{table}/links", {"kind": "play", "max_uses": 1})
    friend.goto(link["url"])
    friend.reload()
    friend.get_by_role("button", name="Come in").click()
    expect(friend).to_have_url(f"{company.url}/t/{table}")
    expect(friend.get_by_role("button", name="Sit here")).to_have_count(1)
    late.goto(link["url"])
    expect(late.get_by_role("button", name="Come in")).to_have_count(0)
    expect(late.get_by_role("heading", level=1)).to_be_visible()
