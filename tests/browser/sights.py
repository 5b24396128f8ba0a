"""What there is to be seen: every page, and every phase of every game, one function each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page

from tests.browser.back_room import back_room
from tests.browser.drawn import BUSY
from tests.browser.phases import SITTINGS, WIDE_NAME, Moment, Sitting
from tests.browser.replays import replays
from tests.browser.studio import Studio

MOST_MATCHES = 3
MOST_STEPS = 400
AFTERWARDS = ("end", "panel", "verify", "replay")
"""What a match has to be over for."""

HOLD = """([selectors, moves, busy]) => new Promise((done) => {
  let quiet = 0;
  const look = () => {
    if (document.querySelector(busy)) return requestAnimationFrame(look);
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

NO_HURRY = """const { setTimeout } = window;
window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms > 300 ? 1e6 : ms, ...rest);"""
"""Scenes stay until somebody clicks, so that a picture can be taken of them."""

ONE_BY_ONE = (
    """window.still = false;
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
      const busy =
        window.still || document.querySelector("[class*=' shows-'], """
    + BUSY
    + """");
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
)
"""News comes one by one, and none while a scene is shown: bots that do not wait would else have
whole rounds behind them before anything is seen."""


def lobby(studio: Studio) -> None:
    """The lobby with a table that one can join and one that is played at."""
    wide, host, page = studio.come(), studio.come(), studio.come()
    name = WIDE_NAME if studio.wish.awkward else "Bo"
    studio.company.sit_down(wide, "gnav", name=name, bots={}, visibility="public")
    studio.company.sit_down(host, "milkuro", visibility="public")
    studio.company.sit_down(page, "mino_dice", name="Bob")
    page.goto("/")
    page.locator(".little-tables li").nth(1).wait_for()
    studio.shoot(page, "lobby", whole=True)


PLAIN_PAGES = {
    "rules-gnav": "/rules/gnav",
    "rules-milkuro": "/rules/milkuro",
    "rules-mino_dice": "/rules/mino_dice",
    "rules-milkman": "/rules/milkman",
    "rules-none": "/rules/zzz",
    "learn-gnav": "/learn/gnav",
    "learn-milkuro": "/learn/milkuro",
    "learn-mino_dice": "/learn/mino_dice",
    "learn-milkman": "/learn/milkman",
    "me": "/me",
    "privacy": "/privacy",
    "error": "/t/nothing-of-that-name",
    "offline": "/offline/{language}",
}


def plain_pages(studio: Studio) -> None:
    """Rules, first matches, my page, privacy, and where something went wrong."""
    page = studio.come()
    page.route("**/healthz", lambda call: call.fulfill(status=503))  # the offline page stays
    for name, path in PLAIN_PAGES.items():
        if studio.wish.may_want(name):
            page.goto(path.format(language=studio.language))
            page.locator("h1").first.wait_for()
            page.wait_for_load_state("networkidle")
            studio.shoot(page, name, whole=True)


def before_the_start(studio: Studio) -> None:
    """A table that waits for people, for its host and for a guest, and one with all its stools."""
    for game, seats in (("milkuro", 4), ("gnav", 10)):
        page = studio.come()
        name = "Ada" if game == "milkuro" else WIDE_NAME
        studio.company.sit_down(page, game, name=name, seats=seats, bots={"2": "normal"})
        page.locator(".invite").wait_for()
        studio.shoot(page, f"before-{game}", whole=True)
    guest = studio.come()
    guest.goto(page.locator("#link-play").input_value())
    guest.locator(".places").wait_for()
    studio.shoot(guest, "before-guest", whole=True)


def asking_for_a_name(studio: Studio) -> None:
    """The question before one sits down."""
    page = studio.come()
    page.goto("/")
    page.locator("[data-open=gnav]").click()
    page.get_by_role("dialog").wait_for()
    studio.shoot(page, "name")


def matches(studio: Studio) -> None:
    """Every phase of every game."""
    for sitting in SITTINGS:
        if studio.wish.may_want(f"{sitting.game}-{sitting.seats}-"):
            follow(studio, sitting)


def follow(studio: Studio, sitting: Sitting) -> None:
    """Play to the end, again while a moment is missing; a picture of each when first seen."""
    page = studio.come()
    for script in (NO_HURRY, ONE_BY_ONE):
        page.add_init_script(script)
    name, rng = f"{sitting.game}-{sitting.seats}", Random(3)
    all_of_it = any(studio.wish.may_want(f"{name}-{part}") for part in AFTERWARDS)
    wanted = [one for one in sitting.moments if studio.wish.wants(f"{name}-{one.name}")]
    for _ in range(MOST_MATCHES):
        wish = {"seats": sitting.seats, "options": dict(sitting.options)}
        studio.company.sit_down(page, sitting.game, name=sitting.name, **wish)
        play_for_pictures(studio, page, sitting, wanted=wanted, rng=rng, to_the_end=all_of_it)
        if not wanted:
            break
    sys.stderr.writelines(f"not seen: {name}-{moment.name}\n" for moment in wanted)
    if all_of_it:
        after_the_match(studio, page, name)
    page.context.close()


def play_for_pictures(
    studio: Studio,
    page: Page,
    sitting: Sitting,
    *,
    wanted: list[Moment],
    rng: Random,
    to_the_end: bool,
) -> None:
    """One match; what is seen leaves the list of what is wanted."""
    for _ in range(MOST_STEPS):
        found = page.evaluate(HOLD, [[moment.selector for moment in wanted], sitting.moves, BUSY])
        if found >= 0:
            name = f"{sitting.game}-{sitting.seats}-{wanted.pop(found).name}"
            studio.shoot(page, name)
            page.evaluate("window.still = false")
        if page.locator(".end").count() or not (wanted or to_the_end):
            break
        if page.locator(sitting.moves).count():
            sitting.play(page, rng)


def after_the_match(studio: Studio, page: Page, name: str) -> None:
    """The end, the sheet with the log and the people as a phone has it, and the proof."""
    studio.shoot(page, f"{name}-end")
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".panel-opener").click()
    for index in range(page.locator(".panel [role=tab]").count()):
        page.locator(".panel [role=tab]").nth(index).click()
        studio.shoot(page, f"{name}-panel-{index + 1}")
        page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".panel-close").click()
    if studio.wish.wants(f"{name}-verify"):
        page.locator(".end-ways button:not(.lit, .slight)").click()
        page.locator(".findings").wait_for()
        studio.shoot(page, f"{name}-verify")
    if studio.wish.wants(f"{name}-replay"):
        page.goto(f"{page.url.split('?')[0]}/replay")
        page.locator(".board > section").wait_for()
        studio.shoot(page, f"{name}-replay")


SIGHTS: tuple[tuple[str, Callable[[Studio], None]], ...] = (
    ("lobby", lobby),
    ("", plain_pages),
    ("before", before_the_start),
    ("name", asking_for_a_name),
    ("", matches),
    ("replay", replays),
    ("house", back_room),
)
"""What the names of their pictures begin with; nothing where they choose themselves."""


def see_all(studio: Studio) -> None:
    """Everything that is asked for, in the studio's present language."""
    for beginning, sight in SIGHTS:
        if studio.wish.may_want(beginning):
            sight(studio)
