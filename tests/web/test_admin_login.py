"""The house's door: who has password and code comes in, and nobody else learns anything."""

from __future__ import annotations

import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pyotp
import pytest

from app.tables.admins import PROOF_LIFE
from app.tables.staff import FREE_TRIES, IDLE_LIFE, LINK_LIFE, LONGEST_LOCK, SESSION_LIFE
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, ORIGIN, Kitchen
from tests.web.staff import PASSWORD, Keeper, browser, fresh_name, invite, keeper_of, welcome

COOKIE = "kt_admin"
ME = "/api/admin/me"


@pytest.fixture
def olga(kitchen: Kitchen) -> Keeper:
    """An owner who is logged in."""
    return keeper_of(kitchen)


def code_of(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def fail(olga: Keeper, times: int, name: str | None = None) -> list[int]:
    """Strangers try; the statuses of their answers."""
    said = {"name": name or olga.name, "password": "wrong", "code": "000000"}
    return [
        browser(olga.kitchen).post("/api/admin/login", json=said).status_code for _ in range(times)
    ]


def test_an_owner_comes_in_by_a_link_and_then_by_password_and_code(olga: Keeper) -> None:
    me = olga.client.get(ME).json()
    assert (me["admin"]["name"], me["admin"]["role"], me["proved"]) == (olga.name, "owner", True)
    assert "maintain" in me["may"]
    assert olga.client.post("/api/admin/logout").status_code == 204
    assert code_of(olga.client.get(ME)) == (401, "sign_in")
    answer = olga.log_in(name=f" {olga.name.swapcase()} ")
    assert answer.status_code == 200
    assert answer.json()["admin"] == me["admin"]
    assert answer.json()["session"] != me["session"]


def test_the_cookie_is_for_nobody_but_our_own_pages(olga: Keeper) -> None:
    cookie = olga.log_in().headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    secure = olga.kitchen.client(base_url="https://testserver")
    secure.headers["Origin"] = "https://testserver"
    assert "Secure" in olga.log_in(secure).headers["set-cookie"].split("; ")


@pytest.mark.parametrize("headers", [FROM_ELSEWHERE, {"Origin": "null"}, {}])
@pytest.mark.parametrize("call", ["login", "logout", "proof", "welcome", "welcome/open"])
def test_no_foreign_page_knocks(olga: Keeper, headers: dict[str, str], call: str) -> None:
    stranger = olga.kitchen.client(headers=dict(headers))
    stranger.cookies.update(olga.client.cookies)
    assert code_of(stranger.post(f"/api/admin/{call}", json={})) == (403, "forbidden")


def test_a_session_that_somebody_planted_is_given_up(olga: Keeper) -> None:
    planted = "x" * 43
    victim = browser(olga.kitchen)
    victim.cookies.set(COOKIE, planted)
    assert olga.log_in(victim).status_code == 200
    assert victim.cookies.get(COOKIE, domain="testserver.local") != planted
    thief = olga.kitchen.client(cookies={COOKIE: planted})
    assert code_of(thief.get(ME)) == (401, "sign_in")


def test_logging_in_again_ends_the_session_before(olga: Keeper) -> None:
    before = olga.client.cookies[COOKIE]
    assert olga.log_in().status_code == 200
    assert olga.kitchen.client(cookies={COOKIE: before}).get(ME).status_code == 401
    assert olga.client.get(ME).status_code == 200


def test_a_code_is_good_once(olga: Keeper) -> None:
    code = olga.code()
    assert olga.log_in(browser(olga.kitchen), code=code).status_code == 200
    assert code_of(olga.log_in(browser(olga.kitchen), code=code)) == (401, "sign_in")
    older = pyotp.TOTP(olga.totp).at(olga.kitchen.clock.now() - timedelta(seconds=30))
    assert olga.log_in(browser(olga.kitchen), code=older).status_code == 401


def test_a_code_used_twice_at_once_opens_one_session(olga: Keeper) -> None:
    code = olga.code()
    with ThreadPoolExecutor(4) as people:
        tries = [people.submit(olga.log_in, browser(olga.kitchen), code=code) for _ in range(4)]
        statuses = sorted(each.result().status_code for each in tries)
    assert statuses == [200, 401, 401, 401]


@pytest.mark.parametrize("steps", [-1, 1])
def test_a_clock_may_be_a_little_off(olga: Keeper, steps: int) -> None:
    olga.kitchen.clock.advance(90)
    at = olga.kitchen.clock.now() + timedelta(seconds=30 * steps)
    code = pyotp.TOTP(olga.totp).at(at)
    assert olga.log_in(code=f"{code[:3]} {code[3:]}").status_code == 200


@pytest.mark.parametrize("steps", [-2, 2])
def test_a_clock_may_not_be_far_off(olga: Keeper, steps: int) -> None:
    olga.kitchen.clock.advance(120)
    at = olga.kitchen.clock.now() + timedelta(seconds=30 * steps)
    assert olga.log_in(code=pyotp.TOTP(olga.totp).at(at)).status_code == 401


WRONG = [
    {"name": "Nobody"},
    {"name": ""},
    {"name": "\x00"},
    {"name": "Olga' OR 1=1 --"},
    {"password": "wrong"},
    {"password": ""},
    {"password": PASSWORD[:-1]},
    {"password": PASSWORD.upper()},
    {"code": ""},
    {"code": "١٢٣٤٥٦"},
    {"code": "0" * 200},
]


def test_every_wrong_try_is_told_the_same(olga: Keeper) -> None:
    told = set()
    for wrong in WRONG:
        answer = olga.log_in(**wrong)
        assert "set-cookie" not in answer.headers
        told.add((answer.status_code, answer.text))
        assert olga.log_in().status_code == 200
    assert len(told) == 1


def test_a_name_that_nobody_bears_is_locked_like_one_that_somebody_bears(olga: Keeper) -> None:
    newcomer = fresh_name()
    invite(olga.kitchen, newcomer)
    answers = {name: fail(olga, 6, name) for name in (olga.name, fresh_name(), newcomer)}
    assert set(map(tuple, answers.values())) == {(401,) * FREE_TRIES + (429,)}


def test_the_door_stays_shut_longer_each_time_and_an_hour_at_most(olga: Keeper) -> None:
    fail(olga, FREE_TRIES)
    stranger = browser(olga.kitchen)
    waits = []
    for _ in range(9):
        answer = olga.log_in(stranger, code="000000")
        assert code_of(answer) == (429, "rate_limited")
        waits.append(answer.json()["error"]["detail"]["retry_after"])
        olga.kitchen.clock.advance(waits[-1])
        assert olga.log_in(stranger, code="000000").status_code == 401
    assert waits[:3] == [30, 60, 120]
    assert waits[-1] == LONGEST_LOCK.total_seconds()


def test_the_right_password_does_not_open_a_locked_door(olga: Keeper) -> None:
    fail(olga, FREE_TRIES)
    olga.kitchen.clock.advance(-30)  # so that a fresh code takes no time
    assert olga.log_in(browser(olga.kitchen)).status_code == 429
    olga.kitchen.clock.advance(30)
    assert olga.log_in(browser(olga.kitchen)).status_code == 200


def test_a_good_try_forgets_the_wrong_ones(olga: Keeper) -> None:
    for _ in range(3):
        assert fail(olga, FREE_TRIES - 1) == [401] * (FREE_TRIES - 1)
        assert olga.log_in(browser(olga.kitchen)).status_code == 200


def test_many_tries_at_once_are_counted_one_by_one(olga: Keeper) -> None:
    with ThreadPoolExecutor(8) as strangers:
        answers = [
            status for each in strangers.map(lambda _: fail(olga, 2), range(8)) for status in each
        ]
    assert answers.count(401) == FREE_TRIES


def test_strangers_do_not_lock_out_who_was_let_in_before(olga: Keeper) -> None:
    olga.client.post("/api/admin/logout")
    fail(olga, 3 * FREE_TRIES)
    olga.kitchen.clock.advance(-30)
    assert olga.log_in(browser(olga.kitchen)).status_code == 429
    assert olga.log_in().status_code == 200


def test_a_stolen_mark_of_a_browser_gives_no_more_tries_than_a_name(olga: Keeper) -> None:
    olga.client.post("/api/admin/logout")
    statuses = [olga.log_in(code="000000").status_code for _ in range(FREE_TRIES + 1)]
    assert statuses == [401] * FREE_TRIES + [429]


def test_tries_from_one_address_are_limited_whatever_the_name(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    stranger = browser(kitchen)
    said = [{"name": f"name {n}", "password": "x", "code": "0"} for n in range(25)]
    answers = [stranger.post("/api/admin/login", json=each) for each in said]
    assert {answer.status_code for answer in answers} == {401, 429}
    assert answers[-1].json()["error"]["detail"]["retry_after"] > 0


def test_a_session_ends(olga: Keeper) -> None:
    clock = olga.kitchen.clock
    for _ in range(int(SESSION_LIFE / IDLE_LIFE) * 2 - 1):
        clock.advance(IDLE_LIFE.total_seconds() / 2)
        assert olga.client.get(ME).status_code == 200
    clock.advance(IDLE_LIFE.total_seconds() / 2)
    assert code_of(olga.client.get(ME)) == (401, "sign_in")


def test_an_idle_session_ends_sooner(olga: Keeper) -> None:
    olga.kitchen.clock.advance(IDLE_LIFE.total_seconds() - 31)
    assert olga.client.get(ME).status_code == 200
    olga.kitchen.clock.advance(IDLE_LIFE.total_seconds())
    assert olga.client.get(ME).status_code == 401


def test_a_proof_wears_off_and_is_given_again(olga: Keeper) -> None:
    olga.kitchen.clock.advance(PROOF_LIFE.total_seconds())
    assert olga.client.get(ME).json()["proved"] is False
    wrong = {"password": "wrong", "code": olga.code()}
    refused = olga.client.post("/api/admin/proof", json=wrong)
    assert code_of(refused) == (403, "forbidden")
    assert refused.json()["error"]["detail"] == {"prove": True}
    code = olga.code()
    said = {"password": PASSWORD, "code": code}
    answer = olga.client.post("/api/admin/proof", json=said)
    assert answer.json()["proved"] is True
    assert olga.client.get(ME).json()["proved"] is True
    assert olga.client.post("/api/admin/proof", json=said).status_code == 403


def test_a_stolen_session_guesses_no_password(olga: Keeper) -> None:
    statuses = [
        olga.client.post("/api/admin/proof", json={"password": "x", "code": "0"}).status_code
        for _ in range(FREE_TRIES + 1)
    ]
    assert statuses == [403] * FREE_TRIES + [429]


def test_a_link_works_once_even_if_used_twice_at_once(kitchen: Kitchen) -> None:
    _, secret = invite(kitchen, fresh_name())
    greeting = browser(kitchen).post("/api/admin/welcome/open", json={"secret": secret}).json()
    code = pyotp.TOTP(greeting["totp"]).at(kitchen.clock.now())

    def use(password: str) -> int:
        said = {"secret": secret, "password": password, "code": code}
        return int(browser(kitchen).post("/api/admin/welcome", json=said).status_code)

    with ThreadPoolExecutor(4) as people:
        statuses = sorted(people.map(use, (f"{n} spoons in a drawer" for n in range(4))))
    assert statuses == [200, 404, 404, 404]


def test_a_link_ends_and_tells_nothing_afterwards(kitchen: Kitchen) -> None:
    _, secret = invite(kitchen, name := fresh_name())
    kitchen.clock.advance(LINK_LIFE.total_seconds())
    for given in (secret, "nobody's", "\x00"):
        answer = browser(kitchen).post("/api/admin/welcome/open", json={"secret": given})
        assert code_of(answer) == (404, "not_found")
        assert name not in answer.text


def test_a_wrong_code_leaves_the_link_as_it_was(kitchen: Kitchen) -> None:
    _, secret = invite(kitchen, fresh_name())
    said = {"secret": secret, "password": PASSWORD, "code": "000000"}
    answer = browser(kitchen).post("/api/admin/welcome", json=said)
    assert (code_of(answer), answer.json()["error"]["detail"]) == ((422, "invalid"), {"at": "code"})
    assert welcome(kitchen, secret).client.get(ME).status_code == 200


@pytest.mark.parametrize(
    "password",
    ["", "short", "a" * 40, "abababababab", "password1234", "123456789012345", "NAME's kitchen",
     "qwertyuiop[]", "x1" * 150],
)  # fmt: skip
def test_passwords_that_are_tried_first_are_refused(kitchen: Kitchen, password: str) -> None:
    _, secret = invite(kitchen, name := fresh_name())
    said = {"secret": secret, "password": password.replace("NAME", name), "code": "000000"}
    answer = browser(kitchen).post("/api/admin/welcome", json=said)
    assert answer.json()["error"]["detail"] == {"at": "password"}


def test_no_password_or_link_is_written_anywhere(
    open_one: OpenKitchen, caplog: pytest.LogCaptureFixture
) -> None:
    kitchen = open_one(rate_limits=False)
    with caplog.at_level(logging.DEBUG):
        _, secret = invite(kitchen, "Olga")
        olga = welcome(kitchen, secret)
        olga.log_in()
        olga.log_in(password="a wrong one of hers", name="typed into the name\nfield")  # noqa: S106
    with sqlite3.connect(kitchen.database_url.removeprefix("sqlite:///")) as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert "/api/admin/login" in caplog.text
    hidden = (PASSWORD, secret, olga.totp, olga.client.cookies[COOKIE], "typed into", "a wrong one")
    for word in hidden:
        assert word not in caplog.text
        assert word not in dump
    assert "argon2id" in dump


def test_a_players_cookie_and_token_open_nothing(olga: Keeper) -> None:
    player = olga.kitchen.browser("Ada")
    player.cookies.set(COOKIE, player.cookies["kt_session"])
    assert player.get(ME).status_code == 401
    assert olga.kitchen.program().get(ME).status_code == 401
    assert olga.client.get("/api/me", headers={"Origin": ORIGIN}).json()["player"] is None
