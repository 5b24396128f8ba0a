"""Staff at tables over HTTP: who may, what is told, and what the audit log and the table hear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.codec import json
from app.games.base import Audience
from app.live.host import Host
from tests.web.kitchen import Kitchen, key_in
from tests.web.staff import Keeper, keeper_of

WHY = "They asked for help."
TABLES = "/api/admin/tables"


@pytest.fixture(scope="module")
def owner(kitchen: Kitchen) -> Keeper:
    """Somebody who may do everything."""
    return keeper_of(kitchen, role="owner")


@pytest.fixture(scope="module")
def observer(kitchen: Kitchen) -> Keeper:
    """Somebody who only looks."""
    return keeper_of(kitchen, role="observer")


@pytest.fixture
def proved(owner: Keeper) -> Iterator[TestClient]:
    """The owner's browser, with a proof just given."""
    owner.prove()
    return owner.client


def running(kitchen: Kitchen, **order: Any) -> tuple[TestClient, dict[str, Any]]:
    """Ada at a table of four that plays, three bots with her."""
    ada = kitchen.program()
    bots = {str(seat): "easy" for seat in (1, 2, 3)}
    table = kitchen.open_table(ada, seats=4, bots=bots, start=True, **order)
    assert table["state"] == "playing"
    return ada, table


def host_of(kitchen: Kitchen, table: dict[str, Any]) -> Host:
    """The table's host in the server."""
    return kitchen.portal.call(kitchen.house.host, table["id"])


def audited(keeper: Keeper, table: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Deed, reason and particulars of all that was done to a table, the newest first."""
    answer = keeper.client.get("/api/admin/audit", params={"target": f"table:{table['id']}"})
    entries = answer.json()["entries"]
    return [(each["deed"], each["why"], each["detail"]) for each in entries]


def ask(client: TestClient, table: dict[str, Any], verb: str, **said: Any) -> Any:
    """Do something to a table, for a reason."""
    return client.post(f"{TABLES}/{table['id']}/{verb}", json={"why": WHY, **said})


# Looking


def test_tables_are_found(kitchen: Kitchen, observer: Keeper) -> None:
    _, table = running(kitchen, title="Supper of the Smiths", visibility="link")
    for query in ("q=the smiths", f"q={table['id']}", "state=playing&q=Supper", "game=milkuro"):
        found = observer.client.get(f"{TABLES}?{query}").json()
        line = next(each for each in found["tables"] if each["id"] == table["id"])
        assert (line["title"], line["seq"] is None) == ("Supper of the Smiths", False)
    assert observer.client.get(f"{TABLES}?q=nobody at all").json() == {"tables": [], "before": None}
    assert observer.client.get(f"{TABLES}?state=open&q=Supper").json()["tables"] == []
    assert observer.client.get(f"{TABLES}?q=&game=&state=&before=").status_code == 200


@pytest.mark.parametrize(
    "query", ["before=x", "state=asleep", "q=%00", f"q={'x' * 65}", "game=%0A", "stuck=perhaps"]
)
def test_what_cannot_be_looked_for_is_invalid(observer: Keeper, query: str) -> None:
    answer = observer.client.get(f"{TABLES}?{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")


@pytest.mark.parametrize("game", ["milkuro", "mino_dice", "gnav", "milkman"])
def test_staff_are_told_what_a_spectator_is(kitchen: Kitchen, owner: Keeper, game: str) -> None:
    """Through the whole edge, byte for byte; never what a seat knows."""
    ada = kitchen.program()
    bots = {str(seat): "easy" for seat in (1, 2, 3)}
    table = kitchen.open_table(ada, game=game, seats=4, bots=bots, start=True)
    ada.post(f"/api/tables/{table['id']}/pause")  # nothing happens between two looks
    key = key_in(table["links"]["watch"])
    watched = kitchen.client().get(f"/api/tables/{table['id']}/state", params={"key": key})
    seated = ada.get(f"/api/tables/{table['id']}/state").json()
    detail = owner.client.get(f"{TABLES}/{table['id']}")
    spectator = watched.json()
    for part in ("view", "log", "opening", "notes"):
        assert json.dumps(spectator[part]) in watched.content
        assert json.dumps(detail.json()[part]) in detail.content
        assert json.dumps(detail.json()[part]) == json.dumps(spectator[part])
    older = owner.client.get(f"{TABLES}/{table['id']}/log")
    assert json.dumps(older.json()["log"]) == json.dumps(spectator["log"])
    if game != "milkman":  # whose only secret is the order of a deck
        assert detail.json()["view"] != seated["view"]
    assert "legal" not in detail.json()


def test_a_look_is_no_visit_and_gives_no_key(kitchen: Kitchen, observer: Keeper) -> None:
    ada, table = running(kitchen, visibility="link")
    detail = observer.client.get(f"{TABLES}/{table['id']}").json()
    told = ada.get(f"/api/tables/{table['id']}").json()
    assert (told["spectators"], detail["table"]["links"], detail["links_count"]) == (0, {}, 2)
    for kind in ("play", "watch"):
        assert key_in(table["links"][kind]) not in json.dumps(detail).decode()
    assert kitchen.client().get(f"/api/tables/{table['id']}").status_code == 404


# Who may


CALLS = (
    ("get", "", {}),
    ("get", "/none", {}),
    ("get", "/none/log", {}),
    ("get", "/none/verify", {}),
    ("post", "/none/repair", {"kind": "wake", "why": WHY}),
    ("post", "/none/end", {"result": "none", "why": WHY}),
    ("post", "/none/glass", {"why": WHY}),
)


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_players_are_not_staff(kitchen: Kitchen, method: str, path: str, body: Any) -> None:
    said = {"json": body} if method == "post" else {}
    for client in (kitchen.browser(), kitchen.browser("Ada")):
        answer = client.request(method.upper(), TABLES + path, **said)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in")
    answer = kitchen.program().request(method.upper(), TABLES + path, **said)
    assert answer.json()["error"]["code"] == ("sign_in" if method == "get" else "forbidden")


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_observers_look_only(observer: Keeper, method: str, path: str, body: Any) -> None:
    said = {"json": body} if method == "post" else {}
    answer = observer.client.request(method.upper(), TABLES + path, **said)
    expected = 403 if method == "post" else 404 if path else 200
    assert answer.status_code == expected
    if expected == 403:
        assert set(answer.json()["error"]["detail"]) == {"deed"}


@pytest.mark.parametrize(("verb", "said"), [("end", {"result": "none"}), ("glass", {})])
def test_dangerous_deeds_want_a_proof(
    kitchen: Kitchen, owner: Keeper, verb: str, said: dict[str, str]
) -> None:
    _, table = running(kitchen)
    owner.prove()
    kitchen.clock.advance(601)
    answer = ask(owner.client, table, verb, **said)
    assert (answer.status_code, answer.json()["error"]["detail"]) == (403, {"prove": True})
    assert audited(owner, table) == []
    owner.prove()
    assert ask(owner.client, table, verb, **said).status_code == 200


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("repair", {"kind": "wake"}),
        ("repair", {"kind": "wake", "why": ""}),
        ("repair", {"kind": "wake", "why": "x" * 501}),
        ("repair", {"kind": "wake", "why": "a\nb"}),
        ("repair", {"kind": "kick", "why": WHY}),
        ("repair", {"kind": "stand_in", "why": WHY}),
        ("repair", {"kind": "stand_in", "seat": 9, "why": WHY}),
        ("repair", {"kind": "stand_in", "seat": -1, "why": WHY}),
        ("end", {"result": "mine", "why": WHY}),
        ("end", {"result": "none"}),
        ("glass", {}),
    ],
)
def test_every_deed_has_a_reason_and_a_shape(
    kitchen: Kitchen, owner: Keeper, proved: TestClient, verb: str, body: Any
) -> None:
    _, table = running(kitchen)
    answer = proved.post(f"{TABLES}/{table['id']}/{verb}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")
    assert audited(owner, table) == []


# Repairs and ends


def test_a_planted_stuck_table_is_found_and_mended(
    kitchen: Kitchen, owner: Keeper, proved: TestClient
) -> None:
    _, table = running(kitchen)
    host = host_of(kitchen, table)
    before = kitchen.house.gauges.repairs["wake"]

    def plant() -> None:
        assert host.match is not None
        host.ledger.match = replace(host.match, to_act=frozenset())

    def look_round() -> None:
        kitchen.house._rounds.check_liveness([host])

    kitchen.portal.call(plant)
    kitchen.portal.call(look_round)
    stuck = owner.client.get(f"{TABLES}?stuck=1").json()["tables"]
    assert [(each["id"], each["violation"]) for each in stuck] == [
        (table["id"], "nobody owes a move")
    ]
    mended = ask(proved, table, "repair", kind="wake")
    assert (mended.status_code, mended.json()["violation"]) == (200, None)
    kitchen.portal.call(look_round)
    assert owner.client.get(f"{TABLES}?stuck=1").json()["tables"] == []
    assert audited(owner, table) == [("repair_table", WHY, {"kind": "wake"})]
    assert kitchen.house.gauges.repairs["wake"] == before + 1


def test_repairs_are_told_at_the_table(kitchen: Kitchen, owner: Keeper, proved: TestClient) -> None:
    ada, table = running(kitchen)
    for kind in ("pause", "resume"):
        assert ask(proved, table, "repair", kind=kind).status_code == 200
    mended = ask(proved, table, "repair", kind="stand_in", seat=0).json()
    assert mended["table"]["seats"][0]["away"] is True
    notes = ada.get(f"/api/tables/{table['id']}/state").json()["notes"]
    told = [(each["kind"], each["params"].get("by") or each["params"].get("why")) for each in notes]
    assert told == [("paused", "staff"), ("resumed", "staff"), ("stand_in", "staff")]
    assert audited(owner, table)[0] == ("repair_table", WHY, {"kind": "stand_in", "seat": 0})


def test_an_end_without_a_result_is_audited_and_told(
    kitchen: Kitchen, owner: Keeper, proved: TestClient
) -> None:
    ada, table = running(kitchen)
    ended = ask(proved, table, "end", result="none").json()["table"]
    assert (ended["state"], ended["ended_why"], ended["result"]) == ("abandoned", "staff", None)
    notes = ada.get(f"/api/tables/{table['id']}/state").json()["notes"]
    assert [each["kind"] for each in notes] == ["ended"]
    again = ask(proved, table, "end", result="none")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "match_over")
    assert audited(owner, table) == [("end_table", WHY, {"result": "none"})]
    findings = owner.client.get(f"{TABLES}/{table['id']}/verify").json()
    assert findings["holds"] is True


def test_bots_play_a_match_out(kitchen: Kitchen, proved: TestClient) -> None:
    ada, table = running(kitchen)
    assert ask(proved, table, "end", result="as_it_stands").status_code == 200
    host = host_of(kitchen, table)
    kitchen.portal.call(wait_for_end, host)
    ended = ada.get(f"/api/tables/{table['id']}").json()
    assert (ended["state"], ended["ended_why"]) == ("finished", "staff")
    assert ended["result"] is not None
    findings = proved.get(f"{TABLES}/{table['id']}/verify").json()
    assert findings["verdict"]["holds"]
    assert findings["replay"] == {"positions": ended["seq"] + 1, "holds": True, "problem": None}


async def wait_for_end(host: Host) -> None:
    """Until the bots have done; each of their moves takes the turn after the last one."""
    while not host.table.ended:
        await host.refresh()


@pytest.mark.parametrize("title", ["open", "running"])
def test_only_ended_matches_are_examined(kitchen: Kitchen, observer: Keeper, title: str) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada) if title == "open" else running(kitchen)[1]
    answer = observer.client.get(f"{TABLES}/{table['id']}/verify")
    code = {"open": "not_started", "running": "forbidden"}[title]
    assert answer.json()["error"]["code"] == code


# Glass


def test_the_glass_is_audited_first_and_told_last(
    kitchen: Kitchen, owner: Keeper, proved: TestClient
) -> None:
    ada, table = running(kitchen)
    host = host_of(kitchen, table)
    shown = ask(proved, table, "glass")
    assert host.match is not None
    opened = host.match.game.view(host.match.state, Audience.OPEN)
    assert shown.json() == {"view": json.loads(json.dumps(opened)), "seq": host.match.seq}
    assert audited(owner, table) == [("break_glass", WHY, {"seq": host.match.seq})]
    assert ada.get(f"/api/tables/{table['id']}/state").json()["notes"] == []
    detail = owner.client.get(f"{TABLES}/{table['id']}").json()
    assert [each["seq"] for each in detail["broken_glass"]] == [host.match.seq]
    assert ask(proved, table, "end", result="none").status_code == 200
    kitchen.portal.call(host.talk.read_glass)
    notes = ada.get(f"/api/tables/{table['id']}/state").json()["notes"]
    glass = [each for each in notes if each["kind"] == "glass"]
    assert [each["params"] for each in glass] == [{"seq": shown.json()["seq"]}]
    assert WHY not in json.dumps(notes).decode()


def test_no_view_without_an_entry_in_the_audit_log(kitchen: Kitchen, proved: TestClient) -> None:
    _, table = running(kitchen)
    host = host_of(kitchen, table)

    class Torn:
        async def add(self, line: Any) -> None:
            raise ConnectionError("the page is torn")

    web = kitchen.app.state.web
    kitchen.app.state.web = replace(web, audit=Torn())
    try:
        answer = ask(proved, table, "glass")
    finally:
        kitchen.app.state.web = web
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert kitchen.portal.call(kitchen.store.notes.glass, host.table.id) == ()


def test_an_ended_match_has_no_glass(kitchen: Kitchen, proved: TestClient) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada)
    assert ask(proved, table, "glass").json()["error"]["code"] == "not_started"
    ask(proved, table, "end", result="none")
    assert ask(proved, table, "glass").json()["error"]["code"] == "match_over"
