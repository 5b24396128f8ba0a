"""Another match with the same people: one table, whoever asks first, and nobody is lost."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.parties import api_of, open_tab, open_table, play_to_the_end, sit, watch


def finished_match(company: Company) -> tuple[Page, Page, str]:
    """Ada and Bob have played a short one; with the address for who wants to watch."""
    ada, table = open_table(company)
    bob = sit(company, table["links"]["play"], 1, "Bob")
    ada.get_by_role("button", name="Start", exact=True).click()
    play_to_the_end(ada, bob)
    return ada, bob, table["links"]["watch"]


def play_again(page: Page) -> None:
    """Press the button at the end."""
    page.get_by_role("button", name="Play again").click()


def join(page: Page) -> None:
    """Say yes to an offer."""
    page.get_by_role("button", name="I’m in").click()


def leave_for(page: Page, old: str) -> str:
    """Wait until the page is at another table; answers its address."""
    expect(page).not_to_have_url(old)
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    return page.url


def test_16_one_asks_the_other_agrees_and_both_play_on(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    play_again(ada)
    there = leave_for(ada, old)
    expect(ada.locator(".place", has_text="Bob")).to_contain_text("awaited")
    expect(ada.get_by_text("Waiting for Bob to say yes.")).to_be_visible()
    expect(bob.get_by_text("Ada wants another match.")).to_be_visible()
    join(bob)
    assert leave_for(bob, old) == there
    for page, seat in ((ada, 1), (bob, 0)):
        expect(page.locator(".board")).to_be_visible()
        assert company.call(page, "GET", f"{api_of(page)}/state")["seat"] == seat
    words = [page.evaluate(NOTED, there.rsplit("/", 1)[1]) for page in (ada, bob)]
    assert [word["seat"] for word in words] == [1, 0]
    table = company.call(ada, "GET", api_of(ada))
    assert table["client_seeds"] == [words[1]["clientSeed"], words[0]["clientSeed"]]
    assert all(word["commitment"] == table["commitment"] for word in words)


NOTED = """async (table) => {
  for (let frame = 0; frame < 600; frame += 1) {
    const word = JSON.parse(localStorage.getItem("kitchen-table:noted"))[table];
    if (word?.seat !== undefined) return word;
    await new Promise(requestAnimationFrame);
  }
}"""
"""What this browser wrote down of its seat at a table, as soon as the seat was answered."""


def test_16_two_press_together_and_meet_at_one_table(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    for page in (ada, bob):
        expect(page.get_by_role("button", name="Play again")).to_be_enabled()
    for page in (ada, bob):
        page.evaluate("document.querySelector('.end-ways .lit').click()")
    assert leave_for(ada, old) == leave_for(bob, old)
    for page in (ada, bob):
        expect(page.locator(".board")).to_be_visible()


def test_16_who_was_offline_finds_the_offer(company: Company) -> None:
    company.expect_complaints(r"WebSocket connection to .* failed|net::ERR_INTERNET_DISCONNECTED")
    ada, bob, _ = finished_match(company)
    old = ada.url
    bob.context.set_offline(True)
    play_again(ada)
    there = leave_for(ada, old)
    expect(ada.get_by_text("Waiting for Bob to say yes.")).to_be_visible()
    bob.context.set_offline(False)
    expect(bob.get_by_text("Ada wants another match.")).to_be_visible()
    join(bob)
    assert leave_for(bob, old) == there
    expect(bob.locator(".board")).to_be_visible()


def test_16_who_watched_follows_with_one_tap(company: Company) -> None:
    ada, bob, link = finished_match(company)
    old = ada.url
    watcher = watch(company, link)
    expect(watcher.locator(".end")).to_be_visible()
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)
    play_again(bob)
    there = leave_for(bob, old)
    expect(watcher.get_by_text("Bob wants another match.")).to_be_visible()
    people = watcher.locator(".again-people li")
    expect(people).to_have_text(["Bobis in", "Adaawaited"])
    watcher.get_by_role("link", name="Go over and watch").click()
    assert leave_for(watcher, old) == there
    expect(watcher.locator(".place", has_text="Bob")).to_be_visible()


def test_16_a_no_poisons_nothing(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    play_again(ada)
    there = leave_for(ada, old)
    bob.get_by_role("button", name="Not this time").click()
    expect(ada.get_by_role("button", name="Fill with bots")).to_be_visible()
    bob.get_by_role("link", name="Have a look").click()
    assert leave_for(bob, old) == there
    bob.get_by_role("button", name="Sit here").click()
    name = bob.get_by_label("Your name")
    expect(name).to_have_value("Bob")
    bob.get_by_role("button", name="Sit down").click()
    for page in (ada, bob):
        expect(page.locator(".board")).to_be_visible()


def test_16_another_tab_of_who_agreed_goes_over_when_the_match_begins(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    second = ada.context.new_page()
    second.goto(old)
    expect(second.locator(".end")).to_be_visible()
    play_again(ada)
    there = leave_for(ada, old)
    expect(second.get_by_text("You are in. The others are asked.")).to_be_visible()
    join(bob)
    assert leave_for(second, old) == there


def test_alone_with_bots_the_next_match_begins_at_once(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "gnav", seats=2, options={"lives": 1})
    play_to_the_end(page)
    old = page.url
    play_again(page)
    leave_for(page, old)
    expect(page.locator(".board")).to_be_visible()
    assert company.call(page, "GET", f"{api_of(page)}/state")["seat"] == 1


def test_the_series_keeps_its_score(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    expect(ada.locator(".series")).to_have_count(0)
    play_again(ada)
    leave_for(ada, old)
    expect(ada.locator(".series h2")).to_have_text("After 1 match")
    join(bob)
    leave_for(bob, old)
    play_to_the_end(ada, bob, seed=2)
    for page in (ada, bob):
        expect(page.locator(".series h3")).to_have_text("After 2 matches")
    wins = ada.locator(".series-wins").all_inner_texts()
    assert sum(map(int, wins)) >= 2
    assert wins == sorted(wins, reverse=True)


def test_a_hidden_result_tells_of_the_offer(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    bob.get_by_role("button", name="See the table").click()
    play_again(ada)
    bob.get_by_role("button", name="Ada wants another match.").click()
    expect(bob.get_by_role("button", name="I’m in")).to_be_visible()


def test_an_offer_is_answered_by_keyboard_alone(company: Company) -> None:
    ada, bob, _ = finished_match(company)
    old = ada.url
    play_again(ada)
    expect(bob.get_by_role("button", name="I’m in")).to_be_visible()
    robot.press_tab_until(bob, ".again-ways .lit")
    bob.keyboard.press("Enter")
    leave_for(bob, old)
    open_tab(bob, "People")
    expect(bob.locator(".people")).to_contain_text("That is you")
