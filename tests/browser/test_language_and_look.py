"""Language and look are chosen on any page and true at once; in mid-match nothing is lost by it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser import robot
from tests.browser.company import Company

HALF_A_LINE = "half a li"

QUERY_COLOURS = """() => {
  const root = getComputedStyle(document.documentElement);
  const frame = [...document.querySelectorAll("meta[name=theme-color]")];
  return {
    theme: document.documentElement.dataset.theme,
    scheme: root.colorScheme,
    page: root.getPropertyValue("--page"),
    lies: root.getPropertyValue("--lies"),
    frame: frame.find(({ media }) => matchMedia(media).matches).content,
  };
}"""


def open_menu(page: Page) -> None:
    page.locator("header .look-opener:enabled").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def read_in(page: Page, name: str, code: str) -> None:
    """Choose a language by its own name."""
    open_menu(page)
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    expect(page.locator(f"html[lang={code}]")).to_be_visible()


def colours(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(QUERY_COLOURS)
    return found


def test_another_language_in_mid_match_loses_nothing(company: Company) -> None:
    page = company.come()
    wires: list[str] = []
    page.on("websocket", lambda wire: wires.append(wire.url))
    company.sit_down(page, "gnav", seats=3)
    moves = page.locator(".board .gnav-move:enabled")
    expect(moves.first).to_contain_text("Keep")
    page.get_by_role("tab", name="Chat").click()
    field = page.locator(".chat-form input")
    field.fill(HALF_A_LINE)
    page.evaluate("window.thatPage = true")
    here, count = page.url, moves.count()

    read_in(page, "ไทย", "th")
    expect(page.get_by_role("dialog", name="ภาษาและหน้าตา")).to_be_visible()
    page.keyboard.press("Escape")
    expect(moves.first).to_contain_text("เก็บ\u2060ไว้")
    expect(page.locator(".sentence")).to_contain_text("ไพ่ของคุณ")
    expect(page).to_have_title("● ถึงตาคุณ: Gnav")
    expect(page.locator(".skip")).to_have_text("ข้ามไปที่เนื้อหา")
    expect(field).to_have_value(HALF_A_LINE)
    expect(field).to_have_attribute("placeholder", "พิมพ์อะไรหน่อย")

    page.get_by_role("tab", name="กติกา").click()
    page.locator(".rules h2").nth(2).evaluate("(heading) => heading.scrollIntoView()")
    read_in(page, "Français", "fr")
    page.keyboard.press("Escape")
    expect(page.locator(".rules h2").first).to_have_text("De quoi il s’agit")
    expect(page.locator(".rules h2").nth(2)).to_be_in_viewport()
    assert company.call(page, "GET", "/api/me")["language"] == "fr"
    assert (page.url, moves.count(), page.evaluate("window.thatPage")) == (here, count, True)
    assert len(wires) == 1
    moves.first.click()
    page.get_by_role("tab", name="Journal").click()
    expect(page.locator(".log")).to_contain_text("Ada (toi)")


def test_what_the_last_of_two_tabs_chose_is_what_counts(company: Company) -> None:
    one = company.come()
    one.goto("/rules/gnav")
    two = one.context.new_page()
    two.goto("/rules/gnav")
    read_in(one, "Français", "fr")
    open_menu(two)
    with two.expect_response("**/api/me"):
        two.get_by_role("dialog").get_by_role("button", name="English").click()
    assert company.call(two, "GET", "/api/me")["language"] == "en"
    expect(two.get_by_role("dialog")).to_be_visible()
    one.reload()
    expect(one.locator("html[lang=en]")).to_be_visible()


def test_who_changes_their_mind_reads_what_they_chose_last(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "gnav", seats=3)
    open_menu(page)
    held: list[Route] = []
    page.route("**/api/me", lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("dialog").get_by_role("button", name="Français").click()
    page.get_by_role("dialog").get_by_role("button", name="ไทย").click()
    held[0].continue_()
    expect(page.locator("html[lang=th]")).to_be_visible()
    assert company.call(page, "GET", "/api/me")["language"] == "th"


def test_a_look_answers_for_the_system_and_stays(company: Company) -> None:
    page = company.come(color_scheme="light")
    company.expect_complaints("404")
    page.goto("/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing on this table")
    day = colours(page)
    assert (day["scheme"], day["page"], day["frame"]) == ("light dark", "#f6f0e6", "#f6f0e6")
    open_menu(page)
    page.get_by_role("button", name="Night", exact=True).click()
    night = colours(page)
    assert (night["scheme"], night["page"], night["frame"]) == ("dark", "#171310", "#171310")
    page.get_by_role("button", name="High contrast, light").click()
    plain = colours(page)
    assert (plain["page"], plain["lies"], plain["frame"]) == ("#fff", "none", "#ffffff")
    page.get_by_role("button", name="High contrast, night").click()
    expect(page.get_by_role("button", name="High contrast, night")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.reload()
    kept = colours(page)
    assert (kept["theme"], kept["page"], kept["frame"]) == ("contrast_night", "#000", "#000000")
    open_menu(page)
    page.get_by_role("button", name="Like this device").click()
    assert colours(page) == day
    page.get_by_role("dialog").get_by_role("button", name="Română").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nimic pe masa asta")
    page.locator("#main").get_by_role("link", name="Înapoi în hol").click()
    expect(page.locator("html[lang=ro] .tile").first).to_be_visible()


def test_the_paragraph_of_the_moment_is_marked_in_the_other_language_too(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "mino_dice", seats=3)
    robot.wait_for_turn(page)
    page.get_by_role("button", name="Rules for this").click()
    expect(page.locator(".rules h2.is-here")).to_have_id("bids")
    read_in(page, "ไทย", "th")
    expect(page.locator(".rules h2.is-here")).to_have_id("bids")
    expect(page.locator(".rules h2.is-here")).to_contain_text(re.compile("[ก-๛]"))
