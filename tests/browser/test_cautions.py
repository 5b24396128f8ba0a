"""Who was warned reads it on every page, at once and after a reload, until they understand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.company import Company
from tests.browser.keeping import Keeper, come_to_keep
from tests.browser.test_admin_people import press
from tests.browser.test_chat_rooms import say, three
from tests.serving import ServerProcess

LINE = "Your soup is cold!"


@pytest.fixture(scope="module")
def keeper(browser: Browser, server: ServerProcess) -> Keeper:
    """An owner on duty."""
    company = Company(browser, server.url)
    keeper = come_to_keep(company, company.come(), server)
    company.go_home()
    return keeper


def caution(page: Page) -> Locator:
    """What the page says above everything else."""
    return page.locator(".caution")


def warn_bob(company: Company, keeper: Keeper) -> tuple[Page, Page]:
    """Ada reports what Bob said, and the owner warns him; their pages."""
    ada, bob, _ = three(company)
    say(bob, LINE)
    press(ada, "About what Bob said")
    press(ada, "Report this line")
    press(ada, "Report it")
    expect(ada.get_by_role("dialog")).to_have_count(0)
    page = company.come(storage_state=keeper.duty)
    page.goto("/admin#reports")
    press(page.locator(".report", has_text=LINE).first, "Warn")
    expect(page.get_by_text("Bob is warned")).to_be_visible()
    return ada, bob


def test_it_is_read_everywhere_until_it_is_understood(company: Company, keeper: Keeper) -> None:
    ada, bob = warn_bob(company, keeper)
    expect(caution(bob)).to_contain_text("A word from those who keep this house")
    expect(caution(bob)).to_contain_text(LINE)
    expect(bob.locator(".board")).to_be_in_viewport()
    assert findings(bob) == []
    bob.reload()
    expect(caution(bob)).to_contain_text(LINE)
    elsewhere = bob.context.new_page()
    for path in ("/", "/me", "/privacy", "/rules/gnav"):
        elsewhere.goto(path)
        expect(caution(elsewhere)).to_contain_text(LINE)
    assert findings(elsewhere) == []
    elsewhere.locator(".skip").focus()
    elsewhere.keyboard.press("Tab")
    expect(elsewhere.get_by_role("button", name="I understand")).to_be_focused()
    elsewhere.keyboard.press("Enter")
    for page in (elsewhere, bob):
        expect(caution(page)).to_have_count(0)
    elsewhere.goto("/")
    expect(elsewhere.locator("[data-play=gnav]")).to_be_enabled()
    expect(caution(elsewhere)).to_have_count(0)
    expect(caution(ada)).to_have_count(0)


def test_on_a_phone_the_board_is_still_there(company: Company, keeper: Keeper) -> None:
    _, bob = warn_bob(company, keeper)
    bob.set_viewport_size({"width": 360, "height": 740})
    bob.reload()
    expect(caution(bob)).to_contain_text(LINE)
    expect(bob.locator(".board")).to_be_in_viewport()
    wide = bob.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    press(bob, "I understand")
    expect(caution(bob)).to_have_count(0)
