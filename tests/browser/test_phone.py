"""Going on with the same seat elsewhere, and what the table does when somebody never comes back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.parties import api_of, open_tab, open_table, sit, watch


def open_phone(page: Page) -> Locator:
    """The dialog with one's own link, from the list of people."""
    open_tab(page, "People")
    page.get_by_role("button", name="Continue on another device").click()
    dialog = page.get_by_role("dialog", name="Continue on another device")
    expect(dialog.get_by_role("img", name="Your own link as a QR code")).to_be_visible()
    return dialog


def own_link(page: Page) -> str:
    """Make it, and read it."""
    return open_phone(page).get_by_label("Your own link", exact=True).input_value()


def seat_of(company: Company, page: Page) -> int | None:
    """The seat that the server gives to this browser."""
    seat: int | None = company.call(page, "GET", f"{api_of(page)}/state")["seat"]
    return seat


def lose_storage(page: Page) -> None:
    """What browsers inside other programs do now and then."""
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")


def two_play(company: Company, **wish: Any) -> tuple[Page, Page, str]:
    """Ada and Bob in the middle of a match; with the link to play."""
    ada, table = open_table(company, **{"options": {"lives": 5}, **wish})
    bob = sit(company, table["links"]["play"], 1, "Bob")
    ada.get_by_role("button", name="Start", exact=True).click()
    for page in (ada, bob):
        expect(page.locator(".board")).to_be_visible()
    return ada, bob, table["links"]["play"]


def bob_begins(company: Company, **wish: Any) -> tuple[Page, Page]:
    """Ada and Bob in a match in which Bob has to move, whatever is dealt."""
    for _ in range(20):
        ada, bob, _ = two_play(company, **wish)
        if company.call(ada, "GET", f"{api_of(ada)}/state")["table"]["to_act"] == [1]:
            return ada, bob
        for page in (ada, bob):
            page.context.close()
    raise AssertionError("Bob never begins.")


def leave(page: Page) -> None:
    """Give one's seat up in the middle of the match."""
    open_tab(page, "People")
    page.get_by_role("button", name="Leave the match").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()


def test_14_storage_is_lost_in_mid_game_and_the_own_link_brings_back(company: Company) -> None:
    company.expect_complaints("status of 404")
    ada, bob, _ = two_play(company)
    table, link = bob.url, own_link(bob)
    assert seat_of(company, bob) == 1
    lose_storage(bob)
    bob.goto(table)
    expect(bob.get_by_role("heading", name="Nothing on this table")).to_be_visible()
    bob.goto(link)
    bob.get_by_role("button", name="Go on here").click()
    expect(bob.locator(".board")).to_be_visible()
    assert seat_of(company, bob) == 1
    robot.play_match([ada, bob], seed=3)


def test_14_a_phone_joins_in_and_both_stay(company: Company) -> None:
    ada, bob, _ = two_play(company)
    phone = company.come(has_touch=True, viewport={"width": 360, "height": 640})
    phone.goto(own_link(bob))
    phone.get_by_role("button", name="Go on here").tap()
    expect(phone.locator(".board")).to_be_visible()
    bob.get_by_role("dialog").get_by_role("button", name="Close").click()
    assert seat_of(company, phone) == seat_of(company, bob) == 1
    robot.play_match([ada, phone], seed=4)
    expect(bob.locator(".end")).to_be_visible()


def test_14_own_links_are_taken_back(company: Company) -> None:
    company.expect_complaints("status of 404")
    _, bob, _ = two_play(company)
    dialog = open_phone(bob)
    link = dialog.get_by_label("Your own link", exact=True).input_value()
    expect(dialog).to_contain_text("This address works on this computer only.")
    dialog.get_by_role("button", name="Take back all such links").click()
    expect(dialog.get_by_role("status")).to_contain_text("No such link works any more.")
    other = company.come()
    other.goto(link)
    other.get_by_role("button", name="Go on here").click()
    expect(other.get_by_text("This link has been used, has ended, or was taken")).to_be_visible()
    dialog.get_by_role("button", name="Make a new one").click()
    renewed = dialog.get_by_label("Your own link", exact=True)
    expect(renewed).not_to_have_value(link)
    other.goto(renewed.input_value())
    other.get_by_role("button", name="Go on here").click()
    expect(other.locator(".board")).to_be_visible()


def test_36_one_dialog_after_another_leaves_no_page(company: Company) -> None:
    host, _ = open_table(company)
    address = host.url
    host.get_by_role("button", name="More about Ada").click()
    host.get_by_role("dialog").get_by_role("button", name="Continue on another device").click()
    dialog = host.get_by_role("dialog", name="Continue on another device")
    expect(dialog.get_by_label("Your own link", exact=True)).to_be_visible()
    host.go_back()
    expect(host.get_by_role("dialog")).to_have_count(0)
    for _ in range(2):
        host.get_by_role("button", name="More about Ada").click()
        host.get_by_role("dialog").get_by_role("button", name="Continue on another device").click()
        dialog.get_by_role("button", name="Close").click()
        expect(host.get_by_role("dialog")).to_have_count(0)
    assert host.url == address
    expect(host.locator(".place", has_text="Ada (you)")).to_be_visible()


def test_14_who_never_comes_back_is_played_for(company: Company) -> None:
    ada, bob = bob_begins(company, options={"lives": 1}, pace={"kind": "live", "seconds": 15})
    lose_storage(bob)
    bob.context.close()
    robot.play_match([ada], seed=5)
    expect(ada.locator(".end")).to_contain_text("Bob")
    log = company.call(ada, "GET", f"{api_of(ada)}/state")["log"]
    assert {entry["by"] for entry in log if entry["seat"] == 1} == {"clock"}


def test_21_somebody_with_clean_eyes_plays_on_for_who_left(company: Company) -> None:
    company.expect_complaints("status of 403")
    ada, bob, link = two_play(company)
    cy = watch(company, link)
    leave(bob)
    cy.locator(".slips").get_by_role("button", name="Play on for Bob").click()
    cy.get_by_role("dialog", name="Play on for Bob?").get_by_role("button", name="Play on").click()
    cy.get_by_label("Your name").fill("Cy")
    cy.get_by_role("button", name="Sit down").click()
    expect(ada.locator("[data-seat='1']").first).to_contain_text("Cy")
    assert seat_of(company, cy) == 1
    leave(ada)
    expect(bob.locator(".slips").get_by_role("button", name="Play on for Ada")).to_be_visible()
    bob.locator(".slips").get_by_role("button", name="Play on for Ada").click()
    bob.get_by_role("dialog").get_by_role("button", name="Play on").click()
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.get_by_text("You have seen another hand of this match")).to_be_visible()
    expect(bob.get_by_role("button", name="Play on for Ada")).to_have_count(0)
