"""Pages: what they start from, keys that become grants, and people who took a wrong turn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.codec import json
from app.settings import ROOT
from app.web.words import load_words
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen, key_in

BOOT = re.compile(r'<script type="application/json" id="boot">(.*?)</script>', re.DOTALL)


def boot(text: str) -> dict[str, Any]:
    """What the page's script starts from."""
    found = BOOT.findall(text)
    assert len(found) == 1
    value = json.loads(found[0])
    assert isinstance(value, dict)
    return value


def get(client: TestClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def test_the_lobby_starts_from_games_and_public_tables(kitchen: Kitchen) -> None:
    shown = kitchen.open_table(kitchen.program(), visibility="public")["id"]
    hidden = kitchen.open_table(kitchen.program())["id"]
    page = boot(get(kitchen.browser(), "/"))
    assert [game["key"] for game in page["games"]] == ["milkuro", "mino_dice", "gnav", "milkman"]
    tables = [table["id"] for table in page["tables"]]
    assert shown in tables
    assert hidden not in tables
    assert page["me"]["player"] is None


def test_a_table_starts_from_itself(kitchen: Kitchen) -> None:
    ada = kitchen.browser("Ada")
    table = kitchen.open_table(ada)
    page = boot(get(ada, f"/t/{table['id']}"))
    assert page["table"]["id"] == table["id"]
    assert page["table"]["links"] == table["links"]
    assert page["game"]["key"] == "milkuro"
    assert page["me"]["player"]["name"] == "Ada"


def test_a_key_in_the_address_becomes_a_grant(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.program())
    path = f"/t/{table['id']}"
    friend = kitchen.browser()
    get(friend, path, 404)
    get(friend, f"{path}?key=nonsense", 404)
    assert not friend.cookies
    get(friend, f"{path}?key={key_in(table['links']['play'])}")
    assert friend.cookies
    get(friend, path)
    assert friend.get("/api/me").json()["player"] is None
    sat = friend.post(f"/api/tables/{table['id']}/seats/1", json={"who": "me"})
    assert sat.status_code == 200


@pytest.mark.parametrize("path", ["/", "/me", "/privacy", "/rules/gnav", "/rules/milkuro"])
def test_pages_are_there_in_the_language_asked_for(kitchen: Kitchen, path: str) -> None:
    browser = kitchen.browser()
    assert '<html lang="en">' in get(browser, path)
    browser.headers["Accept-Language"] = "fr"
    text = get(browser, path)
    assert '<html lang="fr">' in text
    assert "Table de cuisine" in text
    assert browser.head(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nothing", "/t/none", "/t/%00", "/t/é", "/rules/chess", "/t/", "/static"]
)
def test_a_wrong_turn_ends_on_a_friendly_page(kitchen: Kitchen, path: str) -> None:
    text = get(kitchen.browser(), path, 404)
    assert 'class="error"' in text


def test_nothing_in_a_page_can_end_its_script(kitchen: Kitchen) -> None:
    evil = "</script><!--<b>'\"&"
    ada = kitchen.browser("Ada")
    table = kitchen.open_table(ada, title=evil, visibility="public")
    for path in ("/", f"/t/{table['id']}"):
        text = get(ada, path)
        assert evil not in text
        page = boot(text)
        shown = page.get("table") or next(t for t in page["tables"] if t["id"] == table["id"])
        assert shown["title"] == evil


def test_the_products_own_templates_render(open_one: OpenKitchen) -> None:
    kitchen = open_one(rate_limits=False, own_files=False)
    ada = kitchen.browser("Ada")
    table = kitchen.open_table(ada)
    for path in ("/", "/me", "/privacy", "/rules/gnav", "/rules/milkuro", f"/t/{table['id']}"):
        text = get(ada, path)
        assert boot(text)["lang"] == "en"
        for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
            assert ada.get(address).status_code == 200, address
        assert_strict(text)
    assert '<h1 class="bar-title">Milkuro</h1>' in text
    assert 'class="ring laying"><p>' in text, "the table lies there before its script"
    bots = {str(seat): "normal" for seat in range(1, len(table["seats"]))}
    begun = kitchen.open_table(ada, bots=bots, start=True)["id"]
    assert 'class="table-top in-play laying for-milkuro"><p>' in get(ada, f"/t/{begun}")
    assert_strict(get(ada, "/nothing", 404))
    worn = re.findall(r'rel="stylesheet" href="(/static/[^"]+)"', get(ada, "/learn/milkman"))
    assert [ada.get(address).status_code for address in worn] == [200]
    assert load_words(ROOT / "static" / "locales").translator("en")("site.name") in text


def assert_strict(text: str) -> None:
    """Nothing in the page that the content security policy would forbid."""
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", text)
    assert not re.search(r"\son[a-z]+=|\sstyle=|<style|javascript:", text)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
