"""Addresses that lead nowhere say so, and show a way on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.company import Company

GAMES = ["Gnav", "Milkman", "Milkuro", "Mino Dice"]


def test_a_game_that_is_not_there_leads_to_those_that_are(company: Company) -> None:
    company.expect_complaints("status of 404")
    page = company.come()
    page.goto("/rules/zzz")
    expect(page.get_by_role("heading", name="No such game")).to_be_visible()
    links = page.locator("#main li a")
    assert sorted(links.all_inner_texts()) == GAMES
    links.get_by_text("Mino Dice").click()
    expect(page.get_by_role("heading", name="Mino Dice", level=1)).to_be_visible()


def test_a_table_that_is_not_there_leads_to_the_lobby(company: Company) -> None:
    company.expect_complaints("status of 404")
    page = company.come()
    page.goto("/t/zzz")
    expect(page.get_by_role("heading", name="Nothing on this table")).to_be_visible()
    page.locator("#main a").click()
    expect(page.get_by_role("heading", name="The table is cleared")).to_be_visible()
