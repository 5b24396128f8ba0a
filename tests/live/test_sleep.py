"""Tables without people sleep and wake; open ones close; nothing that runs is ever frozen."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from app.live.host import Host
from app.live.house import IDLE_INTERVAL, House
from app.live.orders import TableOrder
from app.live.parts import Pacing
from app.tables.access import Visitor
from app.tables.rest import SLEEP_AFTER, VISIT_STEP
from app.tables.table import Break, Pace
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
    state_of,
    visitor,
    watch,
)

pytestmark = pytest.mark.anyio

QUIET = SLEEP_AFTER.total_seconds() + IDLE_INTERVAL
SLOW = Pacing(1, 1)


async def pass_time(kitchen: Kitchen, seconds: float) -> None:
    """Let time pass, and each house make its rounds."""
    end = kitchen.clock.seconds + seconds
    while kitchen.clock.seconds < end:
        await kitchen.clock.advance(min(IDLE_INTERVAL, end - kitchen.clock.seconds))
        await make_rounds(kitchen)


async def pass_days(kitchen: Kitchen, days: float) -> None:
    """Much time at once, with a round at its end."""
    await kitchen.clock.advance(days * 86400)
    await make_rounds(kitchen)


async def make_rounds(kitchen: Kitchen) -> None:
    """Each house looks at its tables, if it is time for that."""
    for house in kitchen.houses:
        house.sweep()
    await settle()


async def asleep(kitchen: Kitchen, host: Host) -> None:
    """Nobody comes until the table sleeps."""
    await pass_time(kitchen, QUIET)
    assert host.table.asleep_since is not None


async def test_26_a_table_without_people_sleeps_and_bots_rest(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, "milkuro", people=1)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    await asleep(kitchen, host)
    seq = host.ledger.seq
    await pass_time(kitchen, 600)
    assert (host.table.state, host.ledger.seq) == ("playing", seq)
    assert not host.driver.busy
    assert state_of(await house.host(host.table.id))["table"]["asleep"] is True


async def test_26_it_wakes_when_somebody_comes_and_ends(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    await host.steward.vacate(visitor(ANNA), 0, bar=False)
    await asleep(kitchen, host)
    began = host.table.asleep_since
    onlooker = await watch(host)
    state = onlooker.read()[0]
    assert (state["type"], state["table"]["asleep"]) == ("state", False)
    assert host.table.breaks == (Break(began, kitchen.clock.now()),)
    await pass_time(kitchen, 300)
    assert host.table.state == "finished"


async def test_a_wake_is_one_save(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house)
    await asleep(kitchen, host)
    saves = kitchen.store.points.reached.count("save")
    for _ in range(3):
        await watch(host, ANNA)
    assert kitchen.store.points.reached.count("save") == saves + 1


@pytest.mark.parametrize("pace", [Pace(), Pace("live", 60)])
async def test_26_a_socket_keeps_a_table_awake(kitchen: Kitchen, pace: Pace) -> None:
    house = kitchen.house()
    host = await open_match(house, pace=pace)
    onlooker = await watch(host)
    await pass_time(kitchen, 10 * QUIET)
    assert host.table.asleep_since is None
    host.detach(onlooker.attachment)
    await pass_time(kitchen, SLEEP_AFTER.total_seconds() - 1)
    assert host.table.asleep_since is None
    await asleep(kitchen, host)


async def test_26_a_daily_match_never_sleeps(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house, pace=Pace("daily", 86400))
    await pass_time(kitchen, 3600)
    assert host.table.asleep_since is None


async def test_26_neither_does_a_pause(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await host.steward.pause(visitor(BO if host.table.host == BO.id else ANNA))
    await pass_time(kitchen, 10 * QUIET)
    assert (host.table.asleep_since, host.table.breaks) == (None, ())
    await host.steward.resume(visitor(CLEO))
    assert len(host.table.breaks) == 1


async def test_who_calls_over_http_is_here_for_a_while(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    onlooker = Visitor(BO, "session-bo", frozenset(("watch",)))
    for _ in range(10):
        await host.come_in(visitor(ANNA))
        await pass_time(kitchen, 20)
        assert host.table.asleep_since is None
    await host.come_in(onlooker)
    await pass_time(kitchen, QUIET)
    await host.come_in(onlooker)
    assert host.table.asleep_since is not None, "only who belongs counts over HTTP"
    await host.come_in(visitor(ANNA))
    assert host.table.asleep_since is None


async def test_26_bots_alone_go_on_under_a_host_who_asks_now_and_then(kitchen: Kitchen) -> None:
    house = kitchen.house(SLOW)
    bots = dict.fromkeys(range(4), "easy")
    order = TableOrder("milkuro", seats=4, seat_me=False, bots=bots, start=True)
    host = await house.host((await house.open_table(ANNA, order)).id)
    for _ in range(100):
        await host.come_in(visitor(ANNA))
        await pass_time(kitchen, 10)
    assert host.table.state == "finished"
    assert host.table.breaks == ()


async def test_a_move_wakes_first(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await asleep(kitchen, host)
    assert await move(host) == 1
    assert host.table.asleep_since is None


async def test_a_store_that_is_away_keeps_nobody_out(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await asleep(kitchen, host)
    kitchen.store.fail("save")
    viewer = await watch(host, ANNA)
    assert viewer.read()[0]["table"]["asleep"] is True
    await pass_time(kitchen, IDLE_INTERVAL + 1)
    assert host.table.asleep_since is None
    assert viewer.read()[-1]["table"]["asleep"] is False


async def test_who_goes_away_in_mid_wake_leaves_nothing_half_done(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await asleep(kitchen, host)
    kitchen.store.points.at(2, asyncio.Event().wait)  # saved, and not yet answered
    coming = asyncio.create_task(watch(host, ANNA))
    await settle()
    coming.cancel()
    await settle()
    assert host.table.asleep_since is None
    assert host.table == kitchen.store.tables[host.table.id]


async def test_a_failing_save_only_puts_sleep_off(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await open_match(house)
    kitchen.store.fail("save")
    await pass_time(kitchen, SLEEP_AFTER.total_seconds())
    assert host.table.asleep_since is None
    await asleep(kitchen, host)


@pytest.mark.parametrize("game", ["milkuro", "gnav", "mino_dice", "milkman"])
@pytest.mark.parametrize("seed", range(3))
async def test_26_27_all_leave_at_every_step(kitchen: Kitchen, game: str, seed: int) -> None:
    """Wherever all have left, the table sleeps, wakes for the first to come back, and goes on."""
    rng = Random(f"{game} {seed}")
    house = kitchen.house(SLOW)
    host = await open_match(house, game, seats=3, people=3)
    for _ in range(12):
        if host.table.state != "playing":
            break
        await play_some(host, rng)
        for seat in rng.sample(range(3), 3):
            if host.table.state == "playing":
                await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
        if host.table.state != "playing":
            break
        await pass_time(kitchen, QUIET + 1)
        assert host.table.asleep_since is not None or host.table.ended
        seq = host.ledger.seq
        await pass_time(kitchen, 60)
        host = await house.host(host.table.id)
        assert (host.ledger.seq, house.liveness.found) == (seq, 0)
        for seat in rng.sample(range(3), 3):
            await host.steward.sit(visitor(SEATED[seat]), seat, None)
            await host.come_in(visitor(SEATED[seat]))
    for seat in range(3):
        if host.table.state == "playing":
            await host.steward.vacate(visitor(SEATED[seat]), seat, bar=False)
    await watch(await house.host(host.table.id))
    for _ in range(100):
        await pass_time(kitchen, 0 if host.table.ended else 60)
    assert (host.table.state, house.liveness.found) == ("finished", 0)


async def play_some(host: Host, rng: Random) -> None:
    """A few moves of whoever owes one."""
    for number in range(rng.randrange(4)):
        if host.match is None or host.match.outcome is not None:
            return
        seat = next_seat(host)
        raw = rng.choice(legal_json(host, seat))
        who = visitor(SEATED[seat])
        await host.move(who, f"{host.match.seq} {number}", host.match.seq, raw)


# Open tables


async def test_26_open_tables_close_after_a_day(kitchen: Kitchen) -> None:
    house = kitchen.house()
    order = TableOrder("milkuro", visibility="public")
    left = await house.open_table(ANNA, order)
    visited = await house.host((await house.open_table(BO, order)).id)
    sitting = await watch(visited, BO)
    running = await open_match(house, pace=Pace("daily", 259200))
    await pass_days(kitchen, 1.01)
    closed = kitchen.store.tables[left.id]
    assert (closed.state, closed.ended_why) == ("abandoned", "unvisited")
    assert visited.table.state == "open"
    assert running.table.state == "playing"
    visited.detach(sitting.attachment)
    await pass_days(kitchen, 1.01)
    assert kitchen.store.tables[visited.table.id].ended_why == "unvisited"


async def test_a_call_over_http_is_a_visit(kitchen: Kitchen) -> None:
    house = kitchen.house()
    table = await house.open_table(ANNA, TableOrder("milkuro"))
    await pass_days(kitchen, 0.95)
    host = await house.host(table.id)
    await host.come_in(visitor(ANNA))
    await pass_time(kitchen, IDLE_INTERVAL)
    visited_at = kitchen.store.tables[table.id].visited_at
    assert visited_at is not None
    assert kitchen.clock.now() - visited_at < timedelta(seconds=10)
    await pass_days(kitchen, 0.1)
    assert kitchen.store.tables[table.id].state == "open"


async def test_the_lobby_hears_of_a_table_that_closes(kitchen: Kitchen) -> None:
    from tests.live.doubles import Wire

    house = kitchen.house()
    table = await house.open_table(ANNA, TableOrder("milkuro", visibility="public"))
    wire = Wire()
    await house.lobby.listen(wire)
    wire.take()
    await pass_days(kitchen, 1.01)
    assert {"type": "gone", "id": table.id} in wire.take()


async def test_visits_make_few_saves(kitchen: Kitchen) -> None:
    house = kitchen.house()
    host = await house.host((await house.open_table(ANNA, TableOrder("milkuro"))).id)
    await watch(host, ANNA)
    await pass_time(kitchen, 3 * VISIT_STEP.total_seconds() + IDLE_INTERVAL)
    assert kitchen.store.points.reached.count("save") == 3


# Liveness


async def test_26_a_planted_violation_is_found_logged_and_mended(
    kitchen: Kitchen, caplog: pytest.LogCaptureFixture
) -> None:
    house = kitchen.house(SLOW)
    host = await open_match(house, people=1)
    await watch(host, ANNA)
    await settle()
    while host.table.seats[next_seat(host)].bot is None:
        await move(host)
    await settle()
    for task in tuple(host.driver._tasks.values()):
        task.cancel()
    await settle()
    host.driver._tasks.clear()
    seq = host.ledger.seq
    with caplog.at_level(logging.ERROR, "kitchen_table.live"):
        await kitchen.clock.advance(IDLE_INTERVAL)
        assert host.ledger.seq == seq
        house.sweep()
    assert [each.table for each in house.liveness.violations] == [host.table.id]
    assert [record.message for record in caplog.records] == [
        f"table is frozen: no bot is at work for seat {next_seat(host)}"
    ]
    await kitchen.clock.advance(SLOW.longest)
    assert host.ledger.seq is not None
    assert seq is not None
    assert host.ledger.seq > seq
    await kitchen.clock.advance(IDLE_INTERVAL)
    house.sweep()
    assert (house.liveness.violations, house.liveness.found) == ((), 1)
    assert house.liveness.checked == 1


async def test_rules_that_fail_are_a_violation_told_once(
    kitchen: Kitchen, caplog: pytest.LogCaptureFixture
) -> None:
    house = kitchen.house()
    host = await open_match(house)
    await watch(host, ANNA)
    assert host.match is not None

    class Broken:
        def clock_runs(self, state: Any, seat: int) -> bool:
            raise ZeroDivisionError

    host.ledger.match = replace(host.match, game=Broken())  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR, "kitchen_table.live"):
        for _ in range(3):
            await kitchen.clock.advance(IDLE_INTERVAL)
            house.sweep()
    frozen = [record for record in caplog.records if record.message.startswith("table is frozen")]
    assert (len(frozen), house.liveness.found) == (1, 1)
    assert "ZeroDivisionError" in frozen[0].message


async def test_another_process_may_drive_a_table(kitchen: Kitchen, house: House) -> None:
    class Elsewhere:
        async def hold(self, table_id: str) -> bool:
            return False

        async def release(self, table_id: str) -> None:
            raise AssertionError

    other = House(replace(house._parts, leases=Elsewhere()))
    kitchen.houses.append(other)
    host = await open_match(other, people=0, seat_me=False)
    await watch(host)
    await settle()
    await kitchen.clock.advance(IDLE_INTERVAL)
    other.sweep()
    assert (host.ledger.seq, other.liveness.checked, other.liveness.found) == (0, 1, 0)
