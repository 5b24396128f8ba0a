"""Pauses and agreements at a live table: bots rest, moves are refused, everybody is told."""

from __future__ import annotations

import asyncio

import pytest

from app.codec import json
from app.codec.record import parse_record
from app.games.registry import REGISTRY
from app.live.house import House
from app.live.nudges import NUDGE_INTERVAL
from app.tables.record import check_record
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    CLEO,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    open_match,
    refused,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


async def test_a_paused_table_takes_no_moves_and_goes_on_where_it_stood(house: House) -> None:
    host = await open_match(house)
    await move(host)
    await host.steward.pause(visitor(ANNA))
    assert (await refused(move(host))).code is Code.PAUSED
    undo = host.undo(visitor(ANNA), "undo", 1)
    assert (await refused(undo)).code is Code.PAUSED
    await host.steward.resume(visitor(BO))
    assert await move(host) == 2


async def test_refusals_come_in_the_order_of_the_protocol(house: House) -> None:
    host = await open_match(house)
    first = next_seat(host)
    raw = legal_json(host)[0]
    await host.move(visitor(SEATED[first]), "r", 0, raw)
    await host.steward.pause(visitor(ANNA))
    assert await host.move(visitor(SEATED[first]), "r", 0, raw) == 1, "a ref of the log first"
    other = (next_seat(host) + 1) % 4
    turn = host.move(visitor(SEATED[other]), "x", 1, raw)
    assert (await refused(turn)).code is Code.PAUSED
    assert (await refused(host.move(visitor(SEATED[first]), "y", 0, {}))).code is Code.PAUSED
    nobody = host.move(visitor(Player("p-eve", "Eve")), "z", 1, raw)
    assert (await refused(nobody)).code is Code.NOT_SEATED
    for player in SEATED:
        await host.steward.end(visitor(player))
    assert (await refused(host.move(visitor(ANNA), "w", 1, raw))).code is Code.MATCH_OVER
    assert await host.move(visitor(SEATED[first]), "r", 0, raw) == 1


async def test_bots_rest_while_the_table_is_paused(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = gate = asyncio.Event()
    host = await open_match(house, people=1)
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    asked, seq = len(kitchen.thinker.questions), host.ledger.seq
    await host.steward.pause(visitor(ANNA))
    gate.set()
    await kitchen.clock.advance(100)
    assert (host.ledger.seq, len(kitchen.thinker.questions)) == (seq, asked)
    assert not host.driver.busy
    await host.steward.resume(visitor(ANNA))
    await settle()
    assert host.ledger.seq is not None
    assert seq is not None
    assert host.ledger.seq > seq


async def test_everybody_is_told_who_paused_and_who_went_on(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    told = await watch(host)
    told.read()
    await host.steward.pause(visitor(ANNA))
    table, note = told.read()
    assert table["table"]["paused"] == {"by": 0, "since": "2026-11-30T20:15:00.000Z"}
    assert (note["kind"], note["seat"], note["params"]) == ("paused", 0, {"by": "host"})
    await kitchen.clock.advance(75)
    await host.steward.resume(visitor(CLEO))
    table, note = told.read()[-2:]
    assert table["table"]["paused"] is None
    assert (note["kind"], note["seat"], note["params"]) == ("resumed", 2, {"seconds": 75})
    assert [each["kind"] for each in state_of(host)["notes"]] == ["paused", "resumed"]


async def test_agreements_are_shown_until_the_next_move(house: House) -> None:
    host = await open_match(house)
    told = await watch(host)
    told.read()
    await host.steward.end(visitor(CLEO))
    await host.steward.end(visitor(ANNA))
    await host.steward.pause(visitor(BO))
    assert told.read()[-1]["table"]["agreed"] == {"end": [0, 2], "pause": [1]}
    await move(host)
    assert told.read()[-1]["table"]["agreed"] == {}
    for player in (BO, SEATED[3]):
        await host.steward.end(visitor(player))
    assert host.table.state == "playing"
    assert state_of(host)["table"]["agreed"] == {"end": [1, 3]}


async def test_a_move_without_an_agreement_tells_no_table(house: House) -> None:
    host = await open_match(house)
    told = await watch(host)
    told.read()
    await settle()
    told.read()
    await move(host)
    assert [message["type"] for message in told.read()] == ["move"]


async def test_a_match_that_all_agree_to_end_is_abandoned(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    player = await watch(host, ANNA)
    await move(host)
    player.read()
    for each in SEATED:
        await host.steward.end(visitor(each))
    state, table = player.read()[-2:]
    assert (state["type"], state["legal"], state["can_undo"]) == ("state", [], None)
    assert (table["type"], table["table"]["to_act"]) == ("table", [])
    assert (table["table"]["state"], table["table"]["ended_why"]) == ("abandoned", "agreed")
    assert table["table"]["result"] is None
    record = await host.record(visitor(BO), draws=False)
    assert (record["result"], len(record["log"])) == (None, 1)
    again = await watch(host, ANNA, seq=1)
    assert [message["type"] for message in again.read()] == ["state"]


async def test_its_record_holds(house: House) -> None:
    host = await open_match(house, "gnav")
    for _ in range(6):
        await move(host)
    for each in SEATED:
        await host.steward.end(visitor(each))
    document = await host.record(visitor(None), draws=True)
    assert document["verdict"]["holds"]
    _, game, record = parse_record(json.dumps(document), REGISTRY)
    verdict = check_record(game, record)
    assert (verdict.holds, record.result, len(record.entries)) == (True, None, 6)


async def test_an_ended_table_drives_no_bots(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = gate = asyncio.Event()
    host = await open_match(house, people=1)
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    seq = host.ledger.seq
    await host.steward.end(visitor(ANNA))
    gate.set()
    await kitchen.clock.advance(100)
    assert (host.table.state, host.ledger.seq) == ("abandoned", seq)
    assert not host.driver.busy


# Knocks


async def test_a_knock_reaches_the_sockets_of_that_seat(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat = next_seat(host)
    other = (seat + 1) % 4
    sockets = [await watch(host, SEATED[seat]) for _ in range(2)]
    deaf = [await watch(host, SEATED[other]), await watch(host)]
    for each in (*sockets, *deaf):
        each.read()
    host.nudges.knock(visitor(SEATED[other]), seat)
    knock = {
        "type": "nudge",
        "seat": seat,
        "from": {"player": {"id": SEATED[other].id, "name": SEATED[other].name}, "seat": other},
    }
    assert [each.read() for each in sockets] == [[knock], [knock]]
    assert [each.read() for each in deaf] == [[], []]


async def test_one_knocks_once_in_ten_seconds(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    seat = next_seat(host)
    knockers = [visitor(SEATED[(seat + way) % 4]) for way in (1, 2)]
    host.nudges.knock(knockers[0], seat)
    await kitchen.clock.advance(3.5)
    with pytest.raises(Refused) as caught:
        host.nudges.knock(knockers[1], seat)
    assert (caught.value.code, caught.value.detail) == (Code.RATE_LIMITED, {"retry_after": 7})
    await kitchen.clock.advance(NUDGE_INTERVAL - 3.5)
    host.nudges.knock(knockers[1], seat)
