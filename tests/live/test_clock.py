"""Time-outs at real tables: who moves, who is covered, what is given back, and what is told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from app.codec import wire as messages
from app.games.registry import GAMES
from app.live.alarms import Alarms
from app.live.host import Host
from app.live.house import IDLE_AFTER, IDLE_INTERVAL, House
from app.live.orders import TableOrder
from app.live.parts import Pacing
from app.live.pulse import FRESH, INTERVAL
from app.tables import rest
from app.tables.refusals import Code, Refused
from app.tables.table import Pace
from tests.games import pots
from tests.live.doubles import settle, until
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

LIVE = Pace("live", 30)
DAILY = Pace("daily", 8 * 3600)
HUMAN = Pacing(0.6, 1.5)


@pytest.fixture
async def house(kitchen: Kitchen) -> House:
    """One process, at work."""
    made = kitchen.house()
    made.start()
    return made


async def open_timed(house: House, game: str = "gnav", seats: int = 3, **order: Any) -> Host:
    """A match with a clock, and Anna looking at it so that it stays awake."""
    host = await open_match(house, game, seats, seats, **{"pace": LIVE, **order})
    await watch(host, ANNA)
    return host


def entries(kitchen: Kitchen, host: Host) -> list[tuple[int, str]]:
    """Who moved, and by whose hand."""
    return [(row.seat, row.by) for row in kitchen.store.rows[host.table.id]]


def deadlines(host: Host) -> dict[str, str]:
    """What everybody is told."""
    return state_of(host, ANNA)["table"]["deadlines"]  # type: ignore[no-any-return]


def text(at: datetime) -> str:
    """As on the wire."""
    return messages.time_text(at)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
async def test_when_time_is_up_the_stand_in_moves(
    kitchen: Kitchen, house: House, game: Any
) -> None:
    host = await open_timed(house, game.info.key)
    due = host.timers.deadlines()
    assert set(due.values()) == {kitchen.clock.now() + timedelta(seconds=30)}
    assert deadlines(host) == {str(seat): text(at) for seat, at in due.items()}
    await kitchen.clock.advance(29.5)
    assert entries(kitchen, host) == []
    await kitchen.clock.advance(1)
    by_clock = [seat for seat, by in entries(kitchen, host) if by == "clock"]
    assert sorted(by_clock) == sorted(due)
    assert all(question.level == "normal" for question in kitchen.thinker.questions)
    assert all(at > kitchen.clock.now() for at in host.timers.deadlines().values())


async def test_the_clock_asks_about_an_imagined_state_only(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house)
    assert host.match is not None
    true = host.match.state
    await kitchen.clock.advance(31)
    (question, *_) = kitchen.thinker.questions
    assert question.state is not true
    assert question.state != true


@pytest.mark.parametrize("answer", [RuntimeError("no bot"), "no move at all"])
async def test_without_a_bot_the_rules_own_move_is_made(
    kitchen: Kitchen, house: House, answer: Any
) -> None:
    host = await open_timed(house)
    assert host.match is not None
    expected = host.match.game.default_move(host.match.state, next_seat(host))
    kitchen.thinker.answers.append(answer)
    await kitchen.clock.advance(30.5)
    (row, *_) = kitchen.store.rows[host.table.id]
    assert (row.by, host.ledger.entry_of(row).move) == ("clock", expected)


async def test_a_farm_is_looked_after_until_it_owes_nothing(kitchen: Kitchen) -> None:
    """Milkman: the time-out's move is the clock's, the rest of the turn the stand-in's."""
    house = kitchen.house(HUMAN)
    house.start()
    host = await open_timed(house, "milkman")
    (seat,) = host.timers.deadlines()
    kitchen.thinker.answers.extend(host.match.legal_moves(seat)[:1] if host.match else ())
    await kitchen.clock.advance(31)
    assert host.match is not None
    assert deadlines(host).keys().isdisjoint({str(seat)})
    assert state_of(host, SEATED[seat])["table"]["seats"][seat]["away"] is False
    while host.match.game.clock_runs(host.match.state, seat):
        await kitchen.clock.advance(1)
    own = [by for who, by in entries(kitchen, host) if who == seat]
    assert own[0] == "clock"
    assert set(own[1:]) == {"bot"}


async def test_who_moves_while_a_stand_in_covers_has_the_seat_again(kitchen: Kitchen) -> None:
    house = kitchen.house(HUMAN)
    house.start()
    host = await open_timed(house, "milkman")
    (seat,) = host.timers.deadlines()
    assert host.match is not None
    kitchen.thinker.answers.append(host.match.legal_moves(seat)[0])
    await kitchen.clock.advance(30.2)
    assert entries(kitchen, host) == [(seat, "clock")]
    who, raw = visitor(SEATED[seat]), legal_json(host, seat)[0]
    await host.move(who, "mine", host.match.seq, raw)
    assert deadlines(host)[str(seat)] == text(kitchen.clock.now() + timedelta(seconds=30))
    await kitchen.clock.advance(10)
    assert entries(kitchen, host) == [(seat, "clock"), (seat, "player")]


async def test_two_time_outs_in_a_row_call_a_stand_in(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house)
    seat = next_seat(host)
    viewer = await watch(host, SEATED[seat])
    viewer.read()
    await kitchen.clock.advance(30.5)
    while next_seat(host) != seat:
        await move(host)
    assert not host.table.seats[seat].away
    await kitchen.clock.advance(30.5)
    place = host.table.seats[seat]
    assert (place.away, place.bot, place.given_up) == (True, "normal", False)
    assert [by for who, by in entries(kitchen, host) if who == seat][:2] == ["clock", "clock"]
    tenures = [each for _, each in kitchen.store.tenures if each.seat == seat]
    assert [each.why for each in tenures] == ["start", "stand_in"]
    notes = [message for message in viewer.read() if message["type"] == "note"]
    assert [(each["kind"], each["seat"]) for each in notes] == [("stand_in", seat)]
    assert str(seat) not in deadlines(host)
    await host.steward.sit(visitor(SEATED[seat]), seat, None)
    assert not host.table.seats[seat].away
    assert host.timers.next() != kitchen.clock.now()


async def test_a_stand_in_that_was_due_at_a_crash_is_called_after_it(kitchen: Kitchen) -> None:
    """Between the second time-out and the saved table the server ends."""
    house = kitchen.house()
    house.start()
    host = await open_timed(house)
    seat = next_seat(host)
    await kitchen.clock.advance(30.5)
    while next_seat(host) != seat:
        await move(host)
    kitchen.store.fail("save")
    await kitchen.clock.advance(30.2)
    assert not kitchen.store.tables[host.table.id].seats[seat].away
    await house.drain()
    later = kitchen.house()
    later.start()
    await settle()
    await kitchen.clock.advance(3)
    assert kitchen.store.tables[host.table.id].seats[seat].away


async def test_a_time_out_that_was_overtaken_moves_nobody(kitchen: Kitchen, house: House) -> None:
    kitchen.thinker.gate = asyncio.Event()
    host = await open_timed(house)
    seat = next_seat(host)
    await kitchen.clock.advance(30.5)
    assert len(kitchen.thinker.questions) == 1
    await move(host)
    kitchen.thinker.gate.set()
    await settle()
    assert entries(kitchen, host) == [(seat, "player")]


async def test_a_time_out_that_could_not_be_stored_is_tried_again(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_timed(house)
    kitchen.store.fail("append")
    await kitchen.clock.advance(30.5)
    assert entries(kitchen, host) == []
    await kitchen.clock.advance(1)
    assert entries(kitchen, host)[0][1] == "clock"


async def test_only_who_holds_the_lease_lets_time_run_out(kitchen: Kitchen) -> None:
    house, other = kitchen.house(), kitchen.house()
    for each in (house, other):
        each.start()
    host = await open_timed(house)
    await watch(await other.host(host.table.id), BO)
    await kitchen.clock.advance(35)
    rows = kitchen.store.rows[host.table.id]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert [row.by for row in rows].count("clock") == 1


# What is told


async def test_deadlines_are_told_with_every_move(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house)
    viewer = await watch(host, BO)
    first = viewer.read()[0]
    assert first["type"] == "state"
    assert first["now"] == text(kitchen.clock.now())
    await kitchen.clock.advance(2)
    tables = [message for message in viewer.read() if message["type"] == "table"]
    assert tables
    assert all("now" in message and message["table"]["deadlines"] for message in tables)
    await move(host)
    (told,) = viewer.moves()
    due = text(kitchen.clock.now() + timedelta(seconds=30))
    assert told["deadlines"] == {str(next_seat(host)): due}
    again = await watch(host, BO, seq=0)
    assert [m["deadlines"] for m in again.read() if m["type"] == "move"] in (
        [],
        [told["deadlines"]],
    )


async def test_relaxed_tables_have_no_alarm(kitchen: Kitchen, house: House) -> None:
    host = await open_timed(house, pace=Pace())
    assert deadlines(host) == {}
    assert host.timers.next() is None
    await kitchen.clock.advance(400)
    assert entries(kitchen, host) == []
    assert not host.timers.busy


async def test_a_paused_table_has_no_alarm_and_goes_on_where_it_stood(
    kitchen: Kitchen, house: House
) -> None:
    host = await open_timed(house)
    await kitchen.clock.advance(10)
    now = kitchen.clock.now
    await host.alter(lambda table: rest.pause(table, 0, now()))
    assert deadlines(host) == {}
    await kitchen.clock.advance(100)
    assert entries(kitchen, host) == []
    await host.alter(lambda table: rest.resume(table, now()))
    assert deadlines(host) == {str(next_seat(host)): text(now() + timedelta(seconds=20))}
    await kitchen.clock.advance(19.5)
    assert entries(kitchen, host) == []
    await kitchen.clock.advance(1)
    assert entries(kitchen, host)[0][1] == "clock"


# Taking back


async def test_an_undo_lets_the_deadline_of_then_stand_again(kitchen: Kitchen) -> None:
    kitchen.registry = pots.REGISTRY
    house = kitchen.house()
    house.start()
    host = await open_timed(house, "pots")
    await kitchen.clock.advance(20)
    put = {"type": "put", "amount": 1}
    assert await host.move(visitor(ANNA), "a", 0, put) == 1
    assert deadlines(host)["0"] == text(kitchen.clock.now() + timedelta(seconds=30))
    await kitchen.clock.advance(5)
    await host.undo(visitor(ANNA), "b", 1)
    assert deadlines(host)["0"] == text(kitchen.clock.now() + timedelta(seconds=5))
    assert await host.move(visitor(ANNA), "c", 2, put) == 3
    await kitchen.clock.advance(4.9)
    assert state_of(host, ANNA)["can_undo"] == 3
    await kitchen.clock.advance(0.2)
    assert state_of(host, ANNA)["can_undo"] is None
    with pytest.raises(Refused) as caught:
        await host.undo(visitor(ANNA), "d", 3)
    assert caught.value.code is Code.CANNOT_UNDO


# Outages


def stand_still(kitchen: Kitchen, seconds: float) -> None:
    """Time passes in which no process runs."""
    kitchen.clock.seconds += seconds


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
    assert [m["kind"] for m in viewer.read() if m["type"] == "note"] in ([], ["time_given_back"])
    await kitchen.clock.advance(left.total_seconds() - 0.1)
    assert entries(kitchen, again) == []
    await kitchen.clock.advance(0.5)
    assert entries(kitchen, again)[0] == (int(seat), "clock")


async def open_again(house: House, host: Host) -> Host:
    """The same table in another process, which has begun to beat."""
    await settle()
    return await house.host(host.table.id)


def notes_of(host: Host) -> list[dict[str, Any]]:
    """What is noted at a table."""
    return state_of(host, ANNA)["notes"]  # type: ignore[no-any-return]


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


def leap(kitchen: Kitchen, seconds: float) -> None:
    """Time passes in which everything beat as it should, and nobody did anything."""
    kitchen.clock.seconds += seconds
    kitchen.store.heart.last = kitchen.clock.now()


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
    kitchen.store.fail("list_playing")
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
