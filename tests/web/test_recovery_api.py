"""Ways back: the same person in another browser, and nobody else."""

from __future__ import annotations

import logging
import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.web.callers import RECOVERY_GRACE, RECOVERY_LIFE
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, ORIGIN, Kitchen, key_in

COOKIE = "kt_session"


@pytest.fixture
def ada(kitchen: Kitchen) -> TestClient:
    """A browser of Ada's."""
    return kitchen.browser("Ada")


def make(who: TestClient, **body: Any) -> dict[str, Any]:
    """A new way back."""
    answer = who.post("/api/me/recovery", json=body)
    assert answer.status_code == 201, answer.text
    assert "set-cookie" not in answer.headers
    made: dict[str, Any] = answer.json()
    return made


def secret_in(made: dict[str, Any]) -> str:
    """The secret in the address's fragment."""
    address, _, fragment = made["url"].partition("#")
    assert address == f"{ORIGIN}/come"
    return str(fragment.partition("&")[0])


def recover(who: TestClient, secret: str, **body: Any) -> Any:
    """Try to go on by that secret."""
    return who.post("/api/me/recover", json={"secret": secret, **body})


def player_of(who: TestClient) -> Any:
    """Who the server takes this browser for."""
    return who.get("/api/me").json()["player"]


def test_14_another_browser_goes_on_at_the_same_seat(kitchen: Kitchen, ada: TestClient) -> None:
    bots = {"1": "easy", "2": "easy", "3": "easy"}
    table = kitchen.open_table(ada, bots=bots, start=True)
    path = f"/api/tables/{table['id']}"
    phone = kitchen.browser()
    assert phone.get(path).status_code == 404
    answer = recover(phone, secret_in(make(ada)))
    assert answer.status_code == 200
    assert answer.json()["player"] == player_of(ada) == player_of(phone)
    assert [each["id"] for each in answer.json()["tables"]] == [table["id"]]
    states = [who.get(f"{path}/state").json() for who in (ada, phone)]
    for part in ("seq", "seat", "view", "legal"):
        assert states[0][part] == states[1][part]
    assert states[1]["seat"] == 0


def test_14_a_browser_that_lost_its_cookie_comes_back(kitchen: Kitchen, ada: TestClient) -> None:
    before, secret = player_of(ada), secret_in(make(ada))
    ada.cookies.clear()
    assert player_of(ada) is None
    assert recover(ada, secret).status_code == 200
    assert player_of(ada) == before


def test_a_watcher_goes_on_watching_and_is_counted_once(kitchen: Kitchen, ada: TestClient) -> None:
    host, phone = kitchen.browser("Hanna"), kitchen.browser()
    path = f"/api/tables/{kitchen.open_table(host)['id']}"
    link = host.post(f"{path}/links", json={"kind": "watch", "max_uses": 1}).json()
    assert ada.get(f"{path}?key={key_in(link['url'])}").status_code == 200
    assert recover(phone, secret_in(make(ada))).status_code == 200
    assert phone.get(path).status_code == 200
    assert host.get(f"{path}/links").json()["links"][-1]["uses"] == 1


def test_the_session_is_new_and_the_old_ones_go_on(kitchen: Kitchen, ada: TestClient) -> None:
    phone = kitchen.browser()
    phone.patch("/api/me", json={"language": "fr"})
    planted = phone.cookies[COOKIE]
    answer = recover(phone, secret_in(make(ada)))
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert phone.cookies[COOKIE] not in (planted, ada.cookies[COOKIE])
    whoever_planted_it = kitchen.client(cookies={COOKIE: planted})
    assert player_of(whoever_planted_it) is None
    assert player_of(ada)["name"] == "Ada"


def test_a_link_works_once_and_a_moment_longer(kitchen: Kitchen, ada: TestClient) -> None:
    secret = secret_in(make(ada))
    assert recover(kitchen.browser(), secret).status_code == 200
    kitchen.clock.advance((RECOVERY_GRACE - timedelta(seconds=1)).total_seconds())
    assert recover(kitchen.browser(), secret).status_code == 200
    kitchen.clock.advance(1)
    late = kitchen.browser()
    answer = recover(late, secret)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert player_of(late) is None


def test_a_link_ends(kitchen: Kitchen, ada: TestClient) -> None:
    first, second = (secret_in(make(ada)) for _ in range(2))
    kitchen.clock.advance((RECOVERY_LIFE - timedelta(seconds=1)).total_seconds())
    assert recover(kitchen.browser(), first).status_code == 200
    kitchen.clock.advance(1)
    assert recover(kitchen.browser(), second).status_code == 404


def test_all_links_can_be_taken_back(kitchen: Kitchen, ada: TestClient) -> None:
    ada_again = kitchen.browser()
    recover(ada_again, secret_in(make(ada)))
    secrets = [secret_in(make(who)) for who in (ada, ada_again)]
    others = secret_in(make(kitchen.browser("Bo")))
    assert ada.delete("/api/me/recovery").status_code == 200
    for secret in secrets:
        assert recover(kitchen.browser(), secret).status_code == 404
    assert recover(kitchen.browser(), others).status_code == 200
    assert player_of(ada_again) == player_of(ada)


def test_who_is_somebody_else_here_is_asked_first(kitchen: Kitchen, ada: TestClient) -> None:
    secret, bo = secret_in(make(ada)), kitchen.browser("Bo")
    asked = recover(bo, secret)
    assert (asked.status_code, asked.json()["error"]["code"]) == (403, "forbidden")
    assert asked.json()["error"]["detail"] == {"here": "Bo", "there": "Ada"}
    assert "set-cookie" not in asked.headers
    assert player_of(bo)["name"] == "Bo"
    kitchen.clock.advance(RECOVERY_GRACE.total_seconds())
    assert recover(bo, secret, replace=True).status_code == 200
    assert player_of(bo) == player_of(ada)


def test_who_is_the_same_person_here_is_not_asked(ada: TestClient) -> None:
    before = player_of(ada)
    assert recover(ada, secret_in(make(ada))).status_code == 200
    assert player_of(ada) == before


def test_looking_at_the_page_uses_nothing_up(kitchen: Kitchen, ada: TestClient) -> None:
    made = make(ada)
    robot = kitchen.client()
    for _ in range(3):
        page = robot.get("/come")
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
    kitchen.clock.advance(RECOVERY_GRACE.total_seconds())
    assert recover(kitchen.browser(), secret_in(made)).status_code == 200


@pytest.mark.parametrize("headers", [FROM_ELSEWHERE, {"Origin": "null"}, {}])
def test_no_foreign_page_makes_somebody_of_its_visitors(
    kitchen: Kitchen, ada: TestClient, headers: dict[str, str]
) -> None:
    visitor = kitchen.client(headers=dict(headers))
    answer = recover(visitor, secret_in(make(ada)))
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.parametrize("secret", ["nobody", "x" * 256, "é", "\x00"])
def test_a_secret_that_is_none(kitchen: Kitchen, secret: str) -> None:
    answer = recover(kitchen.browser(), secret)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert "set-cookie" not in answer.headers


def test_other_secrets_are_no_way_back(kitchen: Kitchen, ada: TestClient) -> None:
    token = kitchen.program().headers["Authorization"].split()[1]
    for secret in (ada.cookies[COOKIE], token):
        assert recover(kitchen.browser(), secret).status_code == 404
    way_back = secret_in(make(ada))
    assert player_of(kitchen.client(cookies={COOKIE: way_back})) is None
    as_token = kitchen.client(headers={"Authorization": f"Bearer {way_back}"})
    assert as_token.get("/api/me").status_code == 401


def test_who_has_no_name_has_no_way_back(kitchen: Kitchen) -> None:
    for who in (kitchen.browser(), kitchen.client()):
        for method in ("POST", "DELETE"):
            answer = who.request(method, "/api/me/recovery")
            assert answer.json()["error"]["code"] == "sign_in"


def test_a_program_may_hand_its_seat_to_a_browser(kitchen: Kitchen) -> None:
    program, phone = kitchen.program("Robo"), kitchen.browser()
    assert recover(phone, secret_in(make(program))).status_code == 200
    assert player_of(phone) == player_of(program)


def test_a_link_leads_to_a_table_one_sees(kitchen: Kitchen, ada: TestClient) -> None:
    table = kitchen.open_table(ada)
    made = make(ada, table=table["id"])
    assert made["url"].endswith(f"&to=/t/{table['id']}")
    assert made["qr"].startswith("<svg")
    stranger = kitchen.browser("Bo").post("/api/me/recovery", json={"table": table["id"]})
    assert stranger.json()["error"]["code"] == "not_found"


def test_the_secret_stays_between_the_two(
    kitchen: Kitchen, ada: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        secret = secret_in(make(ada))
        recover(kitchen.browser("Bo"), secret)
        recover(kitchen.browser(), secret)
        recover(kitchen.browser(), secret + "x")
    assert "/api/me/recover" in caplog.text
    assert secret not in caplog.text
    with sqlite3.connect(kitchen.database_url.removeprefix("sqlite:///")) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert secret not in dump


def test_trying_is_limited(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    browser = kitchen.browser("Eve")
    codes = {recover(browser, f"guess-{number}").status_code for number in range(31)}
    assert codes == {404, 429}
    makers = {kitchen.browser("Ada").post("/api/me/recovery").status_code for _ in range(3)}
    assert makers == {201}
