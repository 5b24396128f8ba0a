"""What is kept of people: they carry it home, they leave, and the page tells the truth about it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.codec import json
from app.codec.record import parse_record
from app.games.registry import REGISTRY
from app.tables.record import check_record
from app.tables.staff import MARK_LIFE
from app.web.callers import CREDENTIAL_LIFE
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import FROM_ELSEWHERE, Kitchen, key_in


def short_match(kitchen: Kitchen, who: TestClient, **order: Any) -> dict[str, Any]:
    """A match of Gnav against a bot that has begun."""
    order = {"game": "gnav", "seats": 2, "bots": {"1": "easy"}, "start": True, **order}
    return kitchen.open_table(who, options={"lives": 1}, client_seed="annas-word", **order)


def play_to_the_end(who: TestClient, table_id: str) -> dict[str, Any]:
    """The first legal move again and again; the table when it is over."""
    for number in range(500):
        state = who.get(f"/api/tables/{table_id}/state").json()
        if state["table"]["state"] == "finished":
            table: dict[str, Any] = state["table"]
            return table
        if state["legal"]:
            body = {"ref": f"r{number}", "seq": state["seq"], "move": state["legal"][0]}
            assert who.post(f"/api/tables/{table_id}/moves", json=body).status_code == 200
    raise AssertionError("the match does not end")


def say(kitchen: Kitchen, who: TestClient, table_id: str, text: str) -> None:
    """A line at the table."""
    with who.websocket_connect(f"/api/tables/{table_id}/live") as socket:
        assert socket.receive_json()["type"] == "state"
        socket.send_json({"type": "chat", "ref": "c1", "room": "table", "text": text})
        while socket.receive_json()["type"] != "ok":
            pass


def export(who: TestClient) -> dict[str, Any]:
    answer = who.get("/api/me/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="kitchen-table-me.json"'
    assert answer.headers["cache-control"] == "no-store"
    told: dict[str, Any] = answer.json()
    return told


def test_the_file_holds_what_i_did_and_said_and_no_secret(kitchen: Kitchen) -> None:
    anna, bo = kitchen.browser("Anna"), kitchen.browser("Bo")
    me = anna.get("/api/me").json()["player"]
    table = short_match(kitchen, anna, title="Evening")
    say(kitchen, anna, table["id"], "hello, all")
    over = play_to_the_end(anna, table["id"])
    open_one = kitchen.open_table(anna, visibility="public")
    kitchen.open_table(bo)
    told = export(anna)
    assert told["format"] == "kitchen-table-person/1"
    assert (told["player"]["id"], told["player"]["name"]) == (me["id"], "Anna")
    assert [line["text"] for line in told["chat"]] == ["hello, all"]
    assert [each["id"] for each in told["tables"]] == [table["id"], open_one["id"]]
    match = told["tables"][0]
    assert (match["title"], match["word"], match["seat"]) == ("Evening", "annas-word", 0)
    assert match["place"] == over["result"]["places"][0]
    log = anna.get(f"/api/tables/{table['id']}/record").json()["log"]
    mine = [(entry["seq"], entry["move"]) for entry in log if entry["by"] == "player"]
    assert [(move["seq"], move["move"]) for move in match["moves"]] == mine
    secret = next(iter(anna.cookies.values()))
    text = json.dumps(told).decode()
    assert secret not in text
    assert anna.get(f"/api/tables/{table['id']}/record").json()["server_seed"] not in text


def test_a_running_match_tells_nobody_elses_move_and_no_seed(kitchen: Kitchen) -> None:
    anna, bo = kitchen.program("Anna"), kitchen.program("Bo")
    table = kitchen.open_table(anna, seats=2, bots={}, start=True, client_seed="word-a")
    path = f"/api/tables/{table['id']}"
    key = key_in(table["links"]["play"])
    body = {"who": "me", "client_seed": "word-b"}
    assert bo.post(f"{path}/seats/1?key={key}", json=body).status_code == 200
    moved = [play_once(who, path) for who in (anna, bo, anna, bo)]
    for who, word, other in ((anna, "word-a", "word-b"), (bo, "word-b", "word-a")):
        (told,) = export(who)["tables"]
        assert told["word"] == word
        assert other not in json.dumps(told).decode()
        own = [seq for player, seq in moved if player is who and seq is not None]
        assert [move["seq"] for move in told["moves"]] == own


def play_once(who: TestClient, path: str) -> tuple[TestClient, int | None]:
    """A move if it is their turn; its position."""
    state = who.get(f"{path}/state").json()
    if not state["legal"]:
        return who, None
    body = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
    seq: int = who.post(f"{path}/moves", json=body).json()["seq"]
    return who, seq


def test_strangers_have_no_file(kitchen: Kitchen) -> None:
    assert kitchen.browser().get("/api/me/export").json()["error"]["code"] == "sign_in"


def test_files_are_not_asked_for_again_and_again(open_one: OpenKitchen) -> None:
    anna = open_one().program("Anna")
    codes = [anna.get("/api/me/export").status_code for _ in range(8)]
    assert (codes[0], codes[-1]) == (200, 429)


def test_who_leaves_is_a_stranger_and_the_match_stays_whole(kitchen: Kitchen) -> None:
    anna, bo = kitchen.browser("Anna"), kitchen.browser("Bo")
    phone = kitchen.browser()
    secret = anna.post("/api/me/recovery").json()["url"].partition("#")[2]
    assert phone.post("/api/me/recover", json={"secret": secret}).status_code == 200
    table = short_match(kitchen, anna, visibility="public", title="Anna's")
    play_to_the_end(anna, table["id"])
    record = f"/api/tables/{table['id']}/record"
    before = anna.get(record).json()
    branch = bo.post(f"/api/tables/{table['id']}/branch", json={"seq": 1, "seat": 0}).json()
    gone = anna.delete("/api/me")
    assert gone.status_code == 200
    assert gone.json()["player"] is None
    assert not anna.cookies
    assert phone.get("/api/me").json()["player"] is None
    after = bo.get(record).json()
    name = after["seats"][0]["name"]
    assert re.fullmatch(r"Former [A-Z][a-z]+ \d{3}", name)
    assert after == {**before, "seats": [{"name": name, "bot": None}, before["seats"][1]]}
    _, game, parsed = parse_record(json.dumps(after), REGISTRY)
    assert check_record(game, parsed).holds
    assert bo.get(f"{record}?draws=1").json()["verdict"]["holds"]
    assert bo.get(f"/api/tables/{table['id']}").json()["title"] is None
    origin = kitchen.portal.call(kitchen.store.tables.origin, branch["id"])
    assert origin is not None
    assert json.loads(origin)["seats"][0]["name"] == name  # type: ignore[index,call-overload]


def test_leaving_again_says_the_same(kitchen: Kitchen) -> None:
    anna = kitchen.browser("Anna")
    first = anna.delete("/api/me")
    second = anna.delete("/api/me")
    assert second.status_code == 200
    assert {**second.json(), "suggested_name": ""} == {**first.json(), "suggested_name": ""}
    program = kitchen.program("Ada")
    assert program.delete("/api/me").status_code == 200
    assert program.delete("/api/me").json()["error"]["code"] == "sign_in"


def test_a_nameless_browser_is_forgotten_too(kitchen: Kitchen) -> None:
    browser = kitchen.browser()
    browser.patch("/api/me", json={"language": "en"})
    (secret,) = browser.cookies.values()
    assert browser.delete("/api/me").json()["player"] is None
    assert not browser.cookies
    back = kitchen.browser()
    back.cookies.set("kt_session", secret)
    assert back.patch("/api/me", json={"name": "Bo"}).headers.get("set-cookie") is not None


def test_no_foreign_page_deletes_anybody(kitchen: Kitchen) -> None:
    anna = kitchen.browser("Anna")
    answer = anna.delete("/api/me", headers=FROM_ELSEWHERE)
    assert answer.json()["error"]["code"] == "forbidden"
    assert anna.get("/api/me").json()["player"]["name"] == "Anna"


def test_sockets_close_seats_are_handed_on_and_words_are_withdrawn(kitchen: Kitchen) -> None:
    anna, bo = kitchen.browser("Anna"), kitchen.browser("Bo")
    running = short_match(kitchen, anna, seats=3, bots={"2": "easy"}, title="Ours")
    key = key_in(running["links"]["play"])
    bo.post(f"/api/tables/{running['id']}/seats/1?key={key}", json={"who": "me"})
    waiting = kitchen.open_table(anna, visibility="public")
    say(kitchen, anna, running["id"], "I live in Brighton")
    path = f"/api/tables/{running['id']}/live"
    with anna.websocket_connect(path) as hers, bo.websocket_connect(path) as his:
        assert hers.receive_json()["type"] == "state"
        assert [line["text"] for line in his.receive_json()["chat"]] == ["I live in Brighton"]
        assert anna.delete("/api/me").status_code == 200
        last = [hers.receive_json()]
        while last[-1]["type"] != "bye":
            last.append(hers.receive_json())
        assert last[-2]["error"]["code"] == "sign_in"
        assert last[-1]["reason"] == "closed"
        told = his.receive_json()
        while told["type"] != "state" or told["chat"][0]["text"] != "…":
            told = his.receive_json()
    assert told["chat"][0]["from"]["player"]["name"].startswith("Former ")
    seat = told["table"]["seats"][0]
    assert (seat["away"], seat["given_up"], seat["bot"]) == (True, True, "normal")
    assert seat["player"]["name"].startswith("Former ")
    assert told["table"]["title"] is None
    assert told["table"]["host"] == bo.get("/api/me").json()["player"]["id"]
    free = bo.get(f"/api/tables/{waiting['id']}").json()
    assert (free["seats"][0]["player"], free["host"]) == (None, None)


def test_a_visit_is_written_once_an_hour_and_never_while_one_waits(kitchen: Kitchen) -> None:
    anna = kitchen.program("Anna")
    me = anna.get("/api/me").json()["player"]["id"]
    for _ in range(3):
        anna.get("/api/me")
    book = kitchen.discretion.book
    assert kitchen.portal.call(seen_at, kitchen, me) == kitchen.clock.now()
    kitchen.clock.advance(3599)
    anna.get("/api/me")
    kitchen.portal.call(book.write)
    assert kitchen.portal.call(seen_at, kitchen, me) < kitchen.clock.now()
    kitchen.clock.advance(1)
    anna.get("/api/me")
    kitchen.portal.call(book.write)
    assert kitchen.portal.call(seen_at, kitchen, me) == kitchen.clock.now()


async def seen_at(kitchen: Kitchen, player: str) -> Any:
    dossier = await kitchen.store.dossiers.load(player)
    return dossier.player.seen_at if dossier else None


def test_a_guest_who_does_not_come_back_is_forgotten(
    open_one: OpenKitchen, caplog: pytest.LogCaptureFixture
) -> None:
    kitchen = open_one(rate_limits=False)
    anna, bo = kitchen.browser("Anna"), kitchen.browser("Bo")
    table = short_match(kitchen, anna, visibility="public")
    play_to_the_end(anna, table["id"])
    kitchen.clock.advance(timedelta(days=181).total_seconds())
    bo.get("/api/me")
    kitchen.portal.call(kitchen.discretion.book.write)
    kitchen.portal.call(kitchen.discretion.sweeper.sweep)
    assert anna.get("/api/me").json()["player"] is None
    assert bo.get("/api/me").json()["player"]["name"] == "Bo"
    record = bo.get(f"/api/tables/{table['id']}/record?draws=1").json()
    assert record["seats"][0]["name"].startswith("Former ")
    assert record["verdict"]["holds"]
    assert [line for line in caplog.records if line.levelname == "ERROR"] == []


def test_an_address_is_kept_and_told(kitchen: Kitchen) -> None:
    anna = kitchen.program("Anna")
    home = kitchen.client(headers=anna.headers, client=("::ffff:203.0.113.9", 4711))
    home.get("/api/me")
    kitchen.portal.call(kitchen.discretion.book.write)
    assert [each["address"] for each in export(anna)["addresses"]] == ["203.0.113.9"]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {
            "keep_guests_days": 7,
            "keep_chat_days": 3,
            "keep_addresses_hours": 1,
            "keep_marks_days": 2,
        },
    ],
    ids=["usual", "strict"],
)
def test_the_page_tells_the_settings_own_numbers(
    open_one: OpenKitchen, settings: dict[str, int]
) -> None:
    kitchen = open_one(rate_limits=False, own_files=False, **settings)
    text = kitchen.browser().get("/privacy").text
    kept = kitchen.discretion.retention
    assert f"{kept.guests.days} days after your last visit" in text
    assert f"{kept.chat.days} days; longer if somebody reported it" in text
    hours = round(kept.addresses.total_seconds() / 3600)
    assert f"<td>{hours} hour{'s' if hours > 1 else ''}</td>" in text
    assert f"<td>{kept.marks.days} days</td>" in text
    assert f"ends {CREDENTIAL_LIFE.days} days after" in text
    assert f"the cookie itself stays for {MARK_LIFE.days} days" in text
    assert "{count}" not in text
