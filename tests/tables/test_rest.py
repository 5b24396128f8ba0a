"""A table rests while it is paused or asleep; an open one that nobody visits closes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from app.tables import rest
from app.tables import table as seating
from app.tables.refusals import Code, Refused
from app.tables.table import Break, Pace, Pause, Table
from tests.tables.samples import ANNA, NOW, playing, seated

LATER = NOW + timedelta(seconds=40)
LIVE = Pace("live", 30)
DAILY = Pace("daily", 86400)


def test_a_pause_leaves_a_break_behind() -> None:
    paused = rest.pause(playing(ANNA), 0, NOW)
    assert paused.paused == Pause(0, NOW)
    resumed = rest.resume(paused, LATER)
    assert (resumed.paused, resumed.breaks) == (None, (Break(NOW, LATER),))


def test_the_first_word_stands() -> None:
    paused = rest.pause(playing(ANNA), 0, NOW)
    assert rest.pause(paused, 1, LATER) is paused
    running = playing(ANNA)
    assert rest.resume(running, LATER) is running


def test_sleep_leaves_a_break_behind() -> None:
    asleep = rest.fall_asleep(playing(ANNA, pace=LIVE), NOW)
    assert asleep.asleep_since == NOW
    awake = rest.wake(asleep, LATER)
    assert (awake.asleep_since, awake.breaks) == (None, (Break(NOW, LATER),))
    assert rest.wake(awake, LATER) is awake


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(seated(ANNA), id="open"),
        pytest.param(playing(ANNA, pace=DAILY), id="daily"),
        pytest.param(rest.pause(playing(ANNA), 0, NOW), id="paused"),
        pytest.param(rest.fall_asleep(playing(ANNA), NOW), id="asleep"),
        pytest.param(seating.close(seated(ANNA), NOW), id="closed"),
    ],
)
def test_26_not_every_table_falls_asleep(table: Table) -> None:
    assert rest.fall_asleep(table, LATER) is table


@pytest.mark.parametrize("pace", [Pace(), LIVE])
def test_26_a_running_table_does(pace: Pace) -> None:
    assert rest.fall_asleep(playing(ANNA, pace=pace), LATER).asleep_since == LATER


def test_breaks_are_kept_within_a_bound() -> None:
    table = playing(ANNA)
    for number in range(rest.MOST_BREAKS + 7):
        at = NOW + timedelta(seconds=number)
        table = rest.resume(rest.pause(table, 0, at), at + timedelta(milliseconds=500))
    assert len(table.breaks) == rest.MOST_BREAKS
    assert table.breaks[0].started_at == NOW, "who owes a move for long loses none of it"
    assert table.breaks[-1].ended_at == NOW + timedelta(seconds=rest.MOST_BREAKS + 6.5)


def test_a_clock_that_goes_back_makes_no_break_that_ends_before_it_began() -> None:
    resumed = rest.resume(rest.pause(playing(ANNA), 0, LATER), NOW)
    assert resumed.breaks == (Break(LATER, LATER),)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (playing(ANNA), None),
        (rest.pause(playing(ANNA), 0, NOW), Code.PAUSED),
        (rest.fall_asleep(playing(ANNA), NOW), Code.PAUSED),
        (replace(playing(ANNA), state="abandoned"), Code.MATCH_OVER),
    ],
)
def test_what_moves_by_itself_waits(table: Table, code: Code | None) -> None:
    assert refusal_of(lambda: rest.check_awake(table)) == code


def refusal_of(check: Callable[[], None]) -> Code | None:
    """The code that this is refused with, None if it is not."""
    try:
        check()
    except Refused as refusal:
        return refusal.code
    return None


def test_visits_are_remembered_once_in_a_while() -> None:
    table = seated(ANNA)
    soon = NOW + rest.VISIT_STEP - timedelta(seconds=1)
    assert rest.visit(table, soon) is table
    visited = rest.visit(table, NOW + rest.VISIT_STEP)
    assert visited.visited_at == NOW + rest.VISIT_STEP
    assert rest.visit(playing(ANNA), NOW + timedelta(days=3)).visited_at is None


@pytest.mark.parametrize(
    ("visited_at", "now", "closes"),
    [
        (None, NOW + rest.UNVISITED_AFTER, True),
        (None, NOW + rest.UNVISITED_AFTER - timedelta(seconds=1), False),
        (NOW + timedelta(hours=5), NOW + timedelta(hours=28), False),
        (NOW + timedelta(hours=5), NOW + timedelta(hours=29), True),
    ],
)
def test_26_an_open_table_closes_a_day_after_the_last_visit(
    visited_at: datetime | None, now: datetime, closes: bool
) -> None:
    after = rest.close_unvisited(seated(ANNA, visited_at=visited_at), now)
    assert (after.state == "abandoned") is closes
    assert after.ended_why == ("unvisited" if closes else None)
    assert not after.started


@pytest.mark.parametrize("pace", [Pace(), LIVE, DAILY])
def test_26_a_running_table_never_closes(pace: Pace) -> None:
    table = playing(ANNA, pace=pace)
    assert rest.close_unvisited(table, NOW + timedelta(days=400)) is table
