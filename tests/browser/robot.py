"""Somebody at a table's page who plays what glows: by mouse, by finger or by keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.drawn import DRAWN

MOVES = ".mk-tap:enabled, .md-tap:enabled, .gnav-move:enabled"
LIFTED = ".mk-tap.is-lifted, .md-tap.is-lifted"
"""What a first tap lifted: a second one plays it."""
PLAY = ".mk-play, .md-play"
"""The button that appears with it and plays it as well."""
LIFTS_FIRST = ".milkuro, .mino-dice"
"""Boards on which a tap lifts; elsewhere it plays."""
LONGEST_MATCH = 200
MOST_MOVES = 200

LOOK = f"""async ([moves, frames]) => {{
  const drawn = {DRAWN};
  for (let frame = 0; frame < frames; frame += 1) {{
    await drawn();
    if (document.querySelector(".end")) return "over";
    if (document.querySelector(moves)) return "move";
    document.querySelector(".board")?.click();
  }}
  return "wait";
}}"""
"""What there is to do once the page has drawn; who has nothing to do lets a scene go by."""

POINT = f"""async ([controls, which]) => {{
  await ({DRAWN})();
  const found = [...document.querySelectorAll(controls)];
  const box = found[Math.floor(which * found.length)]?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}}"""
"""Where to click: the middle of one of these."""

Play = Callable[[Page, Random], None]


def look(page: Page, frames: int = 1) -> str:
    """`over`, `move` or `wait`, after so many pictures at most."""
    answer: str = page.evaluate(LOOK, [MOVES, frames])
    return answer


def wait_for_turn(page: Page) -> str:
    """Until there is a move to make or the match is over; which of both."""
    deadline = time.monotonic() + 30
    while (now := look(page, 10)) == "wait":
        words = page.locator(".sentence").inner_text
        assert time.monotonic() < deadline, f"Nothing to do: {words()}"
    return now


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    """Where to click on the first of these."""
    x, y = page.evaluate(POINT, [selector, 0])
    return x, y


def by_mouse(page: Page, rng: Random) -> None:
    """Click something that glows; what is lifted by that is played by a second click."""
    point = page.evaluate(POINT, [MOVES, rng.random()])
    if point is None:
        return
    page.mouse.click(*point)
    if lifted := page.evaluate(POINT, [LIFTED, 0]):
        page.mouse.click(*lifted)


def by_finger(page: Page, rng: Random) -> None:
    """Tap it, and tap what appears; nothing has to be dragged or scrolled to."""
    choices = page.locator(MOVES)
    check_reach(page)
    choices.nth(rng.randrange(choices.count())).tap()
    if page.locator(LIFTS_FIRST).count():
        expect(page.locator(PLAY)).to_be_visible()
        check_reach(page)
        page.locator(PLAY).tap()


def by_keyboard(page: Page, rng: Random) -> None:
    """Tab to something that glows and press Enter; once more to play what is lifted by that."""
    press_tab_until(page, MOVES)
    for _ in range(rng.randrange(3)):
        page.keyboard.press("ArrowRight")
    press_until(page, MOVES, "ArrowRight")
    page.keyboard.press("Enter")
    if page.locator(LIFTS_FIRST).count():
        expect(page.locator(PLAY)).to_be_visible()
        page.keyboard.press("Enter")


def press_tab_until(page: Page, selector: str) -> None:
    """Until the focus is on such a thing."""
    press_until(page, selector, "Tab")


def press_until(page: Page, selector: str, key: str) -> None:
    """Until the focus is on such a thing; fails where the keyboard does not lead there."""
    for _ in range(60):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


OUT_OF_REACH = """(selector) => {
  const { innerWidth, innerHeight } = window;
  const outside = [...document.querySelectorAll(selector)].filter((control) => {
    const box = control.getBoundingClientRect();
    const reached = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5
      || box.bottom > innerHeight + 0.5 || !(control === reached || control.contains(reached));
  });
  const wide = document.documentElement.scrollWidth - innerWidth;
  return { wide: Math.max(wide, 0), outside: outside.map((control) => control.outerHTML) };
}"""


def check_reach(page: Page, controls: str = f"{MOVES}, {PLAY}") -> None:
    """All moves are on the screen and uncovered, and nothing scrolls sideways."""
    found = page.evaluate(OUT_OF_REACH, controls)
    assert found == {"wide": 0, "outside": []}


def told_by(pages: Sequence[Page]) -> list[str]:
    """The passing words at the lower edge of each page."""
    return [page.locator("#toast").inner_text() for page in pages]


def play_with_bots(page: Page, game: str) -> None:
    """From the lobby by one click; the match's page is open afterwards."""
    page.goto("/")
    page.locator(f"[data-play={game}]").click()
    page.wait_for_url("**/t/*")
    page.locator(".board").wait_for()


def play_match(
    players: Sequence[Page],
    play: Play = by_mouse,
    *,
    seed: int,
    meanwhile: Callable[[], Any] = lambda: None,
) -> int:
    """Play until everybody at the table sees the end; answers the number of moves made here.

    `meanwhile` is called after each round of looking.
    """
    rng = Random(seed)
    deadline = time.monotonic() + LONGEST_MATCH
    frames = 10 if len(players) == 1 else 1
    moves, playing = 0, list(players)
    while playing:
        assert time.monotonic() < deadline, f"{moves} moves, then {told_by(playing)}"
        assert moves < MOST_MOVES, told_by(playing)
        for page in tuple(playing):
            now = look(page, frames)
            if now == "over":
                playing.remove(page)
            elif now == "move":
                play(page, rng)
                moves += 1
        meanwhile()
    return moves


def verify_in_the_browser(page: Page) -> None:
    """Press "Verify this match" and read that all of it holds."""
    page.get_by_role("button", name="Verify this match").click()
    dialog = page.get_by_role("dialog", name="Was it dealt fairly?")
    height = dialog.evaluate("(one) => one.offsetHeight")
    right = "Yes: everything that could be checked is right."
    expect(dialog.get_by_role("status")).to_have_text(right)
    assert dialog.evaluate("(one) => one.offsetHeight") == height, "it grows with what it finds"
    expect(dialog.locator(".finding.no")).to_have_count(0)
    expect(dialog.locator(".finding.yes")).not_to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
