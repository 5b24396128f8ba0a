"""A settlement of Gnav is seen before the next deal, however fast bots are; the log is words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import robot
from tests.browser.company import Company
from tests.browser.sights import NO_HURRY

FILM = """() => {
  window.film = [];
  const look = () => {
    const board = document.querySelector(".gnav");
    const name = board && [...board.classList].find((one) => one.startsWith("shows-"));
    const shot = {
      scene: name ? name.slice(6) : null,
      deal: document.querySelector(".gnav-deal")?.textContent,
      up: document.querySelectorAll(".gnav-placed.is-open").length,
      whole: document.querySelectorAll(".gnav-match:not(.is-burnt, .is-burning)").length,
      moves: document.querySelectorAll(".gnav-move").length,
      at: performance.now(),
    };
    const last = window.film.at(-1);
    if (!last || last.scene !== shot.scene || last.deal !== shot.deal) window.film.push(shot);
    else Object.assign(last, shot, { at: last.at, until: shot.at });
    requestAnimationFrame(look);
  };
  look();
}"""
"""Writes down what is on the screen, one line for each scene: how its last picture shows it."""

CROSSED = """() => {
  const found = window.crossed = new Set();
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.getBoundingClientRect(), one.textContent]);
  const look = () => {
    const others = boxes(".gnav .seat-name, .gnav-move, .lately p");
    for (const [one, words] of boxes(".gnav-bubble, .gnav-badge")) {
      for (const [other, name] of others) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 2 && high > 2) found.add(`${words} over ${name}`);
      }
      if (one.left < 0 || one.right > innerWidth) found.add(`${words} beyond the edge`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Writes down, picture by picture, whose name lies under what is said or under a sign."""

DEAL = "() => document.querySelector('.gnav-deal').textContent"
ANOTHER = """(deal) => {
  const now = document.querySelector(".gnav-deal");
  return now !== null && now.textContent !== deal;
}"""
PATIENCE = 40_000
"""Milliseconds for a deal with all that is seen of it."""

RAW = re.compile(r"gnav\\.|undefined|null|NaN|\\{|[a-z]+_[a-z]+")


def test_a_settlement_is_seen_before_the_next_deal(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "gnav", seats=2)
    robot.wait_for_turn(page)
    page.evaluate(FILM)
    played = page.evaluate(DEAL)  # not always the first: a cuckoo may end one before my turn
    page.locator("[data-move=keep]").click()
    page.wait_for_function(ANOTHER, arg=played, timeout=PATIENCE)
    first = [shot for shot in page.evaluate("film") if shot["deal"] == played]
    settled = [shot for shot in first if shot["scene"] in ("turn", "lift", "burn", "quiet")]
    assert settled[0]["scene"] == "turn"
    assert settled[-1] == first[-1]
    assert all(shot["up"] == 2 and shot["moves"] == 0 for shot in settled)
    check_stays(settled)
    if settled[-1]["scene"] == "burn":
        assert settled[-1]["whole"] < settled[0]["whole"]


def check_stays(scenes: list[Any]) -> None:
    """Each scene is there for a time in which one can look: many pictures, not one."""
    assert len(scenes) >= 2
    assert all(scene.get("until", 0) - scene["at"] > 400 for scene in scenes)


def test_the_log_reads_in_words(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "gnav", seats=5, options={"lives": 1})
    robot.play_match([page], seed=8)
    lines = page.locator(".log li").all_inner_texts()
    assert re.fullmatch(r"\w+(\s\(you\))? deals\.", lines[0])
    assert lines[-1] == "The match is over."
    assert any(line.endswith(" keeps.") for line in lines)
    assert [line for line in lines if RAW.search(line) or not line.endswith((".", "!"))] == []


@pytest.mark.parametrize("size", [(320, 568), (1280, 800), (740, 360)])
def test_words_and_signs_cover_nobodys_name(company: Company, size: tuple[int, int]) -> None:
    page = company.come(viewport={"width": size[0], "height": size[1]})
    company.sit_down(page, "gnav", seats=10, options={"lives": 5})
    robot.wait_for_turn(page)
    page.evaluate(CROSSED)
    played = page.evaluate(DEAL)
    page.locator("[data-move=swap]").click()
    page.wait_for_function(ANOTHER, arg=played, timeout=PATIENCE)
    assert page.evaluate("[...crossed]") == []


def test_a_tap_on_the_board_goes_on(company: Company) -> None:
    page = company.come()
    page.add_init_script(NO_HURRY)
    company.sit_down(page, "gnav", seats=2, options={"lives": 5})
    robot.wait_for_turn(page)
    page.locator("[data-move=keep]").click()
    scene = page.locator(".gnav[class*=shows-]")
    expect(scene).to_have_count(1)
    for _ in range(12):
        if scene.count():
            page.mouse.click(*robot.middle_of(page, ".gnav-deal"))
    expect(scene).to_have_count(0)
