"""Who one is, and that nobody else is it: the last seat, the own link, the same name."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.scale import scaled
from tests.web.kitchen import Kitchen, key_in

CLIENTS = 50
"""So many want the last seat at once."""


def path_of(table: dict[str, Any], rest: str = "") -> str:
    """An address at the table, with the key to play."""
    return f"/api/tables/{table['id']}{rest}?key={key_in(table['links']['play'])}"


@pytest.fixture(scope="module")
def crowd(kitchen: Kitchen) -> list[TestClient]:
    """Programs, each of its own player."""
    return [kitchen.program(f"P{number}") for number in range(CLIENTS)]


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """The answers of calls that are under way at the same time."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(lambda call: call(), calls))


@pytest.mark.parametrize("round_number", range(scaled(3, 200)))
def test_09_many_want_the_last_seat_and_one_gets_it(
    kitchen: Kitchen, crowd: list[TestClient], round_number: int
) -> None:
    host = kitchen.program("Hanna")
    table = kitchen.open_table(host, seats=2, title=f"Round {round_number}")
    seat = path_of(table, "/seats/1")
    answers = at_once([lambda who=who: who.post(seat, json={"who": "me"}) for who in crowd])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (CLIENTS - 1)
    for answer in answers:
        if answer.status_code == 409:
            error = answer.json()["error"]
            assert (error["code"], error["detail"]) == ("seat_taken", {"seat": 1})
            assert "Watch instead?" in error["message"]
    seen = host.get(f"/api/tables/{table['id']}").json()
    (winner,) = [answer for answer in answers if answer.status_code == 200]
    assert seen["seats"][1]["player"] == winner.json()["seats"][1]["player"]


def test_10_the_maker_opens_the_own_link_and_holds_one_seat(kitchen: Kitchen) -> None:
    maker = kitchen.browser("Mia")
    table = kitchen.open_table(maker, seats=3)
    assert maker.get(path_of(table)).status_code == 200
    refused = maker.post(path_of(table, "/seats/1"), json={"who": "me"})
    assert refused.json()["error"]["code"] == "already_seated"
    assert refused.json()["error"]["detail"] == {"seat": 0}


@pytest.mark.parametrize("round_number", range(3))
def test_10_a_nameless_visitor_who_taps_twice_is_one_person(
    kitchen: Kitchen, round_number: int
) -> None:
    maker, visitor = kitchen.browser("Mia"), kitchen.browser()
    table = kitchen.open_table(maker, seats=3, title=f"Round {round_number}")
    assert visitor.patch("/api/me", json={"language": "en"}).json()["player"] is None
    at_once(
        [
            lambda seat=seat: visitor.post(path_of(table, f"/seats/{seat}"), json={"who": "me"})
            for seat in (1, 1, 2, 2)
        ]
    )
    me = visitor.get("/api/me").json()["player"]
    seats = maker.get(f"/api/tables/{table['id']}").json()["seats"]
    assert [seat["player"] for seat in seats[1:] if seat["player"] is not None] == [me]


def test_10_one_person_in_two_browsers_holds_one_seat(kitchen: Kitchen) -> None:
    maker, phone = kitchen.browser("Mia"), kitchen.browser()
    table = kitchen.open_table(maker, seats=3)
    secret = maker.post("/api/me/recovery").json()["url"].partition("#")[2]
    assert phone.post("/api/me/recover", json={"secret": secret}).status_code == 200
    answers = at_once(
        [
            lambda who=who, seat=seat: who.post(
                path_of(table, f"/seats/{seat}"), json={"who": "me"}
            )
            for who in (maker, phone)
            for seat in (1, 2)
        ]
    )
    assert {answer.json()["error"]["code"] for answer in answers} == {"already_seated"}
    assert phone.post(path_of(table, "/seats/0"), json={"who": "me"}).status_code == 200
    seats = maker.get(f"/api/tables/{table['id']}").json()["seats"]
    assert [place["player"] is not None for place in seats] == [True, False, False]


def test_13_nobody_gets_a_hand_by_its_players_name(kitchen: Kitchen) -> None:
    ada = kitchen.program("Ada")
    bots = {"1": "easy", "2": "easy", "3": "easy"}
    table = kitchen.open_table(ada, bots=bots, start=True, visibility="public")
    path = f"/api/tables/{table['id']}"
    own = ada.get(f"{path}/state").json()
    assert own["seat"] == 0
    for number in range(scaled(20, 200)):
        twin = kitchen.program("Ada") if number % 2 else kitchen.browser("Ada")
        seen = twin.get(f"{path}/state").json()
        assert (seen["seat"], seen["legal"]) == (None, [])
        assert seen["view"] != own["view"]
        taken = twin.post(f"{path}/seats/0", json={"who": "me"})
        assert taken.json()["error"]["code"] == "seat_taken"
        move = {"ref": "a", "seq": own["seq"], "move": (own["legal"] or [{}])[0]}
        assert twin.post(f"{path}/moves", json=move).json()["error"]["code"] == "not_seated"


def test_13_names_that_look_alike_are_marked_for_everybody(kitchen: Kitchen) -> None:
    table = kitchen.open_table(kitchen.program("Paul"), seats=4)
    for seat, name in ((1, "Pau1"), (2, "Paula")):
        sat = kitchen.program(name).post(path_of(table, f"/seats/{seat}"), json={"who": "me"})
        assert sat.status_code == 200
    seats = kitchen.program().get(path_of(table)).json()["seats"]
    assert [place["alike"] for place in seats] == [True, True, False, False]
