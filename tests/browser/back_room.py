"""The back room as the gallery shows it: the house's doors, its views and its sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import sin
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.keeping import Keeper, come_to_keep, create
from tests.browser.phases import WIDE_NAME
from tests.browser.played import finished
from tests.browser.stuck import STUCK
from tests.browser.studio import LANGUAGES, Studio
from tests.browser.test_chat_rooms import say, three
from tests.serving import ROOT

NAMES = {"en": "Olga", "fr": "Odile", "ro": "Oana", "th": "อรอนงค์"}
MINUTES = 60
WHILE = 10
"""Pictures of the screen that a page is given to show whose move it is."""
ANSWERS = {
    "en": "Soup at nine. Whoever is late gets bread.",
    "fr": "La soupe est à neuf heures.",
    "ro": "Supa este la nouă.",
}
REFUSAL = {"error": {"code": "forbidden", "message": "", "detail": {"prove": True}}}
"""What the house answers when the last proof of who is on duty is too old."""


@dataclass(frozen=True, slots=True)
class House:
    """Somebody on duty before a page, and whom and what they find in the house."""

    studio: Studio
    keeper: Keeper
    page: Page
    guest: str
    words: dict[str, Any]

    def open(self, view: str, there: str) -> None:
        """One of the views, once it has something to show."""
        self.page.goto("about:blank")
        self.page.goto(f"/admin#{view}")
        self.page.locator(there).first.wait_for()
        self.page.wait_for_load_state("networkidle")

    def shoot(self, name: str, *, whole: bool = True) -> None:
        """A picture of what is open."""
        self.studio.shoot(self.page, f"house-{name}", whole=whole)

    def press(self, key: str, about: str | None = None) -> None:
        """The first button that says this, in the language of whoever is on duty."""
        name = self.words[key]
        if about is not None:
            label = self.words["list.label"]
            name = label.replace("{name}", name).replace("{value}", self.words[about])
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def shoot_sheet(self, name: str, key: str, about: str | None = None) -> None:
        """The sheet that a button brings, which is then closed without anything done."""
        if self.studio.wish.wants(f"house-{name}"):
            self.press(key, about)
            self.page.get_by_role("dialog").wait_for()
            self.shoot(name, whole=False)
            self.close()

    def close(self, key: str = "dialog.cancel") -> None:
        """Close the uppermost sheet by the button that says this."""
        sheets = self.page.get_by_role("dialog")
        others = sheets.count() - 1
        sheets.last.get_by_role("button", name=self.words[key], exact=True).click()
        expect(sheets).to_have_count(others)


def doors(studio: Studio) -> None:
    """The way in: for the first time, by a link that was used, and with a wrong password."""
    page = studio.come()
    page.goto(f"/admin/welcome#{create(studio.server, f'New {studio.language}')}")
    page.locator("#key").wait_for()
    studio.shoot(page, "house-door-welcome", whole=True)
    page.goto("about:blank")
    page.goto("/admin/welcome#nobodys")
    page.locator("[role=alert]:visible").wait_for()
    studio.shoot(page, "house-door-welcome-used", whole=True)
    page.goto("/admin/login")
    page.locator("[name=code]").wait_for()
    studio.shoot(page, "house-door-login", whole=True)
    for field, value in (
        ("name", "Nobody"),
        ("password", "No password at all"),
        ("code", "123456"),
    ):
        page.locator(f"[name={field}]").fill(value)
    page.keyboard.press("Enter")
    page.locator("[role=alert]:visible").wait_for()
    studio.shoot(page, "house-door-login-wrong", whole=True)
    page.context.close()


def furnish(studio: Studio) -> House:
    """Tables, people, a reported line, somebody kept out; and somebody on duty who sees it all."""
    company, words = (
        studio.company,
        json.loads((ROOT / "static" / "locales" / f"{studio.language}.json").read_text()),
    )
    page = studio.come()
    keeper = come_to_keep(company, page, studio.server, name=NAMES[studio.language])
    report(studio, "Your soup is cold, and your cards are marked!")
    for game, name, title in (
        ("milkuro", "Ada", None),
        ("gnav", WIDE_NAME, "Sunday evening at Grandmother’s"),
        ("mino_dice", "Bob", None),
    ):
        company.sit_down(studio.come(), game, name=name, title=title, visibility="public")
    guest = studio.come()
    finished(company, guest, "milkman", name="Pepperthrower")
    me = company.call(guest, "GET", "/api/me")["player"]["id"]
    later = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    for kind, why in (("mute", "Shouted at Grandmother"), ("ban", "Threw the pepper mill")):
        company.call(page, "POST", f"/api/admin/players/{me}/{kind}", {"until": later, "why": why})
    network = {"network": "203.0.113.0/24", "until": later, "why": "A swarm of scripts"}
    company.call(page, "POST", "/api/admin/bans", network)
    return House(studio, keeper, page, me, words)


def report(studio: Studio, text: str) -> None:
    """Ada reports what Bob said at a table of theirs."""
    ada, bob, watcher = three(studio.company)
    say(bob, text)
    ada.get_by_role("button", name="About what Bob said").click()
    ada.get_by_role("button", name="Report this line").click()
    ada.get_by_label("More, if you like").fill("He says that every Sunday.")
    ada.get_by_role("button", name="Report it").click()
    ada.get_by_role("dialog").wait_for(state="detached")
    for page in (bob, watcher):
        page.context.close()


def numbers(house: House) -> None:
    """What goes on, with an hour behind it that had a gap; read at one point, and as a table."""
    points = [measured(minute) for minute in range(MINUTES)]
    house.page.route(
        "**/api/admin/statistics?span=*",
        lambda route: route.fulfill(json={"step_s": 60, "points": points}),
    )
    house.open("now", "[data-chart=cpu]")
    house.page.locator(".wire.live").wait_for()
    house.page.locator(".tile-value").first.wait_for()
    house.shoot("now")
    house.page.locator("[data-chart=people] input").press("Home")
    house.page.keyboard.press("PageUp")
    house.shoot("now-read")
    house.press("admin.as_table")
    house.shoot("now-table")


def measured(minute: int) -> dict[str, object]:
    """An evening that fills and empties."""
    tide = 0 if 20 <= minute < 25 else 1 + sin(minute / 9)
    known = {
        "people": round(40 * tide),
        "tables": round(12 * tide),
        "sockets": round(90 * tide),
        "moves_a_second": round(4.4 * tide, 2),
        "p50_ms": round(3 + tide, 1),
        "p99_ms": round(14 + 9 * tide + minute % 7, 1),
        "errors": 2 if minute == 41 else 0,
        "memory_mb": round(140 + minute / 4, 1),
        "cpu": round(0.1 + 0.2 * tide, 3),
    }
    gap = 20 <= minute < 25
    return {
        "at": f"2026-11-30T12:{minute:02}:00Z",
        **(dict.fromkeys(known) if gap else known),
    }


def tables(house: House) -> None:
    """The list, one of each kind, and what can be done about it."""
    house.open("tables", ".rows tbody tr")
    house.shoot("tables")
    house.page.locator("[type=search]").fill("nothing of that name")
    house.page.locator(".empty").wait_for()
    house.shoot("tables-none")
    known = house.studio.company.call(house.page, "GET", "/api/admin/tables")["tables"]
    for game, state in (("gnav", "playing"), ("milkman", "finished")):
        table = next(one["id"] for one in known if (one["game"], one["state"]) == (game, state))
        house.open(f"tables/{table}", f".board .{game}")
        house.shoot(f"table-{state}")
        if state == "finished":
            house.press("admin.check.run")
            house.page.locator(".findings-of-house").wait_for()
            house.shoot("table-checked")
        else:
            handle(house)


def handle(house: House) -> None:
    """The sheets of one table, and what lies behind its glass."""
    house.shoot_sheet("table-pause", "admin.repair.pause")
    house.shoot_sheet("table-end", "admin.end.none")
    house.press("admin.glass.break")
    house.page.locator("[name=why]").fill("Somebody says that the cat has no claws.")
    house.page.locator(".deed .button.rust").click()
    house.page.locator(".glass summary").click()
    house.shoot("table-glass")
    house.page.route("**/end", lambda route: route.fulfill(status=403, json=REFUSAL), times=1)
    house.press("admin.end.none")
    house.page.locator("[name=why]").fill("Nobody will come back.")
    house.page.locator(".deed .button.rust").click()
    house.page.locator("[name=password]").wait_for()
    house.shoot("table-proof", whole=False)
    house.close()
    house.close()


def people(house: House) -> None:
    """All of them, one of them, and those who are kept out."""
    house.open("players", ".rows tbody tr")
    house.shoot("people")
    house.open(f"players/{house.guest}", ".files")
    house.shoot("people-one")
    for name in ("rename", "mute", "ban", "merge"):
        house.shoot_sheet(f"people-{name}", f"admin.{name}")
    choose_other(house)
    house.open("players/bans", ".items")
    house.shoot("people-bans")
    house.shoot_sheet("people-network", "admin.bans.add")


def choose_other(house: House) -> None:
    """Two people who are one, before it is done."""
    house.press("admin.merge")
    dialog = house.page.get_by_role("dialog")
    dialog.locator("[type=search]").fill("Bob")
    dialog.locator(".item", has_text="Bob").first.locator(".button").click()
    dialog.locator(".pair").wait_for()
    house.shoot("people-merge-sure", whole=False)
    house.close()


def reports(house: House) -> None:
    """What waits to be judged, and what was."""
    house.open("reports", ".report")
    house.shoot("reports")
    house.page.locator(".judging .button").nth(1).click()
    house.page.locator(".judging").wait_for(state="detached")
    house.shoot("reports-none")
    house.open("reports/all", ".report")
    house.shoot("reports-all")


def games(house: House) -> None:
    """The games of the house, one of them about to rest."""
    house.open("games", ".game")
    house.shoot("games")
    house.shoot_sheet("games-rest", "admin.games.rest", about="game.gnav")


def news(house: House) -> None:
    """Nothing to say, something in one language, something said, and the house about to close."""
    call = house.studio.company.call
    house.open("news", ".composer")
    house.page.locator("textarea[lang=en]").last.fill(ANSWERS["en"])
    house.shoot("news")
    now = datetime.now(UTC)
    spans = {"starts_at": now.isoformat(), "ends_at": (now + timedelta(days=1)).isoformat()}
    call(house.page, "POST", "/api/admin/announcements", {"texts": ANSWERS, **spans, "why": "Soup"})
    soon = {"on": True, "from": (now + timedelta(minutes=15)).isoformat(), "text": ANSWERS}
    house.open("news", ".item")
    house.page.locator("summary").first.click()
    for choice, field in (("start", "at"), ("ends", "until")):
        house.page.locator(f"[name={choice}][value=date]").check(force=True)
        house.page.locator(f"[name={field}]").first.wait_for()  # it moves what is below it
    house.shoot("news-plan")
    call(house.page, "PUT", "/api/admin/maintenance", {**soon, "why": "A new stove"})
    house.open("news", ".closing-face")
    house.shoot("news-closing")
    call(house.page, "PUT", "/api/admin/maintenance", {"on": False, "why": "No stove came"})


def staff(house: House) -> None:
    """Who keeps the house, somebody new with their link, and all that was done."""
    house.open("staff", ".rows tbody tr")
    house.shoot("staff")
    house.press("admin.hire")
    dialog = house.page.get_by_role("dialog")
    dialog.locator("[name=name]").fill(f"Zoe {LANGUAGES[house.studio.language]}")
    house.shoot("staff-hire", whole=False)
    dialog.locator("[name=why]").fill("Helps on Sundays")
    dialog.locator("[type=submit]").click()
    dialog.locator(".link-code svg").wait_for()
    house.shoot("staff-hired", whole=False)
    house.close("admin.link.close")
    house.open("audit", ".deeds-done li")
    house.shoot("staff-audit")


def alarm(house: House) -> None:
    """A table that stands still, wherever one looks, and where one can help it."""
    player = house.studio.come()
    table = house.studio.company.sit_down(player, "gnav", name="Zoe", title=STUCK)
    player.locator(".board .gnav").wait_for()
    while robot.look(player, WHILE) == "move":
        robot.by_mouse(player, Random(0))
    house.open("audit", ".alarm")
    house.shoot("stuck-alarm")
    house.open(f"tables/{table}", ".stuck")
    house.shoot("stuck-table")
    player.context.close()


ROOMS: dict[str, Callable[[House], None]] = {
    "now": numbers,
    "table": tables,
    "people": people,
    "reports": reports,
    "games": games,
    "news": news,
    "staff": staff,
    "stuck": alarm,
}
"""What the names of their pictures begin with."""


def back_room(studio: Studio) -> None:
    """Everything that those on duty see."""
    if studio.wish.may_want("house-door"):
        doors(studio)
    rooms = [room for name, room in ROOMS.items() if studio.wish.may_want(f"house-{name}")]
    if rooms:
        house = furnish(studio)
        for room in rooms:
            room(house)
        house.page.context.close()
