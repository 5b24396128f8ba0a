"""Reloads, second tabs, slow lines, no line at all, and a server that dies under the open page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser import robot
from tests.browser.company import LOST_WIRE, Company
from tests.serving import ServerProcess, serving

BAR = "document.querySelector('.room > .bar').offsetHeight"

MOVED = """() => {
  window.moved = [];
  const kept = ".bar, .bar *, main, .panel, .panel > *, .place, .before-papers";
  const tell = ({ sources }) => sources.forEach(({ node }) => {
    if (node?.matches?.(kept)) window.moved.push(node.className || node.nodeName);
  });
  new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({
    type: "layout-shift", buffered: true,
  });
}"""
"""Notes what moves of what stands on a page as it opens."""


@dataclass
class Wire:
    """The wire of one page, held in the hand: what the server says can be kept back."""

    sent: list[Any] = field(default_factory=list)
    waiting: list[str | bytes] = field(default_factory=list)
    held: bool = False
    _pass_on: Callable[[str | bytes], None] = lambda _: None

    def lay(self, page: Page) -> None:
        """Between this page and the server, before the page is opened."""
        page.route_web_socket("**/live?*", self._open)

    def let_go(self) -> None:
        """Everything that was kept back arrives at once."""
        self.held = False
        for message in self.waiting:
            self._pass_on(message)
        self.waiting.clear()

    @property
    def moves(self) -> list[Any]:
        """The moves that the page has sent."""
        return [message for message in self.sent if message["type"] == "move"]

    def _open(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        self._pass_on = near.send

        def to_server(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            far.send(message)

        def to_page(message: str | bytes) -> None:
            if self.held:
                self.waiting.append(message)
            else:
                near.send(message)

        near.on_message(to_server)
        far.on_message(to_page)


def board_of(page: Page) -> Any:
    """What the page says about the match: each card, each label, the sentence."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".board [aria-label], .sentence")]
             .map((one) => `${one.getAttribute("aria-label")} ${one.textContent}`)"""
    )


def state_of(company: Company, page: Page, table: str) -> Any:
    """What the server says to whoever sits before this page."""
    return company.call(page, "GET", f"/api/tables/{table}/state")


def wait_for_legal(company: Company, page: Page, table: str) -> Any:
    """The state once it is this person's turn again."""
    deadline = time.monotonic() + 20
    while not (state := state_of(company, page, table))["legal"]:
        assert time.monotonic() < deadline, "The bots do not move."
    return state


def expect_same_board(one: Page, other: Page) -> None:
    """Both pages show the same, once both have drawn what they know."""
    deadline = time.monotonic() + 20
    while True:
        for page in (other, one):
            page.bring_to_front()
            robot.wait_for_turn(page)
        if (mine := board_of(one)) == (theirs := board_of(other)):
            return
        assert time.monotonic() < deadline, f"{mine}\n{theirs}"


def expect_log_as_on_the_server(company: Company, page: Page, table: str) -> None:
    """The page catches up: on one's turn it tells as many moves as the server knows by then.

    A move that was just made may still be on its way when the server is asked.
    """
    lines = page.locator(".log li", has_text=" plays ")
    deadline = time.monotonic() + 20
    while True:
        log = wait_for_legal(company, page, table)["log"]
        plays = sum(event["type"] == "play" for entry in log for event in entry["events"])
        page.locator(".board").evaluate("(board) => { for (let i = 0; i < 3; i++) board.click(); }")
        robot.wait_for_turn(page)
        if (told := lines.count()) == plays:
            return
        assert time.monotonic() < deadline, f"{told} of {plays} moves are told"


@pytest.mark.parametrize("game", ["gnav", "milkuro"])
def test_07_a_reload_in_mid_move_shows_the_same_table(company: Company, game: str) -> None:
    page = company.come()
    company.sit_down(page, game, seats=3)
    for turn in range(4):
        if robot.wait_for_turn(page) == "over":
            break
        before = board_of(page)
        page.reload()
        assert robot.wait_for_turn(page) == "move"
        assert settled(board_of(page)) == settled(before)
        robot.by_mouse(page, Random(turn))


def settled(board: list[str]) -> list[str]:
    """Without what somebody said a moment ago: a fresh page has not heard it."""
    return [line for line in board if "Pass by" not in line and "keep" not in line]


def test_08_two_tabs_of_one_player_alternate(company: Company) -> None:
    first = company.come()
    table = company.sit_down(first, "milkuro", seats=2)
    second = first.context.new_page()
    second.goto(f"/t/{table}")
    for turn in range(6):
        mover, other = (first, second) if turn % 2 else (second, first)
        expect_same_board(mover, other)
        robot.by_mouse(mover, Random(turn))
    for page in (first, second):
        expect_log_as_on_the_server(company, page, table)


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_table_opens(company: Company, width: int) -> None:
    page = company.come(viewport={"width": width, "height": 720}, locale="fr-FR")
    page.add_init_script(f"({MOVED})()")
    company.sit_down(page, "mino_dice")
    robot.wait_for_turn(page)
    expect(page.locator(".status.live")).to_be_visible()
    body = {"game": "mino_dice", "seats": 4}
    table = company.call(page, "POST", "/api/tables", body)["id"]
    playing = page.evaluate("window.moved")
    page.goto(f"/t/{table}")
    expect(page.locator(".status.live")).to_be_visible()
    assert [playing, page.evaluate("window.moved")] == [[], []]


@dataclass
class Outage:
    """No server can be reached from one page for as long as a test says so."""

    is_on: bool = False
    tries: int = 0
    _near: WebSocketRoute | None = None

    def begin(self) -> None:
        """The wire is cut, and no new one holds."""
        self.is_on = True
        assert self._near is not None
        self._near.close()

    def open(self, near: WebSocketRoute) -> None:
        """The page tries."""
        self.tries += 1
        if self.is_on:
            near.close()
        else:
            self._near = near
            near.connect_to_server()


def test_08_five_minutes_without_a_line_and_it_still_tries(company: Company) -> None:
    page, outage = company.come(viewport={"width": 320, "height": 568}), Outage()
    page.clock.install()
    page.route_web_socket("**/live?*", outage.open)
    company.sit_down(page, "milkuro", seats=2)
    assert robot.wait_for_turn(page) == "move"
    height = page.evaluate(BAR)
    outage.begin()
    expect(page.locator(".status.offline .status-word")).to_be_visible()
    assert page.evaluate(BAR) == height, "the table moves when the wire is lost"
    before = outage.tries
    for _ in range(100):
        page.clock.run_for(3_000)
    assert outage.tries - before > 300 / 20
    outage.is_on = False
    for _ in range(7):
        page.clock.run_for(3_000)
    expect(page.locator(".status")).to_have_text("Connected")
    assert robot.wait_for_turn(page) == "move"
    robot.by_mouse(page, Random(1))
    assert robot.wait_for_turn(page) == "move"


def test_01_a_double_click_on_a_slow_line_plays_once(company: Company) -> None:
    page, wire = company.come(), Wire()
    wire.lay(page)
    company.sit_down(page, "gnav", bots={"1": "normal", "2": "normal", "3": "normal"})
    robot.wait_for_turn(page)
    keep = page.locator("[data-move=keep]")
    box = keep.bounding_box()
    assert box is not None
    wire.held = True
    page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
    page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
    expect(keep).to_be_disabled()
    wire.let_go()
    assert robot.wait_for_turn(page) in ("move", "over")
    assert len(wire.moves) == 1


def test_06_a_burst_of_messages_is_told_in_order(company: Company) -> None:
    page, wire = company.come(), Wire()
    wire.lay(page)
    table = company.sit_down(page, "milkuro", seats=2)
    robot.wait_for_turn(page)
    wire.held = True
    while (state := wait_for_legal(company, page, table))["seq"] < 40:
        order = {"ref": f"burst-{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
        company.call(page, "POST", f"/api/tables/{table}/moves", order)
    held = [json.loads(message) for message in wire.waiting]
    assert sum(len(message.get("events", ())) for message in held) >= 50
    wire.let_go()
    expect_log_as_on_the_server(company, page, table)
    fresh = page.context.new_page()
    fresh.goto(f"/t/{table}")
    robot.wait_for_turn(fresh)
    assert lines_of(page) == lines_of(fresh)
    expect_same_board(page, fresh)


def lines_of(page: Page) -> list[str]:
    """The log, line by line."""
    return page.locator(".log li").all_inner_texts()


def test_03_offline_while_others_move_then_equal_to_the_server(company: Company) -> None:
    company.expect_complaints(LOST_WIRE)
    page, phone = company.come(), company.come()
    table = company.sit_down(page, "milkuro", seats=2)
    robot.wait_for_turn(page)
    cookies = page.context.cookies()
    phone.context.add_cookies(cookies)  # type: ignore[arg-type]
    phone.goto(f"/t/{table}")
    robot.wait_for_turn(phone)
    page.context.set_offline(True)
    drop_the_wire(page)
    before = lines_of(page)
    robot.by_mouse(page, Random(0))
    assert lines_of(page) == before
    robot.by_mouse(phone, Random(3))
    assert robot.wait_for_turn(phone) == "move"
    page.context.set_offline(False)
    expect(page.locator(".status")).to_have_text("Connected")
    expect_log_as_on_the_server(company, page, table)
    expect_same_board(page, phone)


def test_a_server_that_stumbles_once_turns_nobody_away(company: Company) -> None:
    page = company.come()
    bug = {"code": "unavailable", "message": "", "detail": {}}
    stumbles = iter([json.dumps({"type": "error", "ref": None, "error": bug})])

    def open_wire(near: WebSocketRoute) -> None:
        told = next(stumbles, None)
        if told is None:
            near.connect_to_server()
        else:
            near.send(told)
            near.close()

    page.route_web_socket("**/live?*", open_wire)
    company.sit_down(page, "milkuro", seats=2)
    assert robot.wait_for_turn(page) == "move"
    assert next(stumbles, None) is None


def drop_the_wire(page: Page) -> None:
    """`set_offline` leaves open sockets alone, which a real loss would not."""
    expect(page.locator(".status")).to_have_text("Connected")
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_the_page_comes_back_by_itself_after_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/tables.db", "RATE_LIMITS": "off"}
    with serving(settings) as server:
        people = Company(browser, server.url)
        people.expect_complaints(LOST_WIRE)
        page = people.come()
        table = people.sit_down(page, "milkuro", seats=2)
        robot.wait_for_turn(page)
        kill_and_restart(server, page)
        assert robot.wait_for_turn(page) == "move"
        robot.by_mouse(page, Random(1))
        assert robot.wait_for_turn(page) == "move"
        expect_log_as_on_the_server(people, page, table)
        people.go_home()
        assert people.unexpected == []


def kill_and_restart(server: ServerProcess, page: Page) -> None:
    """The page sees its server die, and a new one at the same address."""
    server.kill9()
    expect(page.locator(".status")).not_to_have_text("Connected")
    server.restart()
    expect(page.locator(".status")).to_have_text("Connected", timeout=40_000)
