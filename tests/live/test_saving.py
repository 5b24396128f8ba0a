"""Save, then publish: what a failing store does to a table."""

from __future__ import annotations

import asyncio

import pytest

from app.live.house import House
from app.tables.refusals import Code, Refused
from tests.live.doubles import settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    open_match,
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio


async def test_nothing_is_told_before_it_is_stored(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    viewer.read()
    gate = asyncio.Event()
    kitchen.store.points.at(1, gate.wait)
    moving = asyncio.create_task(move(host))
    await settle()
    assert viewer.moves() == []
    assert not moving.done()
    gate.set()
    assert await moving == 1
    assert [message["seq"] for message in viewer.moves()] == [1]


async def test_a_failing_save_publishes_nothing(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    await settle()
    viewer.read()
    kitchen.store.fail("append")
    with pytest.raises(Refused) as caught:
        await move(host, "a")
    assert caught.value.code is Code.UNAVAILABLE
    await settle()
    assert viewer.read() == []
    assert kitchen.store.rows[host.table.id] == []
    assert await move(host, "a") == 1
    assert [message["seq"] for message in viewer.moves()] == [1]


async def test_02_a_save_whose_answer_was_lost_is_told_once(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    await settle()
    viewer.read()
    raw = legal_json(host)[0]
    mover = visitor(SEATED[next_seat(host)])
    kitchen.store.fail("append", after=True)
    with pytest.raises(Refused) as caught:
        await host.move(mover, "a", 0, raw)
    assert caught.value.code is Code.UNAVAILABLE
    await kitchen.clock.advance(10)
    assert [message["seq"] for message in viewer.moves()] == [1]
    assert await host.move(mover, "a", 0, raw) == 1
    assert await host.move(mover, "a", 1, raw) == 1
    await settle()
    assert viewer.moves() == []
    assert len(kitchen.store.rows[host.table.id]) == 1


async def test_a_store_that_stays_away_is_asked_again_and_again(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    await settle()
    viewer.read()
    kitchen.store.fail("append", after=True)
    kitchen.store.fail("load")
    kitchen.store.fail("load")
    with pytest.raises(Refused):
        await move(host, "a")
    await settle()
    assert viewer.moves() == []
    await kitchen.clock.advance(60)
    assert [message["seq"] for message in viewer.moves()] == [1]


async def test_02_a_caller_who_goes_away_cuts_nothing_off(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    await settle()
    viewer.read()
    for point in (1, 2):  # before the row goes in, and after it
        gate = asyncio.Event()
        kitchen.store.points.at(point, gate.wait)
        moving = asyncio.create_task(move(host, f"cut-{point}"))
        await settle()
        moving.cancel()
        await settle()
        assert moving.cancelled()
        assert viewer.moves() == []
        gate.set()
        await settle()
        assert [message["seq"] for message in viewer.moves()] == [point]


async def test_02_a_last_move_and_its_outcome_are_stored_together(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house, "gnav", seats=2, people=2, options={"lives": 1})
    viewer = await watch(host)
    while host.table.state == "playing":
        await move(host)
    stored = kitchen.store.tables[host.table.id]
    assert stored == host.table
    last = [message for message in viewer.read() if message["type"] in ("move", "table")][-2:]
    assert [message["type"] for message in last] == ["move", "table"]
    assert last[0]["result"] == last[1]["table"]["result"] is not None
    assert last[1]["table"]["state"] == "finished"


async def test_02_a_lost_answer_to_the_last_move(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav", seats=2, people=2, options={"lives": 1})
    viewer = await watch(host)
    while host.table.state == "playing":
        kitchen.store.fail("append", after=True)
        with pytest.raises(Refused):
            await move(host)
        await kitchen.clock.advance(1)
    assert host.table == kitchen.store.tables[host.table.id]
    moves = [message for message in viewer.read() if message["type"] == "move"]
    assert [message["seq"] for message in moves] == list(range(1, len(moves) + 1))
    assert moves[-1]["result"] is not None


async def test_a_failing_change_of_the_table_publishes_nothing(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    viewer = await watch(host)
    await kitchen.clock.advance(2)
    viewer.read()
    kitchen.store.fail("save")
    with pytest.raises(Refused) as caught:
        await host.steward.vacate(visitor(BO), 1, bar=False)
    assert caught.value.code is Code.UNAVAILABLE
    await kitchen.clock.advance(5)
    assert viewer.read() == []
    assert not host.table.seats[1].away


async def test_a_changed_table_whose_answer_was_lost_is_told(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house)
    viewer = await watch(host, BO)
    await kitchen.clock.advance(2)
    viewer.read()
    kitchen.store.fail("save", after=True)
    with pytest.raises(Refused):
        await host.steward.vacate(visitor(BO), 1, bar=False)
    await kitchen.clock.advance(5)
    told = viewer.read()
    assert next(message["type"] for message in told if message["type"] != "move") == "state"
    assert all(message["table"]["seats"][1]["away"] for message in told if "table" in message)


async def test_a_note_that_fails_keeps_nobody_from_playing(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house)
    kitchen.store.fail("note")
    await host.steward.vacate(visitor(SEATED[next_seat(host)]), next_seat(host), bar=False)
    await kitchen.clock.advance(1)
    assert host.match is not None
    assert host.match.seq >= 1
    assert kitchen.store.all_notes == []


async def test_a_bug_in_telling_is_made_up_for(
    kitchen: Kitchen, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await open_match(house)
    viewer = await watch(host, ANNA)
    other = await watch(host)
    await settle()
    viewer.read()
    other.read()

    def breaks(parcel: object) -> None:
        raise RuntimeError("a wire that should never raise")

    monkeypatch.setattr(viewer.wire, "send", breaks)
    assert await move(host) == 1
    monkeypatch.undo()
    await kitchen.clock.advance(1)
    assert [message["seq"] for message in viewer.moves()] == [1]
    told = [message for message in other.read() if message["type"] != "table"]
    assert [(message["type"], message["seq"]) for message in told] == [("move", 1)]


async def test_a_host_that_starts_anew_is_equal(kitchen: Kitchen, house: House) -> None:
    host = await open_match(house, "gnav")
    for _ in range(7):
        await move(host)
    again = await kitchen.house().host(host.table.id)
    assert again.match == host.match
    for player in (*SEATED, None):
        assert state_of(again, player) == state_of(host, player)
