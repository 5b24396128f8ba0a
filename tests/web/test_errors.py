"""Errors have codes; bugs have trace ids; nothing is a 500."""

from __future__ import annotations

import logging

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.codec.commands import MAX_BYTES
from app.tables.refusals import Code
from app.web.answers import STATUSES
from app.web.limits import RATES
from app.web.logs import JsonLines
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_OUR_PAGE, Kitchen


def test_every_code_has_a_status() -> None:
    assert set(STATUSES) == set(Code)
    assert all(400 <= status < 500 for code, status in STATUSES.items() if code != "unavailable")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api", 404, None),
        ("GET", "/api/tables/", 404, "not_found"),
        ("PUT", "/api/tables", 405, "invalid"),
        ("PUT", "/api/me", 405, "invalid"),
        ("POST", "/api/games", 405, "invalid"),
        ("POST", "/healthz", 405, "invalid"),
        ("BREW", "/api/games", 405, "invalid"),
        ("GET", "/api/tables/x/live", 404, "not_found"),
        ("GET", "/api/lobby/live", 404, "not_found"),
        ("POST", "/api/players", 422, "invalid"),
    ],
)
def test_addresses_and_methods_that_are_none(
    kitchen: Kitchen, method: str, path: str, status: int, code: str | None
) -> None:
    answer = kitchen.client().request(method, path)
    assert answer.status_code == status
    if code is not None:
        assert answer.json()["error"]["code"] == code
    if status == 405:
        assert answer.headers["allow"]


BODIES = (
    b"", b"{", b"null", b"[]", b"7", b'"name"', b'{"name": NaN}', b'{"name": Infinity}',
    b'{"name": "\xff"}', b'{"name": "\\ud800"}', b'{"name": "\\u0000"}', b'{"name": 1e999}',
    b'{"name": ' + b"9" * 5000 + b"}", b"[" * 16_000, b'{"a":' * 3000, b"\x00" * 100,
    b'\xef\xbb\xbf{"name": "Ada"}', '{"name": "Ada"}'.encode("utf-16"), b"name=Ada",
)  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/api/players"), ("PATCH", "/api/me"), ("POST", "/api/tables")]
)
def test_bodies_that_cannot_be_read(kitchen: Kitchen, method: str, path: str, body: bytes) -> None:
    client = kitchen.client(headers=dict(FROM_OUR_PAGE))
    answer = client.request(method, path, content=body)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "invalid"
    assert "at" in error["detail"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/api/players", "/api/tables", "/api/tables/{}/start"])
def test_bodies_are_bounded(kitchen: Kitchen, path: str) -> None:
    ada = kitchen.program()
    path = path.format(kitchen.open_table(ada)["id"])
    answer = ada.post(path, content=b" " * (MAX_BYTES + 1))
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"
    assert answer.headers["connection"] == "close"

    def pieces() -> object:
        for _ in range(20):
            yield b" " * 1024

    assert ada.post(path, content=pieces()).status_code == 413  # type: ignore[arg-type]


def test_a_bug_is_logged_with_a_trace_and_answered_unavailable(
    open_one: OpenKitchen, caplog: pytest.LogCaptureFixture
) -> None:
    kitchen = open_one()

    async def stumble(request: Request) -> Response:
        raise ZeroDivisionError("a secret of the stack")

    kitchen.app.router.routes[:0] = [Route("/api/stumble", stumble), Route("/stumble", stumble)]
    answer = kitchen.client().get("/api/stumble?key=hidden")
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert error["code"] == "unavailable"
    trace = error["detail"]["trace"]
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = [each for each in caplog.records if each.name == "kitchen_table.trouble"]
    assert record.trace == trace  # type: ignore[attr-defined]
    assert record.levelno == logging.ERROR
    assert "ZeroDivisionError > " in record.getMessage()
    assert "secret" not in JsonLines().format(record)
    assert "hidden" not in record.getMessage()
    page = kitchen.client().get("/stumble")
    assert page.status_code == 503
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    shown = [each for each in caplog.records if each.name == "kitchen_table.trouble"][-1]
    assert shown.trace in page.text  # type: ignore[attr-defined]
    assert page.headers["x-trace"] == shown.trace  # type: ignore[attr-defined]


def test_every_error_that_a_person_is_shown_names_a_trace(open_one: OpenKitchen) -> None:
    kitchen = open_one(own_files=False)
    client = kitchen.client()
    traces = set()
    for path in ("/nowhere", "/t/nowhere", "/rules/chess"):
        page = client.get(path)
        assert page.status_code == 404
        assert f"<code>{page.headers['x-trace']}</code>" in page.text
        traces.add(page.headers["x-trace"])
    assert len(traces) == 3
    assert "x-trace" not in client.get("/healthz").headers
    kitchen.portal.call(kitchen.house.drain)
    refused = client.post("/api/players", json={"name": "Ada"})
    program = kitchen.client(headers={"Authorization": f"Bearer {refused.json()['token']}"})
    refused = program.post("/api/tables", json={"game": "gnav"})
    assert refused.json()["error"]["detail"] == {"trace": refused.headers["x-trace"]}


def test_limits_are_told_with_the_time_to_wait(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    client = kitchen.client()
    burst = int(RATES["guest"].address.burst)
    statuses = [client.post("/api/players", json={}).status_code for _ in range(burst + 1)]
    assert statuses == [201] * burst + [429]
    answer = client.post("/api/players", json={})
    assert answer.json()["error"]["code"] == "rate_limited"
    assert answer.json()["error"]["detail"] == {"retry_after": 1}
    assert answer.headers["retry-after"] == "1"
    kitchen.clock.advance(1)
    assert client.post("/api/players", json={}).status_code == 201


def test_tables_of_one_player_are_limited(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    ada = kitchen.program()
    made = [ada.post("/api/tables", json={"game": "gnav"}).status_code for _ in range(21)]
    assert made == [201] * 20 + [429]
    assert kitchen.program("Bob").post("/api/tables", json={"game": "gnav"}).status_code == 201


def test_readiness_is_lost_when_the_house_closes(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    assert kitchen.client().get("/readyz").json() == {"status": "ready"}
    kitchen.portal.call(kitchen.house.drain)
    answer = kitchen.client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "unavailable"
    assert kitchen.client().get("/healthz").status_code == 200
    refused = kitchen.program().post("/api/tables", json={"game": "gnav"})
    assert refused.json()["error"]["code"] == "unavailable"
