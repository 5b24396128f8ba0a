"""Invitations with limits, made and taken back by the host, and who is kept out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import Company
from tests.browser.parties import api_of, open_tab, open_table, sit, watch


@pytest.fixture(autouse=True)
def shut_doors(company: Company) -> None:
    """Who is not let in gets an answer that says so; the console writes it down."""
    company.expect_complaints("status of 40[34]")


def open_links(host: Page) -> Locator:
    """The host's book of invitations."""
    host.get_by_role("button", name="All links").first.click()
    book = host.get_by_role("dialog", name="Your invitations")
    expect(book.locator(".link").first).to_be_visible()
    return book


def make_link(book: Locator, *choices: str) -> str:
    """A link with these choices; answers its address."""
    book.get_by_role("button", name="Another link").click()
    for words in choices:
        book.get_by_text(words, exact=True).last.click()
    book.get_by_role("button", name="Make the link").click()
    expect(book.get_by_role("status")).to_have_text("Made. It stands on top.")
    expect(book.locator(".link-code")).to_be_visible()
    return book.locator(".link-address").first.input_value()


def come_in(page: Page) -> None:
    """A limited link counts once one says so."""
    page.get_by_role("button", name="Come in").click()
    expect(page.locator(".places")).to_be_visible()


def test_12_a_link_for_one_lets_one_in(company: Company) -> None:
    host, _ = open_table(company, seats=4)
    book = open_links(host)
    address = make_link(book, "1", "A day")
    expect(book.locator(".link").first).to_contain_text("0 of 1 came in · until")
    first, second = company.come(), company.come()
    first.goto(address)
    come_in(first)
    first.get_by_role("button", name="Sit here").first.click()
    first.get_by_label("Your name").fill("Grace")
    first.get_by_role("button", name="Sit down").click()
    expect(first.locator(".place", has_text="Grace (you)")).to_be_visible()
    second.goto(address)
    expect(second.get_by_role("heading", name="Nothing on this table")).to_be_visible()
    first.reload()
    expect(first.locator(".place", has_text="Grace (you)")).to_be_visible()


def test_12_a_link_for_watching_seats_nobody(company: Company) -> None:
    host, _ = open_table(company)
    guest = watch(company, make_link(open_links(host), "Watch only"))
    expect(guest.locator(".places")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit here")).to_have_count(0)


def test_12_a_link_that_is_taken_back_sends_away_who_does_not_sit(company: Company) -> None:
    host, table = open_table(company)
    link = table["links"]["play"]
    seated, standing = sit(company, link, 1, "Bob"), watch(company, link)
    expect(standing.locator(".places")).to_be_visible()
    book = open_links(host)
    entry = book.locator(".link", has_text="Sit and play")
    entry.get_by_role("button", name="Take back").click()
    question = host.get_by_role("dialog", name="Take the link back?")
    question.get_by_role("button", name="Take back").click()
    expect(book.get_by_role("status")).to_have_text("Taken back.")
    expect(standing.get_by_role("heading", level=1)).to_have_text(
        "This table is not for you to see"
    )
    expect(seated.locator(".place", has_text="Bob (you)")).to_be_visible()
    book.get_by_text("1 link that works no more").click()
    expect(book.locator(".links-over .link")).to_contain_text("taken back")


def test_12_without_any_link_the_invitation_says_so(company: Company) -> None:
    host, _ = open_table(company)
    links = f"{api_of(host)}/links"
    for link in company.call(host, "GET", links)["links"]:
        company.call(host, "DELETE", f"{links}/{link['id']}")
    expect(host.locator(".invite")).to_contain_text("No link works now.")
    host.locator(".invite").get_by_role("button", name="All links").click()
    book = host.get_by_role("dialog", name="Your invitations")
    make_link(book)
    book.get_by_role("button", name="Close").click()
    expect(host.locator("#link-play")).to_be_visible()


def test_the_host_keeps_somebody_out(company: Company) -> None:
    host, table = open_table(company, seats=3)
    bob = sit(company, table["links"]["play"], 1, "Bob")
    host.get_by_role("button", name="More about Bob").click()
    host.get_by_role("dialog").get_by_role("button", name="Keep out").click()
    question = host.get_by_role("dialog", name="Keep Bob out?")
    question.get_by_role("button", name="Not now").click()
    expect(host.locator(".place", has_text="Bob")).to_have_count(1)
    open_tab(host, "People")
    host.locator(".people").get_by_role("button", name="Keep out").click()
    question.get_by_role("button", name="Keep out").click()
    expect(host.locator(".place", has_text="Bob")).to_have_count(0)
    expect(bob.get_by_text("The host keeps this table for others")).to_be_visible()
    bob.reload()
    expect(bob.get_by_role("button", name="Sit here")).to_have_count(0)


def test_15_the_hosts_role_passes_on_and_is_told(company: Company) -> None:
    host, table = open_table(company, seats=3)
    bob = sit(company, table["links"]["play"], 1, "Bob")
    cy = sit(company, table["links"]["play"], 2, "Cy")
    expect(bob.get_by_role("button", name="Start", exact=True)).to_have_count(0)
    host.get_by_role("button", name="Stand up").click()
    expect(bob.locator("#toast")).to_contain_text("You are the host now")
    expect(cy.locator("#toast")).to_have_text("Bob is the host now.")
    expect(bob.get_by_role("button", name="Fill with bots")).to_be_visible()
    expect(cy.locator(".place", has_text="Bob")).to_contain_text("host")


def test_names_that_look_alike_are_marked(company: Company) -> None:
    host, table = open_table(company, seats=3)
    twin = sit(company, table["links"]["play"], 1, "Аda")
    other = sit(company, table["links"]["play"], 2, "Bob")
    for page in (host, twin, other):
        signs = page.locator(".places").get_by_label("This name looks like another one")
        expect(signs).to_have_count(2)
    open_tab(other, "People")
    expect(other.locator(".people li", has_text="looks like another name here")).to_have_count(2)


def test_seats_by_lot_and_no_spectators_are_the_hosts_choice(company: Company) -> None:
    host, table = open_table(company)
    bob = sit(company, table["links"]["play"], 1, "Bob")
    host.get_by_text("By lot", exact=True).click()
    for page in (host, bob):
        expect(page.get_by_text("Who sits where is drawn by lot at the start.")).to_be_visible()
    host.get_by_role("group", name="Spectators").get_by_text("None").click()
    expect(bob.locator(".chosen")).to_contain_text("SpectatorsNone")
    expect(bob.get_by_role("radio")).to_have_count(0)
    host.get_by_role("button", name="Start", exact=True).click()
    expect(host.locator(".board")).to_be_visible()
    stranger = company.come()
    stranger.goto(table["links"]["watch"])
    expect(stranger.get_by_text("played without spectators")).to_be_visible()
