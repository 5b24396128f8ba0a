"""What the page of security promises of the edge, where no other test shows it already."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.minting import SecretMint
from app.settings import ROOT, StartError, load_settings
from app.tables.refusals import Code, Refused
from app.web.limits import MOST_AT_TABLE, MOST_OF_ADDRESS, RATES, Limits
from tests.web.conftest import kitchen, kitchens
from tests.web.kitchen import FROM_ELSEWHERE, FROM_OUR_PAGE, Clock, Kitchen

__all__ = ["kitchen"]

PUBLIC = "https://tables.example.org"
COOKIE = "kt_session"
HOST_COOKIE = "__Host-kt_session"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """A kitchen that is reached by https, through a proxy, and that names a contact."""
    with kitchens(tmp_path_factory.mktemp("abroad")) as open_it:
        yield open_it(rate_limits=False, public_url=PUBLIC, security_contact="security@example.org")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """A kitchen with its limits; each test here uses up those of other deeds."""
    with kitchens(tmp_path_factory.mktemp("limited")) as open_it:
        yield open_it()


def browser_at(kitchen: Kitchen, origin: str = PUBLIC, **options: Any) -> TestClient:
    """A browser on a page of that origin; the proxy speaks http to us."""
    headers = {"Origin": origin, **options.pop("headers", {})}
    return kitchen.client(base_url=origin.replace("https", "http"), headers=headers, **options)


def test_https_is_asked_for_only_where_it_is_spoken(abroad: Kitchen, kitchen: Kitchen) -> None:
    for path in ("/", "/api/games", "/static/x/css/base.css", "/nothing"):
        told = browser_at(abroad).get(path).headers["strict-transport-security"]
        assert int(told.removeprefix("max-age=")) >= 15_724_800
        assert "strict-transport-security" not in kitchen.client().get(path).headers
    home = browser_at(abroad, "http://192.168.1.7:8000").get("/")
    assert "strict-transport-security" not in home.headers


def test_the_cookie_is_nobody_elses_to_set_or_read(abroad: Kitchen, kitchen: Kitchen) -> None:
    cookie = browser_at(abroad).patch("/api/me", json={"name": "Ada"}).headers["set-cookie"]
    name, *rules = cookie.split("; ")
    assert name.startswith(f"{HOST_COOKIE}=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax", "Secure"} <= set(rules)
    assert not any(rule.startswith("Domain") for rule in rules)
    plain = kitchen.browser().patch("/api/me", json={"name": "Ada"}).headers["set-cookie"]
    assert plain.startswith(f"{COOKIE}=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax"} <= set(plain.split("; "))


def test_a_planted_cookie_does_not_become_a_session(abroad: Kitchen) -> None:
    thief = browser_at(abroad)
    secret = thief.patch("/api/me", json={"language": "fr"}).cookies[HOST_COOKIE]
    victim = browser_at(abroad, headers={"Cookie": f"{COOKIE}={secret}"})
    named = victim.patch("/api/me", json={"name": "Ada"})
    assert named.cookies[HOST_COOKIE] != secret
    assert (
        thief.get("/api/me", headers={"Cookie": f"{HOST_COOKIE}={secret}"}).json()["player"] is None
    )


def test_no_foreign_page_may_read_or_change(kitchen: Kitchen) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        asked = {**FROM_ELSEWHERE, "Access-Control-Request-Method": "POST"}
        answer = kitchen.client(headers=asked).request(method, "/api/tables")
        assert not [name for name in answer.headers if name.startswith("access-control")]
    for method in ("TRACE", "CONNECT", "PUT"):
        assert kitchen.client().request(method, "/api/tables").status_code in (404, 405)


@pytest.mark.parametrize(
    "path", ["//evil.example", "//evil.example/..", "/%2F%2Fevil.example", "/t/..%2F%2Fevil",
             "/t//evil.example", "/me?next=https://evil.example", "/come?to=//evil.example",
             "/privacy/", "/t/x/", "/admin/login?next=//evil.example"],
)  # fmt: skip
def test_nobody_is_led_elsewhere(kitchen: Kitchen, path: str) -> None:
    answer = kitchen.browser("Ada").get(path)
    place = answer.headers.get("location", "/")
    assert re.match(r"/(?![/\\])", place), place


def test_the_one_redirect_stays_at_the_table(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.browser("Ada"))
    link = table["links"]["play"].removeprefix("http://testserver")
    answer = kitchen.client(headers=dict(FROM_OUR_PAGE)).post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table['id']}")


def test_links_do_not_follow_the_host_that_a_caller_claims(kitchen: Kitchen) -> None:
    ada = kitchen.program()
    claimed = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    made = ada.post("/api/tables", json={"game": "milkuro"}, headers=claimed)
    assert "evil.example" not in made.text
    assert "evil.example" not in ada.post("/api/me/recovery", json={}, headers=claimed).text


CALLS = [
    ("GET", ""), ("GET", "/state"), ("GET", "/log"), ("GET", "/record"), ("GET", "/links"),
    ("GET", "/series"), ("GET", "/replay"), ("POST", "/start"), ("POST", "/close"),
    ("POST", "/rematch"), ("POST", "/pause"), ("GET", "/qr.svg"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "call"), CALLS)
def test_a_hidden_table_answers_as_one_that_is_not_there(
    kitchen: Kitchen, method: str, call: str
) -> None:
    hidden = kitchen.open_table(kitchen.program())["id"]
    stranger, wrong = kitchen.program("Bob"), "k" * 24
    answers = [
        stranger.request(method, f"/api/tables/{table_id}{call}", params=params)
        for table_id in (hidden, "x" * 16)
        for params in ({}, {"key": wrong})
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (404, answers[0].content)
    }
    names = [sorted(answer.headers) for answer in answers]
    assert names == names[:1] * len(names)


def test_ids_and_secrets_cannot_be_guessed() -> None:
    mint = SecretMint()
    for make, least in (
        (mint.table_id, 16), (mint.player_id, 16), (mint.session_id, 16), (mint.token, 43),
    ):  # fmt: skip
        made = {make() for _ in range(1000)}
        assert len(made) == 1000
        assert min(map(len, made)) >= least
        assert len(set("".join(made))) == 64


def test_nothing_lists_people_or_finds_them_by_name(kitchen: Kitchen) -> None:
    kitchen.program("Ada Unique")
    stranger = kitchen.program("Bob")
    paths = [path for path in kitchen.app.openapi()["paths"] if not path.startswith("/api/admin")]
    for path in paths:
        if "{" not in path:
            assert "Ada Unique" not in stranger.get(path).text
    for path in ("/api/players", "/api/players/Ada%20Unique", "/api/players?name=Ada%20Unique"):
        assert stranger.get(path).status_code in (404, 405)


@pytest.mark.parametrize(
    "path",
    ["/%0d%0aX-Evil:%201", "/t/%0aSet-Cookie:%20a=b", "/rules/%0d%0a", "/?a=%0d%0aX-Evil:1",
     "/static/x/%0d%0aX-Evil:1", "/api/tables/%0d%0aX-Evil:1?key=%0d%0aX-Evil:1"],
)  # fmt: skip
def test_nothing_in_an_address_becomes_a_header(kitchen: Kitchen, path: str) -> None:
    answer = kitchen.browser().get(path)
    assert answer.status_code < 500
    for name, text in answer.headers.items():
        assert "evil" not in (name + text).lower()
        assert "\n" not in text


def test_a_packed_body_is_not_unpacked(kitchen: Kitchen) -> None:
    bomb = gzip.compress(b'{"name": "' + b"a" * 20_000_000 + b'"}')
    answer = kitchen.client().post(
        "/api/players", content=bomb[:16_000], headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code == 422
    assert answer.json()["error"]["detail"] == {"at": "content-encoding"}


@pytest.mark.parametrize(
    ("opening", "closing"), [('{"a":', "}"), ("[", "]"), ('[{"a":', "}]")], ids=["{", "[", "[{"]
)
def test_what_is_nested_very_deep_is_refused(kitchen: Kitchen, opening: str, closing: str) -> None:
    for depth in (40, 500, 2000):
        options = opening * depth + "1" + closing * depth
        body = f'{{"game": "milkuro", "options": {options}}}'
        answer = kitchen.program().post("/api/tables", content=body)
        assert answer.json()["error"]["code"] in ("invalid", "too_large")
    assert answer.status_code < 500


def test_a_whole_table_has_a_pace() -> None:
    limits = Limits(RATES, Clock().monotonic)
    pace = RATES["message"].table
    assert pace is not None
    for number in range(int(pace.burst)):
        limits.check("message", f"10.0.{number % 250}.1", f"s{number}", table="a")
    with pytest.raises(Refused) as caught:
        limits.check("message", "10.1.0.1", "another", table="a")
    assert caught.value.code is Code.RATE_LIMITED
    assert caught.value.detail == {"retry_after": 1}
    limits.check("message", "10.1.0.1", "another", table="b")


def test_chat_has_a_pace_of_its_own(limited: Kitchen) -> None:
    ada = limited.program()
    table = limited.open_table(ada)
    burst = int(RATES["chat"].one.burst)
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        codes = []
        for number in range(burst + 1):
            line = {"type": "chat", "ref": f"c{number}", "room": "table", "text": "hello"}
            session.send_json(line)
            while (told := session.receive_json()).get("ref") != line["ref"]:
                pass
            codes.append(told.get("error", {}).get("code"))
        session.send_json({"type": "ping", "ref": "p"})
        while (told := session.receive_json()).get("ref") != "p":
            pass
    assert codes == [None] * burst + ["rate_limited"]
    assert told["type"] == "ok"


def test_calls_at_a_table_count_for_the_whole_table(limited: Kitchen) -> None:
    ada = limited.program()
    table_id, limits = limited.open_table(ada)["id"], limited.app.state.web.limits
    pace = RATES["message"].table
    assert pace is not None
    for _ in range(int(pace.burst)):
        limits.check_table("message", table_id)
    answer = ada.patch(f"/api/tables/{table_id}", json={"title": "x"})
    assert answer.json()["error"]["detail"] == {"retry_after": 1}
    assert answer.headers["retry-after"] == "1"
    assert ada.get(f"/api/tables/{table_id}").status_code == 200


def test_open_sockets_of_an_address_and_of_a_table_have_a_bound() -> None:
    limits = Limits(RATES, Clock().monotonic)
    held = [limits.holding("10.0.0.1", f"t{number}") for number in range(MOST_OF_ADDRESS)]
    for each in held:
        each.__enter__()
    with pytest.raises(Refused) as caught, limits.holding("10.0.0.1", "one more"):
        pass
    assert caught.value.detail == {"retry_after": 60}
    with limits.holding("10.0.0.2", "t1"):
        assert limits.open_sockets() == MOST_OF_ADDRESS + 1
    for each in held:
        each.__exit__(None, None, None)
    assert limits.open_sockets() == 0
    full = [limits.holding(f"10.{n // 250}.{n % 250}.1", "full") for n in range(MOST_AT_TABLE)]
    for each in full:
        each.__enter__()
    with pytest.raises(Refused), limits.holding("10.99.0.1", "full"):
        pass


def test_sockets_are_counted_while_they_are_open(limited: Kitchen) -> None:
    ada = limited.program()
    table = limited.open_table(ada)
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        session.receive_text()
        assert limited.app.state.web.limits.open_sockets() == 1
        with ada.websocket_connect("/api/lobby/live") as lobby:
            lobby.receive_text()
            assert limited.app.state.web.limits.open_sockets() == 2
    assert limited.app.state.web.limits.open_sockets() == 0


def test_whom_to_tell_of_a_weakness(abroad: Kitchen, kitchen: Kitchen) -> None:
    answer = abroad.client().get("/.well-known/security.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"{PUBLIC}/.well-known/security.txt"
    left = datetime.fromisoformat(fields["Expires"]) - abroad.clock.now()
    assert timedelta(days=30) < left < timedelta(days=365)
    assert kitchen.client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize("contact", ["nobody", "http://a.example", "a@b c", "a@b\nExpires: x"])
def test_a_contact_that_is_none_is_told_at_the_start(contact: str) -> None:
    with pytest.raises(StartError, match="SECURITY_CONTACT"):
        load_settings({"security_contact": contact})


def test_pages_have_no_code_of_their_own() -> None:
    assert len(TEMPLATES) > 5
    for path in TEMPLATES:
        text = path.read_text()
        for script in re.findall(r"<script[^>]*>", text):
            assert "src=" in script or 'type="application/json"' in script, f"{path}: {script}"
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text), path
        assert not re.search(r"\|\s*safe\b|autoescape false|Markup\(", text), path
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", text), path


def test_scripts_build_pages_from_values_and_never_from_text() -> None:
    assert len(SCRIPTS) > 50
    forbidden = re.compile(
        r"\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\("
        r"|setTimeout\(\s*[\"'`]|\.srcdoc\b|createContextualFragment|localStorage\.setItem"
        r"\([\"'](?:token|secret|session)"
    )
    found = {str(path): forbidden.findall(path.read_text()) for path in SCRIPTS}
    assert {path: words for path, words in found.items() if words} == {}
