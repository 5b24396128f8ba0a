"""The house's pages about people: each deed is told before it is done, and stands in the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import findings_in_all_themes
from tests.browser.company import Company
from tests.browser.keeping import Keeper, come_to_keep
from tests.browser.test_chat_rooms import say, three
from tests.scale import LANGUAGES
from tests.serving import ServerProcess

PHONE = {"width": 360, "height": 740}
DIALOG_LEFT = """new Promise((done) =>
  history.state ? addEventListener("popstate", done, { once: true }) : done())"""
"""A dialog takes its entry out of the browser's history a moment after it has closed."""


@pytest.fixture(scope="module")
def keeper(browser: Browser, server: ServerProcess) -> Keeper:
    """An owner on duty; other browsers may remember what theirs does."""
    company = Company(browser, server.url)
    keeper = come_to_keep(company, company.come(), server)
    company.go_home()
    return keeper


def keep(company: Company, keeper: Keeper, view: str, **options: Any) -> Page:
    """An owner before one of the pages."""
    page = company.come(storage_state=keeper.duty, **options)
    page.goto(f"/admin#{view}")
    return page


def press(place: Page | Locator, name: str) -> None:
    """Press a button of exactly that name."""
    place.get_by_role("button", name=name, exact=True).click()


def do(page: Page, name: str, *, why: str) -> None:
    """Give the reason in the open dialog, and press its button."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why?").fill(why)
    press(dialog, name)
    expect(dialog).to_have_count(0)
    page.evaluate(DIALOG_LEFT)


def will(page: Page) -> Locator:
    """What the open dialog says will happen."""
    return page.get_by_role("dialog").locator(".will")


def look_up(page: Page, name: str) -> None:
    """Find somebody, and open their file."""
    page.get_by_label("Find somebody by name or id").fill(name)
    expect(page.locator(".rows tbody tr")).to_have_count(1)
    page.locator(".rows a").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def done(page: Page) -> Locator:
    """What the audit log says."""
    page.get_by_role("link", name="Audit log").click()
    return page.locator(".deeds-done li")


def test_somebody_is_kept_out_and_let_in_again(company: Company, keeper: Keeper) -> None:
    company.expect_complaints("status of 403")
    player = company.come()
    company.sit_down(player, "gnav", name="Pepperthrower")
    page = keep(company, keeper, "players")
    look_up(page, "Pepperthrower")
    press(page, "Ban")
    page.get_by_text("An hour", exact=True).click()
    expect(will(page)).to_contain_text("All their pages are closed at once.")
    expect(will(page)).to_contain_text("A bot plays on in their seat, at 1 table.")
    do(page, "Ban", why="Threw the pepper mill")
    expect(page.locator(".person-head .mark", has_text="kept out")).to_be_visible()
    expect(player.get_by_text("Threw the pepper mill")).to_be_visible()
    press(page, "Lift")
    do(page, "Lift", why="Said sorry")
    expect(page.locator(".person-head .mark", has_text="kept out")).to_have_count(0)
    player.goto("/")
    expect(player.locator("[data-play=gnav]")).to_be_visible()
    log = done(page)
    expect(log.nth(0)).to_contain_text("Olga lets Pepperthrower in again.Said sorry")
    expect(log.nth(1)).to_contain_text("Olga banned the player Pepperthrower.")


def test_a_network_is_kept_out(company: Company, keeper: Keeper) -> None:
    page = keep(company, keeper, "players/bans")
    press(page, "Ban a network")
    page.get_by_label("Address or range").fill("203.0.0.0/8")
    field = page.get_by_label("Address or range")
    expect(field).to_have_accessible_description("Too wide: /16 is the widest.")
    expect(will(page)).to_have_count(0)
    page.get_by_label("Address or range").fill("203.0.113.0/24")
    expect(field).to_have_accessible_description("256 addresses.")
    expect(will(page)).to_contain_text("Nobody from there may come in")
    do(page, "Ban", why="A swarm of scripts")
    ban = page.locator(".item", has_text="203.0.113.0/24")
    expect(ban).to_contain_text("A swarm of scripts")
    press(ban, "Lift: 203.0.113.0/24")
    do(page, "Lift", why="They have gone")
    expect(ban).to_contain_text("over")


def report_a_line(company: Company, text: str) -> None:
    """Ada reports what Bob said at a table of theirs."""
    ada, bob, _ = three(company)
    say(bob, text)
    press(ada, "About what Bob said")
    press(ada, "Report this line")
    ada.get_by_label("More, if you like").fill("Every Sunday")
    press(ada, "Report it")
    expect(ada.get_by_role("dialog")).to_have_count(0)


def test_a_report_is_judged_with_one_click(company: Company, keeper: Keeper) -> None:
    report_a_line(company, "Your soup is cold!")
    page = keep(company, keeper, "reports")
    case = page.locator(".report", has_text="Your soup is cold!")
    expect(case.locator(".reported")).to_contain_text("Your soup is cold!")
    expect(case).to_contain_text("Every Sunday")
    press(case, "Mute for a day")
    expect(case).to_have_count(0)
    expect(page.get_by_text("Bob may not write for a day.")).to_be_visible()
    expect(page.get_by_role("heading", name="Reports")).to_be_focused()
    expect(done(page).first).to_contain_text("Olga muted Bob after a report.")


def test_two_become_one(company: Company, keeper: Keeper) -> None:
    for name in ("Old Kettle", "New Kettle"):
        company.call(company.come(), "PATCH", "/api/me", {"name": name})
    page = keep(company, keeper, "players")
    look_up(page, "Old Kettle")
    press(page, "Merge")
    page.get_by_role("dialog").get_by_label("Find somebody by name or id").fill("New Kettle")
    press(page.get_by_role("dialog"), "New Kettle is the one who stays")
    expect(will(page)).to_contain_text("The browser in which Old Kettle is logged in")
    expect(will(page)).to_contain_text("This cannot be undone.")
    do(page, "Merge", why="One and the same")
    expect(page.get_by_role("heading", name="New Kettle", level=1)).to_be_visible()
    expect(done(page).first).to_contain_text("Into: New Kettle")


def test_a_game_rests(company: Company, keeper: Keeper) -> None:
    page = keep(company, keeper, "games")
    press(page, "Let it rest: Mino Dice")
    expect(will(page)).to_contain_text("Nobody can open a new table of Mino Dice.")
    do(page, "Let it rest", why="The dice are in the dishwasher")
    game = page.locator(".game", has=page.get_by_role("heading", name="Mino Dice"))
    expect(game.locator(".mark", has_text="resting")).to_be_visible()
    press(page, "Offer again: Mino Dice")
    do(page, "Offer again", why="They are clean")
    expect(game.locator(".mark", has_text="offered")).to_be_visible()
    press(page, "Let them rest: hard, Mino Dice")
    do(page, "Let them rest", why="Too strong")
    expect(game.locator(".level", has_text="hard").locator(".small")).to_have_text("resting")


def test_everybody_is_told(company: Company, keeper: Keeper) -> None:
    guest = company.come()
    guest.goto("/")
    page = keep(company, keeper, "news")
    form = page.locator("form", has_text="A new one")
    form.get_by_label("Text in English").fill("Soup at nine.")
    form.get_by_text("French", exact=True).click()
    expect(form.locator(".house-word")).to_have_text("Soup at nine.")
    form.get_by_label("Text in French").fill("La soupe est à neuf heures.")
    expect(form.locator(".house-word")).to_have_text("La soupe est à neuf heures.")
    press(form, "Announce…")
    expect(will(page)).to_contain_text("Readers of Romanian and Thai see English.")
    do(page, "Tell everybody", why="Hunger")
    expect(page.locator(".item", has_text="Soup at nine.")).to_contain_text("showing now")
    expect(guest.get_by_text("Soup at nine.")).to_be_visible()


def test_maintenance_is_counted_down_to_and_called_off(company: Company, keeper: Keeper) -> None:
    page = keep(company, keeper, "news")
    page.get_by_text("Close it for a while").click()
    page.get_by_text("In 15 minutes").click()
    press(page, "Close the house")
    expect(will(page)).to_contain_text("nobody can open a table")
    do(page, "Close the house", why="A new stove")
    expect(page.locator(".closing-face")).to_have_text(
        re.compile(r"^Closes in\s14\smin\s\d+\ssec$")
    )
    press(page, "Call it off")
    do(page, "Call it off", why="No stove came")
    expect(page.get_by_text("The house is open: everybody can open tables.")).to_be_visible()


def test_somebody_is_hired_and_dismissed(company: Company, keeper: Keeper) -> None:
    page = keep(company, keeper, "staff")
    press(page, "Hire somebody")
    page.get_by_role("dialog").get_by_label("Name").fill("Zoe")
    expect(will(page)).to_contain_text("An observer looks at everything and changes nothing.")
    page.get_by_role("dialog").get_by_label("Why?").fill("Helps on Sundays")
    press(page.get_by_role("dialog"), "Hire somebody")
    expect(page.get_by_label("One-time link")).to_have_value(re.compile(r"/admin/welcome#\S{20,}"))
    expect(page.locator(".link-code svg")).to_be_visible()
    press(page, "I have passed it on")
    expect(page.locator(".rows tr", has_text="Zoe")).to_contain_text("has not used their link yet")
    press(page, "Dismiss: Zoe")
    expect(will(page)).to_contain_text("Zoe is logged out everywhere and gets in no more.")
    do(page, "Dismiss", why="Found another kitchen")
    expect(page.locator(".rows tr", has_text="Zoe")).to_have_count(0)
    expect(done(page).first).to_contain_text("Olga dismissed Zoe.Found another kitchen")


def test_an_observer_is_offered_nothing(company: Company, server: ServerProcess) -> None:
    company.call(company.come(), "PATCH", "/api/me", {"name": "Quiet Quentin"})
    page = company.come()
    come_to_keep(company, page, server, name="Nosy", role="observer")
    page.goto("/admin#players")
    look_up(page, "Quiet Quentin")
    expect(page.locator(".view-body button")).to_have_count(0)
    for view, there in (("News", "Maintenance"), ("Games", "Gnav"), ("Staff", "On duty")):
        page.get_by_role("link", name=view, exact=True).click()
        expect(page.get_by_role("heading", name=there)).to_be_visible()
        offered = page.locator(".view-body button").all_inner_texts()
        assert set(offered) <= {"Test it", "End"}, view


VIEWS = {
    "players": ".rows",
    "players/bans": ".items, .empty",
    "reports/all": ".report, .empty",
    "games": ".game",
    "news": ".composer",
    "staff": ".rows",
    "audit": ".deeds-done",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_fits_a_phone_and_axe_finds_nothing(
    company: Company, keeper: Keeper, language: str
) -> None:
    report_a_line(company, "Spoons everywhere!")
    page = keep(company, keeper, "players", viewport=PHONE, locale=language)
    for view, there in VIEWS.items():
        page.goto(f"/admin#{view}")
        expect(page.locator(there).first).to_be_visible()
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], view
        assert (view, findings_in_all_themes(page)) == (view, [])
