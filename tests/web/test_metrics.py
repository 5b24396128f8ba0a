"""`/metrics`: who may read it, that Prometheus can, and that it counts what happened."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from app.settings import Settings
from app.tables.tallies import Histogram
from app.web.metrics import Family, Sample, histogram, number, text_of
from app.web.monitor import monitor_app
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen
from tests.web.test_socket import read, read_answer
from tests.web.test_undo import KEEP, lay

WATCHWORD = "a token that nobody guesses, of tests"
WATCHER = {"Authorization": f"Bearer {WATCHWORD}"}
LINE = re.compile(
    r'(?P<name>[a-z_]+)(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? (?P<value>[0-9.e+-]+)'
)
TABLES = 'kitchen_table_tables{game="gnav",state="playing"}'


def reading(kitchen: Kitchen) -> dict[str, float]:
    """Every sample by what stands before its number."""
    answer = kitchen.client(headers=WATCHER).get("/metrics")
    assert answer.status_code == 200
    samples = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in samples)}


@pytest.fixture
def watched(open_one: OpenKitchen) -> Kitchen:
    """A kitchen with a token for whoever watches over it."""
    return open_one(rate_limits=False, metrics_token=WATCHWORD)


@pytest.mark.parametrize(
    "settings", [{}, {"metrics_port": 9100}, {"metrics_port": 9100, "metrics_token": WATCHWORD}]
)
def test_there_are_none_at_the_players_port_unless_asked_for(
    open_one: OpenKitchen, settings: dict[str, Any]
) -> None:
    client = open_one(**settings).client(headers=WATCHER)
    assert client.get("/metrics", headers={"Authorization": ""}).status_code == 404
    assert client.get("/metrics").json()["error"]["code"] in ("not_found", "sign_in")
    assert "kitchen_table" not in client.get("/metrics").text


def test_strangers_read_nothing(watched: Kitchen) -> None:
    own = watched.program().headers["authorization"]
    wrong = (
        "",
        WATCHWORD,
        f"Basic {WATCHWORD}",
        "Bearer ",
        f"Bearer {WATCHWORD}x",
        "Bearer é",
        own,
    )
    for header in wrong:
        answer = watched.client(headers={"Authorization": header.encode("latin-1")}).get("/metrics")
        assert answer.status_code == 401, header
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "kitchen_table" not in answer.text
    assert watched.browser("Ada").get("/metrics").status_code == 401
    assert watched.client(headers=WATCHER).post("/metrics").status_code == 405


def test_a_port_of_its_own_answers_this_machine_by_its_own_name(kitchen: Kitchen) -> None:
    app = monitor_app(kitchen.house, Settings(metrics_port=9100))
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert TestClient(app, base_url=f"http://{name}:9100").get("/metrics").status_code == 200
    for name in ("tables.example.org", "192.168.1.20"):
        assert TestClient(app, base_url=f"http://{name}:9100").get("/metrics").status_code == 401
    assert TestClient(app, base_url="http://localhost").get("/").status_code == 404


def test_a_port_of_its_own_asks_for_the_token_if_there_is_one(kitchen: Kitchen) -> None:
    app = monitor_app(kitchen.house, Settings(metrics_port=9100, metrics_token=WATCHWORD))
    client = TestClient(app, base_url="http://app:9100")
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers=WATCHER).status_code == 200


def test_the_text_is_of_the_form_that_prometheus_reads(watched: Kitchen) -> None:
    lay(watched)
    answer = watched.client(headers=WATCHER).get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    kinds: dict[str, str] = {}
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            found = LINE.fullmatch(line)
            assert found, line
            assert re.sub(r"_(bucket|sum|count)$", "", found["name"]) in kinds or (
                found["name"] in kinds
            )
    assert set(kinds.values()) == {"counter", "gauge", "histogram"}
    counters = {name for name, kind in kinds.items() if kind == "counter"}
    assert counters == {name for name in kinds if name.endswith("_total")}


def test_moves_and_tables_are_counted(watched: Kitchen) -> None:
    table = lay(watched)
    before = reading(watched)
    assert before[TABLES] == 1
    assert before["kitchen_table_move_seconds_count"] == 0
    assert table.move(table.first, "a").status_code == 200
    assert table.move(table.first, "b").status_code == 409
    after = reading(watched)
    assert after['kitchen_table_moves_total{by="player"}'] == 1
    assert after["kitchen_table_move_seconds_count"] == 1
    assert after['kitchen_table_move_seconds_bucket{le="+Inf"}'] == 1
    assert after["kitchen_table_move_seconds_sum"] > 0
    assert after["kitchen_table_log_group_rows_count"] == 1
    assert after['kitchen_table_errors_total{code="not_your_turn"}'] == 1


def test_sockets_and_people_are_counted(watched: Kitchen) -> None:
    table = lay(watched)
    with (
        table.first.websocket_connect(f"{table.path}/live") as one,
        table.first.websocket_connect(f"{table.path}/live") as two,
        watched.client().websocket_connect("/api/lobby/live") as lobby,
    ):
        lobby.receive_text()
        for session in (one, two):
            read(session)
        seq = table.state(table.first)["seq"]
        one.send_json({"type": "move", "ref": "a", "seq": seq, "move": KEEP})
        assert read_answer(one, "a")["type"] == "ok"
        one.send_json({"type": "sing", "ref": "b"})
        assert read_answer(one, "b")["error"]["code"] == "invalid"
        now = reading(watched)
    assert now["kitchen_table_people"] == 1
    assert now["kitchen_table_watchers"] == 0
    assert now['kitchen_table_sockets{at="table"}'] == 2
    assert now['kitchen_table_sockets{at="lobby"}'] == 1
    assert now["kitchen_table_move_seconds_count"] == 1
    assert now['kitchen_table_errors_total{code="invalid"}'] == 1


def test_bugs_are_counted(watched: Kitchen) -> None:
    async def stumble(request: Request) -> Response:
        raise ZeroDivisionError

    watched.app.router.routes[:0] = [Route("/api/stumble", stumble)]
    assert watched.client().get("/api/stumble").status_code == 503
    now = reading(watched)
    assert now['kitchen_table_bugs_total{where="http"}'] == 1
    assert now['kitchen_table_errors_total{code="unavailable"}'] == 1


def test_the_database_is_up_while_its_beats_are_young(watched: Kitchen) -> None:
    assert reading(watched)["kitchen_table_database_up"] == 0
    watched.portal.call(watched.house.pulse.beat)
    assert reading(watched)["kitchen_table_database_up"] == 1
    watched.clock.advance(10)
    assert reading(watched)["kitchen_table_database_up"] == 0
    watched.portal.call(watched.house.pulse.beat)
    assert reading(watched)["kitchen_table_outages_total"] == 1


def test_a_histogram_adds_up() -> None:
    values = Histogram((1_000, 5_000))
    for value in (0, 1_000, 1_001, 9_000_000):
        values.add(value)
    family = histogram("wait_seconds", "How long.", values, 1_000_000)
    assert text_of(family).splitlines() == [
        "# HELP wait_seconds How long.",
        "# TYPE wait_seconds histogram",
        'wait_seconds_bucket{le="0.001"} 2',
        'wait_seconds_bucket{le="0.005"} 3',
        'wait_seconds_bucket{le="+Inf"} 4',
        "wait_seconds_sum 9.002001",
        "wait_seconds_count 4",
    ]


def test_a_label_cannot_end_its_line() -> None:
    bad = Family("tables", "gauge", "Tables.", (Sample(1, (("game", 'a"\n\\'),)),))
    assert text_of(bad).splitlines()[2] == r'tables{game="a\"\n\\"} 1'
    assert [number(value) for value in (3.0, 0.5, 7)] == ["3", "0.5", "7"]
