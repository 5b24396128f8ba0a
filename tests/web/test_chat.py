"""Chat on real sockets: a stream of its own beside moves and their taking back."""

from __future__ import annotations

from typing import Any

from starlette.testclient import WebSocketTestSession

from tests.web.kitchen import Kitchen
from tests.web.test_socket import read
from tests.web.test_undo import KEEP, Table, lay


def say(socket: WebSocketTestSession, ref: str, text: str) -> list[dict[str, Any]]:
    """Say something; what was told up to the answer."""
    socket.send_json({"type": "chat", "ref": ref, "room": "table", "text": text})
    told = [read(socket)]
    while told[-1].get("ref") != ref:
        told.append(read(socket))
    assert told[-1]["type"] == "ok"
    return told


def test_34_chat_undo_chat(kitchen: Kitchen) -> None:
    table: Table = lay(kitchen)
    with table.first.websocket_connect(f"{table.path}/live") as socket:
        told = say(socket, "c1", "before the move")
        assert table.move(table.first, "m1", KEEP).status_code == 200
        told += say(socket, "c2", "after the move")
        assert table.undo(table.first, "u1", 1).status_code == 200
        told += say(socket, "c3", "after the undo")
    said = [message["text"] for message in told if message["type"] == "chat"]
    assert said == ["before the move", "after the move", "after the undo"]
    assert [message["seq"] for message in told if message["type"] == "move"] == [1, 2]
    for client in (table.first, table.other):
        state = table.state(client)
        assert [line["text"] for line in state["chat"]] == said
        assert [entry.get("undo") for entry in state["log"]] == [None, 1]
    known = table.state(table.other)["chat"][0]["id"]
    with table.other.websocket_connect(f"{table.path}/live?seq=2&chat={known}") as socket:
        missed = say(socket, "c4", "I was away")
    lines = [message["text"] for message in missed if message["type"] == "chat"]
    assert lines == [*said[1:], "I was away"]
