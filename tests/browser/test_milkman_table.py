"""Milkman's table: all on one screen, several at work at once, and a look before each deed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import milkman
from tests.browser.company import Company
from tests.browser.test_seats import say_name, sit_here

PHONES = [(360, 640), (320, 568)]
WIDE_NAME = "W" * 24
PLAIN = "rgba(0, 0, 0, 0)"

CUT_OFF = """async () => {
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations < 9);
  await Promise.allSettled(moving.map((one) => one.finished));
  const reach = (part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  const named = (part) => JSON.stringify({ ...part.dataset });
  const all = (parts) => [...document.querySelectorAll(parts)];
  const scrolls = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  return {
    scrolled: [document.documentElement, ...all(".mm-land, .mm-panel")]
      .filter(scrolls)
      .map((part) => `${part.className} ${part.innerText}`),
    outside: all("[data-thing], [data-die], [data-deed], [data-look]")
      .filter((part) => !reach(part))
      .map(named),
  };
}"""
ALL_THERE = {"scrolled": [], "outside": []}

SIDEWAYS = """async () => {
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations < 9);
  await Promise.allSettled(moving.map((one) => one.finished));
  const parts = ".mm-land, .mm-panel, .mm-panel button, .mm-sign";
  return [document.documentElement, ...document.querySelectorAll(parts)]
    .filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => `${part.className} ${part.innerText}`);
}"""
"""What is wider than its place, once everything that travels has arrived."""

OUT_OF_THUMB = """() => [...document.querySelectorAll("[data-die], [data-deed]")].filter((part) => {
  part.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = part.getBoundingClientRect();
  const reached = document.elementFromPoint(x + width / 2, y + height / 2);
  return !part.contains(reached) || width < 43.5 || height < 43.5;
}).map(({ outerHTML }) => outerHTML)"""
"""Dice and buttons that lie under something else or are too small for a finger."""

ON_ANOTHER = """() => {
  const box = (part) => part.getBoundingClientRect();
  const lies = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const out = (one, other) => one.left < other.left - 1 || one.right > other.right + 1 ||
    one.top < other.top - 1 || one.bottom > other.bottom + 1;
  const way = box(document.querySelector(".mm-way"));
  const truck = box(document.querySelector(".mm-driving"));
  return [...document.querySelectorAll(".mm-slip, .mm-hung")].filter((slip) => {
    const parts = [...slip.querySelectorAll(".mm-order-part > *, .mm-worth")].map(box);
    return parts.some((one, index) =>
      out(one, box(slip)) || parts.slice(index + 1).some((other) => lies(one, other)),
    ) || (slip.matches(".mm-hung") && (box(slip).bottom > way.top + 1 || lies(box(slip), truck)));
  }).map(({ className, textContent }) => `${className} ${textContent}`);
}"""
"""Orders whose numbers, bottles and points lie on each other or stick out, or that hang over the
road or the truck."""

ORDER = """() => ["cows", "barn", "zone1", "place1"].map((thing) =>
  document.querySelector(`[data-thing=${thing}]`).getBoundingClientRect().top)"""


@pytest.mark.parametrize("seats", [2, 4])
def test_everything_is_on_one_screen_at_a_desk(company: Company, seats: int) -> None:
    page = company.come(viewport={"width": 1280, "height": 720})
    company.sit_down(page, "milkman", seats=seats, name=WIDE_NAME)
    rng = milkman.Random(seats)
    for _ in range(40):
        assert milkman.wait_for_turn(page) == "move"
        assert page.evaluate(CUT_OFF) == ALL_THERE
        assert page.evaluate(ON_ANOTHER) == []
        milkman.by_small_steps(page, rng)


@pytest.mark.parametrize("phone", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_37_a_phone_has_the_farm_in_its_order_and_the_dice_at_the_thumb(
    company: Company, phone: tuple[int, int]
) -> None:
    width, height = phone
    page = company.come(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        locale="ro-RO",  # its deeds have the longest words
    )
    company.sit_down(page, "milkman", name=WIDE_NAME)
    rng = milkman.Random(6)
    for _ in range(30):
        assert milkman.wait_for_turn(page) == "move"
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate(OUT_OF_THUMB) == []
        assert page.evaluate(ON_ANOTHER) == []
        milkman.by_small_steps(page, rng, milkman.by_finger)
    tops = page.evaluate(ORDER)
    assert tops == sorted(tops)


def test_a_farm_that_goes_on_is_shaded_there(company: Company) -> None:
    page = company.come(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    company.sit_down(page, "milkman")
    assert milkman.wait_for_turn(page) == "move"
    land = page.locator(".mm-land")
    for scroll, goes_on, is_whole in (
        ("(land) => land.scrollTo(0, 0)", "data-below", "data-above"),
        ("(land) => land.scrollTo(0, land.scrollHeight)", "data-above", "data-below"),
    ):
        land.evaluate(scroll)
        expect(land).to_have_attribute(goes_on, "")
        expect(land).not_to_have_attribute(is_whole, "")


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_a_phone_on_its_side_has_dice_and_deeds_on_its_screen(
    company: Company, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = company.come(viewport=viewport, has_touch=True, is_mobile=True)
    company.sit_down(page, "milkman", name=WIDE_NAME)
    rng = milkman.Random(6)
    for _ in range(20):
        assert milkman.wait_for_turn(page) == "move"
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate(OUT_OF_THUMB) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        milkman.by_small_steps(page, rng, milkman.by_finger)


def sit_together(company: Company) -> tuple[Page, Page]:
    """Two people alone at a table: who has the white dice, and the other."""
    host, friend = company.come(), company.come()
    company.sit_down(host, "milkman", seats=2, bots={})
    friend.goto(host.locator("#link-play").input_value())
    sit_here(friend)
    say_name(friend, "Grace")
    for page in (host, friend):
        expect(page.locator(".board .milkman")).to_be_visible()
        assert milkman.wait_for_turn(page) == "move"
    pages = (host, friend)
    main = milkman.state_of(host)["view"]["main"]
    return pages[main], pages[1 - main]


def make_a(page: Page, wished: str) -> None:
    """A move of this type, by mouse; the first that there is."""
    assert milkman.wait_for_turn(page) == "move"
    move = next(move for move in milkman.legal_of(page) if move["type"] == wished)
    milkman.make(page, milkman.by_mouse, move, milkman.Random(1))


def name_at(page: Page, seat: int) -> Any:
    """Who sits there."""
    return milkman.state_of(page)["table"]["seats"][seat]["player"]["name"]


def test_who_is_busy_and_whom_the_market_waits_for(company: Company) -> None:
    main, other = sit_together(company)
    seat = milkman.state_of(main)["seat"]
    expect(other.locator("[data-thing=market]")).to_contain_text(f"waits for {name_at(main, seat)}")
    expect(other.locator(f".mm-small:has([data-look='{seat}']) .mm-state")).to_have_text(
        "at market"
    )
    state_at_sign = other.locator(".mm-sign-state")
    expect(state_at_sign).to_have_css("background-color", PLAIN)
    expect(other.locator("[data-thing=zone1]")).to_be_disabled()
    make_a(main, "pass_market")
    expect(other.locator("[data-thing=market]")).to_contain_text("open to you")
    expect(state_at_sign).not_to_have_css("background-color", PLAIN)
    expect(main.locator("[data-thing=market]")).to_contain_text("you have passed")
    make_a(main, "done")
    expect(main.locator(".sentence")).to_have_text(
        f"You are done. {name_at(main, 1 - seat)} is still busy."
    )
    expect(other.locator(f".mm-small:has([data-look='{seat}']) .mm-state")).to_have_text("done")
    make_a(other, "done")
    expect(main.locator("[data-die]")).to_have_count(2)
    expect(other.locator("[data-die]")).to_have_count(6)


def test_a_move_is_taken_back_after_others_have_acted(company: Company) -> None:
    main, other = sit_together(company)
    before = milkman.state_of(main)["view"]["farms"]
    make_a(main, "milk")
    make_a(other, "pass_market")
    main.locator("[data-deed=undo]").click()
    expect(main.locator("[data-deed^=undo]")).to_have_count(0)
    seat = milkman.state_of(main)["seat"]
    after = milkman.state_of(main)["view"]["farms"]
    assert after[seat] == before[seat]
    assert after[1 - seat] != before[1 - seat]


def test_what_a_deed_would_do_is_seen_before_it_is_done(company: Company) -> None:
    main, _ = sit_together(company)
    seq = milkman.state_of(main)["seq"]
    move = next(move for move in milkman.legal_of(main) if move["type"] == "milk")
    for die in move["use"]:
        main.locator(f"[data-die='{die}']").click()
    expect(main.locator("[data-thing=cows]")).to_have_class(milkman.LIT)
    main.locator("[data-deed=milk]").click()
    expect(main.locator("[data-thing=tank0] .mm-count")).to_have_text("2/4")
    main.get_by_role("button", name="More: tank 2").click()
    for tank in ("tank0", "tank1"):
        expect(main.locator(f"[data-thing={tank}] .mm-count")).to_have_text("1/4")
    assert milkman.state_of(main)["seq"] == seq
    main.locator("[data-deed=go]").click()
    expect(main.locator("[data-deed=undo]")).to_be_visible()
    state = milkman.state_of(main)
    assert state["view"]["farms"][state["seat"]]["tanks"] == [1, 1]


def test_another_farm_is_one_tap_away_and_so_is_the_way_back(company: Company) -> None:
    page = company.come()
    company.sit_down(page, "milkman", seats=3)
    assert milkman.wait_for_turn(page) == "move"
    mine = page.locator(".milkman .mm-home .seat-name")
    expect(mine).to_have_text("You")
    page.locator("[data-look='1']").click()
    expect(mine).not_to_have_text("You")
    expect(page.locator("[data-thing]:enabled, [data-die]:enabled")).to_have_count(0)
    page.get_by_role("button", name="Back to my farm").click()
    expect(mine).to_have_text("You")
    assert milkman.wait_for_turn(page) == "move"
