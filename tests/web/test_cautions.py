"""Who was warned is told on every page and over open sockets, until they understand."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.live.house_rules import RulesInForce, Sources
from tests.web.kitchen import FROM_ELSEWHERE, Kitchen
from tests.web.staff import Keeper, keeper_of

LINE = "Your soup is cold!"


@pytest.fixture(scope="module")
def owner(kitchen: Kitchen) -> Keeper:
    return keeper_of(kitchen)


def say(socket: WebSocketTestSession, text: str) -> str:
    """A line at the table; its id."""
    socket.send_json({"type": "chat", "ref": "c", "room": "table", "text": text})
    while True:
        told = socket.receive_json()
        if told["type"] == "chat":
            return str(told["id"])


def report(kitchen: Kitchen, author: TestClient) -> str:
    """Somebody minds what the author says at a table; the report's id."""
    reader = kitchen.browser("Rita")
    table = kitchen.open_table(author, visibility="public")
    with author.websocket_connect(f"/api/tables/{table['id']}/live") as socket:
        line = say(socket, LINE)
    body = {"message": line, "why": "rude"}
    answer = reader.post(f"/api/tables/{table['id']}/reports", json=body)
    assert answer.status_code == 200, answer.text
    waiting = kitchen.portal.call(partial(kitchen.store.cases.newest, 9, waiting=True))
    return next(case.id for case in waiting if case.line.id == line)


def judge(owner: Keeper, case: str, verdict: str = "warned") -> None:
    owner.prove()
    body = {"verdict": verdict, "why": "Told before."}
    answer = owner.client.post(f"/api/admin/reports/{case}", json=body)
    assert answer.status_code == 200, answer.text


def warned(kitchen: Kitchen, owner: Keeper, name: str = "Bob") -> TestClient:
    """A browser whose player was warned."""
    author = kitchen.browser(name)
    judge(owner, report(kitchen, author))
    return author


def boot(client: TestClient, path: str) -> dict[str, Any]:
    """The data in a page."""
    found = re.search(r'id="boot">(.*?)</script>', client.get(path).text)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def cautions_of(client: TestClient) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = client.get("/api/me").json()["cautions"]
    return told


def understand(client: TestClient, caution: str, **options: Any) -> Any:
    return client.post(f"/api/me/cautions/{caution}/understood", **options)


def test_every_page_tells_it_to_that_player_alone(kitchen: Kitchen, owner: Keeper) -> None:
    bob, ada = warned(kitchen, owner), kitchen.browser("Ada")
    (caution,) = cautions_of(bob)
    assert (caution["text"], caution["phrase"]) == (LINE, None)
    assert "Told before." not in json.dumps(caution)
    for path in ("/", "/me", "/privacy", "/rules/gnav", "/come"):
        assert boot(bob, path)["house"]["cautions"] == [caution]
        assert boot(ada, path)["house"]["cautions"] == []
    assert cautions_of(ada) == cautions_of(kitchen.browser()) == []


@pytest.mark.parametrize("verdict", ["dismissed", "muted"])
def test_no_other_verdict_warns(kitchen: Kitchen, owner: Keeper, verdict: str) -> None:
    author = kitchen.browser("Cy")
    judge(owner, report(kitchen, author), verdict)
    assert cautions_of(author) == []


def test_it_is_told_until_it_is_understood_and_then_nowhere(
    kitchen: Kitchen, owner: Keeper
) -> None:
    bob, ada = warned(kitchen, owner), kitchen.browser("Ada")
    (caution,) = cautions_of(bob)
    assert understand(ada, caution["id"]).json()["error"]["code"] == "not_found"
    assert understand(kitchen.browser(), caution["id"]).json()["error"]["code"] == "sign_in"
    foreign = understand(bob, caution["id"], headers=FROM_ELSEWHERE)
    assert foreign.json()["error"]["code"] == "forbidden"
    assert cautions_of(bob) == [caution]
    for _ in range(2):
        answer = understand(bob, caution["id"])
        assert (answer.status_code, answer.json()["cautions"]) == (200, [])
    assert boot(bob, "/")["house"]["cautions"] == []
    (kept,) = bob.get("/api/me/export").json()["cautions"]
    assert kept["understood_at"] is not None


def test_a_start_later_it_still_waits(kitchen: Kitchen, owner: Keeper) -> None:
    bob = warned(kitchen, owner)
    store = kitchen.store
    rules = RulesInForce(Sources(store.bans, store.rule_book, store.cautions))
    kitchen.portal.call(rules.read, kitchen.clock.now())
    me = bob.get("/api/me").json()["player"]["id"]
    assert [each.id for each in rules.cautions_of(me)] == [each["id"] for each in cautions_of(bob)]


def test_only_a_socket_that_asks_hears_of_it(kitchen: Kitchen, owner: Keeper) -> None:
    bob = kitchen.browser("Bob")
    case = report(kitchen, bob)
    table = kitchen.open_table(bob, visibility="public")
    live = f"/api/tables/{table['id']}/live"
    with (
        bob.websocket_connect(f"{live}?news=1") as asks,
        bob.websocket_connect(live) as quiet,
        kitchen.browser("Ada").websocket_connect("/api/lobby/live?news=1") as other,
    ):
        assert hear(asks)["cautions"] == hear(other)["cautions"] == []
        judge(owner, case)
        (caution,) = hear(asks)["cautions"]
        assert caution["text"] == LINE
        understand(bob, caution["id"])
        assert hear(asks)["cautions"] == []
        assert "house" not in kinds_until_answer(quiet)
    assert cautions_of(bob) == []


def hear(socket: WebSocketTestSession) -> Any:
    """The next news of the house."""
    while True:
        told = socket.receive_json()
        if told["type"] == "house":
            return told["news"]


def kinds_until_answer(socket: WebSocketTestSession) -> list[str]:
    """What came before the answer to a ping."""
    socket.send_json({"type": "ping", "ref": "p"})
    kinds = []
    while True:
        kinds.append(socket.receive_json()["type"])
        if kinds[-1] == "ok":
            return kinds
