"""The manifest, the worker and the page for no network: each of this tree, and nobody's own."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from app.web.headers import SECURITY_HEADERS
from app.web.install import ICONS
from tests.serving import ROOT
from tests.web.conftest import kitchens
from tests.web.kitchen import Kitchen

LANGUAGES = ("en", "fr", "ro", "th")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """With the product's own files."""
    with kitchens(tmp_path_factory.mktemp("real")) as open_it:
        yield open_it(own_files=False, rate_limits=False)


def root_of(kitchen: Kitchen) -> str:
    root: str = kitchen.app.state.web.templates.statics.root
    return root


def test_the_manifest_speaks_the_language_of_its_page(real: Kitchen) -> None:
    client = real.client()
    told: dict[str, Any] = {
        language: client.get(f"/manifest.webmanifest?lang={language}").json()
        for language in LANGUAGES
    }
    assert [told[language]["lang"] for language in LANGUAGES] == list(LANGUAGES)
    assert len({told[language]["description"] for language in LANGUAGES}) == len(LANGUAGES)
    assert {manifest["id"] for manifest in told.values()} == {"/"}
    answer = client.get("/manifest.webmanifest?lang=xx", headers={"Accept-Language": "ro"})
    assert answer.json()["lang"] == "ro"
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    page = client.get("/", headers={"Accept-Language": "fr"}).text
    assert 'rel="manifest" href="/manifest.webmanifest?lang=fr"' in page


def test_its_icons_are_there_in_the_sizes_that_it_names(real: Kitchen) -> None:
    client = real.client()
    manifest = client.get("/manifest.webmanifest").json()
    assert [icon["purpose"] for icon in manifest["icons"]].count("maskable") == 1
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert "immutable" in answer.headers["cache-control"]
        if icon["sizes"] == "any":
            assert answer.headers["content-type"] == "image/svg+xml"
        else:
            assert "{}x{}".format(*struct.unpack(">II", answer.content[16:24])) == icon["sizes"]


def test_apple_has_an_icon_without_holes() -> None:
    header = (ROOT / "static" / "img" / "icon-180.png").read_bytes()[:24]
    assert struct.unpack(">II", header[16:]) == (180, 180)
    assert all((ROOT / "static" / path).is_file() for path, _, _ in ICONS)


def test_the_worker_is_of_this_tree_and_always_asked_for_again(real: Kitchen) -> None:
    answer = real.client().get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "set-cookie" not in answer.headers
    script = re.search(r'importScripts\("(/static/[0-9a-f]+)/js/worker.js"\)', answer.text)
    assert script is not None
    assert script[1] == root_of(real)
    assert f'"root":"{script[1]}","languages":["en","fr","ro","th"]' in answer.text


def test_what_the_worker_needs_is_there(real: Kitchen) -> None:
    worker = (ROOT / "static" / "js" / "worker.js").read_text()
    listed = re.search(r"NEEDED = \[(.*?)\]", worker, re.DOTALL)
    assert listed is not None
    needed = set(re.findall(r'"([^"]+)"', listed[1]))
    page = real.client().get("/offline/en").text
    used = set(re.findall(rf'(?:src|href)="{root_of(real)}/([^"]+)"', page))
    icons = {name for name in used if "icon" in name}
    assert used - icons == needed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_no_network_is_nobodys(real: Kitchen, language: str) -> None:
    ada = real.browser("Ada")
    answer = ada.get(f"/offline/{language}", headers={"Accept-Language": "de"})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert answer.headers["content-language"] == language
    assert "Ada" not in answer.text
    assert "set-cookie" not in answer.headers
    assert "announcements" not in answer.text


def test_there_is_no_such_page_in_other_languages(kitchen: Kitchen) -> None:
    assert kitchen.client().get("/offline/de").status_code == 404


def test_the_policy_lets_in_our_own_worker_and_manifest() -> None:
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert not re.search(r"(worker|manifest|script)-src", policy)
