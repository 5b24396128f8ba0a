"""The pages keep their promises: one cookie, notes of known kinds, no other server; and leaving."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company

NOTES = ("noted", "muted", "called:", "sound", "look", "name-asked")
"""The kinds of notes that the privacy page names."""


def walk(company: Company, page: Page) -> None:
    """All pages that somebody comes by in an evening."""
    company.sit_down(page, "gnav", seats=2, options={"lives": 1})
    robot.play_match([page], seed=1)
    match = page.url.rpartition("/")[2]
    expect(page.locator(".end")).to_be_visible()
    for path in ("/", "/rules/gnav", f"/t/{match}/replay", "/me", "/privacy"):
        page.goto(path)
        expect(page.locator("#main")).to_be_visible()
        page.wait_for_load_state("networkidle")


def notes_of(page: Page) -> list[str]:
    """What this browser noted, without the name that all of it has in front."""
    keys: list[str] = page.evaluate("Object.keys(localStorage)")
    assert all(key.startswith("kitchen-table:") for key in keys)
    return [key.removeprefix("kitchen-table:") for key in keys]


def test_one_cookie_known_notes_and_nobody_elses_server(company: Company) -> None:
    page = company.come()
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(request.url))
    page.on("websocket", lambda socket: asked.add(socket.url))
    walk(company, page)
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(company.url).netloc}
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("kt_session", True, "Lax")
    assert page.evaluate("document.cookie") == ""
    notes = notes_of(page)
    assert notes
    assert [note for note in notes if not note.startswith(NOTES)] == []
    kept = "[sessionStorage.length, indexedDB.databases ? await indexedDB.databases() : []]"
    assert page.evaluate(f"(async () => {kept})()") == [0, []]
    assert (
        page.evaluate("navigator.serviceWorker?.getRegistrations().then((all) => all.length)") == 0
    )
    assert "Ada" not in json.dumps(page.evaluate("Object.values(localStorage)"))


def test_saving_everything_and_leaving(company: Company, tmp_path: Path) -> None:
    page, friend = company.come(), company.come()
    table = company.sit_down(page, "gnav", seats=2, bots={}, start=False)
    link = company.call(page, "GET", f"/api/tables/{table}")["links"]["play"]
    company.call(friend, "PATCH", "/api/me", {"name": "Bo"})
    friend.goto(link)
    expect(friend.locator("#main")).to_contain_text("Ada")
    other_tab = page.context.new_page()
    other_tab.goto(f"/t/{table}")
    expect(other_tab.locator(".place").first).to_contain_text("Ada")
    page.goto("/me")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save my file").click()
    path = tmp_path / "me.json"
    saving.value.save_as(path)
    told = json.loads(path.read_text())
    assert (saving.value.suggested_filename, told["player"]["name"]) == (
        "kitchen-table-me.json",
        "Ada",
    )
    page.get_by_role("button", name="Delete me").click()
    dialog = page.get_by_role("dialog", name="Delete yourself here?")
    expect(dialog).to_contain_text("your name, at every table")
    dialog.get_by_role("button", name="Not now").click()
    expect(dialog).to_have_count(0)
    assert company.call(page, "GET", "/api/me")["player"]["name"] == "Ada"
    page.get_by_role("button", name="Delete me").click()
    dialog.get_by_role("button", name="Delete me").click()
    page.wait_for_url(f"{company.url}/")
    assert page.context.cookies() == []
    assert notes_of(page) == []
    expect(friend.locator("#main")).not_to_contain_text("Ada")
    assert company.call(page, "GET", "/api/me")["player"] is None
