"""The absence ladder: who may call a stand-in, who may knock, who is the next host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from app.tables import decisions, rest, succession
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.happenings import Happening, happenings
from app.tables.liveness import owing
from app.tables.match import Match
from app.tables.ports import Tenure
from app.tables.refusals import Code, Refused
from app.tables.table import Pace, Player, Table
from app.tables.tenures import tenures_between
from tests.tables.samples import (
    ANNA,
    BO,
    CLEO,
    NOW,
    match_of,
    play_on,
    playing,
    seated,
    visitor,
)

LONG = decisions.STAND_IN_AFTER


def refusal_of(deed: Callable[[], object]) -> Refused:
    """Why this is refused."""
    with pytest.raises(Refused) as caught:
        deed()
    return caught.value


def awaited(match: Match) -> int:
    """A seat that the match waits for."""
    return min(owing(match))


def table_waiting_for_bo(**changes: object) -> tuple[Table, Match]:
    """Anna and Cleo sit beside Bo, for whom the match waits."""
    match = match_of()
    seat = awaited(match)
    people = [ANNA, CLEO, Player("p-dan", "Dan")]
    people.insert(seat, BO)
    return playing(*people, **changes), match


def call(table: Table, match: Match | None, who: Player = ANNA, absent: timedelta = LONG) -> Table:
    """Somebody calls a stand-in for Bo."""
    seat = table.seat_of(BO.id)
    assert seat is not None
    return decisions.call_stand_in(table, visitor(who), seat, match=match, absent=absent)


def test_14_after_three_minutes_somebody_seated_calls_a_stand_in() -> None:
    table, match = table_waiting_for_bo()
    called = call(table, match)
    place = called.seats[awaited(match)]
    assert (place.away, place.bot, place.given_up, place.player) == (True, "normal", False, BO)
    assert tenures_between(table, called, 5) == [Tenure(place.seat, None, 5, "stand_in")]
    assert call(called, match) is called


@pytest.mark.parametrize(
    ("absent", "wait"),
    [
        (timedelta(0), 180),
        (timedelta(seconds=10.5), 170),
        (timedelta(seconds=179.9), 1),
    ],
)
def test_14_not_before(absent: timedelta, wait: int) -> None:
    table, match = table_waiting_for_bo()
    refusal = refusal_of(lambda: call(table, match, absent=absent))
    assert (refusal.code, refusal.detail) == (Code.FORBIDDEN, {"wait": wait})


@pytest.mark.parametrize("pace", [Pace("live", 30), Pace("daily", 86400)])
def test_a_clock_needs_no_tap(pace: Pace) -> None:
    table, match = table_waiting_for_bo(pace=pace)
    assert refusal_of(lambda: call(table, match)).code is Code.FORBIDDEN


def test_only_for_a_seat_that_is_waited_for() -> None:
    table, match = table_waiting_for_bo()
    other = next(seat for seat in range(4) if seat not in match.to_act)
    deed = lambda: decisions.call_stand_in(  # noqa: E731
        table, visitor(BO), other, match=match, absent=LONG
    )
    assert refusal_of(deed).code is Code.FORBIDDEN


def test_only_while_the_match_runs() -> None:
    table, match = table_waiting_for_bo()
    paused = rest.pause(table, 0, NOW)
    over = play_on(match, Random(5))
    assert refusal_of(lambda: call(paused, match)).code is Code.PAUSED
    assert refusal_of(lambda: call(table, None)).code is Code.NOT_STARTED
    assert refusal_of(lambda: call(seated(ANNA, BO), None)).code is Code.NOT_STARTED
    assert refusal_of(lambda: call(table, over)).code is Code.MATCH_OVER
    ended = replace(table, state="abandoned")
    assert refusal_of(lambda: call(ended, match)).code is Code.MATCH_OVER


STRANGERS = [
    (visitor(None, "watch"), Code.NOT_SEATED),
    (visitor(Player("p-eve", "Eve"), "play"), Code.NOT_SEATED),
    (Visitor(), Code.NOT_FOUND),
]


@pytest.mark.parametrize(("who", "code"), STRANGERS)
def test_11_only_somebody_seated(who: Visitor, code: Code) -> None:
    table, match = table_waiting_for_bo()
    seat = awaited(match)
    calling = refusal_of(
        lambda: decisions.call_stand_in(table, who, seat, match=match, absent=LONG)
    )
    knocking = refusal_of(lambda: decisions.check_nudge(table, who, seat, match))
    assert (calling.code, knocking.code) == (code, code)


def test_bots_need_neither_stand_in_nor_knock() -> None:
    match = match_of()
    seat = awaited(match)
    table = seating.seat_bot(seated(), seat, "easy")
    table = seating.sit_down(table, (seat + 1) % 4, ANNA, "w")
    for place in table.seats:
        table = table if place.taken else seating.seat_bot(table, place.seat, "easy")
    table = seating.start(table, NOW, Random(1))
    deeds: list[Callable[[], object]] = [
        lambda: decisions.call_stand_in(table, visitor(ANNA), seat, match=match, absent=LONG),
        lambda: decisions.check_nudge(table, visitor(ANNA), seat, match),
    ]
    assert [refusal_of(deed).code for deed in deeds] == [Code.FORBIDDEN] * 2


def test_one_knocks_for_who_is_waited_for() -> None:
    table, match = table_waiting_for_bo()
    seat = awaited(match)
    assert decisions.check_nudge(table, visitor(ANNA), seat, match) == table.seat_of(ANNA.id)
    other = next(seat for seat in range(4) if seat not in match.to_act)
    knock = lambda: decisions.check_nudge(table, visitor(BO), other, match)  # noqa: E731
    assert refusal_of(knock).code is Code.FORBIDDEN
    nowhere = lambda: decisions.check_nudge(table, visitor(ANNA), 9, match)  # noqa: E731
    assert refusal_of(nowhere).code is Code.INVALID


def test_who_leaves_a_seat_that_is_stood_in_for_gives_it_up() -> None:
    table, match = table_waiting_for_bo()
    seat = awaited(match)
    left = decisions.vacate(call(table, match), visitor(BO), seat, bar=False, seq=9)
    assert (left.seats[seat].given_up, left.seats[seat].since) == (True, 0)


# The host


def test_15_the_role_passes_on_in_a_running_match() -> None:
    table = decisions.vacate(playing(ANNA, BO, CLEO), visitor(ANNA), 0, bar=False)
    assert table.host == BO.id
    table = decisions.vacate(table, visitor(CLEO), 2, bar=False)
    assert table.host == BO.id
    table = decisions.vacate(table, visitor(BO), 1, bar=False)
    assert table.host is None
    back = decisions.sit(table, visitor(CLEO), 2, "w")
    assert back.host == CLEO.id
    assert decisions.sit(back, visitor(ANNA), 0, "w").host == CLEO.id


def test_15_a_stand_in_for_the_host_passes_the_role_on() -> None:
    table, match = table_waiting_for_bo(host=BO.id)
    assert call(table, match).host == ANNA.id


@pytest.mark.parametrize(
    ("table", "present", "host"),
    [
        pytest.param(seated(ANNA, BO, CLEO), {CLEO.id}, CLEO.id, id="to who is here"),
        pytest.param(seated(ANNA, BO, CLEO), {CLEO.id, BO.id}, BO.id, id="to the lowest seat"),
        pytest.param(seated(ANNA, BO), {ANNA.id, BO.id}, ANNA.id, id="never from who is here"),
        pytest.param(seated(ANNA, BO), {CLEO.id}, ANNA.id, id="not to who has no seat"),
        pytest.param(seated(BO, host=ANNA.id), {BO.id}, BO.id, id="from a host without a seat"),
        pytest.param(playing(ANNA, BO), {BO.id}, ANNA.id, id="not from who plays"),
        pytest.param(
            seating.call_stand_in(playing(ANNA, BO), 0), {BO.id}, BO.id, id="from who is stood in"
        ),
        pytest.param(playing(BO, host=ANNA.id), {BO.id}, BO.id, id="from who only looked on"),
        pytest.param(
            replace(playing(BO, host=ANNA.id), state="finished"), {BO.id}, ANNA.id, id="not after"
        ),
    ],
)
def test_15_the_role_passes_on_from_a_host_who_is_gone(
    table: Table, present: set[str], host: str
) -> None:
    assert succession.pass_to_present(table, present).host == host


# Notes


def test_what_a_change_is_noted_as() -> None:
    table, match = table_waiting_for_bo()
    seat = awaited(match)
    called = call(table, match)
    left = decisions.vacate(table, visitor(BO), seat, bar=False)
    timed = replace(table, pace=Pace("live", 30))
    paused = rest.pause(table, seat, NOW)
    resumed = rest.resume(paused, NOW + timedelta(seconds=90.5))
    assert happenings(table, called, None) == [Happening("stand_in", seat, {"why": "absent"})]
    assert happenings(table, left, None) == [Happening("stand_in", seat, {"why": "left"})]
    late = seating.call_stand_in(timed, seat)
    assert happenings(timed, late, None) == [Happening("stand_in", seat, {"why": "clock"})]
    assert happenings(called, table, None) == [Happening("back", seat)]
    assert happenings(table, paused, None) == [Happening("paused", seat, {"by": "agreed"})]
    assert happenings(paused, resumed, 2) == [Happening("resumed", 2, {"seconds": 90})]
    hosts = rest.pause(table, table.seat_of(table.host), NOW)
    assert happenings(table, hosts, None)[0].params == {"by": "host"}
    assert happenings(table, replace(table, title="x"), None) == []
    ended = replace(paused, state="abandoned", paused=None)
    assert happenings(paused, ended, 0) == []
