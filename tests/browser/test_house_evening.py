"""An evening in the house: an owner comes, sees tables play, helps one, keeps somebody out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import LOST_WIRE, Company
from tests.browser.keeping import PASSWORD, create
from tests.browser.stuck import STUCK
from tests.browser.test_admin_doors import step_now
from tests.browser.test_admin_now import tile
from tests.browser.test_admin_people import do, done, look_up, press
from tests.serving import ServerProcess, serving

GAMES = ("milkuro", "mino_dice", "gnav", "milkman")
TABLES = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product with bots at a human pace, and with a fault."""
    folder = tmp_path_factory.mktemp("kitchen")
    settings = {"DATABASE_URL": f"sqlite:///{folder}/tables.db", "RATE_LIMITS": "off"}
    with serving({**settings, "BOT_PACE": "0.5"}, "tests.browser.stuck") as running:
        yield running


def come_in(page: Page, server: ServerProcess) -> None:
    """From the link of the command line through the door, and once more as on the next day."""
    page.goto(f"/admin/welcome#{create(server, 'Olga')}")
    totp = pyotp.TOTP(page.locator("#key").inner_text().replace(" ", ""))
    first = step_now()
    give(page, totp.generate_otp(first), "Set the password")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/admin/login")
    page.get_by_label("Name").fill("Olga")
    give(page, totp.generate_otp(max(first + 1, step_now())), "Log in")


def give(page: Page, code: str, name: str) -> None:
    """Password and code."""
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Code from your authenticator").fill(code)
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**/admin")


def lay_tables(company: Company) -> None:
    """As many tables as play at once this evening; who opened them has left bots to it."""
    host = company.come()
    company.call(host, "PATCH", "/api/me", {"name": "Ada"})
    for number in range(TABLES):
        bots = {str(seat): "normal" for seat in range(1, 4)}
        body = {"game": GAMES[number % 4], "seats": 4, "bots": bots, "start": True}
        table = company.call(host, "POST", "/api/tables", body)["id"]
        company.call(host, "DELETE", f"/api/tables/{table}/seats/0")


def test_an_owners_evening(company: Company, server: ServerProcess) -> None:
    company.expect_complaints("status of 403")
    company.expect_complaints(LOST_WIRE)
    owner = company.come(viewport={"width": 1280, "height": 800})
    come_in(owner, server)
    lay_tables(company)
    see_numbers_move(owner)
    see_a_whole_farm(owner)
    player = company.come()
    table = company.sit_down(player, "gnav", name="Pepperthrower", title=STUCK)
    help_a_table(owner, player, table)
    keep_out_and_let_in(owner, player, table)
    log = done(owner)
    for place, (deed, why) in enumerate(
        (
            ("Olga lets Pepperthrower in again.", "Said sorry"),
            ("Olga banned the player Pepperthrower.", "Threw the pepper mill"),
            ("Olga woke the table", "It stood still."),
        )
    ):
        expect(log.nth(place)).to_contain_text(deed)
        expect(log.nth(place)).to_contain_text(why)


def see_numbers_move(page: Page) -> None:
    """People, tables and moves are counted while they play."""
    expect(page.locator(".wire.live")).to_be_visible()
    expect(tile(page, "tables")).to_have_text(re.compile(r"^(1\d|2\d)$"))
    expect(tile(page, "moves")).not_to_have_text(re.compile(r"^0?$"))
    shown = tile(page, "moves").inner_text()
    expect(tile(page, "moves")).not_to_have_text(shown)


def see_a_whole_farm(page: Page) -> None:
    """On a phone a Milkman board is as high as its land: where nothing is done nobody scrolls."""
    page.goto("/admin#tables")
    page.locator(".rows a", has_text="Milkman").first.click()
    land = page.locator(".board-frame .mm-land")
    usual = page.viewport_size
    assert usual is not None
    for width in (320, 600):
        page.set_viewport_size({"width": width, "height": 640})
        expect(land).to_be_visible()
        assert land.evaluate("(land) => land.scrollHeight - land.clientHeight") <= 0
    page.set_viewport_size(usual)


def help_a_table(owner: Page, player: Page, table: str) -> None:
    """A table at which nobody moves is found by the house and woken by its owner."""
    expect(player.locator(".board .gnav")).to_be_visible()
    while robot.look(player, 10) == "move":
        robot.by_mouse(player, Random(0))
    owner.get_by_role("link", name="Tables", exact=True).click()
    owner.get_by_label("Title, name or id").fill(STUCK)
    expect(owner.locator(".rows tbody tr")).to_have_count(1)
    expect(owner.locator(".alarm")).to_contain_text(f"Table {STUCK} stands still.")
    owner.locator(".rows a").click()
    expect(owner).to_have_url(re.compile(f"#tables/{table}$"))
    expect(owner.locator(".stuck")).to_be_visible()
    press(owner.locator(".stuck"), "Wake it")
    expect(owner.locator(".stuck")).to_have_count(0)
    expect(player.locator(".gnav-move:enabled, .end").first).to_be_visible()


def keep_out_and_let_in(owner: Page, player: Page, table: str) -> None:
    """A ban closes every page of its player at once; lifted, they play on."""
    owner.get_by_role("link", name="Players", exact=True).click()
    look_up(owner, "Pepperthrower")
    press(owner, "Ban")
    do(owner, "Ban", why="Threw the pepper mill")
    expect(player.get_by_text("Threw the pepper mill")).to_be_visible()
    press(owner, "Lift")
    do(owner, "Lift", why="Said sorry")
    player.goto(f"/t/{table}")
    expect(player.locator(".board .gnav")).to_be_visible()
