"""What people say: at the table and from the rail, ready-made or their own, heard or not."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.company import Company
from tests.browser.parties import api_of, open_tab, open_table, sit, watch


def say(page: Page, words: str) -> None:
    """Write a line and press "Say"."""
    page.locator(".chat-form input").fill(words)
    page.get_by_role("button", name="Say", exact=True).click()


def three(company: Company) -> tuple[Page, Page, Page]:
    """Ada and Bob play, and somebody watches; all of them look at the chat."""
    ada, table = open_table(company)
    bob = sit(company, table["links"]["play"], 1, "Bob")
    ada.get_by_role("button", name="Start", exact=True).click()
    watcher = watch(company, table["links"]["watch"])
    for page in (ada, bob, watcher):
        expect(page.locator(".board")).to_be_visible()
        open_tab(page, "Chat")
    return ada, bob, watcher


def say_from_the_rail(watcher: Page, words: str, name: str = "Wanda") -> None:
    """The first line of who has no name yet: it is asked for, and the line goes out."""
    say(watcher, words)
    watcher.get_by_label("Your name").fill(name)
    watcher.get_by_role("button", name="That’s me").click()
    expect(watcher.locator(".chat-line", has_text=words)).to_be_visible()


def test_players_write_at_the_table_and_watchers_from_the_rail(company: Company) -> None:
    ada, bob, watcher = three(company)
    say(ada, "What a hand")
    say_from_the_rail(watcher, "I see it all")
    for page in (ada, bob, watcher):
        lines = page.locator(".chat-line")
        expect(lines).to_have_count(2)
        expect(lines.nth(0)).not_to_contain_text("from the rail")
        expect(lines.nth(1)).to_contain_text("Wanda")
        expect(lines.nth(1)).to_contain_text("from the rail")
    expect(bob.locator(".bubble", has_text="What a hand")).to_be_visible()
    expect(bob.locator(".bubble", has_text="I see it all")).to_have_count(0)
    expect(watcher.locator(".chat-form input")).to_have_value("")


def test_a_ready_made_line_is_one_tap(company: Company) -> None:
    ada, bob, _ = three(company)
    ada.get_by_role("button", name="Let me think …").click()
    expect(bob.locator(".chat-text")).to_have_text("Let me think …")
    ada.get_by_role("button", name="More", exact=True).click()
    ada.get_by_role("button", name="Good luck!").click()
    expect(bob.locator(".chat-text").nth(1)).to_have_text("Good luck!")


def test_who_is_muted_is_not_heard_by_me_alone(company: Company) -> None:
    ada, bob, watcher = three(company)
    say(bob, "bla bla")
    ada.get_by_role("button", name="About what Bob said").click()
    ada.get_by_role("button", name="Do not hear Bob").click()
    expect(ada.locator(".chat-line")).to_have_count(0)
    say(bob, "more of it")
    expect(watcher.locator(".chat-line")).to_have_count(2)
    say(ada, "Peace")
    expect(ada.locator(".chat-text")).to_have_text(["Peace"])
    expect(ada.locator(".bubble", has_text="more of it")).to_have_count(0)
    ada.reload()
    open_tab(ada, "Chat")
    expect(ada.locator(".chat-text")).to_have_text(["Peace"])
    open_tab(ada, "People")
    ada.get_by_role("button", name="Hear again").click()
    open_tab(ada, "Chat")
    expect(ada.locator(".chat-text")).to_have_text(["bla bla", "more of it", "Peace"])


def test_a_line_is_reported_with_a_reason(company: Company) -> None:
    ada, bob, _ = three(company)
    say(bob, "something rude")
    ada.get_by_role("button", name="About what Bob said").click()
    ada.get_by_role("button", name="Report this line").click()
    form = ada.get_by_role("dialog", name="What is wrong with it?")
    expect(form).to_contain_text("something rude")
    form.get_by_text("something else").click()
    form.get_by_label("More, if you like").fill("He means it")
    with ada.expect_request("**/reports") as sent:
        form.get_by_role("button", name="Report it").click()
    expect(ada.locator("#toast")).to_have_text(
        "Thank you. Whoever runs this house will look at it."
    )
    body = sent.value.post_data_json
    assert body is not None
    assert body["why"] == "other: He means it"
    chat = company.call(ada, "GET", f"{api_of(ada)}/state")["chat"]
    assert body["message"] == chat[-1]["id"]
    expect(bob.locator("#toast")).to_be_empty()


def test_the_host_closes_the_rail_and_opens_it_again(company: Company) -> None:
    ada, bob, watcher = three(company)
    say_from_the_rail(watcher, "Hello")
    watcher.locator(".chat-form input").fill("half a line")
    expect(bob.locator(".rail-switch")).to_have_count(0)
    ada.get_by_role("button", name="Let them only read").click()
    expect(watcher.get_by_text("The host has closed the chat of those who watch.")).to_be_visible()
    expect(watcher.locator(".chat-form")).to_have_count(0)
    expect(bob.locator(".rail-switch")).to_have_text("Those who watch cannot write.")
    expect(bob.locator(".chat-form")).to_be_visible()
    ada.get_by_role("button", name="Let them write").click()
    say(watcher, "Back again")
    expect(ada.locator(".chat-text").last).to_have_text("Back again")


def test_a_line_that_is_refused_stays_and_says_why(company: Company) -> None:
    ada, _, _ = three(company)
    say(ada, "left\u202eright")
    problem = ada.locator(".chat-form").get_by_role("alert")
    expect(problem).to_have_text(
        "There is a sign in it that nobody can see. Take it out and say it again."
    )
    expect(ada.locator(".chat-form input")).to_have_value("left\u202eright")
    say(ada, "left right")
    expect(problem).to_have_count(0)
    expect(ada.locator(".chat-form input")).to_have_value("")
    expect(ada.locator(".chat-text")).to_have_text(["left right"])
