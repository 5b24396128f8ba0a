"""axe looks at what people do with each other: links, ways back, offers, chat and its dialogs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.company import Company
from tests.browser.parties import open_tab, open_table, sit
from tests.browser.test_chat_rooms import say, three
from tests.browser.test_links import make_link, open_links
from tests.browser.test_phone import open_phone
from tests.browser.test_rematch import finished_match, leave_for, play_again


def names_alike_and_seats_by_lot(company: Company) -> Page:
    host, table = open_table(company, seats=3, seating="random")
    sit(company, table["links"]["play"], 1, "ada")
    expect(host.locator(".places .alike")).to_have_count(2)
    open_tab(host, "People")
    return host


def links(company: Company) -> Page:
    host, _ = open_table(company)
    book = open_links(host)
    make_link(book, "1", "An hour")
    book.get_by_role("button", name="Another link").click()
    return host


def the_phone(company: Company) -> Page:
    host, _ = open_table(company)
    open_phone(host)
    return host


def an_offer(company: Company) -> Page:
    ada, bob, _ = finished_match(company)
    play_again(ada)
    expect(bob.get_by_text("Ada wants another match.")).to_be_visible()
    return bob


def a_held_seat_and_the_score(company: Company) -> Page:
    ada, _, _ = finished_match(company)
    old = ada.url
    play_again(ada)
    leave_for(ada, old)
    expect(ada.locator(".series")).to_be_visible()
    return ada


def the_chat(company: Company) -> Page:
    ada, bob, _ = three(company)
    say(bob, "Hello")
    say(ada, "left\u202eright")
    expect(ada.get_by_role("alert")).to_be_visible()
    ada.get_by_role("button", name="More", exact=True).click()
    return ada


def a_report(company: Company) -> Page:
    ada, bob, _ = three(company)
    say(bob, "Hello")
    ada.get_by_role("button", name="About what Bob said").click()
    ada.get_by_role("button", name="Report this line").click()
    expect(ada.get_by_role("dialog", name="What is wrong with it?")).to_be_visible()
    return ada


SIGHTS = [
    names_alike_and_seats_by_lot,
    links,
    the_phone,
    an_offer,
    a_held_seat_and_the_score,
    the_chat,
    a_report,
]


@pytest.mark.parametrize("show", SIGHTS, ids=lambda show: show.__name__)
def test_axe_finds_nothing_in(company: Company, show: Callable[[Company], Page]) -> None:
    assert axe.findings_in_all_themes(show(company)) == []
