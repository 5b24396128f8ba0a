"""A ban as its player feels it: every door at once, with why and until when, and back at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.web.kitchen import FROM_OUR_PAGE, Kitchen
from tests.web.staff import Keeper, keeper_of

WHY = {"why": "Threw the salt."}
HOME = ("203.0.113.7", 50000)
MAPPED = ("::ffff:203.0.113.7", 50000)
ELSEWHERE = ("198.51.100.1", 50000)


@pytest.fixture(scope="module")
def owner(kitchen: Kitchen) -> Keeper:
    """Somebody who may ban."""
    return keeper_of(kitchen)


@pytest.fixture
def lifted(kitchen: Kitchen, owner: Keeper) -> Iterator[None]:
    """No ban is left for the next test."""
    yield
    lift_all(owner)


def lift_all(owner: Keeper) -> None:
    """Every ban that still holds is lifted."""
    for ban in owner.client.get("/api/admin/bans").json()["bans"]:
        owner.client.request("DELETE", f"/api/admin/bans/{ban['id']}", json=WHY)


def id_of(client: TestClient) -> str:
    """Who this is."""
    player: str = client.get("/api/me").json()["player"]["id"]
    return player


def ban(owner: Keeper, client: TestClient, **body: Any) -> None:
    """The client's player is kept out."""
    owner.prove()
    path = f"/api/admin/players/{id_of(client)}/ban"
    answer = owner.client.post(path, json={**WHY, **body})
    assert answer.status_code == 200, answer.text


def ban_network(owner: Keeper, network: str) -> None:
    """A network is kept out for an hour."""
    owner.prove()
    until = (owner.kitchen.clock.now() + timedelta(hours=1)).isoformat()
    body = {"network": network, "until": until, **WHY}
    answer = owner.client.post("/api/admin/bans", json=body)
    assert answer.status_code == 201, answer.text


def end_of(socket: WebSocketTestSession) -> tuple[list[dict[str, Any]], int]:
    """What is still told, and the close code."""
    told: list[dict[str, Any]] = []
    while True:
        try:
            told.append(socket.receive_json())
        except WebSocketDisconnect as closed:
            return told, closed.code


CALLS = (
    ("GET", "/api/me"), ("PATCH", "/api/me"), ("GET", "/api/tables"), ("POST", "/api/tables"),
    ("POST", "/api/players"), ("POST", "/api/me/recovery"), ("POST", "/api/me/recover"),
)  # fmt: skip


@pytest.mark.usefixtures("lifted")
@pytest.mark.parametrize(("method", "path"), CALLS)
@pytest.mark.parametrize("kind", ["browser", "program"])
def test_every_call_tells_why_and_until_when(
    kitchen: Kitchen, owner: Keeper, kind: str, method: str, path: str
) -> None:
    bo = kitchen.browser("Bo") if kind == "browser" else kitchen.program("Bo")
    until = kitchen.clock.now() + timedelta(days=2)
    ban(owner, bo, until=until.isoformat())
    error = bo.request(method, path, json={}).json()["error"]
    assert error["code"] == "forbidden"
    assert error["detail"]["why"] == "Threw the salt."
    assert error["detail"]["banned_until"].startswith(until.isoformat()[:19])
    assert "Threw the salt." in error["message"]


@pytest.mark.usefixtures("lifted")
def test_pages_tell_it_as_well_and_who_shares_the_household_is_let_in(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bo, anna = kitchen.browser("Bo"), kitchen.browser("Anna")
    table = kitchen.open_table(anna, visibility="public")
    ban(owner, bo)
    for page in ("/", "/me", f"/t/{table['id']}", "/rules/gnav"):
        assert bo.get(page).status_code == 403
        assert anna.get(page).status_code == 200
    assert bo.get("/privacy").status_code == 200
    assert kitchen.browser().get("/api/me").status_code == 200


@pytest.mark.usefixtures("lifted")
def test_who_is_kept_out_may_take_along_what_is_kept_and_leave(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bo = kitchen.browser("Bo")
    ban(owner, bo)
    assert bo.get("/api/me/export").status_code == 200
    answer = bo.request("DELETE", "/api/me", json={})
    assert answer.status_code != 403, answer.text


@pytest.mark.usefixtures("lifted")
def test_who_is_kept_out_chooses_the_language_to_read_it_in_and_no_name(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bo, stranger = kitchen.browser("Bo"), kitchen.client(headers=dict(FROM_OUR_PAGE), client=HOME)
    ban(owner, bo)
    ban_network(owner, "203.0.113.0/24")
    for language in ("fr", "en"):
        for client in (bo, stranger):
            body = {"language": language}
            assert client.patch("/api/me", json={**body, "name": "Cleo"}).status_code == 403
            assert client.patch("/api/me", json=body).json()["language"] == language
            page = client.get("/")
            assert (page.status_code, page.headers["content-language"]) == (403, language)


@pytest.mark.usefixtures("lifted")
def test_open_sockets_close_at_once_and_new_ones_are_turned_away(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bo, anna = kitchen.browser("Bo"), kitchen.browser("Anna")
    table = kitchen.open_table(bo, seats=2, bots={"1": "easy"}, start=True, visibility="public")
    live = f"/api/tables/{table['id']}/live"
    with (
        bo.websocket_connect(live) as at_table,
        bo.websocket_connect("/api/lobby/live") as in_lobby,
        anna.websocket_connect(live) as annas,
    ):
        ban(owner, bo)
        for socket in (at_table, in_lobby):
            told, code = end_of(socket)
            assert [message["type"] for message in told[-2:]] == ["error", "bye"]
            assert (told[-2]["ref"], told[-2]["error"]["code"]) == (None, "forbidden")
            assert told[-2]["error"]["detail"] == {"banned_until": None, "why": "Threw the salt."}
            assert (told[-1]["reason"], code) == ("closed", 1008)
        annas.send_json({"type": "ping", "ref": "a"})
        kinds = [annas.receive_json()["type"] for _ in range(3)]
        assert "bye" not in kinds
    with bo.websocket_connect(live) as again:
        told, code = end_of(again)
    assert [message["type"] for message in told] == ["error", "bye"]
    assert code == 1008
    lift_all(owner)
    with bo.websocket_connect(live) as back:
        state = back.receive_json()
    assert (state["type"], state["seat"]) == ("state", 0)
    assert state["table"]["seats"][0]["away"], "a stand-in played meanwhile"
    assert bo.post(f"/api/tables/{table['id']}/seats/0", json={"who": "me"}).status_code == 200


@pytest.mark.usefixtures("lifted")
def test_a_network_is_kept_out_whoever_comes_from_there(kitchen: Kitchen, owner: Keeper) -> None:
    at_home, mapped, elsewhere = (
        kitchen.client(headers=dict(FROM_OUR_PAGE), client=address)
        for address in (HOME, MAPPED, ELSEWHERE)
    )
    for client in (at_home, mapped, elsewhere):
        assert client.patch("/api/me", json={"name": "Cleo"}).status_code == 200
    ban_network(owner, "203.0.113.0/24")
    for client in (at_home, mapped):
        assert client.get("/api/me").json()["error"]["detail"]["why"] == "Threw the salt."
        with client.websocket_connect("/api/lobby/live") as socket:
            assert end_of(socket)[1] == 1008
    assert elsewhere.get("/api/me").status_code == 200
    nobody = kitchen.client(client=HOME)
    assert nobody.post("/api/players", json={"name": "New"}).status_code == 403
    kitchen.clock.advance(3600)
    assert at_home.get("/api/me").status_code == 200


@pytest.mark.usefixtures("lifted")
def test_a_mute_player_plays_on_and_writes_nothing(kitchen: Kitchen, owner: Keeper) -> None:
    bo = kitchen.browser("Bo")
    table = kitchen.open_table(bo, seats=2, bots={"1": "easy"}, start=True)
    path = f"/api/admin/players/{id_of(bo)}/mute"
    assert owner.client.post(path, json=WHY).status_code == 200
    with bo.websocket_connect(f"/api/tables/{table['id']}/live") as socket:
        socket.receive_json()
        socket.send_json({"type": "chat", "ref": "a", "room": "table", "text": "Hi"})
        told = socket.receive_json()
        while told["type"] != "error":
            told = socket.receive_json()
        assert told["error"]["code"] == "forbidden"
        assert told["error"]["detail"] == {"muted_until": None, "why": "Threw the salt."}
        socket.send_json({"type": "ping", "ref": "b"})
        assert socket.receive_json()["type"] == "ok"


@pytest.mark.usefixtures("lifted")
def test_a_mute_player_says_nothing_by_a_name_or_a_title_either(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bo = kitchen.browser("Bo")
    table = f"/api/tables/{kitchen.open_table(bo, title='Milk')['id']}"
    path = f"/api/admin/players/{id_of(bo)}/mute"
    assert owner.client.post(path, json=WHY).status_code == 200
    loud: tuple[tuple[str, str, Mapping[str, object]], ...] = (
        ("PATCH", "/api/me", {"name": "LOUD"}),
        ("PATCH", table, {"title": "LOUD"}),
        ("POST", "/api/tables", {"game": "gnav", "title": "LOUD"}),
    )
    for method, address, said in loud:
        answer = bo.request(method, address, json=said)
        assert answer.status_code == 403, address
        assert answer.json()["error"]["detail"]["why"] == WHY["why"]
    assert bo.get("/api/me").json()["player"]["name"] == "Bo"
    assert bo.patch(table, json={"title": ""}).json()["title"] is None
    assert bo.post("/api/tables", json={"game": "gnav"}).status_code == 201


@pytest.mark.usefixtures("lifted")
def test_the_staff_is_let_in_from_a_network_that_is_not(kitchen: Kitchen, owner: Keeper) -> None:
    ban_network(owner, "203.0.113.0/24")
    client = kitchen.client(headers=dict(FROM_OUR_PAGE), client=HOME)
    assert owner.log_in(client).status_code == 200
    assert client.get("/api/admin/bans").status_code == 200
