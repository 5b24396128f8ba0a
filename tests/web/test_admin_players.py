"""The staff's calls on people: found, named, silenced, kept out and merged, all in the log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.kitchen import Kitchen
from tests.web.staff import Keeper, keeper_of

WHY = {"why": "Because."}


@pytest.fixture(scope="module")
def owner(kitchen: Kitchen) -> Keeper:
    return keeper_of(kitchen)


@pytest.fixture(scope="module")
def observer(kitchen: Kitchen) -> Keeper:
    return keeper_of(kitchen, role="observer")


def person(kitchen: Kitchen, name: str) -> tuple[TestClient, str]:
    """A browser and its player's id."""
    client = kitchen.browser(name)
    return client, client.get("/api/me").json()["player"]["id"]


def post(owner: Keeper, path: str, **body: Any) -> Any:
    """A dangerous deed, proved."""
    owner.prove()
    return owner.client.post(f"/api/admin{path}", json={**WHY, **body})


def file_of(owner: Keeper, player: str) -> dict[str, Any]:
    """What is known of somebody."""
    answer = owner.client.get(f"/api/admin/players/{player}")
    assert answer.status_code == 200, answer.text
    known: dict[str, Any] = answer.json()
    return known


def last_deed(owner: Keeper) -> tuple[str, Any, str]:
    """The newest line of the audit log: deed, target and reason."""
    entry = owner.client.get("/api/admin/audit").json()["entries"][0]
    return entry["deed"], entry["target"], entry["why"]


def test_people_are_found_page_by_page(kitchen: Kitchen, owner: Keeper) -> None:
    _, zoe = person(kitchen, "Zoë Findme")
    found = owner.client.get("/api/admin/players", params={"q": "ZOË find"}).json()
    assert [(each["id"], each["name"]) for each in found["players"]] == [(zoe, "Zoë Findme")]
    assert found["before"] is None
    by_id = owner.client.get("/api/admin/players", params={"q": zoe}).json()["players"]
    assert [each["id"] for each in by_id] == [zoe]
    assert (by_id[0]["banned"], by_id[0]["muted"], by_id[0]["tables"]) == (False, False, 0)
    bad = owner.client.get("/api/admin/players", params={"before": "nowhere"})
    assert bad.json()["error"]["code"] == "invalid"


def test_a_file_tells_sessions_and_tables(kitchen: Kitchen, owner: Keeper) -> None:
    client, player = person(kitchen, "Bo")
    table = kitchen.open_table(client, title="Sunday")
    known = file_of(owner, player)
    assert [each["here"] for each in known["sessions"]] == [False]
    assert [(each["id"], each["title"]) for each in known["tables"]] == [(table["id"], "Sunday")]
    with client.websocket_connect("/api/lobby/live") as socket:
        socket.receive_json()
        assert [each["here"] for each in file_of(owner, player)["sessions"]] == [True]
    assert owner.client.get("/api/admin/players/nobody").status_code == 404


def test_a_new_name_shows_at_the_table_at_once(kitchen: Kitchen, owner: Keeper) -> None:
    client, player = person(kitchen, "Rude Name")
    table = kitchen.open_table(client)
    path = f"/api/admin/players/{player}"
    answer = owner.client.patch(path, json={"name": " Kind  Name ", **WHY})
    assert answer.json()["player"]["name"] == "Kind Name"
    seat = client.get(f"/api/tables/{table['id']}").json()["seats"][0]
    assert seat["player"]["name"] == "Kind Name"
    assert last_deed(owner) == ("rename_player", {"kind": "player", "id": player}, "Because.")
    assert owner.client.patch(path, json={"name": "", **WHY}).status_code == 422
    nobody = owner.client.patch("/api/admin/players/nobody", json={"name": "X", **WHY})
    assert nobody.status_code == 404


def test_an_ended_session_is_nobodys_and_its_sockets_close(kitchen: Kitchen, owner: Keeper) -> None:
    client, player = person(kitchen, "Bo")
    (session,) = file_of(owner, player)["sessions"]
    path = f"/api/admin/players/{player}/sessions/{session['id']}"
    with client.websocket_connect("/api/lobby/live") as socket:
        socket.receive_json()
        assert owner.client.request("DELETE", path, json=WHY).json()["sessions"] == []
        assert socket.receive_json()["error"]["code"] == "sign_in"
        assert socket.receive_json() == {"type": "bye", "reason": "closed"}
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert client.get("/api/me").json()["player"] is None
    assert last_deed(owner) == ("end_session", {"kind": "player", "id": player}, "Because.")
    elsewhere = f"/api/admin/players/{player}/sessions/nothing"
    assert owner.client.request("DELETE", elsewhere, json=WHY).status_code == 404


def test_a_ban_and_its_end_are_in_file_list_and_log(kitchen: Kitchen, owner: Keeper) -> None:
    client, player = person(kitchen, "Bo")
    banned = post(owner, f"/players/{player}/ban").json()
    assert banned["player"]["banned"] is True
    (ban,) = banned["bans"]
    assert (ban["kind"], ban["until"], ban["admin"]["name"]) == ("ban", None, owner.name)
    assert last_deed(owner) == ("ban", {"kind": "player", "id": player}, "Because.")
    listed = owner.client.get("/api/admin/bans").json()["bans"]
    assert listed[0] == ban
    lifted = owner.client.request("DELETE", f"/api/admin/bans/{ban['id']}", json=WHY)
    assert lifted.json()["bans"][0]["lifted_at"] is not None
    assert last_deed(owner)[0] == "lift_ban"
    assert client.get("/api/me").status_code == 200
    again = owner.client.request("DELETE", f"/api/admin/bans/{ban['id']}", json=WHY)
    assert again.status_code == 404
    assert not file_of(owner, player)["player"]["banned"]


def test_a_ban_wants_proof_and_a_good_end(kitchen: Kitchen, owner: Keeper) -> None:
    _, player = person(kitchen, "Bo")
    path = f"/players/{player}/ban"
    kitchen.clock.advance(3600)
    unproved = owner.client.post(f"/api/admin{path}", json=WHY)
    assert unproved.json()["error"]["detail"] == {"prove": True}
    past = (kitchen.clock.now() - timedelta(seconds=1)).isoformat()
    assert post(owner, path, until=past).json()["error"]["detail"] == {"at": "until"}
    assert post(owner, path, why="").json()["error"]["code"] == "invalid"
    assert post(owner, "/players/nobody/ban").status_code == 404
    assert file_of(owner, player)["bans"] == []


@pytest.mark.parametrize(
    ("network", "days", "at"),
    [
        ("10.0.0.0/15", 1, "network"),
        ("::/31", 1, "network"),
        ("home", 1, "network"),
        ("10.0.0.0/16", 91, "until"),
        ("10.0.0.0/16", -1, "until"),
    ],
)
def test_networks_are_narrow_and_end(
    kitchen: Kitchen, owner: Keeper, network: str, days: int, at: str
) -> None:
    until = (kitchen.clock.now() + timedelta(days=days)).isoformat()
    answer = post(owner, "/bans", network=network, until=until)
    assert answer.json()["error"]["detail"] == {"at": at}


def test_a_guest_becomes_another_one(kitchen: Kitchen, owner: Keeper) -> None:
    guest, from_id = person(kitchen, "Bo on the phone")
    other, into = person(kitchen, "Bo")
    table = kitchen.open_table(guest, seats=2, bots={"1": "easy"}, start=True)
    live = f"/api/tables/{table['id']}/live"
    with guest.websocket_connect(live) as socket:
        socket.receive_json()
        merged = post(owner, f"/players/{from_id}/merge", into=into)
        assert merged.status_code == 200, merged.text
        told = socket.receive_json()
        while told["type"] != "bye":
            told = socket.receive_json()
        assert told["reason"] == "restarting"
    assert merged.json()["player"]["id"] == into
    assert len(merged.json()["sessions"]) == 2
    for client in (guest, other):
        assert client.get("/api/me").json()["player"] == {"id": into, "name": "Bo"}
        with client.websocket_connect(live) as socket:
            assert socket.receive_json()["seat"] == 0
    assert last_deed(owner) == ("merge_players", {"kind": "player", "id": from_id}, "Because.")
    assert file_of(owner, from_id)["player"]["merged_into"] == into


def test_no_merge_of_two_who_sit_at_one_table(kitchen: Kitchen, owner: Keeper) -> None:
    anna, anna_id = person(kitchen, "Anna")
    bo, bo_id = person(kitchen, "Bo")
    table = kitchen.open_table(anna, visibility="public")
    sat = bo.post(f"/api/tables/{table['id']}/seats/1", json={"who": "me"})
    assert sat.status_code == 200
    error = post(owner, f"/players/{bo_id}/merge", into=anna_id).json()["error"]
    assert (error["code"], error["detail"]) == ("already_seated", {"tables": [table["id"]]})
    assert bo.get("/api/me").json()["player"]["id"] == bo_id
    assert post(owner, f"/players/{bo_id}/merge", into=bo_id).status_code == 404


def reported(kitchen: Kitchen) -> tuple[str, str]:
    """A line of Bo's that Anna reports: the report's id, and Bo's."""
    bo, bo_id = person(kitchen, "Bo")
    anna, _ = person(kitchen, "Anna")
    table = kitchen.open_table(bo, seats=2, bots={"1": "easy"}, start=True, visibility="public")
    with bo.websocket_connect(f"/api/tables/{table['id']}/live") as socket:
        socket.receive_json()
        for number in range(3):
            socket.send_json({"type": "chat", "ref": f"{number}", "room": "table", "text": "Boo"})
        lines = []
        while len(lines) < 3:
            message = socket.receive_json()
            if message["type"] == "chat":
                lines.append(message["id"])
    body = {"message": lines[1], "why": "rude"}
    assert anna.post(f"/api/tables/{table['id']}/reports", json=body).status_code == 200
    return lines[1], bo_id


def waiting(owner: Keeper, line: str) -> dict[str, Any]:
    """The report of that line among those that wait."""
    found = owner.client.get("/api/admin/reports").json()["reports"]
    (case,) = [each for each in found if each["line"]["id"] == line]
    return dict(case)


@pytest.mark.parametrize(
    ("verdict", "banned", "muted"),
    [
        ("dismissed", False, False),
        ("warned", False, False),
        ("muted", False, True),
        ("banned", True, False),
    ],
)
def test_a_report_is_judged_once_and_what_follows_holds(
    kitchen: Kitchen, owner: Keeper, verdict: str, banned: bool, muted: bool
) -> None:
    line, bo = reported(kitchen)
    case = waiting(owner, line)
    assert (case["reporter"]["name"], case["why"], case["line"]["player"]["id"]) == (
        "Anna", "rude", bo,
    )  # fmt: skip
    assert (len(case["before"]), len(case["after"])) == (1, 1)
    judged = post(owner, f"/reports/{case['id']}", verdict=verdict)
    assert judged.json()["verdict"]["verdict"] == verdict
    assert judged.json()["verdict"]["admin"]["name"] == owner.name
    player = file_of(owner, bo)["player"]
    assert (player["banned"], player["muted"]) == (banned, muted)
    assert last_deed(owner)[:2] == ("judge_report", {"kind": "report", "id": case["id"]})
    again = post(owner, f"/reports/{case['id']}", verdict="dismissed")
    assert again.json()["error"]["code"] == "stale"
    everything = owner.client.get("/api/admin/reports?state=all").json()["reports"]
    assert case["id"] in {each["id"] for each in everything}
    assert post(owner, "/reports/nothing", verdict="dismissed").status_code == 404


def test_what_follows_from_a_verdict_ends_when_it_was_said(kitchen: Kitchen, owner: Keeper) -> None:
    line, bo = reported(kitchen)
    until = (kitchen.clock.now() + timedelta(days=1)).isoformat().replace("+00:00", "Z")
    path = f"/reports/{waiting(owner, line)['id']}"
    assert post(owner, path, verdict="muted", until=until).status_code == 200
    (mute,) = file_of(owner, bo)["bans"]
    assert (mute["kind"], mute["until"][:19]) == ("mute", until[:19])


def test_who_only_looks_changes_nothing(kitchen: Kitchen, observer: Keeper) -> None:
    _, player = person(kitchen, "Bo")
    observer.prove()
    for path in ("/players", f"/players/{player}", "/bans", "/reports"):
        assert observer.client.get(f"/api/admin{path}").status_code == 200
    deeds = {
        ("PATCH", f"/players/{player}"): "rename_player",
        ("DELETE", f"/players/{player}/sessions/s"): "end_session",
        ("POST", f"/players/{player}/mute"): "mute",
        ("POST", f"/players/{player}/ban"): "ban",
        ("POST", f"/players/{player}/merge"): "merge_players",
        ("POST", "/bans"): "ban",
        ("DELETE", "/bans/b"): "lift_ban",
        ("POST", "/reports/r"): "judge_report",
    }
    for (method, path), deed in deeds.items():
        error = observer.client.request(method, f"/api/admin{path}", json=WHY).json()["error"]
        assert (error["code"], error["detail"]) == ("forbidden", {"deed": deed}), path
        stranger = kitchen.browser("Eve").request(method, f"/api/admin{path}", json=WHY)
        assert stranger.status_code == 401
