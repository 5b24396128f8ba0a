"""What a page draws in several pictures: parts have a size of their own; busy until the last."""

from __future__ import annotations

import pytest

from tests.bench.client import USUALLY_BEFORE, Table
from tests.browser.company import Company
from tests.browser.drawn import DRAWN

PIECES = ".mk-card, .md-held, .md-rolled, .md-shown, .md-die, .md-bid, .gnav-card"
"""What is made hollow when there is too much for one picture."""

LATE = 150
"""Milliseconds after which an inside no longer belongs to the picture that left it out."""

WATCH = """([pieces, late]) => {
  window.torn = [];
  window.filled = 0;
  const hollow = new Map();
  const sizeOf = (one) => [one.offsetWidth, one.offsetHeight];
  const named = (one) => `${one.tagName} ${one.className}`;
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const before = hollow.get(target);
      if (before && target.isConnected && performance.now() - before.at < late) {
        window.filled += 1;
        const now = sizeOf(target);
        if (String(now) !== String(before.size))
          window.torn.push([named(target), before.size, now]);
      }
      hollow.delete(target);
      for (const added of addedNodes) {
        if (!(added instanceof HTMLElement)) continue;
        for (const one of [added, ...added.querySelectorAll("*")])
          if (one instanceof HTMLElement && one.matches(pieces) && one.childNodes.length === 0)
            hollow.set(one, { at: performance.now(), size: sizeOf(one) });
      }
    }
  }).observe(document.querySelector(".board"), { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("game", ["milkuro", "mino_dice", "gnav"])
def test_a_part_has_its_size_before_its_inside_comes(company: Company, game: str) -> None:
    page = company.come(reduced_motion="no-preference")
    table = Table(company, page, game, seed=4)
    page.locator(".board > section").wait_for()
    page.evaluate(WATCH, [PIECES, LATE])
    table.play(USUALLY_BEFORE)
    assert page.evaluate("window.filled > 0")
    assert page.evaluate("window.torn") == []


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
