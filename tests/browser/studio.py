"""Takes the pictures of `python3 -m tests.browser.gallery [FOLDER]`.

Each page is shown on a phone and on a desk, by day and by night. The folder is `.shots` when none
is named. `--only BEGINNING` takes the pictures whose names begin so.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tests import services
from tests.browser.company import Company
from tests.browser.phases import DESK_AND_PHONE, SITTINGS, WIDE_NAME, Moment, Sitting
from tests.serving import ROOT, serving

MOST_MATCHES = 3
MOST_STEPS = 400
SIZES = {"320": (320, 568), "360": (360, 640), "1280": (1280, 720)}


class Studio:
    """Takes pictures of one page at a time, in the sizes and schemes asked for."""

    def __init__(self, company: Company, folder: Path, only: str) -> None:
        self.company = company
        self.folder = folder
        self.only = only
        self.taken: list[Path] = []

    def wants(self, beginning: str) -> bool:
        """Whether some picture may be asked for whose name begins like that."""
        return self.only.startswith(beginning) or beginning.startswith(self.only)

    def shoot(
        self, page: Page, name: str, *, sizes: tuple[str, ...] = DESK_AND_PHONE, whole: bool = False
    ) -> None:
        """The page as it is now; `whole`: with what lies below the fold."""
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                picture = self.folder / f"{name}-{size}-{scheme}.png"
                if not picture.name.startswith(self.only):
                    continue
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.screenshot(path=picture, full_page=whole)
                self.taken.append(picture)


HOLD = """([selectors, moves]) => new Promise((done) => {
  let quiet = 0;
  const look = () => {
    const found = selectors.findIndex((one) => document.querySelector(one));
    if (found >= 0) window.still = true;
    if (found >= 0) return done(found);
    if (document.querySelector(`.end, ${moves}`)) return done(-1);
    quiet += 1;
    if (quiet % 8 === 0) document.querySelector(".board")?.click();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
"""Which of these is to be seen first; -1 when it is one's move or the end before any of them.
Scenes that nobody wants a picture of are tapped away, slowly enough that none is missed. What is
found stays as it is until `window.still` is false again."""


def lobby(studio: Studio) -> None:
    """The lobby with a table that one can join and one that is played at."""
    wide, host = studio.company.come(), studio.company.come()
    studio.company.sit_down(wide, "gnav", name=WIDE_NAME, bots={}, visibility="public")
    studio.company.sit_down(host, "milkuro", visibility="public")
    page = studio.company.come()
    page.goto("/")
    page.locator(".little-tables li").nth(1).wait_for()
    studio.shoot(page, "lobby", sizes=("320", *DESK_AND_PHONE), whole=True)


def plain_pages(studio: Studio) -> None:
    """Rules, my page, privacy, and the page of an error."""
    page = studio.company.come()
    for name, path in {
        "rules-gnav": "/rules/gnav",
        "rules-milkuro": "/rules/milkuro",
        "rules-mino_dice": "/rules/mino_dice",
        "rules-milkman": "/rules/milkman",
        "rules-none": "/rules/zzz",
        "me": "/me",
        "privacy": "/privacy",
        "error": "/t/nothing-of-that-name",
    }.items():
        page.goto(path)
        page.locator("#main h1").wait_for()
        studio.shoot(page, name, whole=True)


def before_the_start(studio: Studio) -> None:
    """A table that waits for people, for its host and for a guest, and one with all its stools."""
    for game, seats in (("milkuro", 4), ("gnav", 10)):
        page = studio.company.come()
        name = "Ada" if game == "milkuro" else WIDE_NAME
        studio.company.sit_down(page, game, name=name, seats=seats, bots={"2": "normal"})
        page.locator(".invite").wait_for()
        studio.shoot(page, f"before-{game}", sizes=("320", *DESK_AND_PHONE), whole=True)
    guest = studio.company.come()
    guest.goto(page.locator("#link-play").input_value())
    guest.locator(".places").wait_for()
    studio.shoot(guest, "before-guest", whole=True)


def asking_for_a_name(studio: Studio) -> None:
    """The question before one sits down."""
    page = studio.company.come()
    page.goto("/")
    page.locator("[data-open=gnav]").click()
    page.get_by_role("dialog").wait_for()
    studio.shoot(page, "name")


def matches(studio: Studio) -> None:
    """Every phase of every game."""
    for sitting in SITTINGS:
        if studio.wants(f"{sitting.game}-{sitting.seats}-"):
            follow(studio, sitting)


def follow(studio: Studio, sitting: Sitting) -> None:
    """Play to the end, again while a moment is missing; a picture of each when first seen."""
    page = studio.company.come()
    for script in (NO_HURRY, ONE_BY_ONE):
        page.add_init_script(script)
    name, rng, wanted = f"{sitting.game}-{sitting.seats}", Random(3), list(sitting.moments)
    for _ in range(MOST_MATCHES):
        wish = {"name": sitting.name, "seats": sitting.seats, "options": dict(sitting.options)}
        studio.company.sit_down(page, sitting.game, **wish)
        play_for_pictures(studio, page, sitting, wanted=wanted, rng=rng)
        if not wanted:
            break
    sys.stderr.writelines(f"not seen: {name}-{moment.name}\n" for moment in wanted)
    studio.shoot(page, f"{name}-end", sizes=sitting.sizes)
    show_panel(studio, page, name)
    page.get_by_role("button", name="Verify this match").click()
    page.locator(".findings").wait_for()
    studio.shoot(page, f"{name}-verify", sizes=("360",))


def play_for_pictures(
    studio: Studio, page: Page, sitting: Sitting, *, wanted: list[Moment], rng: Random
) -> None:
    """One match; what is seen leaves the list of what is wanted."""
    for _ in range(MOST_STEPS):
        found = page.evaluate(HOLD, [[moment.selector for moment in wanted], sitting.moves])
        if found >= 0:
            name = f"{sitting.game}-{sitting.seats}-{wanted.pop(found).name}"
            studio.shoot(page, name, sizes=sitting.sizes)
            page.evaluate("window.still = false")
        if page.locator(".end").count():
            break
        if page.locator(sitting.moves).count():
            sitting.play(page, rng)


def show_panel(studio: Studio, page: Page, name: str) -> None:
    """The sheet with the log and the people, as a phone has it."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Log and chat").click()
    for tab in ("Log", "People", "Rules"):
        page.get_by_role("tab", name=tab).click()
        studio.shoot(page, f"{name}-panel-{tab.lower()}", sizes=("360",))
    page.locator(".panel-close").click()


NO_HURRY = """const { setTimeout } = window;
window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms > 300 ? 1e6 : ms, ...rest);"""
"""Scenes stay until somebody clicks, so that a picture can be taken of them."""

ONE_BY_ONE = """window.still = false;
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    const news = [];
    let quiet = 0;
    this.addEventListener("message", (event) => {
      if (event.passed || JSON.parse(event.data).type === "ok") return;
      event.stopImmediatePropagation();
      news.push(event.data);
    });
    const look = () => {
      const busy = window.still || document.querySelector("[class*=' shows-']");
      quiet = busy ? 0 : quiet + 1;
      if (news.length > 0 && quiet > 3) {
        quiet = 0;
        const event = new MessageEvent("message", { data: news.shift() });
        this.dispatchEvent(Object.assign(event, { passed: true }));
      }
      requestAnimationFrame(look);
    };
    look();
  }
};"""
"""News comes one by one, and none while a scene is shown: bots that do not wait would else have
whole rounds behind them before anything is seen."""

PARTS: tuple[Callable[[Studio], None], ...] = (
    lobby,
    plain_pages,
    before_the_start,
    asking_for_a_name,
    matches,
)


def take_pictures(browser: Browser, url: str, folder: Path, only: str) -> list[Path]:
    """All pictures; what consoles complained of goes to standard error."""
    studio = Studio(Company(browser, url), folder, only)
    for part in PARTS:
        part(studio)
    studio.company.go_home()
    sys.stderr.writelines(f"{words}\n" for words in studio.company.complaints)
    return studio.taken


def main(arguments: list[str]) -> int:
    """Take them and say where they are."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.browser.gallery")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".shots")
    parser.add_argument("--only", default="", metavar="BEGINNING")
    wish = parser.parse_args(arguments)
    wish.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving({"DATABASE_URL": f"sqlite:///{data}/tables.db", "RATE_LIMITS": "off"}) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=services.find_chromium(), args=list(services.CHROMIUM_FLAGS)
        )
        taken = take_pictures(browser, server.url, wish.folder, wish.only)
        browser.close()
    sys.stdout.write(f"{len(taken)} pictures in {wish.folder}\n")
    return 0
