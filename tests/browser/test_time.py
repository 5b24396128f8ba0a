"""Clocks that count down, time that runs out, pauses, absence, and the way back."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser import robot
from tests.browser.axe import findings
from tests.browser.company import LOST_WIRE, Company
from tests.browser.hurried import PACE
from tests.browser.test_connection import drop_the_wire, state_of
from tests.serving import ServerProcess, serving

TEN_MINUTES_OFF = """const { now } = Date;
const Real = Date;
window.Date = class extends Real {
  constructor(...given) {
    super(...(given.length > 0 ? given : [now() + OFF]));
  }
  static now() {
    return now() + OFF;
  }
};"""

TONES = """const { setValueAtTime } = AudioParam.prototype;
AudioParam.prototype.setValueAtTime = function (value, when) {
  const { dataset } = document.documentElement;
  if (value > 1) dataset.tones = `${dataset.tones ?? ""} ${value}`;
  return setValueAtTime.call(this, value, when);
};"""
TICK, KNOCK = " 900", " 210 1300"
"""The tones, in hertz, of a last second and of a knock."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product with less patience than people have."""
    folder = tmp_path_factory.mktemp("kitchen")
    settings = {"DATABASE_URL": f"sqlite:///{folder}/tables.db", "RATE_LIMITS": "off"}
    with serving(settings, "tests.browser.hurried") as running:
        yield running


def sit_together(
    company: Company,
    pace: Any = None,
    prepare: Callable[[Page], None] = lambda _: None,
    *,
    game: str = "gnav",
) -> tuple[Page, Page, str]:
    """Ada, who is the host, and Grace at a table of their own, and the table's id."""
    host, friend = company.come(), company.come()
    for page in (host, friend):
        prepare(page)
    wish = {"pace": pace} if pace else {}
    table = company.sit_down(host, game, seats=2, bots={}, **wish)
    key = host.locator("#link-play").input_value()
    company.call(friend, "PATCH", "/api/me", {"name": "Grace"})
    friend.goto(key)
    company.call(friend, "POST", f"/api/tables/{table}/seats/1", {"who": "me"})
    for page in (host, friend):
        expect(page.locator(f".board .{game}")).to_be_visible()
    return host, friend, table


def by_turn(host: Page, friend: Page) -> tuple[Page, Page]:
    """Who is to act, and the other."""
    return (host, friend) if robot.look(host, 10) == "move" else (friend, host)


def clock_of(page: Page, seat: int) -> Any:
    """The digits at a seat."""
    return page.locator(f"[data-seat='{seat}'] .clock[role=timer]")


def seat_of(page: Page) -> int:
    """Where who sits before this page sits."""
    seat = page.locator(".seat", has_text="You").first.get_attribute("data-seat")
    assert seat is not None
    return int(seat)


@pytest.mark.parametrize("minutes", [-10, 10])
def test_24_clocks_count_the_servers_time_whatever_the_browser_thinks(
    company: Company, minutes: int
) -> None:
    script = TEN_MINUTES_OFF.replace("OFF", str(minutes * 60_000))
    pace = {"kind": "live", "seconds": 120}
    pages = sit_together(company, pace, lambda page: page.add_init_script(script))
    first, other = by_turn(*pages[:2])
    seat, deadlines = seat_of(first), state_of(company, first, pages[2])["table"]["deadlines"]
    left = datetime.fromisoformat(deadlines[str(seat)]) - datetime.now(UTC)
    for page in (first, other):
        thought = page.evaluate("Date.now()") / 1000 - datetime.now(UTC).timestamp()
        assert abs(thought - minutes * 60) < 30
        shown = clock_of(page, seat).inner_text()
        told = int(shown.split(":")[0]) * 60 + int(shown.split(":")[1])
        assert abs(told - left.total_seconds()) < 15
        expect(clock_of(page, seat)).not_to_have_text(shown)


def test_the_last_ten_seconds_ring_softly_for_whose_they_are(company: Company) -> None:
    pages = sit_together(company, {"kind": "live", "seconds": 15}, listen)
    first, other = by_turn(*pages[:2])
    seat = seat_of(first)
    for page in (first, other):
        page.locator(".bar-title").click()
    place = first.locator(f"[data-seat='{seat}'] .seat-name").first
    box = place.bounding_box()
    expect(clock_of(first, seat)).to_have_class(re.compile("soon"))
    expect(clock_of(other, seat)).to_have_class(re.compile("soon"))
    expect(first.locator("html")).to_have_attribute("data-tones", re.compile(TICK + ".*" + TICK))
    assert place.bounding_box() == box
    expect(other.locator("html")).not_to_have_attribute("data-tones", re.compile(TICK))


def listen(page: Page) -> None:
    """Count the tones that the page makes, where they can be read."""
    page.add_init_script(TONES)


def test_time_runs_out_a_stand_in_takes_the_seat_and_its_player_comes_back(
    company: Company,
) -> None:
    host, friend, table = sit_together(company, PACE, game="milkuro")
    back = host.get_by_role("button", name="I’m back")
    play_until(friend, back)
    line = host.locator(".log li", has_text="Time is up for Ada (you): a bot moves.")
    expect(line).to_have_count(2)
    expect(host.get_by_text("Ada (you) ran out of time twice. A bot plays on")).to_be_visible()
    expect(friend.locator("[data-seat='0'] .stands-in").first).to_be_visible()
    assert state_of(company, host, table)["legal"] == []
    back.click()
    expect(back).to_have_count(0)
    expect(host.get_by_text("Ada (you) is back.").first).to_be_visible()
    assert state_of(company, host, table)["table"]["seats"][0]["away"] is False


def play_until(page: Page, sight: Any) -> None:
    """Make each move in time, until this is to be seen."""
    deadline = time.monotonic() + 60
    while not sight.is_visible():
        assert time.monotonic() < deadline, "Not to be seen."
        if robot.look(page, 4) == "move":
            robot.by_mouse(page, Random(0))


def test_03_offline_while_the_clock_moves_for_you_then_equal_to_the_server(
    company: Company,
) -> None:
    company.expect_complaints(LOST_WIRE)
    host, friend, table = sit_together(company, {"kind": "live", "seconds": 15})
    first, _ = by_turn(host, friend)
    before = first.locator(".log li").all_inner_texts()
    seq = state_of(company, first, table)["seq"]
    first.context.set_offline(True)
    drop_the_wire(first)
    robot.by_mouse(first, Random(0))
    friends = host if first is friend else friend
    name = "Ada" if first is host else "Grace"
    told = friends.locator(".log li", has_text=f"Time is up for {name}: a bot moves.")
    expect(told.first).to_be_visible(timeout=30_000)
    assert first.locator(".log li").all_inner_texts() == before
    first.context.set_offline(False)
    expect(first.locator(".status")).to_have_text("Connected")
    mine = first.locator(".log li", has_text=f"Time is up for {name} (you): a bot moves.")
    expect(mine.first).to_be_visible()
    log = state_of(company, first, table)["log"]
    assert [entry["by"] for entry in log if entry["seq"] == seq + 1] == ["clock"]
    fresh = first.context.new_page()
    fresh.goto(f"/t/{table}")
    expect(fresh.locator(".board .gnav")).to_be_visible()
    company.call(host, "POST", f"/api/tables/{table}/pause")
    for page in (fresh, first):
        expect(page.locator(".rest")).to_be_visible()
    assert moves_told(first) == moves_told(fresh)


def moves_told(page: Page) -> list[str]:
    """The log without what happened beside the match."""
    return page.locator(".log li:not(.log-note)").all_inner_texts()


def test_the_host_pauses_and_another_goes_on(company: Company) -> None:
    host, friend, table = sit_together(company)
    open_people(host)
    host.get_by_role("button", name="Pause", exact=True).click()
    first, _ = by_turn(host, friend)
    for page, name in ((host, "You"), (friend, "Ada")):
        rest = page.get_by_role("region", name="Paused")
        expect(rest).to_contain_text(f"{name} paused the match.")
        expect(rest).to_contain_text("Since")
        expect(page.locator(robot.MOVES)).to_have_count(0)
    rest = friend.get_by_role("region", name="Paused")
    rest.get_by_role("button", name="Go on").click()
    expect(host.locator(".rest")).to_have_count(0)
    expect(friend.locator(".rest")).to_have_count(0)
    assert state_of(company, first, table)["table"]["paused"] is None
    expect(friend.get_by_text("Ada paused the match.")).to_be_visible()
    expect(friend.get_by_text("Grace (you) lets the match go on after 1 second.")).to_be_visible()


def open_people(page: Page) -> None:
    """The list of people, beside the table."""
    page.get_by_role("tab", name="People").click()


def test_a_pause_and_the_end_by_agreement(company: Company) -> None:
    host, friend, table = sit_together(company)
    open_people(friend)
    friend.get_by_role("button", name="Ask for a pause").click()
    wish = host.get_by_role("region", name="A pause?")
    expect(wish).to_contain_text("Grace would like a pause. 1 of 2 agree.")
    expect(friend.get_by_role("button", name="Ask for a pause")).to_be_disabled()
    wish.get_by_role("button", name="Pause").click()
    friend.locator(".rest").get_by_role("button", name="Go on").click()
    expect(friend.get_by_role("button", name="Ask for a pause")).to_be_enabled()
    friend.get_by_role("button", name="Ask to end the match").click()
    dialog = friend.get_by_role("dialog", name="End this match without a result?")
    expect(dialog).to_contain_text("It ends once these agree as well: Ada.")
    dialog.get_by_role("button", name="End it").click()
    host.get_by_role("button", name="Agree to end").click()
    expect(host.get_by_role("dialog")).to_contain_text("It ends now, and nobody wins.")
    host.get_by_role("button", name="End it").click()
    for page in (host, friend):
        expect(page.locator(".end")).to_be_visible()
    ended = company.call(host, "GET", f"/api/tables/{table}")
    assert (ended["state"], ended["result"], ended["ended_why"]) == ("abandoned", None, "agreed")


def test_a_knock_is_heard_by_whom_it_is_for(company: Company) -> None:
    pages = sit_together(company, prepare=listen)
    first, other = by_turn(*pages[:2])
    first.locator(".bar-title").click()
    expect(other.get_by_role("button", name="Knock for")).to_be_visible()
    other.set_viewport_size({"width": 360, "height": 640})  # there its word stands on it
    expect(other.get_by_role("button", name="Knock for")).to_have_text("Knock")
    other.get_by_role("button", name="Knock for").click()
    expect(other.locator("#toast")).to_contain_text("You knocked for")
    expect(first.locator("#toast")).to_contain_text("is waiting for you.")
    expect(first).to_have_title("‼ Gnav waits for you")
    expect(first.locator("html")).to_have_attribute("data-tones", re.compile(f"({KNOCK}){{3}}"))
    expect(other.get_by_role("button", name="Knock for")).to_have_count(0)
    robot.by_mouse(first, Random(0))
    expect(first).not_to_have_title("‼ Gnav waits for you")


class LongAgo:
    """A wire on which people who are away have been so for a time already."""

    def __init__(self, gone: timedelta) -> None:
        self._gone = gone

    def lay(self, page: Page) -> None:
        """Between this page and the server, before the page is opened."""
        page.route_web_socket("**/live?*", self._open)

    def _open(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(lambda message: near.send(self._told(message)))

    def _told(self, text: str | bytes) -> str:
        message = json.loads(text)
        for place in message.get("table", {}).get("seats", []):
            if place["absent_since"]:
                since = datetime.fromisoformat(place["absent_since"]) - self._gone
                place["absent_since"] = since.isoformat()
        return json.dumps(message)


@pytest.mark.parametrize("long", [False, True], ids=["for a while", "for long"])
def test_somebody_seated_calls_a_stand_in_for_who_is_away(company: Company, long: bool) -> None:
    wire = LongAgo(timedelta(minutes=3) if long else timedelta(seconds=20))
    pages = sit_together(company, prepare=wire.lay)
    first, other = by_turn(*pages[:2])
    name = "Ada" if first is pages[0] else "Grace"
    first.goto("/privacy")
    slip = other.get_by_role("region", name=f"{name} is away")
    if not long:
        expect(slip).to_contain_text("In 2 minutes a bot may play for them.")
        expect(slip.get_by_role("button")).to_have_count(0)
        return
    slip.get_by_role("button", name=f"Let a bot play for {name}").click()
    expect(slip).to_have_count(0)
    expect(other.get_by_text(f"{name} has been away for long.")).to_be_visible()
    first.go_back()
    first.get_by_role("button", name="I’m back").click()
    expect(other.get_by_text(f"{name} is back.")).to_be_visible()


def test_the_pace_is_chosen_in_the_lobby_and_before_the_start(company: Company) -> None:
    host, friend = company.come(), company.come()
    host.goto("/")
    host.get_by_label("New tables:").select_option(label="1\N{NO-BREAK SPACE}minute a move")
    company.call(host, "PATCH", "/api/me", {"name": "Ada"})
    host.locator("[data-open=gnav]").click()
    host.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("radio", name="1 minute")).to_be_checked()
    friend.goto(host.locator("#link-play").input_value())
    host.locator("label", has_text="Daily").click()
    expect(host.get_by_role("radio", name="24 hours")).to_be_checked()
    expect(friend.locator(".chosen")).to_contain_text("24 hours a move")
    for page in (host, friend):
        expect(page.locator(".options")).to_contain_text("After two times in a row")
    host.locator("label", has_text="3 days").click()
    expect(friend.locator(".chosen")).to_contain_text("3 days a move")
    host.get_by_role("button", name="Fill with bots").click()
    host.get_by_role("button", name="Start", exact=True).click()
    open_people(host)
    expect(host.locator(".tab-page .ladder")).to_contain_text("3 days a move")
    expect(clock_of(host, 0)).to_have_text("71 h")


def test_axe_finds_nothing_serious_while_people_wait(company: Company) -> None:
    host, friend, _ = sit_together(company, {"kind": "live", "seconds": 15})
    open_people(friend)
    friend.get_by_role("button", name="Ask for a pause").click()
    expect(host.locator(".slip")).to_be_visible()
    expect(host.locator(".clock.soon")).to_be_visible()
    for scheme in ("light", "dark"):
        host.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert (scheme, findings(host)) == (scheme, [])
    open_people(host)
    host.get_by_role("button", name="Pause", exact=True).last.click()
    for page, scheme in ((host, "light"), (friend, "dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator(".rest")).to_be_visible()
        assert (scheme, findings(page)) == (scheme, [])
