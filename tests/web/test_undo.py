"""Taking back at the edge: the call and the socket's verb, for every kind of caller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.kitchen import FROM_ELSEWHERE, Kitchen, key_in
from tests.web.test_socket import read, read_answer

KEEP = {"type": "keep"}
SWAP = {"type": "swap"}


@dataclass
class Table:
    """A running match of Gnav: who is first to act, and the other."""

    path: str
    first: TestClient
    other: TestClient
    links: dict[str, str]

    def state(self, client: TestClient) -> dict[str, Any]:
        answered: dict[str, Any] = client.get(f"{self.path}/state").json()
        return answered

    def move(self, client: TestClient, ref: str, move: Any = None, **body: Any) -> Any:
        seq = self.state(client)["seq"]
        sent = {"ref": ref, "seq": seq, "move": move or KEEP, **body}
        return client.post(f"{self.path}/moves", json=sent)

    def undo(self, client: TestClient, ref: str, seq: int) -> Any:
        return client.post(f"{self.path}/undo", json={"ref": ref, "seq": seq})


def lay(kitchen: Kitchen, *, start: bool = True, **order: Any) -> Table:
    """Two people sit down."""
    ada, ben = kitchen.program("Ada"), kitchen.program("Ben")
    table = kitchen.open_table(ada, game="gnav", seats=2, start=start, **order)
    path = f"/api/tables/{table['id']}"
    if start:
        key = key_in(table["links"]["play"])
        assert ben.post(f"{path}/seats/1?key={key}", json={"who": "me"}).status_code == 200
    laid = Table(path, ada, ben, table["links"])
    if start and laid.state(ada)["table"]["to_act"] == [1]:
        laid.first, laid.other = ben, ada
    return laid


@pytest.fixture
def table(kitchen: Kitchen) -> Table:
    """Nobody has moved yet."""
    return lay(kitchen)


@pytest.fixture
def kept(table: Table) -> Table:
    """Who is first has kept, as `made`."""
    assert table.move(table.first, "made").json() == {"ref": "made", "seq": 1}
    return table


def code_of(answer: Any) -> tuple[int, str]:
    """How a call is refused."""
    return answer.status_code, answer.json()["error"]["code"]


def test_a_call_takes_the_own_move_back(kept: Table) -> None:
    assert kept.state(kept.first)["can_undo"] == 1
    assert kept.state(kept.other)["can_undo"] is None
    answer = kept.undo(kept.first, "back", 1)
    assert (answer.status_code, answer.json()) == (200, {"ref": "back", "seq": 2})
    state = kept.state(kept.first)
    assert (state["seq"], state["can_undo"], state["legal"]) == (2, None, [KEEP, SWAP])
    log = kept.first.get(f"{kept.path}/log").json()["log"]
    assert [(entry["move"], entry.get("undo")) for entry in log] == [(KEEP, None), (None, 1)]
    assert kept.move(kept.first, "other", SWAP).json()["seq"] == 3
    assert kept.state(kept.first)["can_undo"] is None


def test_once_however_often_it_comes(kept: Table) -> None:
    answers = [kept.undo(kept.first, "back", 1).json() for _ in range(3)]
    assert answers == [{"ref": "back", "seq": 2}] * 3
    assert kept.state(kept.first)["seq"] == 2


def test_a_ref_stands_for_one_thing(kept: Table) -> None:
    assert code_of(kept.undo(kept.first, "made", 1)) == (422, "invalid")
    kept.undo(kept.first, "back", 1)
    assert code_of(kept.undo(kept.first, "back", 2)) == (422, "invalid")
    assert code_of(kept.move(kept.first, "back")) == (422, "invalid")
    assert kept.move(kept.first, "made").json() == {"ref": "made", "seq": 1}
    assert kept.state(kept.first)["seq"] == 2, "a move that was taken back is not played again"


WRONG: tuple[Any, ...] = (
    {}, {"ref": "a"}, {"seq": 1}, {"ref": "a", "seq": "1"}, {"ref": "a", "seq": 1.0},
    {"ref": "a", "seq": True}, {"ref": "a", "seq": -1}, {"ref": "", "seq": 1},
    {"ref": "a", "seq": None}, {"ref": "a", "seq": 1, "more": 1}, {"ref": 7, "seq": 1},
    {"ref": "a", "seq": 1, "type": "undo"}, [], None, "undo", {"ref": "a", "seq": 2**60},
)  # fmt: skip


@pytest.mark.parametrize("body", WRONG, ids=str)
def test_what_cannot_be_read_comes_first(kitchen: Kitchen, kept: Table, body: Any) -> None:
    stranger = kitchen.program("Eve")
    key = key_in(kept.links["watch"])
    for client in (kept.first, stranger):
        answer = client.post(f"{kept.path}/undo?key={key}", json=body)
        assert code_of(answer) == (422, "invalid")
    assert kept.state(kept.first)["seq"] == 1


def test_who_may_not(kitchen: Kitchen, kept: Table) -> None:
    watch = f"{kept.path}/undo?key={key_in(kept.links['watch'])}"
    play = f"{kept.path}/undo?key={key_in(kept.links['play'])}"
    body = {"ref": "a", "seq": 1}
    eve, nobody = kitchen.program("Eve"), kitchen.client()
    unknown = kitchen.client(headers={"Authorization": "Bearer nobody"})
    assert code_of(eve.post(f"{kept.path}/undo", json=body)) == (404, "not_found")
    assert code_of(nobody.post(f"{kept.path}/undo", json=body)) == (404, "not_found")
    assert code_of(eve.post("/api/tables/none/undo", json=body)) == (404, "not_found")
    assert code_of(eve.post(watch, json=body)) == (403, "not_seated")
    assert code_of(eve.post(play, json=body)) == (403, "not_seated")
    assert code_of(nobody.post(watch, json=body)) == (403, "not_seated")
    assert code_of(unknown.post(watch, json=body)) == (401, "sign_in")
    assert code_of(kept.undo(kept.other, "a", 1)) == (409, "cannot_undo")
    assert kept.state(kept.first)["seq"] == 1


def test_a_cookie_alone_takes_nothing_back(kitchen: Kitchen) -> None:
    ada = kitchen.browser("Ada")
    path = f"/api/tables/{kitchen.open_table(ada, game='gnav')['id']}/undo"
    stolen = kitchen.client(cookies=dict(ada.cookies), headers=dict(FROM_ELSEWHERE))
    assert code_of(stolen.post(path, json={"ref": "a", "seq": 1})) == (403, "forbidden")
    assert code_of(ada.post(path, json={"ref": "a", "seq": 1})) == (409, "not_started")


def test_a_seat_that_a_stand_in_plays(kept: Table) -> None:
    seat = kept.state(kept.first)["seat"]
    assert kept.first.delete(f"{kept.path}/seats/{seat}").status_code == 200
    assert code_of(kept.undo(kept.first, "a", 1)) == (403, "not_seated")
    assert kept.first.post(f"{kept.path}/seats/{seat}", json={"who": "me"}).status_code == 200
    assert code_of(kept.undo(kept.first, "a", 1)) == (409, "cannot_undo")


def test_before_and_after(kitchen: Kitchen) -> None:
    open_table = lay(kitchen, start=False)
    assert code_of(open_table.undo(open_table.first, "a", 0)) == (409, "not_started")
    assert code_of(open_table.undo(open_table.other, "a", 0)) == (404, "not_found")
    played = lay(kitchen, options={"lives": 1})
    made = played.move(played.first, "made").json()["seq"]
    assert played.undo(played.first, "back", made).json()["seq"] == 2
    number = 0
    while played.state(played.first)["table"]["state"] == "playing":
        number += 1
        mover = next(each for each in (played.first, played.other) if played.state(each)["legal"])
        assert played.move(mover, f"m{number}").status_code == 200
    assert code_of(played.undo(played.first, "new", 3)) == (409, "match_over")
    assert played.undo(played.first, "back", made).json()["seq"] == 2
    record = played.first.get(f"{played.path}/record?draws=1").json()
    assert record["log"][1]["undo"] == 1
    assert "move" not in record["log"][1]
    assert record["verdict"]["holds"]
    assert all(draw["seq"] not in (1, 2) for draw in record["draws"])


@pytest.mark.parametrize("seq", [0, 2, 17])
def test_what_stands(kept: Table, seq: int) -> None:
    answer = kept.undo(kept.first, "a", seq)
    assert code_of(answer) == (409, "cannot_undo")
    assert answer.json()["error"]["detail"] == {"can_undo": 1}


def test_a_closed_table_is_over(kitchen: Kitchen) -> None:
    table = lay(kitchen, start=False)
    assert table.first.post(f"{table.path}/close").status_code == 200
    assert code_of(table.undo(table.first, "a", 0)) == (409, "match_over")


# The socket


def test_an_undo_over_the_socket(kept: Table) -> None:
    live = f"{kept.path}/live"
    with (
        kept.first.websocket_connect(live) as mine,
        kept.other.websocket_connect(f"{live}?patch=1") as theirs,
    ):
        assert read(mine)["can_undo"] == 1
        assert read(theirs)["can_undo"] is None
        for _ in range(2):
            mine.send_json({"type": "undo", "ref": "back", "seq": 1})
            assert read_answer(mine, "back") == {"type": "ok", "ref": "back", "seq": 2}
        told = next_move(theirs.receive_json)
    assert (told["seq"], told["undo"], told["move"], told["events"]) == (2, 1, None, [])
    assert told["can_undo"] is None


def next_move(receive: Callable[[], Any]) -> dict[str, Any]:
    """The next `move` message."""
    while True:
        message: dict[str, Any] = receive()
        if message["type"] == "move":
            return message


def test_refusals_over_the_socket(kept: Table) -> None:
    with kept.other.websocket_connect(f"{kept.path}/live") as theirs:
        read(theirs)
        theirs.send_json({"type": "undo", "ref": "a", "seq": 1})
        assert read_answer(theirs, "a")["error"]["code"] == "cannot_undo"
        theirs.send_json({"type": "undo", "ref": "b", "seq": "1"})
        assert read_answer(theirs, "b")["error"]["code"] == "invalid"
    with kept.first.websocket_connect(f"{kept.path}/live") as mine:
        read(mine)
        mine.send_json({"type": "undo", "ref": "made", "seq": 1})
        assert read_answer(mine, "made")["error"]["code"] == "invalid"
        mine.send_json({"type": "undo", "ref": "back", "seq": 1})
        assert read_answer(mine, "back")["seq"] == 2
    assert kept.undo(kept.first, "back", 1).json()["seq"] == 2, "the call knows it too"


def test_the_page_of_a_call_says_what_it_takes(kitchen: Kitchen) -> None:
    paths = kitchen.client().get("/api/openapi.json").json()["paths"]
    call = paths["/api/tables/{table_id}/undo"]["post"]
    assert call["requestBody"]["required"]
    assert "200" in call["responses"]
