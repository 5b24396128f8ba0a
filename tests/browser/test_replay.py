"""An ended match in the browser: step by step, through other eyes, and on with bots from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.company import Company
from tests.browser.phases import WIDE_NAME
from tests.browser.played import SEATS, finished, play_out
from tests.serving import ServerProcess

PHONE = {"width": 360, "height": 640}
SMALL = {"width": 320, "height": 568}

CUT = """() => {
  const said = document.querySelector('.replay-said');
  const edges = said.getBoundingClientRect();
  const inSight = [...said.children].filter((one) => {
    const {left, top, bottom} = one.getBoundingClientRect();
    return left < edges.right && bottom > edges.top + 1 && top < edges.bottom - 1;
  });
  return inSight.filter((one) => {
    const {top, bottom} = one.getBoundingClientRect();
    return top < edges.top - 1 || bottom > edges.bottom + 1;
  }).map((one) => one.textContent);
}"""
"""Sentences of the caption of which a line lies out of sight, without three dots that say so."""

TIGHT = """() => {
  const tools = [...document.querySelectorAll('.md-tool, .mk-tool')];
  const names = [...document.querySelectorAll('.gnav .seat-name, .gnav-placed.is-mine')];
  const box = (one) => one.getBoundingClientRect();
  const near = (one, two, gap) => one.left < two.right + gap && two.left < one.right + gap
    && one.top < two.bottom + gap && two.top < one.bottom + gap;
  const board = box(document.querySelector('.board'));
  const at = (one) => `${one.className} ${one.textContent}`;
  const onTheRim = [...document.querySelectorAll('.md-person, .mk-person')]
    .filter((one) => box(one.querySelector('.seat')).top < board.top + 6);
  const together = tools.filter((one) => tools.some((two) => one !== two
    && near(box(one), box(two), 3.5)));
  const count = document.querySelector('.gnav-count');
  const over = count ? names.filter((one) => near(box(one), box(count), 0)) : [];
  return [...onTheRim, ...together, ...over].map(at);
}"""
"""People on the rim of a board, tools that touch, and what lies on the number of the stock."""

LONG_NAME = "Konstantinopolitanerin"

ASTRAY = """() => {
  const box = (one) => one.getBoundingClientRect();
  const board = box(document.querySelector('.board'));
  const parts = [...document.querySelectorAll('.mk-name, .mk-open-card')];
  const over = [...document.querySelectorAll('.mk-tool, .mk-name')];
  const meets = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const outside = parts.filter((one) => box(one).left < board.left || box(one).right > board.right);
  const hands = [...document.querySelectorAll('.mk-hand .mk-card, .mk-open-card')];
  const covered = hands.filter((one) => over.some((two) => meets(box(one), box(two))));
  return [...outside, ...covered].map((one) => `${one.className} ${one.textContent}`);
}"""
"""Names and cards that look out of Milkuro's board, and cards that lie under tools or names."""


@pytest.fixture(scope="module")
def played(browser: Browser, server: ServerProcess) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Ada's cookies, and her match of Gnav."""
    people = Company(browser, server.url)
    page = people.come()
    page.goto("/")
    table = finished(people, page, "gnav")
    yield page.context.storage_state(), table
    people.go_home()


@pytest.fixture
def ada(company: Company, played: tuple[Any, dict[str, Any]]) -> Page:
    """Ada in a browser that knows her."""
    return company.come(storage_state=played[0])


@pytest.fixture
def table(played: tuple[Any, dict[str, Any]]) -> dict[str, Any]:
    """Her match."""
    return played[1]


def open_replay(page: Page, table: dict[str, Any], query: str = "") -> None:
    """The replay, once its board is drawn."""
    page.goto(f"/t/{table['id']}/replay{query}")
    expect(page.locator(".board section").first).to_be_visible()


def position(page: Page) -> Any:
    """Where the slider stands."""
    return page.get_by_role("slider", name="Position in the match")


def test_the_end_of_a_match_leads_to_its_beginning(ada: Page, table: dict[str, Any]) -> None:
    ada.goto(f"/t/{table['id']}")
    ada.get_by_role("link", name="Watch it again").click()
    expect(position(ada)).to_have_value("0")
    expect(ada.get_by_role("button", name="One step back")).to_be_disabled()
    ada.get_by_role("button", name="To the end").click()
    expect(position(ada)).to_have_value(str(table["seq"]))
    expect(ada.get_by_role("button", name="One step on")).to_be_disabled()
    expect(ada.get_by_role("button", name="Play on from here")).to_be_disabled()


def test_the_keyboard_alone_goes_everywhere(ada: Page, table: dict[str, Any]) -> None:
    open_replay(ada, table)
    for key, seq in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", table["seq"])):
        ada.keyboard.press(key)
        expect(position(ada)).to_have_value(str(seq))
    ada.keyboard.press("Home")
    expect(position(ada)).to_have_value("0")
    ada.keyboard.press("Space")
    expect(ada.get_by_role("button", name="Pause")).to_be_visible()
    expect(position(ada)).not_to_have_value("0")
    ada.keyboard.press("Space")
    expect(ada.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_it_plays_to_the_end_by_itself(ada: Page, table: dict[str, Any]) -> None:
    open_replay(ada, table, f"?seq={table['seq'] - 2}")
    ada.get_by_role("button", name="Speed: 1 times").click()
    ada.get_by_role("button", name="Play", exact=True).click()
    expect(position(ada)).to_have_value(str(table["seq"]))
    expect(ada.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_the_address_is_the_position(ada: Page, table: dict[str, Any]) -> None:
    open_replay(ada, table, "?seq=3&seat=all")
    expect(position(ada)).to_have_value("3")
    expect(ada.get_by_label("Seen by")).to_have_value("all")
    ada.keyboard.press("ArrowRight")
    ada.get_by_label("Seen by").select_option("Ladle")
    expect(ada).to_have_url(re.compile(r"/replay\?seq=4&seat=1$"))
    ada.reload()
    expect(position(ada)).to_have_value("4")
    expect(ada.get_by_label("Seen by")).to_have_value("1")
    ada.get_by_role("button", name="Link to this position").click()
    link = ada.get_by_role("textbox", name="Link to this position")
    expect(link).to_have_value(re.compile(rf"/t/{table['id']}/replay\?seq=4&seat=1$"))


def test_other_eyes_see_other_cards(ada: Page, table: dict[str, Any]) -> None:
    hidden = ada.locator(".board [aria-label$='a card face down']")
    open_replay(ada, table, "?seq=0")
    fools = ada.locator(".board [aria-label$='Fool, face up']").count()
    assert hidden.count() == 4 - fools
    open_replay(ada, table, "?seq=0&seat=0")
    own = ada.locator(".board [aria-label^='Your card: ']").count()
    assert hidden.count() == 4 - fools - own
    assert fools + own > 0
    open_replay(ada, table, "?seq=0&seat=all")
    assert ada.locator(".board [aria-label$=', face up']").count() == 4


def test_a_deal_can_be_chosen(ada: Page, table: dict[str, Any]) -> None:
    open_replay(ada, table)
    ada.get_by_label("Go to").select_option("Deal 2")
    expect(position(ada)).not_to_have_value("0")
    expect(ada.locator(".log .chapter").last).to_be_visible()
    ada.keyboard.press("ArrowLeft")
    expect(ada.get_by_label("Go to")).to_have_value("0")


def test_play_on_from_here(company: Company, ada: Page, table: dict[str, Any]) -> None:
    open_replay(ada, table, "?seq=2&seat=1")
    ada.get_by_role("button", name="Play on from here").click()
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_label("I play for")).to_have_value("1")
    dialog.get_by_role("button", name="Play on with bots").click()
    expect(ada).not_to_have_url(re.compile(r"/replay"))
    expect(ada.get_by_role("note")).to_have_text("Branch")
    branch = ada.url.rsplit("/", 1)[1]
    ended = play_out(company, ada, branch)
    assert ended["branch"] == {"table": table["id"], "seq": 2}
    ada.get_by_role("button", name="Verify this match").click()
    found = ada.get_by_role("dialog").locator(".finding")
    expect(found.filter(has_text="began at step 2 of another one")).to_have_class("finding yes")
    expect(ada.get_by_role("dialog").locator(".finding.no")).to_have_count(0)


def test_my_page_lists_what_i_played(ada: Page, table: dict[str, Any]) -> None:
    ada.goto("/me")
    played = ada.get_by_role("listitem").filter(has_text="Ladle, Pepper, and Whisk")
    expect(played.last).to_contain_text("Gnav")
    played.last.get_by_role("link", name="Watch it again").click()
    expect(ada).to_have_url(re.compile(rf"/t/{table['id']}/replay"))


def test_a_match_that_runs_is_not_told(company: Company) -> None:
    page = company.come()
    page.goto("/")
    table = company.sit_down(page, "gnav")
    company.expect_complaints("403")
    page.goto(f"/t/{table}/replay")
    expect(page.locator(".replay-controls")).to_have_count(0)


@pytest.mark.parametrize("game", SEATS)
def test_every_board_can_be_watched_by_everybody(company: Company, game: str) -> None:
    page = company.come()
    page.goto("/")
    table = finished(company, page, game)
    middle = table["seq"] // 2
    for eyes in ("", "&seat=1", "&seat=all"):
        open_replay(page, table, f"?seq={middle}{eyes}")
        for seq in range(middle + 1, min(table["seq"], middle + 7)):
            page.keyboard.press("ArrowRight")
            expect(position(page)).to_have_value(str(seq))
        expect(page.locator(".board button.mk-tap, .board .gnav-move")).to_have_count(0)
    page.keyboard.press("End")
    expect(position(page)).to_have_value(str(table["seq"]))


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_a_phone_held_sideways_has_all_of_it_in_sight(
    ada: Page, table: dict[str, Any], size: tuple[int, int]
) -> None:
    ada.set_viewport_size({"width": size[0], "height": size[1]})
    open_replay(ada, table, "?seq=3&seat=all")
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for name in ("One step on", "Play", "More"):
        expect(ada.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(ada.locator(".sentence")).to_be_in_viewport(ratio=1)
    box = ada.locator(".board").bounding_box()
    assert box is not None
    assert box["height"] >= size[1] / 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_everything_has_room(ada: Page, table: dict[str, Any], scheme: Any) -> None:
    ada.set_viewport_size(PHONE)  # type: ignore[arg-type]
    ada.emulate_media(color_scheme=scheme)
    open_replay(ada, table, "?seq=3&seat=all")
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("One step on", "Play", "More"):
        box = ada.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert box["width"] >= 36
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= PHONE["height"]
    ada.get_by_role("button", name="More").click()
    expect(ada.get_by_label("Seen by")).to_be_in_viewport(ratio=1)
    expect(ada.get_by_role("button", name="Play on from here")).to_be_in_viewport(ratio=1)
    assert [each["id"] for each in Axe().run(ada).response["violations"]] == []


@pytest.mark.parametrize("size", [SMALL, PHONE, {"width": 820, "height": 1180}])
def test_a_caption_is_cut_between_sentences_and_can_be_read_whole(
    ada: Page, table: dict[str, Any], size: Any
) -> None:
    ada.set_viewport_size(size)
    for seq in range(table["seq"] + 1):
        open_replay(ada, table, f"?seq={seq}")
        assert ada.evaluate(CUT) == []
    ends = ada.locator(".replay-said > span").last
    expect(ends).to_have_text(re.compile(r" wins?[.!]$|^A shared win: "))
    expect(ends).to_be_in_viewport(ratio=1)


def test_what_has_no_room_in_a_caption_is_a_tap_away(ada: Page, table: dict[str, Any]) -> None:
    ada.set_viewport_size(SMALL)  # type: ignore[arg-type]
    open_replay(ada, table, f"?seq={table['seq']}")
    first = ada.locator(".replay-said > span").first
    expect(first).not_to_be_in_viewport()
    board = ada.locator(".board").bounding_box()
    ada.get_by_role("button", name="Read all of it").click()
    expect(first).to_be_in_viewport(ratio=1)
    assert ada.locator(".board").bounding_box() == board
    less = ada.get_by_role("button", name="Show less")
    less.click()
    expect(first).not_to_be_in_viewport()
    more = ada.get_by_role("button", name="Read all of it")
    for gone_by in ("Escape", "ArrowLeft"):
        more.click()
        expect(less).to_be_visible()
        ada.keyboard.press(gone_by)
        expect(less).to_have_count(0)


def test_what_a_phone_has_behind_its_button_leaves_the_board_its_size(
    ada: Page, table: dict[str, Any]
) -> None:
    ada.set_viewport_size(SMALL)  # type: ignore[arg-type]
    open_replay(ada, table, "?seq=3")
    board = ada.locator(".board").bounding_box()
    ada.get_by_role("button", name="More").click()
    expect(ada.get_by_label("Seen by")).to_be_in_viewport(ratio=1)
    assert ada.locator(".board").bounding_box() == board


@pytest.mark.parametrize("game", SEATS)
def test_beside_the_longest_name_a_stool_keeps_its_size(company: Company, game: str) -> None:
    page = company.come(viewport=SMALL)
    page.goto("/")
    table = finished(company, page, game, name=WIDE_NAME)
    for size in (SMALL, {"width": 820, "height": 1180}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        open_replay(page, table, "?seq=1&seat=all")
        for stool in page.locator(".board .seat-stool > .stool:visible").all():
            box = stool.bounding_box()
            assert box is not None
            assert box["width"] == pytest.approx(box["height"], abs=1)


@pytest.mark.parametrize("game", ["gnav", "milkuro", "mino_dice"])
def test_on_the_smallest_phone_nothing_is_buried_and_nothing_touches(
    company: Company, game: str
) -> None:
    page = company.come(viewport=SMALL)
    page.goto("/")
    table = finished(company, page, game)
    for eyes in ("", "&seat=0", "&seat=all"):
        open_replay(page, table, f"?seq={table['seq'] // 2}{eyes}")
        assert page.evaluate(TIGHT) == []


def test_hands_that_lie_open_keep_off_the_tools_and_the_controls(company: Company) -> None:
    page = company.come()
    page.goto("/")
    table = finished(company, page, "milkuro", name=LONG_NAME)
    for size in (SMALL, {"width": 820, "height": 1180}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        open_replay(page, table, f"?seq={table['seq'] // 2 + 1}&seat=all")
        foot = page.locator(".replay-foot").bounding_box()
        tools = page.locator(".mk-tool").first.bounding_box()
        assert foot is not None
        assert tools is not None
        for part in page.locator(".at-bottom :is(.mk-open-card, .mk-balance)").all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= foot["y"]
            assert box["x"] + box["width"] <= tools["x"]
    open_replay(page, table, f"?seq={table['seq'] // 2}")
    page.set_viewport_size({"width": 1280, "height": 720})
    name = page.locator(".at-bottom .seat-name")
    expect(name).to_have_text(LONG_NAME)
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    for size, seat in ((PHONE, 0), (PHONE, 1), ({"width": 844, "height": 390}, "all")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        open_replay(page, table, f"?seq={table['seq'] // 2}&seat={seat}")
        assert page.evaluate(ASTRAY) == []
