"""Every field of an order for a table changes something that somebody can see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.codec.commands import NewTable
from tests.web.kitchen import Kitchen
from tests.web.test_tables_api import wait_until

Look = Callable[[Kitchen, TestClient, dict[str, Any]], object]
"""What is seen of a table that somebody has opened."""


def told(key: str) -> Look:
    """What the table says under that key."""
    return lambda kitchen, host, table: table[key]


def lives(kitchen: Kitchen, host: TestClient, table: dict[str, Any]) -> object:
    """How many lives everybody has."""
    return host.get(f"/api/tables/{table['id']}/state").json()["view"]["lives"]


def for_a_stranger(call: str) -> Look:
    """The status of a call by somebody who was not invited."""

    def look(kitchen: Kitchen, host: TestClient, table: dict[str, Any]) -> object:
        return kitchen.program("Sid").get(f"/api/tables/{table['id']}{call}").status_code

    return look


def is_timed(kitchen: Kitchen, host: TestClient, table: dict[str, Any]) -> object:
    """Whether a deadline runs for the host, once it is to act."""
    path = f"/api/tables/{table['id']}"
    wait_until(lambda: host.get(path).json()["to_act"] == [0])
    return "0" in host.get(path).json()["deadlines"]


def holders(kitchen: Kitchen, host: TestClient, table: dict[str, Any]) -> object:
    """Who holds the seats: people by name, bots by level."""
    return [seat["player"]["name"] if seat["player"] else seat["bot"] for seat in table["seats"]]


def first_places(kitchen: Kitchen, host: TestClient, table: dict[str, Any]) -> object:
    """Who got the first seat in this table and in many like it."""
    like = {"game": "gnav", "seats": 2, "bots": {"1": "easy"}, "start": True}
    made = [kitchen.open_table(host, seating=table["seating"], **like) for _ in range(20)]
    return {holder[0] for each in made if isinstance(holder := holders(kitchen, host, each), list)}


@dataclass(frozen=True)
class Field:
    """A field of an order: values with what is then seen, the rest of the order being as it is."""

    look: Look
    seen: tuple[tuple[object, object], tuple[object, object]]
    rest: dict[str, Any]


FULL = {"game": "gnav", "seats": 2, "bots": {"1": "easy"}}
STARTED = {**FULL, "start": True}
FIELDS: dict[str, Field] = {
    "game": Field(told("game"), (("milkuro", "milkuro"), ("gnav", "gnav")), {}),
    "seats": Field(holders, ((2, ["Ada", None]), (3, ["Ada", None, None])), {}),
    "options": Field(lives, (({"lives": 1}, [1, 1]), ({"lives": 4}, [4, 4])), STARTED),
    "visibility": Field(for_a_stranger(""), (("link", 404), ("public", 200)), {}),
    "pace": Field(
        is_timed, (({"kind": "relaxed"}, False), ({"kind": "live", "seconds": 30}, True)), STARTED
    ),
    "seat_me": Field(holders, ((True, ["Ada", None]), (False, [None, None])), {"seats": 2}),
    "client_seed": Field(
        told("client_seeds"), (("one", ["one", "bot"]), ("two", ["two", "bot"])), STARTED
    ),
    "bots": Field(
        holders, (({"1": "easy"}, ["Ada", "easy"]), ({"0": "hard"}, ["hard", "Ada"])), {"seats": 2}
    ),
    "start": Field(told("state"), ((False, "open"), (True, "playing")), FULL),
    "title": Field(told("title"), ((None, None), ("Friday", "Friday")), {}),
    "watchable": Field(
        for_a_stranger("/state"), ((True, 200), (False, 403)), {"visibility": "public", **STARTED}
    ),
    "seating": Field(first_places, (("order", {"Ada"}), ("random", {"Ada", "easy"})), STARTED),
}


def test_26_every_field_is_looked_at() -> None:
    assert set(FIELDS) == set(NewTable.model_fields)


@pytest.mark.parametrize("name", FIELDS)
def test_26_every_field_changes_something(kitchen: Kitchen, name: str) -> None:
    field = FIELDS[name]
    host = kitchen.program()
    for value, seen in field.seen:
        table = kitchen.open_table(host, **{**field.rest, name: value})
        assert field.look(kitchen, host, table) == seen
