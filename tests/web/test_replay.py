"""Replay, branches and history at the edge: who may, what is answered, what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from app import verify
from app.codec.replay import ReplayAnswer, StepsAnswer
from app.web.answers import MeAnswer
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen, key_in

OPTIONS = {"lives": 1}


def until(done: Callable[[], bool]) -> None:
    """Ask again while bots think."""
    end = time.monotonic() + 20
    while not done():
        assert time.monotonic() < end, "that never came"


@dataclass(frozen=True)
class Ended:
    """A finished link-only match of Gnav: its player on seat 0, bots on the others."""

    kitchen: Kitchen
    player: TestClient
    table: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table['id']}"

    def get(self, path: str, client: TestClient | None = None) -> Any:
        return (client or self.player).get(self.path + path)

    def branch(self, client: TestClient | None = None, **body: Any) -> Any:
        return (client or self.player).post(f"{self.path}/branch", json=body)


def play_out(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    """The client's seat plays whatever is legal first, to the end."""
    path = f"/api/tables/{table['id']}"
    state: dict[str, Any] = {}

    def play() -> bool:
        state.update(client.get(f"{path}/state").json())
        if state["legal"]:
            move = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
            client.post(f"{path}/moves", json=move)
        return state["table"]["state"] == "finished"

    until(play)
    found: dict[str, Any] = state["table"]
    return found


@pytest.fixture(scope="module")
def ended(kitchen: Kitchen) -> Ended:
    """Played once for the tests of this module."""
    player = kitchen.program("Pia")
    order = {"seats": 3, "bots": {"1": "easy", "2": "easy"}, "options": OPTIONS, "start": True}
    table = kitchen.open_table(player, game="gnav", **order)
    return Ended(kitchen, player, play_out(player, table))


def test_the_view_after_a_position(ended: Ended) -> None:
    for seat in ("", "&seat=0", "&seat=2", "&seat=all"):
        answer = ended.get(f"/replay?seq=2{seat}")
        assert answer.status_code == 200
        assert set(answer.json()) == {"seq", "view"}
        assert answer.json()["seq"] == 2
        jsonschema.validate(answer.json(), TypeAdapter(ReplayAnswer).json_schema())
    spectator, open_view = ended.get("/replay?seq=0"), ended.get("/replay?seq=0&seat=all")
    assert spectator.json() != open_view.json()
    assert ended.get("/replay").json()["seq"] == ended.table["seq"]


def test_many_positions_in_one_answer(ended: Ended) -> None:
    answer = ended.get("/replay?from=1&to=3&seat=0").json()
    jsonschema.validate(answer, TypeAdapter(StepsAnswer).json_schema())
    assert [step["seq"] for step in answer["steps"]] == [1, 2, 3]
    assert answer["last"] == ended.table["seq"]
    for step in answer["steps"]:
        assert step["view"] == ended.get(f"/replay?seq={step['seq']}&seat=0").json()["view"]
    whole = ended.get("/replay?from=0&views=0").json()
    assert len(whole["steps"]) == ended.table["seq"] + 1
    assert whole["steps"][-1]["result"] == ended.table["result"]
    assert ended.get("/replay?to=1").json()["steps"][-1]["seq"] == 1


@pytest.mark.parametrize(
    "query",
    [
        "?seq=9999", "?seq=-1", "?seq=1.0", "?seq=x", "?seat=3", "?seat=03", "?seat=ALL", "?seat=",
        "?from=9999", "?from=x", "?to=x", "?from=0&views=maybe", f"?seq={2**60}", "?seat=100",
    ],
)  # fmt: skip
def test_what_cannot_be_asked(ended: Ended, query: str) -> None:
    answer = ended.get(f"/replay{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")


def test_nothing_is_told_before_the_end(kitchen: Kitchen) -> None:
    player = kitchen.program("Una")
    table = kitchen.open_table(player, game="gnav", seats=2)
    path = f"/api/tables/{table['id']}"
    body = {"seq": 0, "seat": 0}
    calls = [
        lambda: player.get(f"{path}/replay?seq=0"),
        lambda: player.get(f"{path}/replay?from=0&seat=all"),
        lambda: player.post(f"{path}/branch", json=body),
        lambda: player.get(f"/t/{table['id']}/replay"),
    ]
    codes = [call().json()["error"]["code"] for call in calls[:3]]
    assert codes == ["not_started"] * 3
    assert calls[3]().status_code == 409
    assert player.post(f"{path}/seats/1", json={"who": "bot"}).status_code == 200
    assert player.post(f"{path}/start").status_code == 200
    assert [call().json()["error"]["code"] for call in calls[:3]] == ["forbidden"] * 3
    assert calls[3]().status_code == 403


def test_a_closed_table_has_nothing_to_tell(kitchen: Kitchen) -> None:
    player = kitchen.program("Cleo")
    path = f"/api/tables/{kitchen.open_table(player)['id']}"
    assert player.post(f"{path}/close").status_code == 200
    assert player.get(f"{path}/replay?seq=0").json()["error"]["code"] == "not_started"


def test_who_may_not_see_the_table_sees_no_replay(ended: Ended) -> None:
    stranger = ended.kitchen.program("Sid")
    for answer in (
        ended.get("/replay?seq=0", stranger),
        ended.get("/replay?from=0", stranger),
        ended.branch(stranger, seq=1, seat=0),
        stranger.get(f"/t/{ended.table['id']}/replay"),
    ):
        assert answer.status_code == 404
    key = key_in(ended.table["links"]["watch"])
    assert ended.get(f"/replay?seq=0&key={key}", stranger).status_code == 200


def test_a_branch_is_a_private_table_that_plays(ended: Ended) -> None:
    answer = ended.branch(seq=2, seat=1, client_seed="mine")
    assert answer.status_code == 201
    table = answer.json()
    assert table["branch"] == {"table": ended.table["id"], "seq": 2}
    assert (table["state"], table["visibility"]) == ("playing", "link")
    assert table["series"] != ended.table["series"]
    assert table["commitment"] != ended.table["commitment"]
    assert table["client_seeds"] == ["bot", "mine", "bot"]
    assert table["seats"][1]["player"]["name"] == "Pia"
    assert [place["bot"] for place in table["seats"]] == ["normal", None, "easy"]
    stranger = ended.kitchen.program("Sid")
    assert stranger.get(f"/api/tables/{table['id']}").status_code == 404
    assert ended.table["branch"] is None
    listed = ended.kitchen.client().get("/api/tables").json()["tables"]
    assert table["id"] not in {each["id"] for each in listed}


def test_the_record_of_a_branch_holds(ended: Ended, tmp_path: Path) -> None:
    table = play_out(ended.player, ended.branch(seq=3, seat=0).json())
    record = ended.player.get(f"/api/tables/{table['id']}/record").json()
    assert record["start"]["branch"]["seq"] == 3
    assert record["start"]["branch"]["record"] == ended.get("/record").json()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    assert verify.main([str(path)]) == 0
    checked = ended.player.get(f"/api/tables/{table['id']}/record?draws=1").json()
    assert checked["verdict"]["holds"]
    assert checked["start"]["branch"]["record"]["draws"]
    told = ended.player.get(f"/api/tables/{table['id']}/replay?from=0&views=0").json()
    assert [step["seq"] for step in told["steps"]] == list(range(table["seq"] + 1))


def test_a_watcher_may_play_on_too(ended: Ended) -> None:
    watcher = ended.kitchen.program("Wanda")
    key = key_in(ended.table["links"]["watch"])
    answer = watcher.post(f"{ended.path}/branch?key={key}", json={"seq": 0, "seat": 2})
    assert answer.status_code == 201
    assert answer.json()["seats"][2]["player"]["name"] == "Wanda"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"seq": 1}, "invalid"),
        ({"seat": 1}, "invalid"),
        ({"seq": "1", "seat": 0}, "invalid"),
        ({"seq": 1, "seat": 3}, "invalid"),
        ({"seq": 9999, "seat": 0}, "invalid"),
        ({"seq": 1, "seat": 0, "client_seed": "two words"}, "invalid"),
        ({"seq": 1, "seat": 0, "more": 1}, "invalid"),
    ],
)
def test_what_is_no_branch(ended: Ended, body: dict[str, Any], code: str) -> None:
    answer = ended.branch(**body)
    assert answer.json()["error"]["code"] == code


def test_from_the_end_nothing_is_left_to_play(ended: Ended) -> None:
    answer = ended.branch(seq=ended.table["seq"], seat=0)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "match_over")


def test_a_nameless_program_cannot_branch(ended: Ended) -> None:
    key = key_in(ended.table["links"]["watch"])
    path = f"{ended.path}/branch?key={key}"
    nobody = ended.kitchen.client().post(path, json={"seq": 0, "seat": 0})
    assert nobody.json()["error"]["code"] == "sign_in"


def test_history_has_my_matches_that_are_over(open_one: OpenKitchen) -> None:
    kitchen = open_one(rate_limits=False)
    player = kitchen.browser("Pia")
    assert player.get("/api/me").json()["history"] == []
    order = {"seats": 2, "bots": {"1": "easy"}, "options": OPTIONS, "start": True}
    ids = []
    for _ in range(2):
        ids.append(play_out(player, kitchen.open_table(player, game="gnav", **order))["id"])
        kitchen.clock.advance(60)
    closed = kitchen.open_table(player)
    assert player.post(f"/api/tables/{closed['id']}/close").status_code == 200
    running = kitchen.open_table(player, game="gnav", **order)
    me = player.get("/api/me").json()
    jsonschema.validate(me, TypeAdapter(MeAnswer).json_schema())
    assert [match["id"] for match in me["history"]] == ids[::-1]
    assert [table["id"] for table in me["tables"]] == [running["id"]]
    newest = me["history"][0]
    assert (newest["game"], newest["state"], newest["seat"]) == ("gnav", "finished", 0)
    assert newest["names"] == ["Pia", ""]
    assert set(newest["result"]) == {"scores", "places", "winners"}
    assert newest["branch"] is False
    assert kitchen.browser("Nils").get("/api/me").json()["history"] == []


def test_pages_carry_no_history_but_the_one_that_shows_it(ended: Ended) -> None:
    for page, told in (("/", False), (f"/t/{ended.table['id']}", False), ("/me", True)):
        text = ended.player.get(page).text
        boot = json.loads(text.split('id="boot">')[1].split("</script>")[0])
        assert ("history" in boot["me"]) is told


def test_the_replay_page_says_how_long_the_match_was(ended: Ended) -> None:
    answer = ended.player.get(f"/t/{ended.table['id']}/replay?seq=2&seat=all")
    assert answer.status_code == 200
    boot = json.loads(answer.text.split('id="boot">')[1].split("</script>")[0])
    assert (boot["last"], boot["table"]["id"]) == (ended.table["seq"], ended.table["id"])
