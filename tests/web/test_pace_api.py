"""Pausing, going on, ending and standing in over HTTP; knocking over the socket."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app import verify
from tests.web.kitchen import Kitchen, key_in
from tests.web.test_socket import read, read_answer


class Two:
    """Hanna, who is the host, and Gus at a running table of their own."""

    def __init__(self, kitchen: Kitchen) -> None:
        self.kitchen = kitchen
        self.hanna, self.gus = kitchen.program("Hanna"), kitchen.program("Gus")
        table = kitchen.open_table(self.hanna, seats=2, start=True)
        key = key_in(table["links"]["play"])
        self.path = f"/api/tables/{table['id']}"
        sat = self.gus.post(f"{self.path}/seats/1?key={key}", json={"who": "me"})
        assert sat.json()["state"] == "playing"

    def table(self) -> dict[str, Any]:
        """The table as Hanna sees it."""
        answer: dict[str, Any] = self.hanna.get(self.path).json()
        return answer

    def turn(self) -> tuple[TestClient, TestClient, dict[str, Any]]:
        """Who is to act, who is not, and what the first one sees."""
        hannas = self.hanna.get(f"{self.path}/state").json()
        if hannas["legal"]:
            return self.hanna, self.gus, hannas
        return self.gus, self.hanna, self.gus.get(f"{self.path}/state").json()

    def move(self) -> Any:
        """Whoever is to act makes the first legal move."""
        who, _, state = self.turn()
        body = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
        return who.post(f"{self.path}/moves", json=body)


@pytest.fixture
def two(kitchen: Kitchen) -> Two:
    """Two people at a running table."""
    return Two(kitchen)


def code_of(answer: Any) -> str:
    """Why this was refused."""
    code: str = answer.json()["error"]["code"]
    return code


def test_a_pause_stops_moves_until_somebody_goes_on(two: Two) -> None:
    paused = two.hanna.post(f"{two.path}/pause").json()["paused"]
    assert paused["by"] == 0
    assert paused["since"].endswith("Z")
    refused = two.move()
    assert (refused.status_code, code_of(refused)) == (409, "paused")
    assert two.gus.post(f"{two.path}/resume").json()["paused"] is None
    assert two.move().status_code == 200


def test_others_have_to_agree_to_a_pause(two: Two) -> None:
    agreed = two.gus.post(f"{two.path}/pause").json()
    assert (agreed["paused"], agreed["agreed"]) == (None, {"pause": [1]})
    assert two.move().status_code == 200
    assert two.table()["agreed"] == {}
    two.gus.post(f"{two.path}/pause")
    paused = two.hanna.post(f"{two.path}/pause").json()
    assert (paused["paused"]["by"], paused["agreed"]) == (0, {})


def test_an_end_that_all_agree_to_has_a_record_that_holds(two: Two, tmp_path: Path) -> None:
    two.move()
    assert two.hanna.post(f"{two.path}/end").json()["agreed"] == {"end": [0]}
    ended = two.gus.post(f"{two.path}/end").json()
    assert (ended["state"], ended["ended_why"], ended["result"]) == ("abandoned", "agreed", None)
    assert (ended["to_act"], ended["deadlines"], ended["agreed"]) == ([], {}, {})
    assert two.hanna.get(f"{two.path}/state").json()["legal"] == []
    assert code_of(two.gus.post(f"{two.path}/end")) == "match_over"
    record = two.gus.get(f"{two.path}/record").json()
    assert (record["result"], len(record["log"])) == (None, 1)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    out = StringIO()
    assert verify.main([str(file)], out) == 0
    assert "The record holds." in out.getvalue()


def test_14_a_stand_in_is_called_in_time_and_the_seat_comes_back(two: Two) -> None:
    away, here, state = two.turn()
    seat = state["seat"]
    early = here.post(f"{two.path}/seats/{seat}/stand_in")
    assert (code_of(early), early.status_code) == ("forbidden", 403)
    assert early.json()["error"]["detail"] == {"wait": 180}
    two.kitchen.clock.advance(179)
    late = here.post(f"{two.path}/seats/{seat}/stand_in")
    assert late.json()["error"]["detail"] == {"wait": 1}
    two.kitchen.clock.advance(1)
    place = here.post(f"{two.path}/seats/{seat}/stand_in").json()["seats"][seat]
    assert (place["away"], place["bot"], place["given_up"]) == (True, "normal", False)
    assert place["player"]["name"] in ("Hanna", "Gus")
    back = away.post(f"{two.path}/seats/{seat}", json={"who": "me"}).json()["seats"][seat]
    assert (back["away"], back["bot"]) == (False, None)
    assert away.get(f"{two.path}/state").json()["seat"] == seat


def test_who_calls_and_who_listens_is_not_absent(two: Two) -> None:
    with two.gus.websocket_connect(f"{two.path}/live") as socket:
        assert read(socket)["type"] == "state"
        seats = two.table()["seats"]
    assert seats[1]["absent_since"] is None
    assert seats[0]["absent_since"].startswith("2026-")


@pytest.mark.parametrize("verb", ["pause", "resume", "end", "seats/1/stand_in"])
def test_a_body_may_be_left_out_but_not_be_nonsense(two: Two, verb: str) -> None:
    assert two.gus.post(f"{two.path}/{verb}", json={}).status_code in (200, 403)
    nonsense = two.gus.post(f"{two.path}/{verb}", content=b"x" * 20_000)
    assert code_of(nonsense) == "too_large"


def knock(socket: WebSocketTestSession, ref: str, seat: int) -> dict[str, Any]:
    """Knock, and what is answered."""
    socket.send_json({"type": "nudge", "ref": ref, "seat": seat})
    return read_answer(socket, ref)


def test_a_knock_reaches_whom_one_waits_for(two: Two) -> None:
    slow, waiting, state = two.turn()
    seat = state["seat"]
    with (
        slow.websocket_connect(f"{two.path}/live") as theirs,
        waiting.websocket_connect(f"{two.path}/live") as mine,
    ):
        assert read(theirs)["type"] == read(mine)["type"] == "state"
        assert knock(mine, "a", seat)["type"] == "ok"
        told = read(theirs)
        while told["type"] != "nudge":
            told = read(theirs)
        assert (told["seat"], told["from"]["seat"]) == (seat, 1 - seat)
        again = knock(mine, "b", seat)["error"]
        assert (again["code"], again["detail"]) == ("rate_limited", {"retry_after": 10})
        assert knock(mine, "c", 1 - seat)["error"]["code"] == "forbidden"
        assert knock(mine, "d", 7)["error"]["code"] == "invalid"


def test_26_a_sleeping_table_wakes_for_whom_it_belongs_to(two: Two) -> None:
    kitchen, clock = two.kitchen, two.kitchen.clock
    stranger = kitchen.program("Sid")
    watch = key_in(two.table()["links"]["watch"])
    clock.advance(40)
    kitchen.portal.call(make_a_round, kitchen)
    assert stranger.get(f"{two.path}?key={watch}").json()["asleep"] is True
    assert two.table()["asleep"] is False
    clock.advance(40)
    kitchen.portal.call(make_a_round, kitchen)
    with stranger.websocket_connect(f"{two.path}/live?key={watch}") as socket:
        assert read(socket)["table"]["asleep"] is False


async def make_a_round(kitchen: Kitchen) -> None:
    """The house looks at its tables, and what it begins is done."""
    kitchen.house.sweep()
    for host in kitchen.house._hosts.values():
        if host.caretaker._work is not None:
            await host.caretaker._work
