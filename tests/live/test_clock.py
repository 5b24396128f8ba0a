"""Time-outs at real tables: who moves, who is covered, what is given back, and what is told."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from app.games.registry import GAMES
from app.live.house import House
from app.live.parts import Pacing
from app.tables import rest
from app.tables.ports import Question
from app.tables.refusals import Code, Refused
from app.tables.table import Pace
from tests.games import pots
from tests.live.doubles import RecordingThinker, settle
from tests.live.kitchen import (
    ANNA,
    BO,
    SEATED,
    Kitchen,
    legal_json,
    move,
    next_seat,
    state_of,
    visitor,
    watch,
)
from tests.live.timed import deadlines, entries, open_timed, text

pytestmark = pytest.mark.anyio

HUMAN = Pacing(0.6, 1.5)


@pytest.fixture
async def house(kitchen: Kitchen) -> House:
    """One process, at work."""
    made = kitchen.house()
    made.start()
    return made


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


class LowestSeatLast(RecordingThinker):
    """Needs longest for the lowest of the seats that it is asked for together."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self._seats = seats
        self._others = asyncio.Event()

    async def choose(self, question: Question) -> Any:
        """The lowest seat's move comes when all others have theirs."""
        if question.seat == 0:
            await self._others.wait()
        move = await super().choose(question)
        if len(self.questions) == self._seats - 1:
            self._others.set()
        return move


async def test_who_thinks_longer_does_not_move_later(kitchen: Kitchen) -> None:
    kitchen.thinker = LowestSeatLast(3)
    house = kitchen.house()
    house.start()
    host = await open_timed(house, "mino_dice")
    assert len(host.timers.deadlines()) == 3
    await kitchen.clock.advance(31)
    assert entries(kitchen, host)[:3] == [(seat, "clock") for seat in range(3)]


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
    assert again.read()[0]["table"]["deadlines"] == told["deadlines"]


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
