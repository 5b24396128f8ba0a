"""Two people and two bots play a whole match through the page, and somebody looks on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company

CAN_READ_THE_CLIPBOARD = ["clipboard-read", "clipboard-write"]


def open_table(company: Company, game: str) -> Page:
    """From the lobby by "Open a table", with a name of one's own; the maker sits down first."""
    page = company.come(permissions=CAN_READ_THE_CLIPBOARD)
    page.goto("/")
    page.get_by_role("article", name=game).get_by_role("button", name="Open a table").click()
    give_name(page, "Ada")
    expect(page.locator(".place").first).to_contain_text("Ada (you)")
    return page


def give_name(page: Page, name: str) -> None:
    """Answer the question that comes before one sits down with other people."""
    dialog = page.get_by_role("dialog", name="What shall we call you?")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Sit down").click()


def copy_link(page: Page, number: int) -> str:
    """Press "Copy the link" and look what is in the clipboard."""
    page.get_by_role("button", name="Copy the link").nth(number).click()
    expect(page.get_by_text("Copied. Send it to a friend.")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link


def invite(company: Company, host: Page) -> Page:
    """A friend follows the copied link and sits down."""
    friend = company.come()
    friend.goto(copy_link(host, 0))
    assert "key=" not in friend.url
    friend.get_by_role("button", name="Sit here").first.click()
    give_name(friend, "Grace")
    expect(host.locator(".place-name", has_text="Grace")).to_be_visible()
    return friend


def watch(company: Company, host: Page) -> Page:
    """Somebody with the link for watching."""
    host.get_by_text("A link for watching only").click()
    watcher = company.come()
    watcher.goto(copy_link(host, 1))
    expect(watcher.get_by_role("heading", name="The game")).to_be_visible()
    expect(watcher.get_by_role("button", name="Sit here")).to_have_count(0)
    return watcher


LEAST_MOVES = {"Gnav": 4, "Milkuro": 80}


@pytest.mark.parametrize("game", LEAST_MOVES)
def test_two_people_and_two_bots_play_a_whole_match(company: Company, game: str) -> None:
    host = open_table(company, game)
    friend = invite(company, host)
    watcher = watch(company, host)
    host.get_by_role("button", name="Fill with bots").click()
    host.get_by_role("button", name="Start", exact=True).click()
    expect(watcher.get_by_text("You are watching")).to_be_visible()

    def look_on() -> None:
        assert robot.look(watcher) != "move"

    moves = robot.play_match([host, friend], seed=7, meanwhile=look_on)
    assert moves >= LEAST_MOVES[game]
    for page in (host, friend, watcher):
        expect(page.locator(".end")).to_be_visible()
    assert result_of(watcher) == result_of(friend) == result_of(host)
    assert log_of(watcher)[-1] == log_of(host)[-1] == "The match is over."
    robot.verify_in_the_browser(friend)
    host.get_by_role("link", name="Back to the lobby").last.click()
    expect(host.get_by_role("heading", name="The table is cleared")).to_be_visible()


def result_of(page: Page) -> Any:
    """Places, names and scores as the page shows them, whoever looks."""
    rows = page.locator(".end tbody tr").all_inner_texts()
    return [re.sub(r" \(you\)", "", " ".join(row.split())) for row in rows]


def log_of(page: Page) -> list[str]:
    """The log, line by line."""
    return page.locator(".log li").all_inner_texts()
