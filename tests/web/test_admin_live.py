"""The house's numbers at the edge: who may read them, the charts, the staff's socket."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.codec.statistics import AdminServerMessage, NowJson
from app.live.rounds import Liveness
from app.live.sampler import SESSIONS
from app.settings import ROOT, product_version
from app.tables.admins import ROLES, Role
from app.tables.liveness import Violation
from app.tables.statistics import MINUTE, Minute, Peak, minute_of
from app.web.admin_live import LARGEST
from app.web.admin_statistics_api import StatisticsAnswer
from app.web.limits import OFFENCES, RATES
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, Kitchen
from tests.web.staff import Keeper, browser, keeper_of
from tests.web.test_undo import lay

LIVE = "/api/admin/live"
A_DAY = 24 * 3600
READINGS = ("/api/admin/now", "/api/admin/statistics")


def schema_of(kind: Any) -> jsonschema.Draft202012Validator:
    """What the documents say about that kind of message."""
    return jsonschema.Draft202012Validator(TypeAdapter(kind).json_schema(mode="serialization"))


MESSAGE, NOW, STATISTICS = map(schema_of, (AdminServerMessage, NowJson, StatisticsAnswer))


def read(socket: WebSocketTestSession) -> dict[str, Any]:
    """The next message, as the schema allows it."""
    message: dict[str, Any] = socket.receive_json()
    MESSAGE.validate(message)
    return message


def read_end(socket: WebSocketTestSession) -> tuple[list[dict[str, Any]], int]:
    """What is still told, and the close code."""
    told = []
    while True:
        try:
            told.append(read(socket))
        except WebSocketDisconnect as closed:
            return told, closed.code


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of that kind; others are passed over."""
    while (message := read(socket))["type"] != kind:
        pass
    return message


def look(kitchen: Kitchen, seconds: int = 1) -> None:
    """The sampler looks, so many seconds later."""

    async def go_on() -> None:
        kitchen.clock.advance(seconds)
        kitchen.sampler.look()

    kitchen.portal.call(go_on)


def look_at_sessions(kitchen: Kitchen) -> None:
    """Enough looks for sessions to be checked."""
    for _ in range(SESSIONS):
        look(kitchen)


@pytest.fixture
def olga(kitchen: Kitchen) -> Keeper:
    """An owner who is logged in."""
    return keeper_of(kitchen)


@pytest.fixture
def socket(olga: Keeper) -> Iterator[WebSocketTestSession]:
    """Olga's socket, after its first message."""
    with olga.client.websocket_connect(LIVE) as session:
        assert read(session)["type"] == "now"
        yield session


@pytest.mark.parametrize("path", READINGS)
def test_numbers_are_for_the_staff(kitchen: Kitchen, path: str) -> None:
    for stranger in (kitchen.client(), browser(kitchen), kitchen.program()):
        answer = stranger.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in")


@pytest.mark.parametrize("role", ROLES)
def test_every_role_may_look(kitchen: Kitchen, role: Role) -> None:
    client = keeper_of(kitchen, role=role).client
    assert [client.get(path).status_code for path in READINGS] == [200, 200]
    with client.websocket_connect(LIVE) as session:
        assert read(session)["type"] == "now"


def test_now_tells_what_the_house_does(olga: Keeper) -> None:
    kitchen = olga.kitchen
    lay(kitchen)
    answer = olga.client.get("/api/admin/now")
    assert answer.status_code == 200
    now = answer.json()
    NOW.validate(now)
    assert now["tables"]["playing"] == 1
    assert now["version"] == "1.2.3"
    assert not now["database"]["ok"]  # this house has no beats yet
    kitchen.portal.call(kitchen.house.pulse.beat)
    assert olga.client.get("/api/admin/now").json()["database"]["ok"]


def test_refusals_are_among_the_numbers(olga: Keeper) -> None:
    before = olga.client.get("/api/admin/now").json()["refusals"].get("not_found", 0)
    assert olga.client.get("/api/tables/nowhere").status_code == 404
    assert olga.client.get("/api/admin/now").json()["refusals"]["not_found"] == before + 1


def test_what_the_socket_says_is_published(kitchen: Kitchen) -> None:
    assert kitchen.client().get("/api/schema").json()["admin"] == MESSAGE.schema


def test_the_version_is_the_project_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert product_version() == project["version"]


@pytest.mark.parametrize(("span", "count", "step"), [("hour", 60, 60), ("day", 144, 600)])
def test_a_chart_has_a_point_for_each_step(olga: Keeper, span: str, count: int, step: int) -> None:
    answer = olga.client.get("/api/admin/statistics", params={"span": span})
    chart = answer.json()
    STATISTICS.validate(chart)
    assert (chart["step_s"], len(chart["points"])) == (step, count)


@pytest.mark.parametrize("span", ["", "week", "hour day"])
def test_there_are_no_other_charts(olga: Keeper, span: str) -> None:
    answer = olga.client.get("/api/admin/statistics", params={"span": span})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")
    assert answer.json()["error"]["detail"]["at"] == "query.span"


def test_charts_show_stored_minutes_and_leave_gaps(kitchen: Kitchen) -> None:
    kitchen.clock.advance(A_DAY)
    client = keeper_of(kitchen).client
    now = minute_of(kitchen.clock.now())
    waits = (0, 4, *[0] * 9)
    stored = Minute(now, ("old",), 60.0, 90, 2, waits, 15.0, Peak(3, 1, 2, 7, 120_000_000))
    for back in (1, 2, 30):
        kitchen.portal.call(kitchen.store.statistics.keep, replace(stored, at=now - back * MINUTE))
    points = client.get("/api/admin/statistics").json()["points"]
    known = [number for number, point in enumerate(points) if point["people"] is not None]
    assert known == [30, 58, 59]
    assert points[59] == {
        "at": points[59]["at"],
        "people": 3,
        "tables": 2,
        "sockets": 7,
        "moves_a_second": 1.5,
        "p50_ms": 1.5,
        "p99_ms": 1.99,
        "errors": 2,
        "memory_mb": 120.0,
        "cpu": 0.25,
    }
    assert {value for key, value in points[31].items() if key != "at"} == {None}


def test_the_last_minute_is_in_the_chart_before_it_is_stored(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(minute: Minute) -> None:
        raise OSError

    kitchen.clock.advance(A_DAY)
    look(kitchen)
    client = keeper_of(kitchen).client
    monkeypatch.setattr(type(kitchen.store.statistics), "keep", lambda _, minute: refuse(minute))
    look(kitchen, 60)
    points = client.get("/api/admin/statistics").json()["points"]
    assert points[-1]["people"] == 0
    assert points[-2]["people"] is None


def test_the_socket_tells_now_minutes_and_alerts(
    socket: WebSocketTestSession, olga: Keeper
) -> None:
    kitchen = olga.kitchen
    kitchen.clock.advance(30)
    look(kitchen)
    until(socket, "now")
    kitchen.house._rounds.liveness = Liveness(1, (Violation("t-1", "nobody owes a move"),), 1)
    look(kitchen)
    assert [read(socket)["type"] for _ in range(2)] == ["alert", "now"]
    kitchen.house._rounds.liveness = Liveness()
    look(kitchen, 60)
    minute = until(socket, "minute")
    assert minute["point"]["sockets"] >= 1
    assert until(socket, "now")["sockets"]["admin"] == 1


def test_a_ping_is_answered_and_nothing_else(socket: WebSocketTestSession) -> None:
    socket.send_json({"type": "ping", "ref": "a"})
    assert read(socket) == {"type": "ok", "ref": "a", "seq": None}
    bad = {
        '{"type":"chat","ref":"b","room":"table","text":"hello"}': ("b", "invalid"),
        '{"type":"now"}': (None, "invalid"),
        "ping": (None, "invalid"),
        "[" * LARGEST: (None, "invalid"),
        '{"type":"ping","ref":"c"}' + " " * LARGEST: (None, "too_large"),
    }
    for text, (ref, code) in bad.items():
        socket.send_text(text)
        answer = read(socket)
        assert (answer["ref"], answer["error"]["code"]) == (ref, code)
    socket.send_bytes(b'{"type":"ping","ref":"d"}')
    assert read(socket)["type"] == "ok"


def test_repeated_offence_ends_the_socket(socket: WebSocketTestSession) -> None:
    for _ in range(int(OFFENCES.burst) + 1):
        socket.send_text("?")
    told, code = read_end(socket)
    assert (told[-1], code) == ({"type": "bye", "reason": "closed"}, 1008)


def refused(client: TestClient) -> str:
    """The code with which a socket is turned away."""
    with client.websocket_connect(LIVE) as session:
        told, close = read_end(session)
    assert close == 1008
    assert told[1:] == [{"type": "bye", "reason": "closed"}]
    code: str = told[0]["error"]["code"]
    return code


def test_strangers_and_players_are_told_to_log_in(kitchen: Kitchen) -> None:
    assert refused(kitchen.client()) == "sign_in"
    assert refused(kitchen.browser("Ada")) == "sign_in"
    assert refused(kitchen.program()) == "sign_in"
    assert refused(kitchen.client(cookies={"kt_player": "x"})) == "sign_in"


@pytest.mark.parametrize("headers", [FROM_ELSEWHERE, {"Origin": "null"}])
def test_a_foreign_page_is_refused_at_the_handshake(olga: Keeper, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        olga.client.websocket_connect(LIVE, headers=headers),
    ):
        pass
    client = olga.kitchen.client(cookies=dict(olga.client.cookies))
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(LIVE):
        pass  # nor a program that says nothing of where it comes from


def test_logging_out_closes_the_socket_at_once(kitchen: Kitchen) -> None:
    keeper = keeper_of(kitchen)
    with keeper.client.websocket_connect(LIVE) as session:
        read(session)
        assert keeper.client.post("/api/admin/logout").status_code == 204
        told, code = read_end(session)
    assert code == 1008
    assert told[-2]["error"]["code"] == "sign_in"
    assert told[-1] == {"type": "bye", "reason": "closed"}
    assert refused(keeper.client) == "sign_in"


def test_dismissal_closes_the_socket_at_once(kitchen: Kitchen, olga: Keeper) -> None:
    keeper = keeper_of(kitchen, role="observer")
    with keeper.client.websocket_connect(LIVE) as session:
        read(session)
        olga.prove()
        path = f"/api/admin/staff/{keeper.id}"
        answer = olga.client.request("DELETE", path, json={"why": "Has moved away."})
        assert answer.status_code == 200, answer.text
        told, code = read_end(session)
    assert (told[-1], code) == ({"type": "bye", "reason": "closed"}, 1008)


@pytest.mark.parametrize("deed", ["session", "link"])
def test_whoever_ends_the_session_closes_the_socket_at_once(
    kitchen: Kitchen, olga: Keeper, deed: str
) -> None:
    keeper = keeper_of(kitchen, role="moderator")
    session_id = keeper.client.get("/api/admin/me").json()["session"]
    with keeper.client.websocket_connect(LIVE) as session:
        read(session)
        olga.prove()
        if deed == "session":
            path = f"/api/admin/sessions/{session_id}"
            answer = olga.client.request("DELETE", path, json={"why": "A lost phone."})
        else:
            path = f"/api/admin/staff/{keeper.id}/link"
            answer = olga.client.post(path, json={"why": "A lost phone."})
        assert answer.is_success, answer.text
        told, code = read_end(session)
    assert (told[-1], code) == ({"type": "bye", "reason": "closed"}, 1008)


def test_a_session_runs_out_although_its_socket_is_open(olga: Keeper) -> None:
    kitchen = olga.kitchen
    with olga.client.websocket_connect(LIVE) as session:
        read(session)
        kitchen.clock.advance(2 * 3600)
        look_at_sessions(kitchen)
        told, code = read_end(session)
    assert (told[-2]["error"]["code"], code) == ("sign_in", 1008)


def test_sockets_are_opened_no_faster_than_others(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    assert refused(kitchen.client()) == "sign_in"
    for _ in range(int(RATES["socket"].address.burst) - 1):
        kitchen.app.state.web.limits.check("socket", "testclient")
    assert refused(kitchen.client()) == "rate_limited"
