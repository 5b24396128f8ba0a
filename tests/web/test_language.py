"""The language that somebody chose is the language of every page, also of those that say no."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.web.conftest import kitchens
from tests.web.kitchen import FROM_OUR_PAGE, Kitchen
from tests.web.test_pages import boot, get

NAMES = {"en": "English", "fr": "Français", "ro": "Română", "th": "ไทย"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """A house with the product's own pages and words."""
    with kitchens(tmp_path_factory.mktemp("home")) as open_one:
        yield open_one(own_files=False, rate_limits=False)


def choose(browser: TestClient, language: str) -> None:
    answer = browser.patch("/api/me", json={"language": language}, headers=FROM_OUR_PAGE)
    assert answer.status_code == 200
    assert answer.json()["language"] == language


def test_every_page_names_the_languages_as_their_readers_do(home: Kitchen) -> None:
    browser = home.browser()
    for path, status in {"/": 200, "/me": 200, "/privacy": 200, "/nowhere": 404}.items():
        assert boot(get(browser, path, status))["languages"] == NAMES


def test_a_choice_needs_no_name_and_leaves_one_cookie(home: Kitchen) -> None:
    visitor = home.browser()
    choose(visitor, "th")
    assert [cookie.name for cookie in visitor.cookies.jar] == ["kt_session"]
    assert visitor.get("/api/me").json()["player"] is None
    visitor.headers["Accept-Language"] = "fr"
    assert '<html lang="th">' in get(visitor, "/")
    choose(visitor, "ro")
    assert len(visitor.cookies) == 1
    assert '<html lang="ro">' in get(visitor, "/privacy")


def test_a_newcomer_is_called_as_readers_of_the_language_are(home: Kitchen) -> None:
    visitor = home.browser()
    choose(visitor, "th")
    assert is_thai(visitor.get("/api/me").json()["suggested_name"])
    table = visitor.post("/api/tables", json={"game": "gnav"}, headers=FROM_OUR_PAGE)
    assert is_thai(table.json()["seats"][0]["player"]["name"])


def is_thai(name: str) -> bool:
    return name[0] >= "\u0e00"


def test_a_language_that_is_not_spoken_here_changes_nothing(home: Kitchen) -> None:
    visitor = home.browser()
    refused = visitor.patch("/api/me", json={"language": "tlh"}, headers=FROM_OUR_PAGE)
    assert refused.json()["error"]["code"] == "invalid"
    assert not visitor.cookies


@pytest.mark.parametrize("path", ["/nowhere", "/t/nowhere", "/rules/chess"])
def test_pages_that_say_no_say_it_in_the_chosen_language(home: Kitchen, path: str) -> None:
    browser = home.browser("Ada")
    assert '<html lang="en">' in get(browser, path, 404)
    choose(browser, "th")
    assert '<html lang="th">' in get(browser, path, 404)


@pytest.mark.parametrize("path", ["/admin/login", "/admin/welcome"])
def test_so_do_the_doors_of_the_house(home: Kitchen, path: str) -> None:
    browser = home.browser()
    choose(browser, "ro")
    assert '<html lang="ro">' in browser.get(path).text


def test_so_does_the_page_of_a_bug(home: Kitchen) -> None:
    async def stumble(request: Request) -> Response:
        await home.app.state.web.callers.identify(request)
        raise ZeroDivisionError

    home.app.router.routes.insert(0, Route("/stumble", stumble))
    browser = home.browser("Ada")
    choose(browser, "fr")
    text = get(browser, "/stumble", 503)
    assert '<html lang="fr">' in text
    assert "La cuisine a le hoquet" in text


def test_a_stranger_reads_what_their_browser_asks_for(home: Kitchen) -> None:
    stranger = home.client(headers={"Accept-Language": "ro-RO,ro;q=0.9"})
    assert '<html lang="ro">' in get(stranger, "/nowhere", 404)


@pytest.mark.parametrize("path", ["/", "/rules/gnav", "/nowhere", "/admin/login"])
def test_a_look_is_in_place_before_the_first_picture(home: Kitchen, path: str) -> None:
    """The script that puts it there stands behind all sheets, and nothing puts it off."""
    head, _, _ = home.browser().get(path).text.partition("</head>")
    sheets, script, after = head.partition('/js/look.js"></script>')
    assert script
    assert "stylesheet" in sheets
    assert "stylesheet" not in after
