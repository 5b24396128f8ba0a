"""Tables with several people in browser tests: who came by which link, short matches."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company


def open_table(company: Company, name: str = "Ada", **wish: Any) -> tuple[Page, dict[str, Any]]:
    """Somebody's table of Gnav for two, not started; the page shows it."""
    host = company.come()
    body = {"seats": 2, "bots": {}, "start": False, "options": {"lives": 1}, **wish}
    table = company.sit_down(host, "gnav", name=name, **body)
    expect(host.locator(".place").first).to_contain_text(f"{name} (you)")
    return host, company.call(host, "GET", f"/api/tables/{table}")


def sit(company: Company, link: str, seat: int, name: str) -> Page:
    """Somebody comes by a link and sits down."""
    page = company.come()
    company.call(page, "PATCH", "/api/me", {"name": name})
    page.goto(link)
    company.call(page, "POST", f"{api_of(page)}/seats/{seat}", {"who": "me"})
    expect(page.locator("[data-seat]").first).to_be_visible()
    return page


def watch(company: Company, link: str) -> Page:
    """Somebody without a name comes to look on."""
    page = company.come()
    page.goto(link)
    expect(page.locator("#main.laying")).to_have_count(0)
    return page


def api_of(page: Page) -> str:
    """Where the calls on the table go whose page this is."""
    return f"/api/tables/{page.url.rsplit('/t/', 1)[1]}"


def play_to_the_end(*players: Page, seed: int = 1) -> None:
    """All moves of a match, until every page shows its result."""
    robot.play_match(players, seed=seed)
    for page in players:
        expect(page.locator(".end")).to_be_visible()


def open_tab(page: Page, tab: str) -> None:
    """Turn to a tab of the panel beside the table."""
    page.get_by_role("tab", name=tab).click()
