"""The house's own page: its numbers move, its pictures are read by keys, it fits a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser import robot
from tests.browser.axe import findings_in_all_themes
from tests.browser.company import Company
from tests.browser.keeping import Keeper, come_to_keep
from tests.scale import LANGUAGES
from tests.serving import ServerProcess

PHONE = {"width": 360, "height": 740}
HOUR = re.compile(r".*/api/admin/statistics\?span=hour")


@pytest.fixture(scope="module")
def keeper(browser: Browser, server: ServerProcess) -> Keeper:
    """Somebody on duty; other browsers may remember what theirs does."""
    company = Company(browser, server.url)
    keeper = come_to_keep(company, company.come(), server)
    company.go_home()
    return keeper


def tile(page: Page, key: str) -> Locator:
    """One of the numbers."""
    return page.locator(f"[data-tile={key}] .tile-value")


def play_until(seen: Callable[[], bool], players: Sequence[Page]) -> None:
    """Move whenever there is something to move, for as long as that takes."""
    rng, deadline = Random(1), time.monotonic() + 30
    while not seen():
        assert time.monotonic() < deadline, "Nobody sees that there are moves."
        for player in players:
            if robot.look(player) == "move":
                robot.by_mouse(player, rng)


def measured(page: Page) -> None:
    """Let this browser believe that the house has been open for an hour."""

    def answer(minute: int) -> dict[str, object]:
        known = None if 20 <= minute < 25 else minute
        fields = ("people", "tables", "sockets", "moves_a_second", "p50_ms", "p99_ms")
        more = dict.fromkeys((*fields, "errors", "memory_mb", "cpu"), known)
        return {"at": f"2026-11-30T12:{minute:02}:00Z", **more}

    points = [answer(minute) for minute in range(60)]
    page.route(HOUR, lambda route: route.fulfill(json={"step_s": 60, "points": points}))


def test_numbers_move_while_tables_play(company: Company, keeper: Keeper) -> None:
    page = company.come(storage_state=keeper.duty)
    page.goto("/admin")
    expect(page.get_by_role("heading", name="Now")).to_be_visible()
    expect(page.locator(".wire.live")).to_be_visible()
    expect(tile(page, "tables")).to_have_text("0")
    players = (company.come(), company.come())
    for player in players:
        company.sit_down(player, "milkuro", visibility="public")
    expect(tile(page, "tables")).to_have_text("2")
    expect(tile(page, "people")).to_have_text("2")
    play_until(lambda: tile(page, "moves").inner_text() != "0", players)


def test_one_table_is_looked_at_and_helped(company: Company, keeper: Keeper) -> None:
    page = company.come(storage_state=keeper.duty)
    player = company.come()
    table = company.sit_down(player, "gnav", name="Zoe", visibility="link")
    page.goto("/admin#tables")
    page.get_by_label("Title, name or id").fill("Zoe")
    expect(page.locator(".rows tbody tr")).to_have_count(1)
    page.locator(".rows a").click()
    expect(page).to_have_url(re.compile(f"#tables/{table}$"))
    expect(page.locator(".board .gnav")).to_be_visible()
    expect(page.locator(".board button.gnav-move")).to_have_count(0)
    page.get_by_role("button", name="Pause it").click()
    page.get_by_label("Why?").fill("They asked for a break.")
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Let it go on")).to_be_visible()
    expect(page.locator(".mark", has_text="paused")).to_be_visible()


def test_an_end_wants_proof_and_is_then_made(company: Company, keeper: Keeper) -> None:
    company.expect_complaints(r"status of 403 .*/end")
    page = company.come(storage_state=keeper.duty)
    table = company.sit_down(company.come(), "gnav")
    page.route("**/end", ask_for_proof, times=1)
    page.goto(f"/admin#tables/{table}")
    page.get_by_role("button", name="End it without a result").click()
    page.get_by_label("Why?").fill("Nobody will come back.")
    page.get_by_role("button", name="End it now").click()
    page.get_by_label("Your password").fill(keeper.password)
    page.get_by_label("Code from your authenticator").fill(keeper.code())
    page.keyboard.press("Enter")
    expect(page.locator(".mark", has_text="without a result")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("Everything holds.")).to_be_visible()


def ask_for_proof(route: Route) -> None:
    """As the house does when the last proof is too old."""
    refusal = {"code": "forbidden", "message": "", "detail": {"prove": True}}
    route.fulfill(status=403, json={"error": refusal})


def test_a_picture_is_read_by_keys(company: Company, keeper: Keeper) -> None:
    page = company.come(storage_state=keeper.duty)
    measured(page)
    page.goto("/admin")
    chart = page.get_by_role("slider", name="Moves a second")
    chart.focus()
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("moves a second: 0$"))
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("moves a second: 3$"))
    expect(page.locator("[data-chart=people] .reading b").first).to_have_text("3")
    page.get_by_role("button", name="As a table").click()
    expect(page.locator(".figures tbody tr")).to_have_count(60)
    expect(page.locator(".figures tbody tr").first.locator("td").first).to_have_text("59")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_phone_and_axe_finds_nothing(
    company: Company, keeper: Keeper, language: str
) -> None:
    page = company.come(viewport=PHONE, storage_state=keeper.duty, locale=language)
    measured(page)
    table = company.sit_down(company.come(), "gnav")
    for place, there in (
        ("now", "[data-chart=cpu]"),
        ("tables", ".rows tbody tr"),
        (f"tables/{table}", ".board .gnav"),
    ):
        page.goto(f"/admin#{place}")
        expect(page.locator(there).first).to_be_visible()
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], place
        assert (place, findings_in_all_themes(page)) == (place, [])
