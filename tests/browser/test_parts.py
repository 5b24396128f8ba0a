"""What a page draws in several pictures: parts have a size of their own; busy until the last."""

from __future__ import annotations

import pytest

from tests.bench.client import USUALLY_BEFORE, Table
from tests.browser.company import Company
from tests.browser.drawn import DRAWN

PIECES = ".mk-card, .md-held, .md-rolled, .md-shown, .md-die, .md-bid, .gnav-card"
"""What is made hollow when there is too much for one picture."""

WATCH = """(pieces) => {
  window.torn = [];
  window.filled = 0;
  const hollow = new Map();
  const sizeOf = (one) => [one.offsetWidth, one.offsetHeight];
  const named = (one) => `${one.tagName} ${one.className}`;
  const main = document.querySelector("main");
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") {
        if (target.ariaBusy === null) hollow.clear();
        continue;
      }
      const before = hollow.get(target);
      if (before && target.isConnected) {
        window.filled += 1;
        const now = sizeOf(target);
        if (String(now) !== String(before)) window.torn.push([named(target), before, now]);
      }
      hollow.delete(target);
      for (const added of addedNodes) {
        if (!(added instanceof HTMLElement)) continue;
        for (const one of [added, ...added.querySelectorAll("*")])
          if (one instanceof HTMLElement && one.matches(pieces) && one.childNodes.length === 0)
            hollow.set(one, sizeOf(one));
      }
    }
  });
  observer.observe(main.querySelector(".board"), { subtree: true, childList: true });
  observer.observe(main, { attributeFilter: ["aria-busy"] });
}"""
"""What comes hollow is filled before the drawing ends, and does not change its size."""


@pytest.mark.parametrize("game", ["milkuro", "mino_dice", "gnav"])
def test_a_part_has_its_size_before_its_inside_comes(company: Company, game: str) -> None:
    page = company.come(reduced_motion="no-preference")
    table = Table(company, page, game, seed=4)
    page.locator(".board > section").wait_for()
    page.evaluate(WATCH, PIECES)
    table.play(USUALLY_BEFORE)
    assert page.evaluate("window.filled > 0")
    assert page.evaluate("window.torn") == []


THINGS = """() => {
  window.twice = [];
  window.away = [];
  const last = new Map();
  let before = new Set();
  let drawing = 0;
  const look = () => {
    const now = [...document.querySelectorAll(".board [data-flip]")].map((one) => one.dataset.flip);
    const names = new Set(now);
    if (now.length > names.size)
      window.twice.push(now.filter((name, at) => now.indexOf(name) < at));
    if (document.querySelector("main").ariaBusy === null) drawing += 1;
    for (const name of names) {
      if (!before.has(name) && last.get(name) === drawing) window.away.push(name);
      last.set(name, drawing);
    }
    before = names;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Writes down, picture by picture, what lies in two places, and what was away in one drawing."""


@pytest.mark.parametrize("game", ["milkuro", "mino_dice", "milkman"])
def test_what_goes_from_one_part_to_another_is_in_one_place(company: Company, game: str) -> None:
    page = company.come(reduced_motion="no-preference")
    table = Table(company, page, game, seed=4)
    page.locator(".board > section").wait_for()
    page.evaluate(THINGS)
    table.play(USUALLY_BEFORE)
    assert page.evaluate("window.twice") == []
    assert page.evaluate("window.away") == []


BUSY = """() => {
  window.busy = [];
  const main = document.querySelector("main");
  new MutationObserver(() => window.busy.push(main.ariaBusy))
    .observe(main, { attributeFilter: ["aria-busy"] });
}"""


def test_a_table_is_busy_until_all_of_it_is_there(company: Company) -> None:
    page = company.come(reduced_motion="no-preference")
    table = Table(company, page, "milkman", seed=4)
    page.locator(".board > section").wait_for()
    page.evaluate(BUSY)
    table.play(3)
    page.evaluate(DRAWN)
    told = page.evaluate("window.busy")
    assert "true" in told
    assert told[-1] is None
    assert page.locator("main[aria-busy]").count() == 0
