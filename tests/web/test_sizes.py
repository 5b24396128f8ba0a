"""How much a first visit fetches: counted from the page and what it names, as it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import kitchens
from tests.web.kitchen import Kitchen

LANGUAGES = ("en", "fr", "ro", "th")
GAMES = ("milkuro", "mino_dice", "gnav", "milkman")
LOBBY = 60_000
TABLE = 120_000
NAMED = re.compile(r'<(?:link rel="(?:stylesheet|preload|modulepreload)"|script )[^>]*>')
PLACE = re.compile(r'(?:href|src)="(/[^"]+)"')
IMPORTED = re.compile(r'@import url\("([^"]+)"\)')


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Kitchen, TestClient]]:
    """Somebody in a house with the product's own files."""
    with kitchens(tmp_path_factory.mktemp("real")) as open_it:
        kitchen = open_it(own_files=False, rate_limits=False)
        yield kitchen, kitchen.browser("Ada")


def sent(client: TestClient, path: str) -> tuple[int, str]:
    """How many bytes a body has on the wire, and its text."""
    with client.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        wire = b"".join(answer.iter_raw())
    return len(wire), client.get(path).text


def fetched(client: TestClient, path: str) -> dict[str, int]:
    """What a page brings along, whatever its size, without pictures."""
    size, html = sent(client, path)
    sizes = {path: size}
    waiting = [place for tag in NAMED.findall(html) for place in PLACE.findall(tag)]
    while waiting:
        place = waiting.pop()
        if place not in sizes:
            sizes[place], text = sent(client, place)
            if place.endswith(".css"):
                folder = place.rpartition("/")[0]
                waiting += (f"{folder}/{name}" for name in IMPORTED.findall(text))
    return sizes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_comes_fast(ada: tuple[Kitchen, TestClient], language: str) -> None:
    _, client = ada
    client.headers["Accept-Language"] = language
    sizes = fetched(client, "/")
    assert any(f"/words/lobby/{language}.json" in place for place in sizes)
    assert any(place.endswith("/joined/lobby.js") for place in sizes)
    assert sum(sizes.values()) < LOBBY


@pytest.mark.parametrize("game", GAMES)
def test_a_table_comes_fast_in_its_longest_language(
    ada: tuple[Kitchen, TestClient], game: str
) -> None:
    kitchen, client = ada
    table = kitchen.open_table(client, game=game)
    sums = {}
    for language in LANGUAGES:
        client.headers["Accept-Language"] = language
        sizes = fetched(client, f"/t/{table['id']}")
        assert any(f"/words/table/{game}/{language}.json" in place for place in sizes)
        assert any(place.endswith(f"/joined/table/{game}.js") for place in sizes)
        sums[language] = sum(sizes.values())
    assert max(sums.values()) < TABLE


def test_what_is_named_may_be_kept_for_ever(ada: tuple[Kitchen, TestClient]) -> None:
    _, client = ada
    for place in fetched(client, "/"):
        if place != "/":
            answer = client.get(place)
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", place
            if len(answer.content) > 512:
                assert answer.headers["content-encoding"] == "gzip", place


def test_the_lobby_is_packed_for_whom_it_tells_nothing_of_their_own(
    ada: tuple[Kitchen, TestClient],
) -> None:
    kitchen, _ = ada
    client = kitchen.browser("Bo")
    assert client.get("/").headers["content-encoding"] == "gzip"
    table = kitchen.open_table(client, game="gnav")
    answer = client.get("/")
    assert table["id"] in answer.text
    assert "content-encoding" not in answer.headers
    assert client.get("/rules/gnav").headers["content-encoding"] == "gzip"
