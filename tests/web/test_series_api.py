"""Rematch, score, rail and reports over HTTP, by every kind of caller."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter
from sqlalchemy import select
from starlette.testclient import TestClient

from app.storage.schema import reports as stored_reports
from app.tables.phrases import PHRASES
from app.web.answers import SeriesAnswer
from app.web.words import load_words
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen, key_in
from tests.web.test_tables_api import (
    Scene,
    each_caller,
    outcome,
    play_on,
    playing,
    scene,
    wait_until,
)
from tests.web.test_words import LOCALES

__all__ = ["playing", "scene"]

GONE = "not_found"
LINE = {"message": "nothing"}

OPEN_TABLE: list[tuple[str, str, object, tuple[object, ...]]] = [
    ("POST", "/rematch", None, (GONE, GONE, "not_seated", "not_seated", *("not_started",) * 2)),
    ("GET", "/series", None, (GONE, GONE, 200, 200, 200, 200)),
    ("POST", "/rail", {"open": False}, (GONE, GONE, *("forbidden",) * 3, 200)),
    ("POST", "/rail", {"open": "no"}, (GONE, GONE, *("invalid",) * 4)),
    ("POST", "/reports", LINE, (GONE,) * 6),
    ("POST", "/reports", {"message": "a b"}, (GONE, GONE, *("invalid",) * 4)),
    ("POST", "/reports", {"message": "a", "why": "x" * 501}, (GONE, GONE, *("invalid",) * 4)),
    ("POST", "/reports", {"message": "a", "why": "\u202e"}, (GONE, GONE, *("invalid",) * 4)),
]
RUNNING_TABLE: list[tuple[str, str, object, tuple[object, ...]]] = [
    ("POST", "/rematch", None, (GONE, GONE, "not_seated", "not_seated", *("forbidden",) * 2)),
    ("GET", "/series", None, (GONE, GONE, 200, 200, 200, 200)),
    ("POST", "/rail", {"open": False}, (GONE, GONE, *("forbidden",) * 3, 200)),
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


def finished(kitchen: Kitchen, **order: Any) -> tuple[TestClient, dict[str, Any]]:
    """Ada has played a match of Gnav against a bot."""
    ada = kitchen.program()
    order = {"game": "gnav", "seats": 2, "options": {"lives": 1}, "bots": {"1": "easy"}, **order}
    table = kitchen.open_table(ada, start=True, **order)
    path = f"/api/tables/{table['id']}"
    wait_until(lambda: play_on(ada, path))
    return ada, table


def test_16_a_rematch_is_the_same_table_for_everybody_who_asks(kitchen: Kitchen) -> None:
    ada, table = finished(kitchen, title="Friday", client_seed="first")
    path = f"/api/tables/{table['id']}"
    answers = [ada.post(f"{path}/rematch") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    follower = answers[0].json()
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert ada.get(path).json()["next"] == follower["id"]
    assert (follower["series"], follower["title"]) == (table["series"], "Friday")
    assert follower["options"] == {"lives": 1}
    assert [(seat["bot"], seat["held"]) for seat in follower["seats"]] == [
        ("easy", False),
        (None, True),
    ]
    assert follower["commitment"] != table["commitment"]
    keys = [{kind: key_in(link) for kind, link in each["links"].items()}
            for each in (table, follower)]  # fmt: skip
    assert keys[0] == keys[1]
    seat = {"who": "me", "client_seed": "second"}
    begun = ada.post(f"/api/tables/{follower['id']}/seats/1", json=seat).json()
    assert (begun["state"], begun["client_seeds"]) == ("playing", ["bot", "second"])


def test_16_watchers_come_along_with_their_grant(kitchen: Kitchen) -> None:
    ada, table = finished(kitchen)
    onlooker = kitchen.browser("Wanda")
    key = key_in(table["links"]["watch"])
    assert onlooker.get(f"/api/tables/{table['id']}?key={key}").status_code == 200
    follower = ada.post(f"/api/tables/{table['id']}/rematch").json()
    assert onlooker.get(f"/api/tables/{table['id']}").json()["next"] == follower["id"]
    assert onlooker.get(f"/api/tables/{follower['id']}").status_code == 200
    stranger = kitchen.browser("Sid")
    assert outcome(stranger.get(f"/api/tables/{follower['id']}")) == GONE


def test_asking_again_costs_nothing_but_opening_tables_does(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    ada = kitchen.program()
    table = kitchen.open_table(ada, seats=2, bots={"1": "easy"}, start=True)
    path = f"/api/tables/{table['id']}"
    assert ada.post(f"{path}/end").json()["state"] == "abandoned"
    asked = [ada.post(f"{path}/rematch") for _ in range(40)]
    assert {outcome(answer) for answer in asked} == {200}

    def open_another() -> object:
        ada.post(f"/api/tables/{ada.get(path).json()['next']}/close")
        return outcome(ada.post(f"{path}/rematch"))

    opened = [open_another() for _ in range(40)]
    assert opened[0] == 200
    assert opened[-1] == "rate_limited"


def test_asking_for_a_match_that_is_over_already_costs_nothing(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    ada = kitchen.program()
    table = kitchen.open_table(ada, seats=2, bots={"1": "easy"}, start=True)
    path = f"/api/tables/{table['id']}"
    ada.post(f"{path}/end")
    follower = ada.post(f"{path}/rematch").json()
    there = f"/api/tables/{follower['id']}"
    assert ada.post(f"{there}/seats/1", json={"who": "me"}).json()["state"] == "playing"
    assert ada.post(f"{there}/end").json()["state"] == "abandoned"
    asked = [ada.post(f"{path}/rematch") for _ in range(40)]
    assert [answer.json().get("id") for answer in asked] == [follower["id"]] * 40


def test_a_series_has_a_score(kitchen: Kitchen) -> None:
    ada, table = finished(kitchen)
    first = ada.get(f"/api/tables/{table['id']}").json()
    follower = ada.post(f"/api/tables/{table['id']}/rematch").json()
    for table_id in (table["id"], follower["id"]):
        series = ada.get(f"/api/tables/{table_id}/series").json()
        jsonschema.validate(series, TypeAdapter(SeriesAnswer).json_schema())
        assert [match["id"] for match in series["matches"]] == [table["id"], follower["id"]]
    assert series["matches"][0]["result"] == first["result"]
    assert [match["seats"] for match in series["matches"]] == [["Ada", ""], ["", "Ada"]]
    assert (series["matches"][1]["state"], series["matches"][1]["ended_at"]) == ("open", None)
    won = int(0 in first["result"]["winners"])
    score = {entry.get("bot"): entry for entry in series["score"]}
    assert score[None]["player"] == first["seats"][0]["player"]
    assert {
        level: (entry["name"], entry["wins"], entry["played"]) for level, entry in score.items()
    } == {
        None: ("Ada", won, 1),
        "easy": ("", int(1 in first["result"]["winners"]), 1),
    }


def test_the_rail_is_closed_by_the_host(playing: Scene) -> None:
    assert playing.call("host", "GET", "").json()["rail_open"] is True
    shut = playing.call("host", "POST", "/rail", {"open": False}).json()
    assert shut["rail_open"] is False
    assert [send(playing, who, line) for who, line in (
        ("watcher", {"room": "rail", "text": "x"}),
        ("guest", {"room": "table", "text": "x"}),
    )] == ["forbidden", "ok"]  # fmt: skip
    assert playing.call("host", "POST", "/rail", {"open": True}).json()["rail_open"] is True
    assert send(playing, "watcher", {"room": "rail", "text": "y"}) == "ok"


def send(playing: Scene, who: str, line: dict[str, str]) -> str:
    """What a line of chat is answered with: `ok`, or the code of a refusal."""
    client, query = playing.callers[who]
    address = f"/api/tables/{playing.table['id']}/live?{query}"
    with client.websocket_connect(address) as socket:
        socket.send_json({"type": "chat", "ref": "a", **line})
        answer: dict[str, Any] = {}
        while answer.get("ref") != "a":
            answer = socket.receive_json()
    return str(answer["error"]["code"] if answer["type"] == "error" else answer["type"])


def test_phrases_are_those_that_every_language_has(playing: Scene) -> None:
    for phrase in PHRASES:
        assert send(playing, "guest", {"room": "table", "phrase": phrase}) == "ok"
    assert send(playing, "guest", {"room": "table", "phrase": "you_fool"}) == "invalid"
    said = playing.call("host", "GET", "/state").json()["chat"]
    assert [line["phrase"] for line in said] == list(PHRASES)
    languages = load_words(LOCALES).languages
    for words in languages.values():
        assert {f"phrase.{phrase}" for phrase in PHRASES} == {
            key for key in words if key.startswith("phrase.")
        }


def test_a_line_is_reported_once_for_each_reader(playing: Scene) -> None:
    assert send(playing, "watcher", {"room": "rail", "text": "rude"}) == "ok"
    line = playing.call("host", "GET", "/state").json()["chat"][-1]["id"]
    report = {"message": line, "why": "It is rude."}
    answers = [playing.call(who, "POST", "/reports", report) for who in ("host", "host", "guest")]
    assert [answer.json()["id"] for answer in answers] == [playing.table["id"]] * 3
    assert outcome(playing.call("stranger", "POST", "/reports", report)) == GONE
    assert outcome(playing.call("host", "POST", "/reports", {"message": "other"})) == GONE
    query = select(stored_reports.c.why).where(stored_reports.c.line_id == line)
    kitchen = playing.kitchen
    rows = kitchen.portal.call(
        kitchen.store.database.read, lambda connection: connection.execute(query).all()
    )
    assert [row.why for row in rows] == ["It is rude."] * 2
