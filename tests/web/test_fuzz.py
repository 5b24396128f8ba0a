"""Whatever is sent, the answer has a code, and a refusal changes nothing."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession

from app.codec import json
from tests.web.kitchen import FROM_OUR_PAGE, Kitchen

BOUNDED = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=6,
)
words = st.sampled_from(
    ["milkuro", "me", "bot", "easy", "public", "table", "a", 0, 1, 3, True, {}, {"1": "easy"}]
)
bodies = st.dictionaries(
    st.sampled_from(
        [
            "game",
            "seats",
            "options",
            "visibility",
            "pace",
            "seat_me",
            "client_seed",
            "bots",
            "start",
            "title",
            "who",
            "level",
            "bar",
            "ref",
            "seq",
            "move",
            "name",
            "language",
        ]
    ),
    words | values,
    max_size=5,
)
calls = st.sampled_from(
    [
        "POST /api/tables",
        "PATCH /api/me",
        "POST /api/players",
        "PATCH {table}",
        "POST {table}/seats/1",
        "POST {table}/seats/0",
        "DELETE {table}/seats/2",
        "POST {table}/moves",
        "POST {table}/start",
    ]
)


def check_answer(answer: Any) -> None:
    """Never a 500; a refusal has its code."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()["error"]) == {"code", "message", "detail"}


@BOUNDED
@given(call=calls, body=(bodies | values).map(json.dumps) | st.binary(max_size=300))
def test_bodies(kitchen: Kitchen, call: str, body: bytes) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada, seats=3)
    path = f"/api/tables/{table['id']}"
    method, address = call.format(table=path).split()
    answer = ada.request(method, address, content=body)
    check_answer(answer)
    if answer.status_code >= 400:
        assert ada.get(path).json() == table


@BOUNDED
@given(
    tail=st.text(max_size=30),
    query=st.dictionaries(
        st.sampled_from(["key", "state", "game", "cursor", "limit", "before", "link", "draws"]),
        st.text(max_size=30),
    ),
    root=st.sampled_from(["/api/", "/api/tables/", "/t/", "/static/", "/rules/", "/"]),
)
def test_addresses(kitchen: Kitchen, root: str, tail: str, query: dict[str, str]) -> None:
    answer = kitchen.client().get(root + quote(tail, safe=""), params=query)
    assert answer.status_code < 500


@BOUNDED
@given(
    headers=st.dictionaries(
        st.sampled_from(
            [
                "Authorization",
                "Cookie",
                "Origin",
                "Sec-Fetch-Site",
                "Host",
                "Accept-Language",
                "If-None-Match",
                "Accept-Encoding",
                "X-Forwarded-For",
                "X-Forwarded-Proto",
            ]
        ),
        st.binary(max_size=40).map(lambda raw: raw.translate(None, b"\r\n\0")),
    )
)
def test_headers(kitchen: Kitchen, headers: dict[str, bytes]) -> None:
    raw = [(name.encode(), value) for name, value in headers.items()]
    client = kitchen.client()
    for path in ("/", "/api/me"):
        assert client.get(path, headers=raw).status_code < 500
    check_answer(client.patch("/api/me", headers=raw, json={"language": "en"}))


frames = st.dictionaries(
    st.sampled_from(["type", "ref", "seq", "move", "room", "text", "phrase", "seat"]),
    st.sampled_from(["move", "chat", "undo", "ping", "nudge", "a", "rail"]) | words | values,
    max_size=6,
).map(json.dumps)


def talk(session: WebSocketTestSession, frame: bytes) -> dict[str, Any]:
    """Send one frame; its one answer."""
    session.send_bytes(frame)
    while True:
        message: dict[str, Any] = session.receive_json()
        if message["type"] in ("ok", "error"):
            return message


@BOUNDED
@given(sent=st.lists(frames | st.binary(max_size=100), min_size=1, max_size=4))
def test_frames(kitchen: Kitchen, sent: list[bytes]) -> None:
    ada, table = open_quiet_table(kitchen)
    path = f"/api/tables/{table['id']}"
    with ada.websocket_connect(f"{path}/live") as session:
        before = ada.get(f"{path}/state").json()
        answers = [talk(session, frame) for frame in sent]
        after = ada.get(f"{path}/state").json()
    assert all(answer["type"] == "ok" or answer["error"]["code"] for answer in answers)
    assert not any(answer.get("error", {}).get("code") == "unavailable" for answer in answers)
    for key in ("seq", "view", "legal", "log"):
        assert after[key] == before[key]


def open_quiet_table(kitchen: Kitchen) -> tuple[TestClient, dict[str, Any]]:
    """Ada at a running table where a friend is to move, or she is: nobody moves by itself."""
    ada, bob = kitchen.program(), kitchen.client(headers=dict(FROM_OUR_PAGE))
    table = kitchen.open_table(ada, seats=2, visibility="public", start=True)
    sat = bob.post(f"/api/tables/{table['id']}/seats/1", json={"who": "me"})
    assert sat.json()["state"] == "playing"
    return ada, table
