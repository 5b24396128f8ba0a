"""The house and its lobby: tables are opened, listed, forgotten, and come back equal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from app.live.house import IDLE_AFTER, IDLE_INTERVAL, House
from app.live.orders import TableChange, TableOrder
from app.live.outbox import Limits
from app.tables.access import Visitor
from app.tables.refusals import Code
from app.tables.rest import SLEEP_AFTER
from app.tables.table import Table
from tests.live.doubles import Wire, settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    move,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

PUBLIC = TableOrder("milkuro", visibility="public")


@pytest.mark.parametrize(
    ("order", "place"),
    [
        (TableOrder("chess"), "game"),
        (TableOrder("milkuro", seats=99), "seats"),
        (TableOrder("gnav", options={"lives": 99}), "options"),
        (TableOrder("gnav", options={"colour": "red"}), "options"),
        (TableOrder("milkuro", seats=2, bots={0: "easy", 1: "easy"}), "bots"),
        (TableOrder("milkuro", client_seed="two words"), "client_seed"),
    ],
)
async def test_what_cannot_be_ordered(
    kitchen: Kitchen, house: House, order: TableOrder, place: str
) -> None:
    refusal = await refused(house.open_table(ANNA, order))
    assert (refusal.code, refusal.detail["at"]) == (Code.INVALID, place)
    assert kitchen.store.tables == {}


async def test_a_table_as_ordered(kitchen: Kitchen, house: House) -> None:
    order = TableOrder("gnav", seats=3, options={"lives": 2}, bots={0: "normal"}, title="Friday")
    table = await house.open_table(ANNA, order)
    assert [place.bot for place in table.seats] == ["normal", None, None]
    assert table.seats[1].player == ANNA
    assert (table.host, table.title, table.visibility) == (ANNA.id, "Friday", "link")
    assert table.options_json == '{"lives":2}'
    assert table.committed_first is False
    assert kitchen.store.tables[table.id] == table


async def test_a_full_table_starts_at_once(kitchen: Kitchen, house: House) -> None:
    order = TableOrder("gnav", seats=2, bots={1: "easy"}, start=True)
    table = await house.open_table(ANNA, order)
    assert table.state == "playing"
    assert [tenure.why for _, tenure in kitchen.store.tenures] == ["start", "start"]
    assert state_of(await house.host(table.id), ANNA)["seq"] == 0


async def test_what_is_dealt_as_it_is_opened_was_not_committed_to_first(house: House) -> None:
    bots = {0: "easy", 1: "easy"}
    at_once = TableOrder("gnav", seats=2, bots=bots, seat_me=False, start=True)
    assert (await house.open_table(ANNA, at_once)).committed_first is False
    later = TableOrder("gnav", seats=2, bots=bots, seat_me=False)
    assert (await house.open_table(ANNA, later)).committed_first is True


async def test_who_opens_a_table_may_leave_it_and_come_back(house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"), "session-1")
    host = await house.host(table.id)
    me = await house.visitor(host.table, ANNA, "session-1", None)
    await host.steward.vacate(me, 0, bar=False)
    assert host.table.host is None
    await host.steward.sit(me, 2, None)
    assert host.table.host == ANNA.id


async def test_12_links_let_in_by_their_kind(house: House) -> None:
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    host = await house.host(table.id)
    links = host.table_json(visitor(ANNA))["links"]
    key = links["play"].partition("?key=")[2]
    watch_key = links["watch"].partition("?key=")[2]
    stranger = await house.visitor(host.table, BO, "session-bo", None)
    assert stranger.keys == frozenset()
    assert (await refused(host.steward.sit(stranger, 1, None))).code is Code.NOT_FOUND
    onlooker = await house.visitor(host.table, BO, "session-bo", watch_key)
    assert (await refused(host.steward.sit(onlooker, 1, None))).code is Code.FORBIDDEN
    await house.visitor(host.table, BO, "session-bo", key)
    later = await house.visitor(host.table, BO, "session-bo", None)
    assert later.keys == {"play", "watch"}
    wrong = await house.visitor(host.table, BO, "session-2", key[:-1] + "!")
    assert wrong.keys == frozenset()


async def test_a_key_that_was_granted_writes_nothing_more(kitchen: Kitchen, house: House) -> None:
    host = await house.host((await house.open_table(ANNA, TableOrder("milkuro"))).id)
    key = host.table_json(visitor(ANNA))["links"]["watch"].partition("?key=")[2]
    for _ in range(3):
        again = await house.visitor(host.table, BO, "session-bo", key)
        assert again.keys == {"watch"}
    assert kitchen.store.points.reached.count("grant") == 1


async def test_no_such_table(house: House) -> None:
    for _ in range(2):
        assert (await refused(house.host("nowhere"))).code is Code.NOT_FOUND


async def test_a_table_is_opened_once_for_all_who_come(kitchen: Kitchen, house: House) -> None:
    table = await house.open_table(ANNA, PUBLIC)
    loads = kitchen.store.loads
    hosts = await asyncio.gather(*(house.host(table.id) for _ in range(5)))
    assert len(set(map(id, hosts))) == 1
    assert kitchen.store.loads - loads <= 2


async def test_a_host_that_could_not_be_opened_is_tried_again(
    kitchen: Kitchen, house: House
) -> None:
    table = await house.open_table(ANNA, PUBLIC)
    kitchen.store.fail("read lines")
    with pytest.raises(Exception, match="read lines"):
        await house.host(table.id)
    await settle()
    assert (await house.host(table.id)).table.id == table.id


async def test_idle_hosts_are_forgotten_and_come_back_equal(kitchen: Kitchen) -> None:
    house = kitchen.house()
    house.start()
    host = await open_match(house, "gnav")
    for _ in range(5):
        await move(host)
    await host.say(visitor(ANNA), "table", text="hello", phrase=None)
    viewer = await watch(host, ANNA)
    await kitchen.clock.advance(IDLE_AFTER * 2)
    assert await house.host(host.table.id) is host
    host.detach(viewer.attachment)
    await kitchen.clock.advance(SLEEP_AFTER.total_seconds() + IDLE_AFTER + 2 * IDLE_INTERVAL)
    assert host.table.asleep_since is not None
    again = await house.host(host.table.id)
    assert again is not host
    assert again.match == host.match
    for player in (*SEATED, None):
        assert without_absence(state_of(again, player)) == without_absence(state_of(host, player))


def without_absence(state: dict[str, Any]) -> dict[str, Any]:
    """A state but for since when people are away, which only who was there knows exactly."""
    for seat in state["table"]["seats"]:
        assert isinstance(seat.pop("absent_since"), str)
    return state


async def test_who_was_just_given_a_host_finds_it_still_there(kitchen: Kitchen) -> None:
    house = kitchen.house()
    house.start()
    host = await open_match(house)
    await kitchen.clock.advance(IDLE_AFTER - 1)
    assert await house.host(host.table.id) is host
    await kitchen.clock.advance(IDLE_INTERVAL + 2)
    viewer = await watch(host, ANNA)
    await move(await house.host(host.table.id))
    assert [message["seq"] for message in viewer.moves()] == [1]


async def test_38_options_are_frozen_and_a_broken_log_stops_loudly(
    kitchen: Kitchen,
) -> None:
    host = await open_match(kitchen.house(), "gnav", options={"lives": 1})
    await move(host)
    rows = kitchen.store.rows[host.table.id]
    assert (await kitchen.house().host(host.table.id)).match == host.match
    rows[0] = replace(rows[0], seq=2)
    with pytest.raises(Exception, match="position 2 after 0"):
        await kitchen.house().host(host.table.id)


# The lobby


async def listen(house: House) -> Wire:
    """A page of the lobby."""
    wire = Wire()
    await house.lobby.listen(wire)
    return wire


async def test_the_lobby_tells_what_is_there_then_what_changes(
    kitchen: Kitchen, house: House
) -> None:
    one = await house.open_table(ANNA, PUBLIC)
    hidden = await house.open_table(ANNA, TableOrder("milkuro"))
    wire = await listen(house)
    (first,) = wire.take()
    assert first["type"] == "lobby"
    assert [table["id"] for table in first["tables"]] == [one.id]
    assert set(first["tables"][0]["links"]) == set()
    other = await house.open_table(BO, PUBLIC)
    await (await house.host(hidden.id)).steward.seat_bot(visitor(ANNA), 3, "easy")
    await settle()
    assert [message["table"]["id"] for message in wire.take()] == [other.id]


async def test_news_of_the_lobby_are_coalesced_to_one_a_second(
    kitchen: Kitchen, house: House
) -> None:
    table = await house.open_table(ANNA, PUBLIC)
    host = await house.host(table.id)
    wire = await listen(house)
    await kitchen.clock.advance(5)
    wire.take()
    for seat in (1, 2, 3):
        await host.steward.seat_bot(visitor(ANNA), seat, "easy")
        await settle()
    told = wire.take()
    assert len(told) == 1
    await kitchen.clock.advance(1)
    (rest,) = wire.take()
    assert [place["bot"] for place in rest["table"]["seats"]] == [None, "easy", "easy", "easy"]
    await kitchen.clock.advance(10)
    assert wire.take() == []


@pytest.mark.parametrize("how", ["closed", "hidden", "finished"])
async def test_what_has_left_the_lobby_is_gone(kitchen: Kitchen, house: House, how: str) -> None:
    order = replace(PUBLIC, game="gnav", seats=2, bots={1: "easy"}, options={"lives": 1})
    table = await house.open_table(ANNA, order)
    host = await house.host(table.id)
    wire = await listen(house)
    me = visitor(ANNA)
    if how == "closed":
        await host.steward.close(me)
    elif how == "hidden":
        await host.steward.change(me, TableChange(visibility="link"))
    else:
        await host.steward.start(me)
        await host.steward.vacate(me, 0, bar=False)
    await kitchen.clock.advance(3)
    assert wire.take()[-1] == {"type": "gone", "id": table.id}
    assert [message["tables"] for message in (await listen(house)).take()] == [[]]


async def test_the_list_comes_first_whatever_happens_meanwhile(
    kitchen: Kitchen, house: House
) -> None:
    await house.open_table(ANNA, PUBLIC)
    await listen(house)
    await kitchen.clock.advance(5)
    for number in range(1, 5):
        made: list[Table] = []

        async def open_another(made: list[Table] = made) -> None:
            made.append(await house.open_table(BO, PUBLIC))
            await kitchen.clock.advance(2)

        kitchen.store.points.at(number, open_another)
        wire = await listen(house)
        await kitchen.clock.advance(2)
        told = wire.take()
        assert [message["type"] for message in told].index("lobby") == 0
        known = {table["id"] for table in told[0]["tables"]}
        known |= {message["table"]["id"] for message in told[1:]}
        assert made[0].id in known


async def test_a_failing_list_leaves_no_listener(kitchen: Kitchen, house: House) -> None:
    kitchen.store.fail("list_public")
    with pytest.raises(Exception, match="list_public"):
        await listen(house)
    assert len(house.lobby._listeners) == len(house.lobby._arriving) == 0


async def test_a_slow_page_of_the_lobby_is_cut_off(kitchen: Kitchen) -> None:
    house = kitchen.house(limits=Limits(high_mark=100, low_mark=10))
    table = await house.open_table(ANNA, PUBLIC)
    slow, quick = await listen(house), await listen(house)
    quick.take()
    slow.held = 101
    await (await house.host(table.id)).steward.seat_bot(visitor(ANNA), 1, "easy")
    await settle()
    assert slow.aborted
    assert [message["type"] for message in quick.take()] == ["table"]
    assert len(house.lobby._listeners) == 1


async def test_spectators_write_at_the_rail_and_players_at_the_table(house: House) -> None:
    host = await open_match(house)
    viewers = [await watch(host, player) for player in (ANNA, None)]
    guest = visitor(replace(BO, id="p-guest"))
    await host.say(visitor(ANNA), "table", text="hello", phrase=None)
    await host.say(guest, "rail", text=None, phrase="well_played")
    for viewer in viewers:
        lines = [message for message in viewer.read() if message["type"] == "chat"]
        assert [(line["room"], line["from"]["seat"]) for line in lines] == [
            ("table", 0),
            ("rail", None),
        ]
    for who, room in ((visitor(ANNA), "rail"), (guest, "table")):
        refusal = await refused(host.say(who, room, text="x", phrase=None))
        assert refusal.code is Code.FORBIDDEN
    nameless = Visitor(None, "session-x", frozenset(("watch",)))
    refusal = await refused(host.say(nameless, "rail", text="x", phrase=None))
    assert refusal.code is Code.SIGN_IN
