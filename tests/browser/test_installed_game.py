"""A game of an installed package, as the page on adding a game shows it, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robot
from tests.browser.company import Company
from tests.installed import files_on_page, install
from tests.serving import ServerProcess, serving

MOVES = ".sugar-move:enabled"
MOST_LOOKS = 1000
"""A match has some forty moves; who looks this often without an end waits in vain."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The product with the page's game."""
    site, folder = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("kitchen")
    install(files_on_page(), site)
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/tables.db",
        "RATE_LIMITS": "off",
        "PYTHONPATH": str(site),
        "GAMES_FROM": "kitchen-sugar",
    }
    with serving(settings) as running:
        yield running


def play_match(page: Page, rng: Random) -> int:
    """Click what glows until the match is over; how many moves that took."""
    moves = 0
    for _ in range(MOST_LOOKS):
        match page.evaluate(robot.LOOK, [MOVES, 10]):
            case "over":
                return moves
            case "move":
                found = page.evaluate(robot.OUT_OF_REACH, MOVES)
                assert found == {"wide": 0, "outside": []}
                choices = page.locator(MOVES)
                choices.nth(rng.randrange(choices.count())).click()
                moves += 1
    raise AssertionError(page.locator(".sentence").inner_text())


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (320, 568)])
def test_a_whole_match_on_a_large_and_a_small_screen(
    company: Company, width: int, height: int
) -> None:
    page = company.come(viewport={"width": width, "height": height})
    company.sit_down(page, "sugar")
    expect(page.locator(".sugar-cup")).to_have_count(4)
    expect(page.get_by_role("img", name="Ada has")).to_have_count(1)
    assert play_match(page, Random(width)) > 2
    expect(page.locator(".end")).to_contain_text("Points")
    if width > 900:
        expect(page.locator(".log")).to_contain_text("lifts the cups")
        assert "sugar." not in page.locator("body").inner_text()


def test_the_lobby_offers_it_and_its_options(company: Company) -> None:
    page = company.come()
    page.goto("/")
    tile = page.get_by_role("article", name="Sugar Cubes")
    expect(tile).to_contain_text("2 to 4 people, 5 minutes")
    tile.locator("[data-open=sugar]").click()
    expect(page.get_by_role("group", name="Rounds")).to_contain_text("357")
