"""Time in which nobody could move, starts, and tables that nobody has open."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.live.alarms import Alarms
from app.live.house import IDLE_AFTER, IDLE_INTERVAL, House
from app.live.orders import TableOrder
from app.live.pulse import FRESH, INTERVAL
from app.tables import rest
from tests.live.doubles import settle, until
from tests.live.kitchen import ANNA, Kitchen, next_seat, open_match, state_of, watch
from tests.live.timed import (
    DAILY,
    entries,
    leap,
    notes_of,
    open_again,
    open_timed,
    stand_still,
    text,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(kitchen: Kitchen) -> House:
    """One process, at work."""
    made = kitchen.house()
    made.start()
    return made


# Outages


async def test_23_nobody_pays_for_a_restart(kitchen: Kitchen) -> None:
    house = kitchen.house()
    house.start()
    host = await open_timed(house)
    await kitchen.clock.advance(20)
    seat = str(next_seat(host))
    await house.drain()
    stand_still(kitchen, 90)
    later = kitchen.house()
    later.start()
    again = await open_again(later, host)
    viewer = await watch(again, ANNA)
    await settle()
    left = again.timers.deadlines()[int(seat)] - kitchen.clock.now()
    assert timedelta(seconds=10) <= left <= timedelta(seconds=10 + INTERVAL)
    (note,) = notes_of(again)
    assert (note["kind"], note["seat"]) == ("time_given_back", None)
    assert 90 <= note["params"]["seconds"] <= 91
    state, *later_on = viewer.read()
    told = [*state["notes"], *(each for each in later_on if each["type"] == "note")]
    assert [each["kind"] for each in told] == ["time_given_back"], "with the state or after it"
    await kitchen.clock.advance(left.total_seconds() - 0.1)
    assert entries(kitchen, again) == []
    await kitchen.clock.advance(0.5)
    assert entries(kitchen, again)[0] == (int(seat), "clock")


async def test_23_a_second_restart_gives_the_rest_back_and_notes_it_apart(
    kitchen: Kitchen,
) -> None:
    house = kitchen.house()
    house.start()
    host = await open_timed(house, pace=DAILY)
    for down in (10, 40, 1):
        await kitchen.clock.advance(5)
        await house.drain()
        stand_still(kitchen, down)
        house = kitchen.house()
        house.start()
        host = await open_again(house, host)
    await settle()
    back = [note["params"]["seconds"] for note in notes_of(host)]
    assert back == [pytest.approx(10, abs=1), pytest.approx(40, abs=1)]
    assert len(kitchen.store.all_notes) == 2
    assert len(kitchen.store.heart.outages) == 2


async def test_an_outage_that_touched_nobody_is_not_noted(kitchen: Kitchen) -> None:
    house = kitchen.house()
    house.start()
    host = await open_timed(house)
    await host.alter(lambda table: rest.pause(table, None, kitchen.clock.now()))
    await kitchen.clock.advance(2)
    await house.drain()
    stand_still(kitchen, 60)
    later = kitchen.house()
    later.start()
    again = await open_again(later, host)
    await again.alter(lambda table: rest.resume(table, kitchen.clock.now()))
    await kitchen.clock.advance(1)
    assert len(kitchen.store.heart.outages) == 1
    assert notes_of(again)[-1]["kind"] == "resumed"
    assert "time_given_back" not in {note["kind"] for note in notes_of(again)}
    left = min(again.timers.deadlines().values()) - kitchen.clock.now()
    assert left == timedelta(seconds=29)


async def test_a_store_that_is_away_gives_time_back(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house)
    seat = next_seat(host)
    await kitchen.clock.advance(25)
    for _ in range(8):
        kitchen.store.fail("beat")
    await kitchen.clock.advance(8)
    assert entries(kitchen, host) == [], "no deadline comes true while nothing beats"
    await kitchen.clock.advance(2)
    assert [note["kind"] for note in notes_of(host)] == ["time_given_back"]
    left = host.timers.deadlines()[seat] - kitchen.clock.now()
    assert 2 < left.total_seconds() < 6
    await kitchen.clock.advance(left.total_seconds() + INTERVAL)
    assert entries(kitchen, host)[0] == (seat, "clock")


async def test_a_suspended_machine_gives_time_back(kitchen: Kitchen, house: House) -> None:
    """The wall has gone on and nothing else has: one rule for that too."""
    host = await open_timed(house)
    seat = next_seat(host)
    await kitchen.clock.advance(25)
    kitchen.clock.suspended += 3600
    before = host.timers.deadlines()[seat]
    await kitchen.clock.advance(2)
    given_back = (host.timers.deadlines()[seat] - before).total_seconds()
    assert given_back == pytest.approx(3600, abs=INTERVAL + 0.1)
    assert entries(kitchen, host) == []
    assert state_of(host, ANNA)["now"] == text(kitchen.clock.now())
    await kitchen.clock.advance(5)
    assert entries(kitchen, host)[0] == (seat, "clock")


async def test_24_a_wall_set_back_or_forth_costs_nobody_time(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_timed(house)
    seat = next_seat(host)
    kitchen.clock.suspended -= 600
    await kitchen.clock.advance(29)
    assert entries(kitchen, host) == []
    await kitchen.clock.advance(1.5)
    assert entries(kitchen, host)[0] == (seat, "clock")


async def test_time_does_not_go_back_over_a_restart(kitchen: Kitchen) -> None:
    house = kitchen.house()
    house.start()
    host = await open_timed(house)
    await kitchen.clock.advance(10)
    await house.drain()
    kitchen.clock.suspended -= 7200
    later = kitchen.house()
    later.start()
    again = await open_again(later, host)
    await watch(again, ANNA)
    await kitchen.clock.advance(22)
    assert entries(kitchen, again)[0][1] == "clock"


async def test_a_beat_that_is_late_holds_deadlines_up(kitchen: Kitchen) -> None:
    """Before the first beat, and once the last one is too old."""
    house = kitchen.house()
    host = await open_timed(house)
    await kitchen.clock.advance(40)
    assert entries(kitchen, host) == []
    house.start()
    await kitchen.clock.advance(2)
    assert entries(kitchen, host)[0][1] == "clock"
    assert FRESH > INTERVAL


# Forgotten hosts, and starts


async def test_25_a_hundred_overdue_deadlines_come_true_once(kitchen: Kitchen) -> None:
    house = kitchen.house()
    hosts = [await open_match(house, "gnav", 2, 2, pace=DAILY) for _ in range(100)]
    await house.drain()
    stand_still(kitchen, 1)
    for host in hosts:
        stored = kitchen.store.tables[host.table.id]
        started_at = kitchen.clock.now() - timedelta(seconds=DAILY.seconds or 0)
        kitchen.store.tables[host.table.id] = replace(stored, started_at=started_at)
    later = kitchen.house()
    later.start()
    await until(lambda: all(rows for rows in kitchen.store.rows.values()))
    await kitchen.clock.advance(5)
    assert {tuple(row.by for row in rows) for rows in kitchen.store.rows.values()} == {("clock",)}


async def test_25_a_pause_survives_a_restart_and_the_game_goes_on(
    kitchen: Kitchen,
) -> None:
    house = kitchen.house()
    house.start()
    host = await open_timed(house)
    await kitchen.clock.advance(12)
    await host.alter(lambda table: rest.pause(table, 0, kitchen.clock.now()))
    await house.drain()
    stand_still(kitchen, 500)
    later = kitchen.house()
    later.start()
    again = await open_again(later, host)
    await watch(again, ANNA)
    await kitchen.clock.advance(60)
    assert entries(kitchen, again) == []
    await again.alter(lambda table: rest.resume(table, kitchen.clock.now()))
    await kitchen.clock.advance(17.5)
    assert entries(kitchen, again) == []
    await kitchen.clock.advance(1)
    assert entries(kitchen, again)[0][1] == "clock"


async def test_a_forgotten_table_is_opened_when_its_time_has_come(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_match(house, "gnav", 3, 3, pace=DAILY)
    seat = next_seat(host)
    await kitchen.clock.advance(IDLE_AFTER + IDLE_INTERVAL + 1)
    assert alarms_of(house).tables == {host.table.id}
    left = (host.timers.deadlines()[seat] - kitchen.clock.now()).total_seconds()
    leap(kitchen, left - 20)
    await kitchen.clock.advance(15)
    assert entries(kitchen, host) == []
    await kitchen.clock.advance(10)
    assert entries(kitchen, host)[0] == (seat, "clock")
    assert alarms_of(house).tables == frozenset()


def alarms_of(house: House) -> Alarms:
    """The alarms of tables that are not open."""
    return house._alarms


async def test_a_match_that_starts_as_it_is_opened_is_looked_after(
    kitchen: Kitchen, house: House
) -> None:
    """Nobody ever looks at it."""
    order = TableOrder("milkman", seats=2, bots={1: "easy"}, start=True, pace=DAILY)
    table = await house.open_table(ANNA, order)
    await kitchen.clock.advance(1)
    assert table.id not in alarms_of(house).tables
    await kitchen.clock.advance(IDLE_AFTER + IDLE_INTERVAL + 1)
    assert alarms_of(house).tables == {table.id}


async def test_a_table_that_cannot_be_opened_is_tried_again(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house, "gnav", 3, 3, pace=DAILY)
    await house.drain()
    later = kitchen.house()
    kitchen.store.fail("list_timed")
    kitchen.store.fail("load")
    later.start()
    await kitchen.clock.advance(15)
    assert (await later.host(host.table.id)).timers.armed


async def test_nothing_rings_after_the_farewell(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house)
    await house.drain()
    await kitchen.clock.advance(100)
    assert entries(kitchen, host) == []
    assert not host.timers.busy
