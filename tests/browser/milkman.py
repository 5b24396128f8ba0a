"""Somebody at a farm of Milkman: wishes for a move, and makes it by mouse or finger."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser.company import Company
from tests.browser.drawn import DRAWN

Move = dict[str, Any]
Press = Callable[[Page, str], None]

LONGEST_MATCH = 150
KINDS = ("whole", "skim", "chocolate")
KIND_NAMES = ("whole milk", "skim milk", "chocolate milk")
LIT = re.compile(r"\bis-lit\b")
OFFERED = "[data-deed]:enabled:not([data-deed^=undo])"

LOOK = f"""async ([offered, frames]) => {{
  const drawn = {DRAWN};
  for (let frame = 0; frame < frames; frame += 1) {{
    await drawn();
    if (document.querySelector(".end")) return "over";
    if (document.querySelector(`.milkman ${{offered}}`)) return "move";
    document.querySelector(".board")?.click();
  }}
  return "wait";
}}"""
"""What there is to do once the page has drawn; scenes between two turns are clicked away."""

DEEDS = """() =>
  [...document.querySelectorAll("[data-deed]:enabled")].map(({ dataset }) => dataset.deed)"""
"""What is offered; a choice is drawn at once."""

MIDDLE = """(selector) => {
  const control = document.querySelector(selector);
  const { x, y, width, height } = control.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  const reached = document.elementFromPoint(left, top);
  return control === reached || control.contains(reached) ? [left, top] : null;
}"""
"""Where to click on this; nothing if something else lies there."""

LIKED: Mapping[str, float] = {
    "deliver": 900,
    "load": 900,
    "drive": 12,
    "pour_end": 9,
    "claim": 7,
    "milk": 7,
    "bottle": 7,
    "truck": 5,
    "upgrade": 3,
    "earn": 2,
    "reroll": 1,
    "pour": 1,
    "pay_reroll": 0.2,
    "pay_change": 0.2,
    "remove_customer": 0.2,
    "spill": 0.2,
    "pass_market": 0.2,
    "done": 0.5,
}
"""How gladly a move of each type is made where it is legal."""

THINGS: Mapping[str, Callable[[Move], str]] = {
    "earn": lambda move: "money",
    "milk": lambda move: "cows",
    "bottle": lambda move: ("tank0", "tank1", "side")[move["tank"]],
    "claim": lambda move: f"zone{move['zone']}",
    "remove_customer": lambda move: f"zone{move['zone']}",
    "upgrade": lambda move: {"cow": "cows", "side_tank": "side"}.get(move["what"], "truck"),
    "truck": lambda move: "truck",
    "load": lambda move: "barn",
    "drive": lambda move: f"place{move['to']}",
    "deliver": lambda move: "truck",
    "pour": lambda move: move["from"].split("_")[0],
    "pass_market": lambda move: "market",
}
"""The thing that such a move can be started from as well."""

TARGETS = ("tank", "zone", "what", "to", "customer", "from")
DETAILS = ("into", "bottles")
"""What the page proposes by itself and is taken as it comes."""


def by_mouse(page: Page, selector: str) -> None:
    """Click in the middle of it, where it has to lie open on the screen."""
    page.locator(selector).wait_for()
    point = page.evaluate(MIDDLE, selector)
    assert point is not None, f"{selector} is covered or off the screen"
    page.mouse.click(*point)


def by_finger(page: Page, selector: str) -> None:
    """Tap it; what lies further down the farm is scrolled to."""
    page.locator(selector).tap()


def wait_for_turn(page: Page) -> str:
    """Until there is something to do (`move`) or the match is `over`."""
    deadline = time.monotonic() + 30
    while (now := page.evaluate(LOOK, [OFFERED, 10])) == "wait":
        assert time.monotonic() < deadline, page.locator(".sentence").inner_text()
    answer: str = now
    return answer


def wish(legal: Sequence[Move], rng: Random, liked: Mapping[str, float] = LIKED) -> Move:
    """A move as somebody might like it: customers and full trucks before everything else."""
    types = sorted({move["type"] for move in legal})
    wished = rng.choices(types, [liked[name] for name in types])[0]
    return rng.choice([move for move in legal if move["type"] == wished])


def liked_after(moves: Sequence[Move]) -> Mapping[str, float]:
    """Until a truck was loaded: first bottles, since it is no use before, and then the truck."""
    done = {move["type"] for move in moves}
    if "load" in done:
        return LIKED
    return {**LIKED, **({"truck": 60} if "bottle" in done else {"bottle": 60, "truck": 0.01})}


def by_small_steps(page: Page, rng: Random, press: Press = by_mouse) -> None:
    """One click further: a choice is made, or what is chosen is gone on with."""
    deeds = page.evaluate(DEEDS)
    sure = next((name for name in ("go", "leave") if name in deeds), None)
    if sure is None and page.locator(".mm-clear").count():
        names = [name for name in deeds if not name.startswith("undo")]
        liked = [LIKED.get(name.split(":")[0], 1) for name in names]
        sure = rng.choices(names, liked)[0]
    if sure is None:
        press(page, first_control(wish(legal_of(page), rng), rng))
    else:
        press(page, f'[data-deed="{sure}"]')


def first_control(move: Move, rng: Random) -> str:
    """Where somebody begins who wants to make this move: its thing, its die, or its button."""
    if move["type"] in THINGS and rng.random() < 0.5:
        return f'[data-thing="{THINGS[move["type"]](move)}"]'
    dice = dice_of(move)
    return f'[data-die="{dice[0]}"]' if dice else f'[data-deed="{name_of(move)}"]'


def legal_of(page: Page) -> Sequence[Move]:
    """What somebody may do, as the server says."""
    legal: Sequence[Move] = state_of(page)["legal"]
    return legal


def state_of(page: Page) -> Any:
    """What the server says to whoever sits before `page`."""
    return page.request.get(f"/api/tables{urlsplit(page.url).path.removeprefix('/t')}/state").json()


def make(page: Page, press: Press, move: Move, rng: Random) -> None:
    """Make this move with the things of the page, from the die or from the thing."""
    if move["type"] in THINGS and rng.random() < 0.5:
        press(page, f'[data-thing="{THINGS[move["type"]](move)}"]')
    for die in dice_of(move):
        press(page, f'[data-die="{die}"]')
    deeds = page.evaluate(DEEDS)
    name = name_of(move)
    if name not in deeds:
        assert move["type"] in deeds, f"{name} is not offered, but {deeds}"
        press(page, f'[data-deed="{move["type"]}"]')
    press(page, f'[data-deed="{name}"]')
    answer_questions(page, press, move)


def answer_questions(page: Page, press: Press, move: Move) -> None:
    """Which kind, which face, how many, and whether that is really the end of the turn."""
    deeds = page.evaluate(DEEDS)
    if "leave" in deeds:
        press(page, "[data-deed=leave]")
    if "go" not in deeds:
        return
    if move["type"] == "bottle":
        press(page, kind_button(move["kind"], 1))
        if page.locator(".mm-kind-row").count() == 2:
            press(page, kind_button(move["side"], 2))
    if move["type"] == "pay_change":
        press(page, f".mm-faces > .mm-kind:has(.of-{move['face']})")
    press(page, "[data-deed=go]")


def kind_button(kind: str | None, row: int) -> str:
    """The button for a kind of milk in the first or the second row; None leaves the side tank."""
    inner = ":not(:has(*))" if kind is None else f":has(.is-{kind})"
    return f".mm-kind-row:nth-child({row}) .mm-kind{inner}"


def dice_of(move: Move) -> Sequence[int]:
    """Those that it uses, rolls or turns."""
    one = [move["die"]] if "die" in move else []
    dice: Sequence[int] = move.get("use") or move.get("dice") or one
    return dice


def name_of(move: Move) -> str:
    """What its button is called: the type, and the target where there is one."""
    target = next((str(move[field]) for field in TARGETS if field in move), None)
    return move["type"] if target is None else f"{move['type']}:{target}"


def play_match(page: Page, press: Press, *, seed: int) -> list[Move]:
    """Play seat 0 to the end of the match; answers the moves that were meant."""
    rng, meant = Random(seed), []
    deadline = time.monotonic() + LONGEST_MATCH
    while wait_for_turn(page) == "move":
        assert time.monotonic() < deadline, f"{len(meant)} moves"
        meant.append(wish(legal_of(page), rng, liked_after(meant)))
        make(page, press, meant[-1], rng)
    return meant


def without_details(moves: Sequence[Move]) -> list[Move]:
    """Moves without the amounts that the page proposes."""
    return [{key: move[key] for key in move if key not in DETAILS} for move in moves]


def made(company: Company, page: Page, table: str, seat: int = 0) -> list[Move]:
    """What a seat did, as the record has it."""
    record = company.call(page, "GET", f"/api/tables/{table}/record")
    return [entry["move"] for entry in record["log"] if entry["seat"] == seat]
