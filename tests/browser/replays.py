"""Matches that are looked at again, as the gallery shows them."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.phases import WIDE_NAME
from tests.browser.played import SEATS, finished
from tests.browser.studio import Studio

SOMEBODY = "&seat=0"
EVERYBODY = "&seat=all"


def replays(studio: Studio) -> None:
    """Of every game: its beginning, its middle through others' eyes, its end, and the ways out."""
    for game in SEATS:
        if studio.wish.may_want(f"replay-{game}-"):
            watch_again(studio, game)


def watch_again(studio: Studio, game: str) -> None:
    """One match from its beginning to its end."""
    page = studio.come()
    page.goto("/")
    table = finished(studio.company, page, game, name=WIDE_NAME if game == "gnav" else "Ada")
    name, last = f"replay-{game}", table["seq"]
    for part, seq, eyes in (
        ("start", 0, ""),
        ("own", last // 2, SOMEBODY),
        ("all", last // 2 + 1, EVERYBODY),
        ("end", last, ""),
    ):
        if studio.wish.wants(f"{name}-{part}"):
            open_at(page, table["id"], f"?seq={seq}{eyes}")
            studio.shoot(page, f"{name}-{part}")
    open_at(page, table["id"], f"?seq={last // 3}")
    open_sheets(studio, page, name)
    page.context.close()


def open_at(page: Page, table: str, query: str) -> None:
    """A position, once its board is drawn."""
    page.goto(f"/t/{table}/replay{query}")
    page.locator(".board > section").wait_for()
    page.wait_for_load_state("networkidle")


def open_sheets(studio: Studio, page: Page, name: str) -> None:
    """What a phone has behind its button, and the two questions that a replay asks."""
    opener = page.locator(".replay-opener")
    page.set_viewport_size({"width": 360, "height": 640})
    opener.click()
    studio.shoot(page, f"{name}-more")
    for part, button in (("link", 0), ("branch", 1)):
        page.locator(".replay-more .button").nth(button).click()
        page.get_by_role("dialog").wait_for()
        studio.shoot(page, f"{name}-{part}")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
