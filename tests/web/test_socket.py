"""The table's socket: who is let in, how refusals are told, one answer for each message."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.codec import json
from app.codec.wire import ServerMessage
from app.web.callers import COOKIE
from app.web.limits import RATES
from app.web.logs import JsonLines
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, FROM_OUR_PAGE, Kitchen, key_in

VALIDATOR = jsonschema.Draft202012Validator(
    TypeAdapter(ServerMessage).json_schema(mode="serialization")
)


def read(socket: WebSocketTestSession) -> dict[str, Any]:
    """The next message, as the schema allows it."""
    message: dict[str, Any] = socket.receive_json()
    VALIDATOR.validate(message)
    return message


def read_answer(socket: WebSocketTestSession, ref: str | None) -> dict[str, Any]:
    """The next answer; what else is told at the table is passed over."""
    while True:
        message = read(socket)
        if message["type"] in ("ok", "error"):
            assert message["ref"] == ref
            return message


def read_end(socket: WebSocketTestSession) -> tuple[list[dict[str, Any]], int]:
    """What is still told, and the close code."""
    told = []
    while True:
        try:
            told.append(read(socket))
        except WebSocketDisconnect as closed:
            return told, closed.code


@pytest.fixture
def seated(kitchen: Kitchen) -> tuple[TestClient, dict[str, Any]]:
    """Ada at a running table against a bot."""
    ada = kitchen.program()
    return ada, kitchen.open_table(ada, seats=2, bots={"1": "easy"}, start=True)


@pytest.fixture
def socket(seated: tuple[TestClient, dict[str, Any]]) -> Iterator[WebSocketTestSession]:
    """Ada's socket, after its first message."""
    ada, table = seated
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        assert read(session)["type"] == "state"
        yield session


def test_the_first_message_is_a_state(seated: tuple[TestClient, dict[str, Any]]) -> None:
    ada, table = seated
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        state = read(session)
    assert (state["type"], state["seat"]) == ("state", 0)
    assert state["table"]["id"] == table["id"]


def test_a_socket_goes_on_where_it_stopped(seated: tuple[TestClient, dict[str, Any]]) -> None:
    ada, table = seated
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        seq = read(session)["seq"]
    with ada.websocket_connect(f"/api/tables/{table['id']}/live?seq={seq}&patch=1") as session:
        assert read(session)["type"] == "table"


def test_each_message_is_answered(socket: WebSocketTestSession) -> None:
    socket.send_text('{"type":"ping","ref":"a"}')
    assert read_answer(socket, "a")["type"] == "ok"
    socket.send_bytes(b'{"type":"ping","ref":"b"}')
    assert read_answer(socket, "b")["type"] == "ok"
    socket.send_json({"type": "nudge", "ref": "c", "seat": 1})
    assert read_answer(socket, "c")["error"]["code"] == "forbidden", "a bot needs no knock"
    socket.send_json({"type": "nudge", "ref": "d", "seat": 2})
    assert read_answer(socket, "d")["error"]["code"] == "invalid"
    socket.send_json({"type": "undo", "ref": "e", "seq": 0})
    assert read_answer(socket, "e")["error"]["code"] == "cannot_undo"
    socket.send_json({"type": "move", "ref": "f", "seq": 0, "move": {"type": "lead"}})
    assert read_answer(socket, "f")["error"]["code"] in ("illegal_move", "not_your_turn", "stale")


def test_chat_is_told_to_all_and_answered(socket: WebSocketTestSession) -> None:
    socket.send_json({"type": "chat", "ref": "a", "room": "table", "text": "สวัสดี"})
    told = [read(socket) for _ in range(3)]
    line = next(message for message in told if message["type"] == "chat")
    assert (line["text"], line["room"], line["from"]["seat"]) == ("สวัสดี", "table", 0)
    assert [message["type"] for message in told].count("ok") == 1
    socket.send_json({"type": "chat", "ref": "b", "room": "rail", "text": "x"})
    assert read_answer(socket, "b")["error"]["code"] == "forbidden"


BAD = (
    "", "{", "[]", "null", "7", '"ping"', '{"type":"shout","ref":"x"}', '{"type":"ping"}',
    "[" * 10_000, '{"type":"ping","ref":"\\ud800"}', '{"type":"ping","ref":NaN}',
)  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_message_is_told_and_the_socket_goes_on(
    socket: WebSocketTestSession, text: str
) -> None:
    socket.send_text(text)
    error = read_answer(socket, "x" if '"x"' in text else None)["error"]
    assert error["code"] == "invalid"
    assert "at" in error["detail"]
    socket.send_text('{"type":"ping","ref":"a"}')
    assert read_answer(socket, "a")["type"] == "ok"


def test_bytes_that_are_no_text_are_told(socket: WebSocketTestSession) -> None:
    socket.send_bytes(b'{"type":"ping","ref":"\xff"}')
    assert read_answer(socket, None)["error"]["code"] == "invalid"


def test_a_message_over_sixteen_kibibytes_is_told(socket: WebSocketTestSession) -> None:
    socket.send_text('{"type":"ping","ref":"a"}' + " " * 16 * 1024)
    assert read_answer(socket, None)["error"]["code"] == "too_large"


def test_repeated_offence_ends_it(socket: WebSocketTestSession) -> None:
    for _ in range(11):
        socket.send_text("nonsense")
    told, code = read_end(socket)
    errors = [message for message in told if message["type"] == "error"]
    assert len(errors) == 11
    assert told[-1] == {"type": "bye", "reason": "closed"}
    assert code == 1008


def test_refusals_of_the_rules_are_no_offence(socket: WebSocketTestSession) -> None:
    for number in range(30):
        move = {"type": "move", "ref": f"r{number}", "seq": 0, "move": {"type": "lead"}}
        socket.send_json(move)
        assert read_answer(socket, f"r{number}")["error"]["code"] != "invalid"


def test_too_many_messages_are_told(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    ada = kitchen.program()
    table = kitchen.open_table(ada)
    answers: list[dict[str, Any]] = []
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        for number in range(int(RATES["message"].one.burst) + 50):
            session.send_json({"type": "ping", "ref": str(number)})
        told, code = read_end(session)
        answers.extend(message for message in told if message["type"] in ("ok", "error"))
    left = int(RATES["message"].one.burst) - 1  # opening the table was one
    assert [answer["type"] for answer in answers[:left]] == ["ok"] * left
    assert answers[left]["error"]["code"] == "rate_limited"
    assert answers[left]["error"]["detail"] == {"retry_after": 1}
    assert (told[-1], code) == ({"type": "bye", "reason": "closed"}, 1008)


def refused(client: TestClient, path: str, **options: Any) -> str:
    """The code of a refusal that is told over an accepted socket."""
    with client.websocket_connect(path, **options) as session:
        told, code = read_end(session)
    assert code == 1008
    assert [message["type"] for message in told] == ["error", "bye"]
    assert told[0]["ref"] is None
    assert told[1]["reason"] == "closed"
    answer: str = told[0]["error"]["code"]
    return answer


@pytest.mark.parametrize(
    "path", ["/api/tables/none/live", "/api/tables/%00/live", "/api/tables/x%20y/live"]
)
def test_no_such_table(kitchen: Kitchen, path: str) -> None:
    assert refused(kitchen.program(), path) == "not_found"


@pytest.mark.parametrize("query", ["seq=-1", "seq=x", "seq=1.0", "seq=²", "patch=2", "chat=%00"])
def test_an_address_that_cannot_be_read(
    seated: tuple[TestClient, dict[str, Any]], query: str
) -> None:
    ada, table = seated
    assert refused(ada, f"/api/tables/{table['id']}/live?{query}") == "invalid"


def test_who_may_look_on(kitchen: Kitchen, seated: tuple[TestClient, dict[str, Any]]) -> None:
    _, table = seated
    path = f"/api/tables/{table['id']}/live"
    watch = key_in(table["links"]["watch"])
    assert refused(kitchen.client(), path) == "not_found"
    assert refused(kitchen.program(), path) == "not_found"
    assert refused(kitchen.client(), f"{path}?key=nonsense") == "not_found"
    unknown = {"Authorization": "Bearer nobody"}
    assert refused(kitchen.client(), f"{path}?key={watch}", headers=unknown) == "sign_in"
    with kitchen.client().websocket_connect(f"{path}?key={watch}") as session:
        state = read(session)
        assert state["seat"] is None
        assert state["legal"] == []
        assert state["view"]["hand"] == []


SPECTATOR_MESSAGES = (
    ({"type": "move", "ref": "a", "seq": 0, "move": {}}, "not_seated"),
    ({"type": "undo", "ref": "a", "seq": 0}, "not_seated"),
    ({"type": "nudge", "ref": "a", "seat": 0}, "not_seated"),
    ({"type": "chat", "ref": "a", "room": "table", "text": "x"}, "forbidden"),
    ({"type": "chat", "ref": "a", "room": "rail", "text": "x"}, None),
    ({"type": "ping", "ref": "a"}, None),
)


@pytest.mark.parametrize(("message", "code"), SPECTATOR_MESSAGES)
def test_11_spectators_have_no_verbs_but_chat_in_their_room(
    kitchen: Kitchen,
    seated: tuple[TestClient, dict[str, Any]],
    message: dict[str, Any],
    code: str | None,
) -> None:
    _, table = seated
    watch = key_in(table["links"]["watch"])
    wanda = kitchen.program("Wanda")
    with wanda.websocket_connect(f"/api/tables/{table['id']}/live?key={watch}") as session:
        session.send_json(message)
        answer = read_answer(session, "a")
    assert answer.get("error", {}).get("code") == code


def test_a_nameless_spectator_cannot_write(
    kitchen: Kitchen, seated: tuple[TestClient, dict[str, Any]]
) -> None:
    _, table = seated
    path = f"/api/tables/{table['id']}/live?key={key_in(table['links']['watch'])}"
    with kitchen.client().websocket_connect(path) as session:
        session.send_json({"type": "chat", "ref": "a", "room": "rail", "text": "x"})
        assert read_answer(session, "a")["error"]["code"] == "sign_in"


def test_before_the_start_nothing_can_be_moved_or_taken_back(kitchen: Kitchen) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada)
    with ada.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        for verb in ({"type": "undo"}, {"type": "move", "move": {}}):
            session.send_json({"ref": "a", "seq": 0, **verb})
            assert read_answer(session, "a")["error"]["code"] == "not_started"


@pytest.mark.parametrize("path", ["/api/tables/{id}/live", "/api/lobby/live"])
def test_a_cookie_opens_sockets_from_our_pages_only(kitchen: Kitchen, path: str) -> None:
    ada = kitchen.browser("Ada")
    path = path.format(id=kitchen.open_table(ada)["id"])
    cookies = {COOKIE: ada.cookies[COOKIE]}
    for headers in (FROM_ELSEWHERE, {"Origin": "null"}, {}):
        with (
            pytest.raises(WebSocketDisconnect),
            kitchen.client(cookies=cookies).websocket_connect(path, headers=dict(headers)),
        ):
            raise AssertionError("the handshake should have failed")
    with kitchen.client(cookies=cookies).websocket_connect(path, headers=dict(FROM_OUR_PAGE)) as ws:
        assert ws.receive_json()["type"] in ("state", "lobby")


def test_a_token_outranks_a_cookie(kitchen: Kitchen) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada)
    headers = {**ada.headers, **FROM_ELSEWHERE}
    both = kitchen.client(cookies={COOKIE: "whatever"}, headers=headers)
    with both.websocket_connect(f"/api/tables/{table['id']}/live") as session:
        assert read(session)["seat"] == 0


def test_the_lobby_tells_public_tables(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.program(), visibility="public")
    with kitchen.client().websocket_connect("/api/lobby/live") as session:
        first = session.receive_json()
        session.send_text("anything")
    assert first["type"] == "lobby"
    assert table["id"] in [shown["id"] for shown in first["tables"]]
    assert all(set(shown["links"]) <= {"watch"} for shown in first["tables"])


def test_the_lobby_tells_who_is_no_caller(kitchen: Kitchen) -> None:
    client = kitchen.client(headers={"Authorization": "Bearer nobody"})
    with client.websocket_connect("/api/lobby/live") as session:
        told, code = [session.receive_json(), session.receive_json()], 1008
    assert [message["type"] for message in told] == ["error", "bye"]
    assert told[0]["error"]["code"] == "sign_in"
    assert code == 1008


def test_08_both_tabs_of_a_newcomer_who_sits_down_play(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.program(), seats=2, start=True)
    key, path = key_in(table["links"]["play"]), f"/api/tables/{table['id']}"
    newcomer = kitchen.browser()
    newcomer.patch("/api/me", json={"language": "en"})
    address = f"{path}/live?key={key}"
    with (
        newcomer.websocket_connect(address) as first,
        newcomer.websocket_connect(address) as second,
    ):
        assert [read(tab)["seat"] for tab in (first, second)] == [None, None]
        assert newcomer.post(f"{path}/seats/1", json={"who": "me"}).status_code == 200
        for tab in (first, second):
            while (told := read(tab))["type"] != "state":
                pass
            assert told["seat"] == 1
            tab.send_json({"type": "chat", "ref": "c1", "room": "table", "text": "Here I am"})
            assert read_answer(tab, "c1")["type"] == "ok"


def test_who_is_renamed_speaks_under_the_new_name(kitchen: Kitchen) -> None:
    ada = kitchen.browser("Ada")
    path = f"/api/tables/{kitchen.open_table(ada)['id']}/live"
    line = {"type": "chat", "room": "table", "text": "good evening"}
    with ada.websocket_connect(path) as session:
        session.send_json({**line, "ref": "a"})
        assert read_answer(session, "a")["type"] == "ok"
        assert ada.patch("/api/me", json={"name": "Countess"}).status_code == 200
        session.send_json({**line, "ref": "b"})
        while (told := read(session))["type"] != "chat":
            pass
        assert told["from"]["player"]["name"] == "Countess"
    with ada.websocket_connect(path) as session:
        names = [each["from"]["player"]["name"] for each in read(session)["chat"]]
    assert names == ["Countess", "Countess"]


def test_too_many_sockets_of_one_address_are_told(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    ada = kitchen.program()
    path = f"/api/tables/{kitchen.open_table(ada)['id']}/live"
    codes = []
    for _ in range(61):
        with ada.websocket_connect(path) as session:
            message = json.loads(session.receive_text())
            assert isinstance(message, dict)
            codes.append(message["error"]["code"] if message["type"] == "error" else None)
    assert codes == [None] * 60 + ["rate_limited"]


def test_a_bug_is_told_and_the_socket_goes_on(
    open_one: OpenKitchen, caplog: pytest.LogCaptureFixture
) -> None:
    kitchen = open_one(rate_limits=False)
    ada = kitchen.program()
    path = f"/api/tables/{kitchen.open_table(ada)['id']}/live"
    with ada.websocket_connect(path) as session:
        read(session)
        with sqlite3.connect(kitchen.database_url.removeprefix("sqlite:///")) as database:
            database.execute("ALTER TABLE chat RENAME TO lost")
        database.close()
        session.send_json({"type": "chat", "ref": "a", "room": "table", "text": "a secret"})
        error = read_answer(session, "a")["error"]
        session.send_json({"type": "ping", "ref": "b"})
        assert read_answer(session, "b")["type"] == "ok"
    assert error["code"] == "unavailable"
    (record,) = [each for each in caplog.records if each.name == "kitchen_table.trouble"]
    assert record.trace == error["detail"]["trace"]  # type: ignore[attr-defined]
    assert "a secret" not in JsonLines().format(record)
