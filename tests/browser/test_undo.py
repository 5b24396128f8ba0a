"""Thinking again: a move is taken back before the next has acted, and another one is made."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.test_seats import say_name, sit_here

NO_FARM_WORK = {"reroll", "pay_reroll", "claim", "remove_customer", "done", "spill", "pass_market"}
"""Moves of Milkman with dice, cards, or a question that follows in them, and the way past it."""


def sit_together(company: Company) -> tuple[Page, Page]:
    """Two people at Gnav; who is first, and the other."""
    host, friend = company.come(), company.come()
    company.sit_down(host, "gnav", seats=2, bots={})
    friend.goto(host.locator("#link-play").input_value())
    sit_here(friend)
    say_name(friend, "Grace")
    expect(friend.locator(".board .gnav")).to_be_visible()
    expect(host.locator(".board .gnav")).to_be_visible()
    pages = (host, friend)
    first = next(page for page in pages if robot.look(page, 10) == "move")
    return first, pages[1 - pages.index(first)]


def take_back(page: Page) -> Any:
    """The button beside the sentence."""
    return page.get_by_role("button", name="Take back")


def test_keep_is_taken_back_and_swapped_instead(company: Company) -> None:
    first, other = sit_together(company)
    expect(take_back(first)).to_have_count(0)
    first.locator("[data-move=keep]").click()
    expect(other.locator("[data-move=keep]")).to_be_enabled()
    expect(take_back(other)).to_have_count(0)
    take_back(first).click()
    expect(first.locator("[data-move=swap]")).to_be_enabled()
    expect(take_back(first)).to_have_count(0)
    expect(other.locator(".gnav-move:enabled")).to_have_count(0)
    for page in (first, other):
        name = "Ada" if "Ada" in page.locator(".log .taken-back").inner_text() else "Grace"
        lines = page.locator(".log li")
        who = re.escape(name) + r"(\s\(you\))?"
        expect(lines.last).to_have_text(re.compile(rf"^{who} takes back: {name} keeps\.$"))
        expect(page.locator(".log .taken-back")).to_have_text(re.compile(rf"^{who} keeps\.$"))
    first.locator("[data-move=swap]").click()
    expect(first.locator(".log li").last).not_to_contain_text("takes back")
    expect(take_back(first)).to_have_count(0)


def test_by_keyboard_and_again_after_a_reload(company: Company) -> None:
    first, other = sit_together(company)
    robot.by_keyboard(first, _Always())
    expect(other.locator("[data-move=keep]")).to_be_enabled()
    first.reload()
    expect(take_back(first)).to_be_visible()
    take_back(first).focus()
    first.keyboard.press("u")
    expect(first.locator("[data-move=keep]")).to_be_enabled()
    first.locator("[data-move=keep]").focus()
    first.keyboard.press("Enter")
    robot.press_tab_until(first, ".take-back")
    first.keyboard.press("Enter")
    expect(first.locator("[data-move=keep]")).to_be_enabled()


class _Always:
    """Never tabs on."""

    def randrange(self, _: int) -> int:
        return 0


def farm_of(state: Any) -> dict[str, Any]:
    """The first farm; how things stand at the market depends on the others too."""
    return {**state["view"]["farms"][0], "market": None}


def farm_work(state: Any) -> list[Any]:
    """What can be done on the farm now, and nothing of it is final."""
    return [move for move in state["legal"] if move["type"] not in NO_FARM_WORK]


def work(company: Company, page: Page, path: str) -> bool:
    """Do something on the farm, if there is something to do."""
    state = company.call(page, "GET", f"{path}/state")
    moves = farm_work(state)
    if moves:
        body = {"ref": f"work-{state['seq']}", "seq": state["seq"], "move": moves[0]}
        company.call(page, "POST", f"{path}/moves", body)
    return bool(moves)


def work_twice(company: Company, page: Page) -> tuple[str, dict[str, Any]]:
    """Two things done on a farm of Milkman; the table's calls, and its state before them.

    Some dealt farms begin with a customer, and some have nothing more to do after the first thing.
    """
    for _ in range(20):
        path = f"/api/tables/{company.sit_down(page, 'milkman')}"
        expect(page.locator(".milkman")).to_be_visible()
        before = company.call(page, "GET", f"{path}/state")
        if work(company, page, path) and work(company, page, path):
            return path, before
    raise AssertionError("No farm has two things to do.")


def test_milkman_start_my_turn_again(company: Company) -> None:
    page = company.come()
    path, before = work_twice(company, page)
    expect(page.locator(".mine .take-back")).to_have_count(0)
    page.get_by_role("button", name="Start my turn again").click()
    lines = page.locator(".log li", has_text=re.compile(r"Ada\s\(you\) takes (back: |a move back)"))
    expect(lines).to_have_count(2)
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    after = company.call(page, "GET", f"{path}/state")
    assert after["can_undo"] is None
    assert farm_of(after) == farm_of(before)
    assert sum(entry.get("undo") is not None for entry in after["log"]) == 2
