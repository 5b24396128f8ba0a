"""Links over HTTP: every policy for who comes first, second, late, or after it was taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.codec.wire import time_text
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import ORIGIN, Kitchen, key_in

Table = dict[str, Any]
Link = dict[str, Any]
DAY = 24 * 3600


@pytest.fixture
def host(kitchen: Kitchen) -> TestClient:
    """Who opens tables here."""
    return kitchen.browser("Hanna")


@pytest.fixture
def table(kitchen: Kitchen, host: TestClient) -> Table:
    """A link-only table for three."""
    return kitchen.open_table(host, seats=3)


def make(host: TestClient, table: Table, **order: Any) -> Link:
    """A new link."""
    answer = host.post(f"/api/tables/{table['id']}/links", json={"kind": "play", **order})
    assert answer.status_code == 201, answer.text
    link: Link = answer.json()
    return link


def code_of(answer: Any) -> str | None:
    """The code of a refusal, None of a good answer."""
    return answer.json()["error"]["code"] if answer.status_code >= 400 else None


def look(who: TestClient, table: Table, link: Link | None = None) -> str | None:
    """How a visitor fares who looks at the table, with a link or without."""
    query = f"?key={key_in(link['url'])}" if link else ""
    return code_of(who.get(f"/api/tables/{table['id']}{query}"))


def sit(who: TestClient, table: Table, link: Link | None, seat: int = 1) -> str | None:
    """How a visitor fares who sits down."""
    query = f"?key={key_in(link['url'])}" if link else ""
    return code_of(who.post(f"/api/tables/{table['id']}/seats/{seat}{query}", json={"who": "me"}))


def soon(kitchen: Kitchen, seconds: float = DAY) -> str:
    """A time from now on."""
    return time_text(kitchen.clock.at + timedelta(seconds=seconds))


VISITORS: dict[str, Callable[[Kitchen], TestClient]] = {
    "program": lambda kitchen: kitchen.program(),
    "browser": lambda kitchen: kitchen.browser("Bo"),
}
GONE = "not_found"


@pytest.mark.parametrize("kind", ["play", "watch"])
@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize(
    ("max_uses", "ends", "fate", "first", "second", "third"),
    [
        pytest.param(None, False, None, None, None, None, id="without limits"),
        pytest.param(1, False, None, None, GONE, GONE, id="for one"),
        pytest.param(2, False, None, None, None, GONE, id="for two"),
        pytest.param(None, True, None, None, None, None, id="before its end"),
        pytest.param(None, True, "end", GONE, GONE, GONE, id="after its end"),
        pytest.param(2, True, None, None, None, GONE, id="for two before its end"),
        pytest.param(2, True, "end", GONE, GONE, GONE, id="for two after its end"),
        pytest.param(None, False, "revoke", GONE, GONE, GONE, id="revoked"),
        pytest.param(1, True, "revoke", GONE, GONE, GONE, id="limited and revoked"),
    ],
)
def test_12_each_policy_for_each_visitor(
    kitchen: Kitchen,
    host: TestClient,
    table: Table,
    *,
    kind: str,
    visitor: str,
    max_uses: int | None,
    ends: bool,
    fate: str | None,
    first: str | None,
    second: str | None,
    third: str | None,
) -> None:
    until = soon(kitchen) if ends else None
    link = make(host, table, kind=kind, max_uses=max_uses, until=until)
    if fate == "end":
        kitchen.clock.advance(DAY)
    if fate == "revoke":
        host.delete(f"/api/tables/{table['id']}/links/{link['id']}")
    visitors = [VISITORS[visitor](kitchen) for _ in range(3)]
    for who, wanted in zip(visitors, (first, second, third), strict=True):
        assert look(who, table, link) == wanted
    for who, wanted in zip(visitors, (first, second, third), strict=True):
        assert look(who, table, link) == wanted
        assert look(who, table) == wanted
    may_sit = "forbidden" if kind == "watch" and first is None else first
    assert sit(visitors[0], table, link) == may_sit


def test_who_belongs_uses_no_link_up(kitchen: Kitchen, host: TestClient, table: Table) -> None:
    """The host looks whether it works; somebody who sits is sent it by a friend."""
    seated, newcomer = kitchen.program(), kitchen.program()
    assert sit(seated, table, make(host, table)) is None
    link = make(host, table, max_uses=1)
    assert look(host, table, link) is None
    assert look(seated, table, link) is None
    assert look(newcomer, table, link) is None
    assert look(kitchen.program(), table, link) == GONE


def test_12_an_end_is_for_who_comes_later(kitchen: Kitchen, host: TestClient, table: Table) -> None:
    link = make(host, table, until=soon(kitchen))
    early = kitchen.program()
    assert look(early, table, link) is None
    kitchen.clock.advance(DAY)
    assert look(early, table) is None
    assert sit(early, table, link) is None
    assert look(kitchen.program(), table, link) == GONE


def test_12_a_revoked_link_takes_its_grants_and_no_seats(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    link = make(host, table)
    seated, idle, both = (kitchen.program() for _ in range(3))
    for who in (seated, idle, both):
        assert look(who, table, link) is None
    assert look(both, table, {"url": table["links"]["watch"]}) is None
    assert sit(seated, table, None) is None
    revoked = host.delete(f"/api/tables/{table['id']}/links/{link['id']}")
    assert [each["revoked"] for each in revoked.json()["links"]] == [False, True, False]
    assert look(seated, table) is None
    assert look(idle, table) == GONE
    assert look(both, table) is None
    assert sit(both, table, None, 2) == "forbidden"


def test_a_limited_link_is_for_those_who_leave_a_trace(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    limited, free = make(host, table, max_uses=1), make(host, table, until=soon(kitchen))
    assert look(kitchen.client(), table, limited) == GONE
    assert look(kitchen.client(), table, free) is None
    assert look(kitchen.program(), table, limited) is None


def test_a_list_says_how_often_each_was_used(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    link = make(host, table, kind="watch", max_uses=3, until=soon(kitchen))
    assert look(kitchen.program(), table, link) is None
    listed = host.get(f"/api/tables/{table['id']}/links").json()["links"]
    assert listed[-1] == {**link, "uses": 1}
    assert [(each["kind"], each["uses"]) for each in listed] == [
        ("play", 1),
        ("watch", 0),
        ("watch", 1),
    ]
    assert {each["max_uses"] for each in listed[:2]} == {None}


def test_the_newest_that_works_is_shown_at_the_table(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    path = f"/api/tables/{table['id']}"
    newer = make(host, table, max_uses=1)
    assert host.get(path).json()["links"]["play"] == newer["url"] != table["links"]["play"]
    assert look(kitchen.program(), table, newer) is None
    assert host.get(path).json()["links"]["play"] == table["links"]["play"]
    for link in host.get(f"{path}/links").json()["links"]:
        host.delete(f"{path}/links/{link['id']}")
    assert host.get(path).json()["links"] == {}
    assert code_of(host.get(f"{path}/qr.svg?link=play")) == GONE


def test_only_the_host_manages_links(kitchen: Kitchen, host: TestClient, table: Table) -> None:
    path = f"/api/tables/{table['id']}/links"
    play = {"url": table["links"]["play"]}
    guest, watcher, stranger = kitchen.program(), kitchen.program(), kitchen.program()
    assert sit(guest, table, play) is None
    assert look(watcher, table, {"url": table["links"]["watch"]}) is None
    (link, _) = host.get(path).json()["links"]
    for who, wanted in ((guest, "forbidden"), (watcher, "forbidden"), (stranger, GONE)):
        assert code_of(who.get(path)) == wanted
        assert code_of(who.post(path, json={"kind": "play"})) == wanted
        assert code_of(who.delete(f"{path}/{link['id']}")) == wanted
        assert code_of(who.get(f"{path}/{link['id']}/qr.svg")) == wanted
    assert [each["revoked"] for each in host.get(path).json()["links"]] == [False, False]


def test_every_link_has_a_picture_of_its_own(host: TestClient, table: Table) -> None:
    path = f"/api/tables/{table['id']}"
    first = make(host, table, max_uses=1)
    newer = make(host, table, max_uses=2)
    shown = [host.get(f"{path}/links/{link['id']}/qr.svg") for link in (first, newer)]
    assert {answer.headers["content-type"] for answer in shown} == {"image/svg+xml"}
    assert shown[0].content != shown[1].content == host.get(f"{path}/qr.svg?link=play").content
    assert code_of(host.get(f"{path}/links/none/qr.svg")) == GONE


@pytest.mark.parametrize(
    ("order", "place"),
    [
        ({}, "kind"),
        ({"kind": "host"}, "kind"),
        ({"kind": "play", "max_uses": 0}, "max_uses"),
        ({"kind": "play", "max_uses": 2**40}, "max_uses"),
        ({"kind": "play", "max_uses": 1.0}, "max_uses"),
        ({"kind": "play", "max_uses": "1"}, "max_uses"),
        ({"kind": "play", "until": "tomorrow"}, "until"),
        ({"kind": "play", "until": "2027-01-01T00:00:00"}, "until"),
        ({"kind": "play", "until": "0001-01-01T00:00:00+14:00"}, "until"),
        ({"kind": "play", "until": 1893456000}, "until"),
        ({"kind": "play", "until": "2026-11-30T19:59:59Z"}, "until"),
        ({"kind": "play", "uses": 3}, "uses"),
    ],
)
def test_an_order_that_is_none_names_the_place(
    host: TestClient, table: Table, order: dict[str, Any], place: str
) -> None:
    answer = host.post(f"/api/tables/{table['id']}/links", json=order)
    assert answer.status_code == 422
    assert answer.json()["error"]["detail"]["at"] == place


def test_an_end_is_told_in_utc(host: TestClient, table: Table) -> None:
    link = make(host, table, until="2030-01-01T07:00:00+07:00")
    assert link["until"] == "2030-01-01T00:00:00.000Z"


@pytest.mark.parametrize("link_id", ["none", "x" * 65, "%00", "é"])
def test_links_that_are_none(host: TestClient, table: Table, link_id: str) -> None:
    answer = host.delete(f"/api/tables/{table['id']}/links/{link_id}")
    assert code_of(answer) in (GONE, "invalid")


def test_a_link_of_another_table_is_none_here(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    other = kitchen.open_table(host)
    (link, _) = host.get(f"/api/tables/{other['id']}/links").json()["links"]
    assert code_of(host.delete(f"/api/tables/{table['id']}/links/{link['id']}")) == GONE
    assert look(kitchen.program(), table, link) == GONE


def test_12_a_preview_does_not_use_a_link_up(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    link = make(host, table, max_uses=1)
    path = link["url"].removeprefix(ORIGIN)
    for _ in range(3):
        robot = kitchen.client().get(path)
        assert robot.status_code == 200
        assert "set-cookie" not in robot.headers
        assert robot.headers["referrer-policy"] == "same-origin"
    friend = kitchen.browser()
    assert friend.get(path).status_code == 200
    entered = friend.post(path)
    assert (entered.status_code, entered.headers["location"]) == (303, f"/t/{table['id']}")
    assert friend.get(f"/t/{table['id']}").status_code == 200
    assert sit(friend, table, None) is None
    late = kitchen.browser()
    assert late.get(path).status_code == 404
    assert late.post(path).status_code == 404
    assert "set-cookie" not in late.post(path).headers


def test_a_foreign_page_cannot_press_the_button(
    kitchen: Kitchen, host: TestClient, table: Table
) -> None:
    link = make(host, table, max_uses=1)
    path = link["url"].removeprefix(ORIGIN)
    for headers in ({"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {}):
        answer = kitchen.client(headers=headers).post(path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert look(kitchen.program(), table, link) is None


def test_links_without_limits_need_no_button(kitchen: Kitchen, table: Table) -> None:
    friend = kitchen.browser()
    answer = friend.get(table["links"]["play"].removeprefix(ORIGIN))
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers
    assert friend.get(f"/t/{table['id']}").status_code == 200


def test_making_links_is_limited(open_one: OpenKitchen) -> None:
    kitchen = open_one()
    host = kitchen.program()
    table = kitchen.open_table(host)
    codes = {
        code_of(host.post(f"/api/tables/{table['id']}/links", json={"kind": "play", "max_uses": 1}))
        for _ in range(61)
    }
    assert codes == {None, "rate_limited"}
