"""Calls on tables: every call by every kind of caller, and what the protocol says of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from app.codec.wire import TableJson
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import ORIGIN, Kitchen, key_in

CALLERS = ("nobody", "stranger", "watcher", "invited", "guest", "host")


@dataclass(frozen=True)
class Scene:
    """A link-only table for three: its host on 0, a guest on 1, a free seat; and five callers."""

    kitchen: Kitchen
    table: dict[str, Any]
    callers: dict[str, tuple[TestClient, str]]

    def call(self, who: str, method: str, path: str, body: object = None) -> Any:
        """One call by that caller, with the key that it holds."""
        client, query = self.callers[who]
        path = f"/api/tables/{self.table['id']}{path}"
        joint = "&" if "?" in path else "?"
        return client.request(method, path + (joint + query if query else ""), json=body)


@pytest.fixture
def scene(kitchen: Kitchen) -> Scene:
    """The scene before the start."""
    host, guest = kitchen.browser("Hanna"), kitchen.program("Gus")
    table = kitchen.open_table(host, seats=3)
    play, watch = (key_in(table["links"][kind]) for kind in ("play", "watch"))
    sat = guest.post(f"/api/tables/{table['id']}/seats/1?key={play}", json={"who": "me"})
    assert sat.status_code == 200
    callers = {
        "nobody": (kitchen.client(), ""),
        "stranger": (kitchen.program("Sid"), ""),
        "watcher": (kitchen.program("Wanda"), f"key={watch}"),
        "invited": (kitchen.program("Ina"), f"key={play}"),
        "guest": (guest, ""),
        "host": (host, ""),
    }
    return Scene(kitchen, table, callers)


@pytest.fixture
def playing(scene: Scene) -> Scene:
    """The same after the start, a bot on the free seat."""
    assert scene.call("host", "POST", "/seats/2", {"who": "bot"}).status_code == 200
    assert scene.call("host", "POST", "/start").status_code == 200
    return scene


def turn_of(playing: Scene) -> tuple[str, str, dict[str, Any]]:
    """Which of the two is to act, who is not, and what the first sees."""
    seen: list[tuple[str, str, dict[str, Any]]] = []

    def look() -> bool:
        for who, other in (("host", "guest"), ("guest", "host")):
            state = playing.call(who, "GET", "/state").json()
            if state["legal"]:
                seen.append((who, other, state))
        return bool(seen)

    wait_until(look)
    return seen[0]


MOVE = {"ref": "a", "seq": 0, "move": {"type": "lead", "card": 1, "colour": "white"}}
GONE = "not_found"
OPEN_TABLE: list[tuple[str, str, object, tuple[object, ...]]] = [
    # method, path, body: nobody, stranger, watcher, invited, guest, host
    ("GET", "", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/state", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/log", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/record", None, (GONE, GONE, *("not_started",) * 4)),
    ("GET", "/qr.svg?link=watch", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/qr.svg?link=play", None, (GONE, GONE, "forbidden", "forbidden", 200, 200)),
    ("PATCH", "", {"title": "x"}, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/close", None, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/start", None, (GONE, GONE, *("forbidden",) * 3, "not_started")),
    ("POST", "/seats/2", {"who": "me"},
     (GONE, GONE, "forbidden", 200, "already_seated", "already_seated")),
    ("POST", "/seats/2", {"who": "bot", "level": "easy"}, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/seats/1", {"who": "me"},
     (GONE, GONE, "forbidden", "seat_taken", 200, "already_seated")),
    ("POST", "/seats/9", {"who": "me"}, (GONE, GONE, "forbidden", *("invalid",) * 3)),
    ("DELETE", "/seats/1", None, (GONE, GONE, "forbidden", "forbidden", 200, 200)),
    ("DELETE", "/seats/1", {"bar": True}, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/moves", MOVE, (GONE, GONE, "not_seated", "not_seated", *("not_started",) * 2)),
    ("POST", "/seats/2", {"who": "bot", "level": "divine"}, (GONE, GONE, *("invalid",) * 4)),
    *(("POST", verb, None, (GONE, GONE, *("not_seated",) * 2, *("not_started",) * 2))
      for verb in ("/pause", "/resume", "/end", "/seats/1/stand_in")),
]  # fmt: skip
RUNNING_TABLE: list[tuple[str, str, object, tuple[object, ...]]] = [
    ("GET", "", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/state", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/log?before=5", None, (GONE, GONE, 200, 200, 200, 200)),
    ("GET", "/record", None, (GONE, GONE, *("forbidden",) * 4)),
    ("PATCH", "", {"title": "x"}, (GONE, GONE, *("forbidden",) * 4)),
    ("POST", "/close", None, (GONE, GONE, *("forbidden",) * 4)),
    ("POST", "/start", None, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/seats/2", {"who": "me"},
     (GONE, GONE, "forbidden", "seat_taken", "already_seated", "already_seated")),
    ("DELETE", "/seats/1", None, (GONE, GONE, "forbidden", "forbidden", 200, "forbidden")),
    ("POST", "/moves", MOVE, (GONE, GONE, "not_seated", "not_seated", None, None)),
    *(("POST", verb, None, (GONE, GONE, *("not_seated",) * 2, 200, 200))
      for verb in ("/pause", "/resume", "/end")),
    *(("POST", f"/seats/{seat}/stand_in", None,
       (GONE, GONE, *("not_seated",) * 2, *("forbidden",) * 2)) for seat in range(3)),
    ("POST", "/seats/9/stand_in", None, (GONE, GONE, *("not_seated",) * 2, *("invalid",) * 2)),
]  # fmt: skip


def outcome(answer: Any) -> object:
    """The status of a good answer, the code of a refusal."""
    if answer.status_code < 400:
        return answer.status_code
    error = answer.json()["error"]
    assert set(error) == {"code", "message", "detail"}
    assert error["message"]
    return error["code"]


def each_caller(rows: list[tuple[str, str, object, tuple[object, ...]]]) -> list[Any]:
    """One case for each call and caller."""
    return [
        pytest.param(who, method, path, body, wanted, id=f"{method} {path} {body} {who}")
        for method, path, body, results in rows
        for who, wanted in zip(CALLERS, results, strict=True)
        if wanted is not None
    ]


@pytest.mark.parametrize(("who", "method", "path", "body", "wanted"), each_caller(OPEN_TABLE))
def test_an_open_table(
    scene: Scene, who: str, method: str, path: str, body: object, wanted: object
) -> None:
    assert outcome(scene.call(who, method, path, body)) == wanted


@pytest.mark.parametrize(("who", "method", "path", "body", "wanted"), each_caller(RUNNING_TABLE))
def test_a_running_table(
    playing: Scene, who: str, method: str, path: str, body: object, wanted: object
) -> None:
    assert outcome(playing.call(who, method, path, body)) == wanted


@pytest.mark.parametrize("who", CALLERS)
def test_a_public_table_is_for_everybody(scene: Scene, who: str) -> None:
    changed = scene.call("host", "PATCH", "", {"visibility": "public"})
    assert changed.json()["visibility"] == "public"
    assert scene.call(who, "GET", "").status_code == 200
    wanted = {"guest": "already_seated", "host": "already_seated", "nobody": "sign_in"}
    assert outcome(scene.call(who, "POST", "/seats/2", {"who": "me"})) == wanted.get(who, 200)


def test_the_link_to_play_is_shown_to_those_who_belong(scene: Scene) -> None:
    for who, kinds in (("watcher", {"watch"}), ("guest", {"play", "watch"})):
        links = scene.call(who, "GET", "").json()["links"]
        assert set(links) == kinds
        assert all(
            link.startswith(f"{ORIGIN}/t/{scene.table['id']}?key=") for link in links.values()
        )


def test_a_key_is_turned_into_a_grant_once(scene: Scene) -> None:
    invited, _ = scene.callers["invited"]
    path = f"/api/tables/{scene.table['id']}"
    assert invited.get(path).status_code == 404
    assert scene.call("invited", "GET", "").status_code == 200
    assert invited.get(path).status_code == 200


@pytest.mark.parametrize("key", ["", "nonsense", "x" * 500, "%00", "%ff", "é"])
def test_a_wrong_key_opens_nothing(scene: Scene, key: str) -> None:
    answer = scene.kitchen.client().get(f"/api/tables/{scene.table['id']}?key={key}")
    assert outcome(answer) == GONE


def test_who_is_barred_stays_out(scene: Scene) -> None:
    scene.call("host", "DELETE", "/seats/1", {"bar": True})
    play = key_in(scene.table["links"]["play"])
    guest, _ = scene.callers["guest"]
    address = f"/api/tables/{scene.table['id']}"
    answer = guest.post(f"{address}/seats/1?key={play}", json={"who": "me"})
    assert outcome(answer) == "forbidden"
    assert guest.get(f"{address}?key={play}").json()["may_sit"] is False
    assert scene.call("host", "GET", "").json()["may_sit"] is True


def test_a_table_is_what_the_schema_says(playing: Scene) -> None:
    schema = TypeAdapter(TableJson).json_schema()
    for who in ("watcher", "guest", "host"):
        jsonschema.validate(playing.call(who, "GET", "").json(), schema)


def test_the_defaults_of_a_new_table(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.program())
    assert table["state"] == "open"
    assert table["visibility"] == "link"
    assert table["pace"] == {"kind": "relaxed"}
    assert len(table["seats"]) == 4
    assert table["seats"][0]["player"]["name"] == "Ada"
    assert table["host"] == table["seats"][0]["player"]["id"]
    assert (table["seq"], table["client_seeds"], table["result"]) == (None, None, None)
    assert len(table["commitment"]) == 64


def test_one_seats_oneself_on_the_lowest_seat_without_a_bot(kitchen: Kitchen) -> None:
    order = {"seats": 3, "bots": {"0": "easy", "2": "normal"}, "start": True}
    table = kitchen.open_table(kitchen.program(), client_seed="my-word", **order)
    assert [place["bot"] for place in table["seats"]] == ["easy", None, "normal"]
    assert table["seats"][1]["player"]["name"] == "Ada"
    assert table["state"] == "playing"
    assert table["client_seeds"] == ["bot", "my-word", "bot"]
    assert table["seq"] >= 0


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 1}, "seats"),
        ({"seats": 5}, "seats"),
        ({"seats": 2**53 - 1}, "seats"),
        ({"options": {"rounds": 3}}, "options"),
        ({"pace": {"kind": "live", "seconds": 45}}, "pace"),
        ({"bots": {"1": "divine"}}, "bots.1"),
        ({"client_seed": "ä"}, "client_seed"),
        ({"title": "x" * 61}, "title"),
    ],
)
def test_an_order_that_cannot_be_filled_names_the_place(
    kitchen: Kitchen, order: dict[str, object], place: str
) -> None:
    answer = kitchen.program().post("/api/tables", json={"game": "milkuro", **order})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "invalid"
    assert answer.json()["error"]["detail"]["at"] == place


def test_a_title_can_be_given_and_taken_away(scene: Scene) -> None:
    assert scene.call("host", "PATCH", "", {"title": "Sunday"}).json()["title"] == "Sunday"
    assert scene.call("host", "PATCH", "", {}).json()["title"] == "Sunday"
    assert scene.call("host", "PATCH", "", {"title": None}).json()["title"] is None


def test_a_move_is_played_once_for_each_ref(playing: Scene) -> None:
    who, other, state = turn_of(playing)
    body = {"ref": "c9", "seq": state["seq"], "move": state["legal"][0]}
    assert outcome(playing.call(other, "POST", "/moves", body)) == "not_your_turn"
    first = playing.call(who, "POST", "/moves", body)
    assert first.json() == {"ref": "c9", "seq": state["seq"] + 1}
    assert playing.call(who, "POST", "/moves", body).json() == first.json()
    different = playing.call(who, "POST", "/moves", {**body, "move": state["legal"][1]})
    assert outcome(different) == "invalid"
    again = playing.call(who, "POST", "/moves", {**body, "ref": "c10"})
    assert outcome(again) == "stale"


def test_the_log_is_paged(playing: Scene) -> None:
    who, other, state = turn_of(playing)
    seq = state["seq"]
    playing.call(who, "POST", "/moves", {"ref": "a", "seq": seq, "move": state["legal"][0]})
    log = playing.call(other, "GET", "/log").json()["log"]
    assert log[seq]["seq"] == seq + 1
    assert log[seq]["move"] == state["legal"][0]
    before = playing.call(other, "GET", f"/log?before={seq + 1}").json()["log"]
    assert [entry["seq"] for entry in before] == list(range(1, seq + 1))


def test_own_tables_say_whose_move_it_is(playing: Scene) -> None:
    who, other, _ = turn_of(playing)
    others = {"host": ["Gus"], "guest": ["Hanna"]}
    for name, awaited in ((who, True), (other, False)):
        client, _ = playing.callers[name]
        (table,) = client.get("/api/me").json()["tables"]
        assert table == {
            "id": playing.table["id"],
            "game": "milkuro",
            "state": "playing",
            "others": others[name],
            "your_move": awaited,
        }


def test_the_lobby_lists_public_tables_newest_first_by_pages(open_one: OpenKitchen) -> None:
    kitchen = open_one(rate_limits=False)
    host = kitchen.program()
    made = []
    for _ in range(3):
        made.append(kitchen.open_table(host, visibility="public")["id"])
        kitchen.clock.advance(1)
    kitchen.open_table(host, visibility="link")
    first = kitchen.client().get("/api/tables?state=open&game=milkuro&limit=2").json()
    assert [table["id"] for table in first["tables"]] == made[:0:-1]
    rest = kitchen.client().get(f"/api/tables?limit=2&cursor={first['cursor']}").json()
    assert [table["id"] for table in rest["tables"]] == made[:1]
    assert rest["cursor"] is None
    assert kitchen.client().get("/api/tables?game=gnav").json() == {"tables": [], "cursor": None}


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("state=asleep", "query.state"),
        ("game=chess", "query.game"),
        ("game=" + "x" * 99, "query.game"),
        ("cursor=!", "query.cursor"),
        ("cursor=AAAA", "query.cursor"),
        ("cursor=%00", "query.cursor"),
        ("limit=0", "query.limit"),
        ("limit=1e3", "query.limit"),
        ("limit=" + "9" * 5000, "query.limit"),
    ],
)
def test_a_list_that_cannot_be_asked_for_names_the_place(
    kitchen: Kitchen, query: str, place: str
) -> None:
    answer = kitchen.client().get(f"/api/tables?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]["detail"]["at"] == place


@pytest.mark.parametrize("seat", ["-1", "x", "1.0", "%00", "9" * 30, "9" * 5000])
def test_seats_that_are_none(scene: Scene, seat: str) -> None:
    assert outcome(scene.call("host", "POST", f"/seats/{seat}", {"who": "bot"})) == "invalid"


@pytest.mark.parametrize("table_id", ["none", "x" * 65, "%00", "a%20b", "é", "..%2f"])
def test_tables_that_are_none(kitchen: Kitchen, table_id: str) -> None:
    answer = kitchen.client().get(f"/api/tables/{table_id}")
    assert outcome(answer) == GONE


def test_a_finished_match_has_a_record(kitchen: Kitchen) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada, seats=2, bots={"1": "easy"}, start=True)
    path = f"/api/tables/{table['id']}"
    wait_until(lambda: play_on(ada, path))
    record = ada.get(f"{path}/record?draws=1").json()
    assert record["format"] == "kitchen-table-record/1"
    assert record["commitment"] == table["commitment"]
    assert record["draws"][0]["seq"] == 0
    assert record["result"] == ada.get(path).json()["result"]
    assert "draws" not in ada.get(f"{path}/record").json()
    ended = ada.post(f"{path}/moves", json={"ref": "late", "seq": 999, "move": {}})
    assert outcome(ended) == "match_over"


def play_on(client: TestClient, path: str) -> bool:
    """Make a move if one is owed; whether the match is over."""
    state = client.get(f"{path}/state").json()
    if state["legal"]:
        body = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
        assert client.post(f"{path}/moves", json=body).status_code == 200
    return bool(state["table"]["state"] == "finished")


def wait_until(happened: Callable[[], bool], tries: int = 2000) -> None:
    """Ask again, within a bound."""
    assert any(happened() for _ in range(tries))
