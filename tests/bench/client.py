"""What our pages cost a browser: bytes on the wire, time until they can be used, and each picture.

A picture is what a page draws at once, here after a move that somebody else made. Its script, style
and layout are counted in time of the page's own thread; unthrottled for pictures, with a processor
four times slower for the longest task and for the time until a page can be used.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests import services
from tests.bench.frames import CATEGORIES, Cost, read_trace
from tests.bench.measuring import quantile
from tests.browser.company import Company
from tests.browser.drawn import DRAWN
from tests.serving import serving

GAMES = ("milkuro", "mino_dice", "gnav", "milkman")
USABLE = {
    "lobby": "[data-play]:enabled",
    "milkuro": ".mk-tap:enabled",
    "mino_dice": ".md-bid:enabled, .md-tap:enabled",
    "gnav": ".gnav-move:enabled",
    "milkman": ".milkman button:enabled",
}
"""What can be pressed once a page is there."""

WATCH = """(() => {
  const look = () => {
    if (document.querySelector(%s)) window.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()"""
USED = "() => new Promise((done) => { const look = () => window.usableAt \
  ? done(window.usableAt) : requestAnimationFrame(look); look(); })"
SLOWER = 4
PICTURES = frozenset(("Image", "Manifest"))
VISITS = 7
"""How often each page is opened; the middle one of its times counts."""

BEFORE = {"gnav": 2}
USUALLY_BEFORE = 12
"""Moves until a match is in its middle; Gnav has few."""

PATIENCE = 40
"""Seconds for so many moves."""

LONG: Mapping[str, Any] = {"gnav": {"options": {"lives": 5}}}
"""So that nobody is out before the middle."""


class Table:
    """A match against bots, whose one person moves by the interface while a page looks on."""

    def __init__(self, company: Company, page: Page, game: str, *, seed: int) -> None:
        self.page = page
        self.id = company.sit_down(page, game, **LONG.get(game, {}))
        self._url = f"{company.url}/api/tables/{self.id}"
        self._origin = company.url
        self._rng = Random(seed)

    def play(self, moves: int) -> None:
        """Make up to so many moves, as the turn comes, and let each be drawn."""
        deadline = time.monotonic() + PATIENCE
        while moves > 0 and time.monotonic() < deadline:
            state = self._call("/state")
            if state["table"]["state"] != "playing":
                return
            if state["legal"]:
                moves -= 1
                move = self._rng.choice(state["legal"])
                order = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": move}
                self._call("/moves", order)
            self.page.evaluate(DRAWN)

    def _call(self, path: str, body: object = None) -> Any:
        cookies = "; ".join(f"{c['name']}={c['value']}" for c in self.page.context.cookies())
        request = urllib.request.Request(  # noqa: S310
            self._url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Cookie": cookies,
                "Origin": self._origin,
                "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.load(answer)


def slow_down(session: CDPSession, rate: int) -> None:
    """A processor that is so many times slower."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def open_page(company: Company, name: str) -> tuple[Counter[str], float]:
    """Open a page with nothing kept: bytes by kind, `headers` among them; ms until it is usable."""
    page = company.come()
    path = "/"
    if name != "lobby":
        path = f"/t/{Table(company, page, name, seed=1).id}"
        page.goto("about:blank")
        fresh = company.come()
        fresh.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        page.close()
        page = fresh
    page.add_init_script(WATCH % json.dumps(USABLE[name]))
    session = page.context.new_cdp_session(page)
    wire = Wire(session)
    slow_down(session, SLOWER)
    page.goto(path)
    usable = float(page.evaluate(USED))
    page.wait_for_load_state("networkidle")
    page.context.close()
    return wire.bytes, usable


class Wire:
    """What goes over the wire to a page, by kind."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes: Counter[str] = Counter()
        self._kinds: dict[str, str] = {}
        self._heads: dict[str, int] = {}
        session.on("Network.responseReceived", self._begin)
        session.on("Network.loadingFinished", self._end)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def _begin(self, event: dict[str, Any]) -> None:
        is_words = "/words/" in event["response"]["url"]
        self._kinds[event["requestId"]] = "words" if is_words else event["type"]
        self._heads[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def _end(self, event: dict[str, Any]) -> None:
        kind = self._kinds.get(event["requestId"], "Other")
        head = self._heads.get(event["requestId"], 0)
        self.bytes["pictures" if kind in PICTURES else kind] += event["encodedDataLength"] - head
        self.bytes["headers"] += head
        self.bytes["requests"] += 1


def draw_match(browser: Browser, company: Company, game: str, *, moves: int, rate: int) -> Cost:
    """The pictures in the middle of a match."""
    page = company.come(reduced_motion="no-preference", viewport={"width": 1280, "height": 720})
    table = Table(company, page, game, seed=2)
    page.locator(".board").wait_for()
    table.play(BEFORE.get(game, USUALLY_BEFORE))
    slow_down(page.context.new_cdp_session(page), rate)
    browser.start_tracing(page=page, categories=CATEGORIES)
    table.play(moves)
    cost = read_trace(browser.stop_tracing())
    page.context.close()
    return cost


def tell_pages(company: Company, pages: Sequence[str]) -> None:
    """Sizes and times of opening."""
    kinds = ("Document", "Stylesheet", "Script", "words")
    tell(
        "page", "html", "css", "js", "words", "sum", "pictures", "requests", "headers", "usable ms"
    )
    for name in pages:
        visits = [open_page(company, name) for _ in range(VISITS)]
        sizes, usable = visits[-1][0], median(usable for _, usable in visits)
        parts = [sizes[kind] for kind in kinds]
        rest = (sizes["pictures"], sizes["requests"], sizes["headers"], round(usable))
        tell(name, *parts, sum(parts), *rest)


def tell_pictures(browser: Browser, company: Company, games: Sequence[str], moves: int) -> None:
    """Script and layout of a picture, and the longest task with a slow processor."""
    tell("game", "pictures", "median ms", "p95 ms", "largest ms", f"longest task ms at {SLOWER}x")
    for game in games:
        quick = draw_match(browser, company, game, moves=moves, rate=1)
        slow = draw_match(browser, company, game, moves=moves, rate=SLOWER)
        frames = quick.frames
        figures = (quantile(frames, 0.5), quantile(frames, 0.95), max(frames, default=0.0))
        tell(game, len(frames), *(f"{one:.1f}" for one in figures), f"{slow.longest:.0f}")


def tell(*cells: object) -> None:
    """A row of a table."""
    sys.stdout.write("| " + " | ".join(str(cell) for cell in cells) + " |\n")
    sys.stdout.flush()


def main(argv: list[str]) -> int:
    """Measure pages and pictures against a server of our own."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench client")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--moves", type=int, default=40, help="that are drawn in each match")
    wish = parser.parse_args(argv)
    with (
        tempfile.TemporaryDirectory() as data,
        serving({"DATABASE_URL": f"sqlite:///{data}/tables.db", "RATE_LIMITS": "off"}) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=services.find_chromium(), args=list(services.CHROMIUM_FLAGS)
        )
        company = Company(browser, server.url)
        tell_pages(company, ("lobby", *wish.games))
        tell_pictures(browser, company, wish.games, wish.moves)
        browser.close()
    return 0
