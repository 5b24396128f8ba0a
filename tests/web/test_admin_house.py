"""The staff's calls on the house: games and bots that rest, news, maintenance, certificates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest

from tests.web.kitchen import Kitchen
from tests.web.staff import Keeper, keeper_of

WHY = {"why": "Because."}


@pytest.fixture(scope="module")
def owner(kitchen: Kitchen) -> Keeper:
    return keeper_of(kitchen)


@pytest.fixture
def calm(owner: Keeper) -> Iterator[None]:
    """Nothing rests afterwards, and there are no news."""
    yield
    for game in games(owner):
        body = {"resting": False, "levels": dict.fromkeys(game["levels"], True)}
        switch(owner, game["key"], **body)
    maintain(owner, on=False)
    for each in owner.client.get("/api/admin/announcements").json()["announcements"]:
        owner.client.request("DELETE", f"/api/admin/announcements/{each['id']}", json=WHY)


def games(owner: Keeper) -> list[dict[str, Any]]:
    """The games as the staff sees them."""
    listed: list[dict[str, Any]] = owner.client.get("/api/admin/games").json()["games"]
    return listed


def switch(owner: Keeper, key: str, **body: Any) -> Any:
    """A game or its bots rest, or do so no more."""
    return owner.client.patch(f"/api/admin/games/{key}", json={**WHY, **body})


def maintain(owner: Keeper, **body: Any) -> Any:
    """Plan maintenance, proved."""
    owner.prove()
    return owner.client.put("/api/admin/maintenance", json={**WHY, **body})


def at(kitchen: Kitchen, hours: float) -> str:
    """So many hours from now."""
    return (kitchen.clock.now() + timedelta(hours=hours)).isoformat()


def last_deed(owner: Keeper) -> tuple[str, Any, Any]:
    """The newest line of the audit log: deed, target and particulars."""
    entry = owner.client.get("/api/admin/audit").json()["entries"][0]
    return entry["deed"], entry["target"], entry["detail"]


@pytest.mark.usefixtures("calm")
def test_a_game_rests_for_new_tables_only(kitchen: Kitchen, owner: Keeper) -> None:
    anna = kitchen.browser("Anna")
    table = kitchen.open_table(anna, seats=2, bots={"1": "easy"}, start=True)
    assert switch(owner, "milkuro", resting=True).json()["resting"] is True
    assert last_deed(owner)[:2] == ("switch_game", {"kind": "game", "id": "milkuro"})
    refused = anna.post("/api/tables", json={"game": "milkuro"}).json()["error"]
    assert (refused["code"], refused["detail"]) == ("forbidden", {"resting": "milkuro"})
    assert anna.post("/api/tables", json={"game": "gnav"}).status_code == 201
    assert anna.get(f"/t/{table['id']}").status_code == 200
    offered = {game["key"] for game in anna.get("/api/games").json()["games"]}
    assert "milkuro" not in offered
    assert "gnav" in offered
    (told,) = [game for game in games(owner) if game["key"] == "milkuro"]
    assert told["tables_running"] >= 1
    switch(owner, "milkuro", resting=False)
    assert anna.post("/api/tables", json={"game": "milkuro"}).status_code == 201


@pytest.mark.usefixtures("calm")
def test_bots_of_a_level_rest_in_one_game(kitchen: Kitchen, owner: Keeper) -> None:
    anna = kitchen.browser("Anna")
    told = switch(owner, "milkuro", levels={"hard": False}).json()
    assert told["levels"] == {"easy": True, "normal": True, "hard": False}
    order = {"seats": 2, "bots": {"1": "hard"}}
    error = anna.post("/api/tables", json={"game": "milkuro", **order}).json()["error"]
    assert error["detail"] == {"resting_level": "hard"}
    assert anna.post("/api/tables", json={"game": "gnav", "bots": {"1": "hard"}}).status_code == 201
    bots = {game["key"]: game["bots"] for game in anna.get("/api/games").json()["games"]}
    assert bots["milkuro"] == ["easy", "normal"]
    assert bots["gnav"] == ["easy", "normal", "hard"]
    assert switch(owner, "milkuro", levels={"clever": True}).status_code == 422
    assert switch(owner, "chess", resting=True).status_code == 404


def news_on(kitchen: Kitchen, path: str) -> dict[str, Any]:
    """What a page's script starts from."""
    page = kitchen.browser().get(path).text
    start = page.index('id="boot">') + len('id="boot">')
    boot: dict[str, Any] = orjson.loads(page[start : page.index("</script>", start)])
    news: dict[str, Any] = boot["house"]
    return news


def next_news(socket: Any) -> dict[str, Any]:
    """The next news over a socket, which may tell of comings and goings before."""
    while (told := socket.receive_json())["type"] != "house":
        pass
    news: dict[str, Any] = told["news"]
    return news


@pytest.mark.usefixtures("calm")
def test_announcements_are_read_on_pages_and_over_sockets(kitchen: Kitchen, owner: Keeper) -> None:
    table = kitchen.open_table(kitchen.browser("Anna"), visibility="public")
    paths = ("/api/lobby/live?news=1", f"/api/tables/{table['id']}/live?news=1")
    browser, quiet = kitchen.browser(), kitchen.browser()
    with (
        browser.websocket_connect(paths[0]) as lobby,
        browser.websocket_connect(paths[1]) as at_table,
        quiet.websocket_connect("/api/lobby/live") as unasked,
    ):
        for socket in (lobby, at_table):
            assert socket.receive_json()["type"] in ("lobby", "state")
            assert next_news(socket)["announcements"] == []
        assert unasked.receive_json()["type"] == "lobby"
        body = {"texts": {"en": "Tea!", "th": "ชา!"}, "starts_at": at(kitchen, 0),
                "ends_at": at(kitchen, 1)}  # fmt: skip
        answer = owner.client.post("/api/admin/announcements", json={**WHY, **body})
        assert answer.status_code == 201, answer.text
        (said,) = answer.json()["announcements"]
        for socket in (lobby, at_table):
            assert next_news(socket)["announcements"][0]["texts"] == {"en": "Tea!", "th": "ชา!"}
    deed, target, _ = last_deed(owner)
    assert (deed, target) == ("announce", {"kind": "announcement", "id": said["id"]})
    for path in ("/", f"/t/{table['id']}"):
        assert [each["id"] for each in news_on(kitchen, path)["announcements"]] == [said["id"]]
    gone = owner.client.request("DELETE", f"/api/admin/announcements/{said['id']}", json=WHY)
    assert gone.json()["announcements"] == []
    assert news_on(kitchen, "/")["announcements"] == []
    again = owner.client.request("DELETE", f"/api/admin/announcements/{said['id']}", json=WHY)
    assert again.status_code == 404


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"texts": {"fr": "Thé"}}, ""),
        ({"texts": {"en": "Tea", "de": "Tee"}}, "texts.de.[key]"),
        ({"texts": {"en": ""}}, "texts.en"),
        ({"ends_at": "2020-01-01T00:00:00Z"}, "ends_at"),
        ({"why": ""}, "why"),
    ],
)
def test_bad_announcements_are_refused(
    kitchen: Kitchen, owner: Keeper, changes: dict[str, Any], place: str
) -> None:
    body = {"texts": {"en": "Tea"}, "starts_at": at(kitchen, 0), "ends_at": at(kitchen, 1)}
    answer = owner.client.post("/api/admin/announcements", json={**WHY, **body, **changes})
    assert answer.json()["error"]["detail"]["at"] == place


@pytest.mark.usefixtures("calm")
def test_maintenance_comes_is_there_and_is_over(kitchen: Kitchen, owner: Keeper) -> None:
    anna = kitchen.browser("Anna")
    plan = {"on": True, "from": at(kitchen, 1), "until": at(kitchen, 2), "text": {"en": "Paint."}}
    planned = maintain(owner, **plan).json()
    assert (planned["on"], planned["text"]) == (True, {"en": "Paint."})
    assert last_deed(owner)[:2] == ("maintain", {"kind": "maintenance", "id": "house"})
    assert news_on(kitchen, "/")["maintenance"]["from"] == planned["from"]
    table = kitchen.open_table(anna, seats=2, bots={"1": "easy"}, start=True)
    kitchen.clock.advance(3600)
    refused = anna.post("/api/tables", json={"game": "gnav"})
    assert refused.status_code == 503
    assert refused.json()["error"]["detail"]["maintenance"] is True
    assert anna.get(f"/api/tables/{table['id']}").json()["state"] == "playing"
    kitchen.clock.advance(3600)
    assert anna.post("/api/tables", json={"game": "gnav"}).status_code == 201
    assert owner.log_in().status_code == 200
    assert owner.client.get("/api/admin/maintenance").json() == {
        "on": False, "from": None, "until": None, "text": {},
    }  # fmt: skip


@pytest.mark.usefixtures("calm")
def test_maintenance_begins_at_once_and_is_called_off(kitchen: Kitchen, owner: Keeper) -> None:
    anna = kitchen.browser("Anna")
    assert maintain(owner, on=True).json()["until"] is None
    assert anna.post("/api/tables", json={"game": "gnav"}).status_code == 503
    assert maintain(owner, on=False).json()["on"] is False
    assert anna.post("/api/tables", json={"game": "gnav"}).status_code == 201
    bad = maintain(owner, on=True, **{"from": at(kitchen, 2), "until": at(kitchen, 1)})
    assert bad.json()["error"]["detail"] == {"at": "until"}
    assert maintain(owner, on=True, begins=at(kitchen, 2)).status_code == 422


def test_a_game_is_certified_one_at_a_time(kitchen: Kitchen, owner: Keeper) -> None:
    answer = owner.client.post("/api/admin/games/gnav/certify")
    assert answer.status_code == 202
    told = answer.json()
    assert told["certifying"] == {"done": 0, "total": None, "check": None}
    assert told["certificate"] is None
    assert last_deed(owner)[:2] == ("certify_game", {"kind": "game", "id": "gnav"})
    assert owner.client.post("/api/admin/games/milkuro/certify").status_code == 503
    assert owner.client.post("/api/admin/games/chess/certify").status_code == 404


@pytest.mark.parametrize("role", ["moderator", "observer"])
def test_settings_are_the_owners(kitchen: Kitchen, role: Any) -> None:
    keeper = keeper_of(kitchen, role=role)
    for path in ("/games", "/announcements", "/maintenance"):
        assert keeper.client.get(f"/api/admin{path}").status_code == 200
    deeds = {
        ("PATCH", "/games/gnav"): "switch_game",
        ("POST", "/announcements"): "announce",
        ("DELETE", "/announcements/n"): "announce",
        ("PUT", "/maintenance"): "maintain",
    }
    for (method, path), deed in deeds.items():
        error = keeper.client.request(method, f"/api/admin{path}", json=WHY).json()["error"]
        assert (error["code"], error["detail"]) == ("forbidden", {"deed": deed}), path
        stranger = kitchen.browser("Eve").request(method, f"/api/admin{path}", json=WHY)
        assert stranger.status_code == 401
