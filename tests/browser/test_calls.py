"""Being called: by title and icon in every tab, once by notification, never for what has passed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import robot
from tests.browser.company import LOST_WIRE, Company
from tests.browser.hurried import DAILY
from tests.browser.test_connection import kill_and_restart, state_of
from tests.browser.test_time import by_turn, sit_together
from tests.browser.test_undo import take_back
from tests.serving import ServerProcess, serving

DAY = {"kind": "daily", "seconds": 8 * 3600}

NOTICES = """if (location.protocol === "http:") {
  const said = (what) => {
    const notices = JSON.parse(localStorage.getItem("notices") ?? "[]");
    localStorage.setItem("notices", JSON.stringify([...notices, what]));
  };
  window.Notification = class {
    static permission = localStorage.getItem("permission") ?? "default";
    static async requestPermission() {
      localStorage.setItem("permission", "granted");
      Notification.permission = "granted";
      return "granted";
    }
    constructor(title) {
      this.title = title;
      said(title);
    }
    close() {
      said("closed");
    }
  };
}"""
"""Notifications that are written down in the browser's storage, one list for all its tabs."""

SETTLED = """() => new Promise((done) => setTimeout(done, 1200))"""
"""Longer than tabs wait for each other before one of them calls."""


MOVE_AND_TAKE_BACK = """([path, seq]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}${path}`);
  socket.onmessage = ({ data }) => {
    const { type, ref } = JSON.parse(data);
    if (type === "state") {
      socket.send(JSON.stringify({ type: "move", ref: "keep", seq, move: { type: "keep" } }));
      socket.send(JSON.stringify({ type: "undo", ref: "back", seq: seq + 1 }));
    }
    if (ref === "back") {
      socket.close();
      done(type);
    }
  };
})"""
"""Both in one breath, sooner than anybody is called."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product with less patience than people have."""
    folder = tmp_path_factory.mktemp("kitchen")
    settings = {"DATABASE_URL": f"sqlite:///{folder}/tables.db", "RATE_LIMITS": "off"}
    with serving(settings, "tests.browser.hurried") as running:
        yield running


def stub(page: Page) -> None:
    """Let this browser have notifications that can be read."""
    page.context.add_init_script(NOTICES)


def allow(page: Page) -> None:
    """Stub them, and have said yes before."""
    page.context.add_init_script(
        'if (location.protocol === "http:") localStorage.setItem("permission", "granted");'
    )
    page.context.add_init_script(NOTICES)


def notices(page: Page) -> list[str]:
    """What this browser has shown, once all tabs had their time."""
    page.evaluate(SETTLED)
    shown: list[str] = page.evaluate('JSON.parse(localStorage.getItem("notices") ?? "[]")')
    return [title for title in shown if not title.endswith("has begun")]


def two_at_a_daily_table(company: Company, pace: Any = DAY) -> tuple[Page, Page, Page, str]:
    """Who is to act; two tabs of the other one, who has allowed notifications; the table's id."""
    host, friend, table = sit_together(company, pace, allow)
    first, other = by_turn(host, friend)
    second = other.context.new_page()
    second.goto(f"/t/{table}")
    expect(second.locator(".board .gnav")).to_be_visible()
    assert notices(other) == []
    return first, other, second, table


def keep(page: Page) -> None:
    """Make the move that hands the turn on."""
    page.locator("[data-move=keep]").click()


def test_35_one_notification_for_a_turn_over_two_tabs(company: Company) -> None:
    first, one, two, _ = two_at_a_daily_table(company)
    expect(one.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon.svg"))
    keep(first)
    for page in (one, two):
        expect(page).to_have_title("● Your move: Gnav")
        expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("-call.svg"))
    assert notices(one) == ["Your move in Gnav"]
    two.reload()
    expect(two).to_have_title("● Your move: Gnav")
    assert notices(two) == ["Your move in Gnav"]


def test_35_nobody_is_called_for_a_turn_that_was_taken_back(company: Company) -> None:
    first, one, two, table = two_at_a_daily_table(company)
    seq = state_of(company, first, table)["seq"]
    first.evaluate(MOVE_AND_TAKE_BACK, [f"/api/tables/{table}/live", seq])
    assert state_of(company, first, table)["seq"] == seq + 2
    assert notices(one) == []
    for page in (one, two):
        expect(page).to_have_title("Gnav at the Kitchen Table")
    keep(first)
    assert notices(one) == ["Your move in Gnav"]
    take_back(first).click()
    expect(two).to_have_title("Gnav at the Kitchen Table")
    assert notices(one) == ["Your move in Gnav", "closed"]


def test_35_a_time_out_ends_the_call_and_makes_none(company: Company) -> None:
    first, one, two, table = two_at_a_daily_table(company, DAILY)
    name = "Ada" if one.locator(".seat", has_text="Grace").count() else "Grace"
    told = first.locator(".log li", has_text=f"Time is up for {name}: a bot moves.")
    expect(told.first).to_be_visible(timeout=40_000)
    company.call(first, "POST", f"/api/tables/{table}/pause")
    company.call(one, "POST", f"/api/tables/{table}/pause")
    expect(two.locator(".rest")).to_be_visible()
    expect(one).to_have_title("Gnav at the Kitchen Table")
    shown = notices(one)
    assert set(shown) == {"Your move in Gnav", "closed"}
    assert shown[::2] == ["Your move in Gnav"] * (len(shown) // 2)
    assert shown[1::2] == ["closed"] * (len(shown) // 2)


def test_35_a_restart_in_a_turn_calls_nobody_again(browser: Browser, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/tables.db", "RATE_LIMITS": "off"}
    with serving(settings) as server:
        people = Company(browser, server.url)
        people.expect_complaints(LOST_WIRE)
        first, one, two, _ = two_at_a_daily_table(people)
        keep(first)
        expect(one).to_have_title("● Your move: Gnav")
        assert notices(one) == ["Your move in Gnav"]
        kill_and_restart(server, one)
        expect(two.locator(".status")).to_have_text("Connected", timeout=40_000)
        expect(one).to_have_title("● Your move: Gnav")
        assert notices(one) == ["Your move in Gnav"]
        people.go_home()
        assert people.unexpected == []


def test_who_asked_for_it_is_told_that_the_table_is_full(company: Company) -> None:
    host = company.come()
    stub(host)
    table = company.sit_down(host, "gnav", seats=2, bots={}, start=False)
    host.get_by_role("button", name="Tell me when it starts").click()
    expect(host.locator("#toast")).to_have_text("You will be told.")
    expect(host.get_by_role("button", name="Tell me when it starts")).to_have_count(0)
    friend = company.come()
    friend.goto(host.locator("#link-play").input_value())
    company.call(friend, "PATCH", "/api/me", {"name": "Grace"})
    company.call(friend, "POST", f"/api/tables/{table}/seats/1", {"who": "me"})
    expect(host.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert notices(host) == ["Your table of Gnav is full"]


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_sounds_are_off_at_first_where_people_use_fingers(company: Company, touch: bool) -> None:
    page = company.come(has_touch=touch, is_mobile=touch)
    company.sit_down(page, "gnav")
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", str(not touch).lower())
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", str(touch).lower())
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", str(touch).lower())
    assert robot.wait_for_turn(page) == "move"
