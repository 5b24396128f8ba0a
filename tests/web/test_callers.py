"""Who is calling: cookies, tokens, guests, and pages of other sites."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from app.web.callers import CREDENTIAL_LIFE
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, FROM_OUR_PAGE, Kitchen

COOKIE = "kt_session"


def me(client: TestClient) -> dict[str, object]:
    answer = client.get("/api/me")
    assert answer.status_code == 200
    answered: dict[str, object] = answer.json()
    return answered


def test_looking_around_makes_nobody_a_guest(kitchen: Kitchen) -> None:
    browser = kitchen.browser()
    for path in ("/", "/api/me", "/api/tables", "/rules/gnav", "/api/games"):
        assert "set-cookie" not in browser.get(path).headers
    assert me(browser)["player"] is None
    assert me(browser)["suggested_name"]


def test_a_name_makes_a_browsers_visitor_a_guest(kitchen: Kitchen) -> None:
    browser = kitchen.browser()
    answer = browser.patch("/api/me", json={"name": "  Ada   Lovelace "})
    cookie = answer.headers["set-cookie"]
    assert answer.json()["player"]["name"] == "Ada Lovelace"
    assert cookie.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    again = browser.patch("/api/me", json={"name": "Countess"})
    assert again.json()["player"]["id"] == answer.json()["player"]["id"]
    assert "set-cookie" not in again.headers
    assert me(browser)["player"] == again.json()["player"]


def test_another_name_shows_at_once_at_the_tables_where_one_sits(kitchen: Kitchen) -> None:
    browser = kitchen.browser("Ada")
    table = kitchen.open_table(browser)
    assert browser.patch("/api/me", json={"name": "Countess"}).status_code == 200
    seen = browser.get(f"/api/tables/{table['id']}").json()
    assert seen["seats"][0]["player"]["name"] == "Countess"


def test_opening_a_table_makes_a_browsers_visitor_a_guest_with_a_friendly_name(
    kitchen: Kitchen,
) -> None:
    browser = kitchen.browser()
    table = kitchen.open_table(browser)
    player = table["seats"][0]["player"]
    assert len(player["name"].split()) == 2
    assert me(browser)["player"] == player


def test_a_program_has_to_say_who_it_is(kitchen: Kitchen) -> None:
    answer = kitchen.client().post("/api/tables", json={"game": "gnav"})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "sign_in"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "set-cookie" not in answer.headers


def test_a_token_is_shown_once_and_kept_hashed(kitchen: Kitchen) -> None:
    answer = kitchen.client().post("/api/players", json={"name": "Ada"})
    assert answer.status_code == 201
    assert set(answer.json()) == {"player", "token"}
    assert "set-cookie" not in answer.headers
    token = answer.json()["token"]
    program = kitchen.client(headers={"Authorization": f"bearer {token}"})
    assert me(program)["player"] == answer.json()["player"]
    with sqlite3.connect(kitchen.database_url.removeprefix("sqlite:///")) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert token not in dump
    assert hashlib.sha256(token.encode()).hexdigest() in dump.lower()


def test_two_guests_may_have_the_same_name_and_are_not_the_same(kitchen: Kitchen) -> None:
    one, other = kitchen.browser("Ada"), kitchen.browser("Ada")
    assert me(one)["player"] != me(other)["player"]


@pytest.mark.parametrize(
    "header", ["Bearer nobody", "Bearer ", "Bearer", "Basic YTpi", "", "Bearer " + "x" * 5000, "é"]
)
def test_a_token_that_is_none_is_told(kitchen: Kitchen, header: str) -> None:
    answer = kitchen.client().get("/api/me", headers=[(b"Authorization", header.encode())])
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "sign_in"


@pytest.mark.parametrize("cookie", ["nobody", "x" * 5000, '"quoted"'])
def test_a_cookie_that_is_none_is_a_first_visit(kitchen: Kitchen, cookie: str) -> None:
    browser = kitchen.browser()
    browser.cookies.set(COOKIE, cookie)
    assert me(browser)["player"] is None
    assert browser.patch("/api/me", json={"name": "Ada"}).status_code == 200


def test_a_token_is_no_cookie_and_a_cookie_no_token(kitchen: Kitchen) -> None:
    browser = kitchen.browser("Ada")
    secret = browser.cookies[COOKIE]
    as_token = kitchen.client(headers={"Authorization": f"Bearer {secret}"})
    assert as_token.get("/api/me").status_code == 401
    token = kitchen.program().headers["Authorization"].split()[1]
    assert me(kitchen.client(cookies={COOKIE: token}))["player"] is None


def test_a_session_ends(kitchen: Kitchen) -> None:
    browser = kitchen.browser("Ada")
    kitchen.clock.advance((CREDENTIAL_LIFE - timedelta(days=1)).total_seconds())
    assert me(browser)["player"] is not None
    kitchen.clock.advance(timedelta(days=1).total_seconds())
    assert me(browser)["player"] is None


CHANGES = (
    ("PATCH", "/api/me", {"name": "Eve"}),
    ("POST", "/api/tables", {"game": "gnav"}),
    ("POST", "/api/players", {"name": "Eve"}),
)


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
@pytest.mark.parametrize(
    "headers",
    [FROM_ELSEWHERE, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {}],
    ids=["elsewhere", "null", "cross-site", "silent"],
)
def test_a_cookie_alone_changes_nothing(
    kitchen: Kitchen, method: str, path: str, body: object, headers: dict[str, str]
) -> None:
    ada = kitchen.browser("Ada")
    stolen = kitchen.client(cookies={COOKIE: ada.cookies[COOKIE]}, headers=dict(headers))
    answer = stolen.request(method, path, json=body)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "forbidden"
    assert me(ada)["player"] == {"id": me(ada)["player"]["id"], "name": "Ada"}  # type: ignore[index]
    assert me(ada)["tables"] == []


@pytest.mark.parametrize("headers", [FROM_OUR_PAGE, {"Sec-Fetch-Site": "same-origin"}])
def test_our_own_pages_may_change(kitchen: Kitchen, headers: dict[str, str]) -> None:
    ada = kitchen.browser("Ada")
    client = kitchen.client(cookies={COOKIE: ada.cookies[COOKIE]}, headers=dict(headers))
    assert client.patch("/api/me", json={"name": "Eve"}).status_code == 200


def test_a_foreign_page_makes_no_guests_either(kitchen: Kitchen) -> None:
    visitor = kitchen.client(headers=dict(FROM_ELSEWHERE))
    answer = visitor.post("/api/tables", json={"game": "gnav"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_friend_on_the_home_network_is_on_our_page_too(kitchen: Kitchen) -> None:
    home = "http://192.168.1.7:8000"
    friend = kitchen.client(base_url=home, headers={"Origin": home})
    answer = friend.patch("/api/me", json={"name": "Bob"})
    assert answer.status_code == 200
    assert "Secure" not in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("proxies", "secure"), [("testclient", True), ("10.0.0.1", False), ("", False)]
)
def test_a_proxy_is_believed_only_if_the_settings_name_it(
    open_one: OpenKitchen, proxies: str, secure: bool
) -> None:
    kitchen = open_one(trusted_proxies=proxies)
    visitor = kitchen.client(headers={"X-Forwarded-Proto": "https"})
    answer = visitor.patch("/api/me", json={"name": "Ada"})
    assert answer.status_code == 200
    assert ("Secure" in answer.headers["set-cookie"]) is secure


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 25, "a\u202eb", "a\x00b", "\u200b", "x" * 9000, "😀" * 25]
)
def test_a_name_is_one_to_twenty_four_visible_characters(kitchen: Kitchen, name: str) -> None:
    for method, path in (("PATCH", "/api/me"), ("POST", "/api/players")):
        answer = kitchen.client().request(method, path, json={"name": name})
        assert answer.status_code == 422, path
        assert answer.json()["error"]["code"] == "invalid"
        assert answer.json()["error"]["detail"]["at"] == "name"
        assert "set-cookie" not in answer.headers


def test_the_language_is_the_browsers_until_one_is_chosen(kitchen: Kitchen) -> None:
    browser = kitchen.browser()
    browser.headers["Accept-Language"] = "th, fr;q=0.9, en;q=0.1"
    assert me(browser)["language"] == "fr"
    answer = browser.patch("/api/me", json={"language": "en"})
    assert (answer.status_code, answer.json()["language"]) == (200, "en")
    assert answer.json()["player"] is None
    assert me(browser)["language"] == "en"
    refused = browser.patch("/api/me", json={"language": "tlh"})
    assert refused.json()["error"]["detail"]["at"] == "language"
