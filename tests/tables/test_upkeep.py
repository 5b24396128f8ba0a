"""What staff do to a table, judged: repairs, an end without a result, and a match played out."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from app.tables import access, agreements, decisions, rest, upkeep
from app.tables import table as seating
from app.tables.happenings import happenings
from app.tables.liveness import Hands, frozen_why, owing
from app.tables.refusals import Code, Refused
from app.tables.table import SeatState, Table, finish
from tests.tables.samples import (
    ANNA,
    BO,
    CLEO,
    MILKURO,
    NOW,
    match_of,
    play_on,
    playing,
    seated,
    visitor,
)

LATER = NOW + timedelta(seconds=7)


def told(old: Table, new: Table) -> list[tuple[str, int | None, dict[str, int | str]]]:
    """What is noted of a deed of staff."""
    return [(each.kind, each.seat, dict(each.params)) for each in happenings(old, new, "staff")]


def code_of(caught: pytest.ExceptionInfo[Refused]) -> Code:
    return caught.value.code


def test_staff_pause_without_a_seat_and_anybody_seated_goes_on() -> None:
    table = playing(ANNA, BO)
    paused = upkeep.pause(table, NOW)
    assert paused.paused == seating.Pause(None, NOW)
    assert told(table, paused) == [("paused", None, {"by": "staff"})]
    assert upkeep.pause(paused, LATER) is paused
    resumed = decisions.resume(paused, visitor(BO), LATER)
    assert resumed.paused is None
    assert told(paused, upkeep.resume(paused, LATER)) == [
        ("resumed", None, {"seconds": 7, "by": "staff"})
    ]


def test_resuming_wakes_as_well_and_gives_time_back() -> None:
    table = replace(playing(ANNA), asleep_since=NOW)
    going = upkeep.resume(rest.pause(table, 0, NOW), LATER)
    assert (going.paused, going.asleep_since, len(going.breaks)) == (None, None, 2)
    assert upkeep.resume(going, LATER) is going


def test_a_stand_in_needs_no_absence_and_passes_the_host_on() -> None:
    table = playing(ANNA, BO)
    called = upkeep.stand_in(table, 0, seq=5)
    place = called.seats[0]
    assert (place.player, place.bot, place.away, place.since) == (ANNA, "normal", True, 5)
    assert (place.given_up, called.host) == (False, BO.id)
    assert told(table, called) == [("stand_in", 0, {"why": "staff"})]
    assert upkeep.stand_in(called, 0, seq=6) == called
    back = seating.sit_down(called, 0, ANNA, "word", seq=7)
    assert not back.seats[0].away


def test_a_seat_that_nobody_holds_gets_a_bot_for_good() -> None:
    match = match_of(MILKURO)
    table = playing(ANNA, BO, CLEO)
    seat = min(owing(match))
    seats = tuple(SeatState(seat) if each.seat == seat else each for each in table.seats)
    stuck = replace(table, seats=seats)
    assert frozen_why(stuck, match, Hands()) == f"nobody holds seat {seat}"
    mended = upkeep.stand_in(stuck, seat, seq=3)
    assert frozen_why(mended, match, Hands(frozenset((seat,)))) is None
    with pytest.raises(Refused) as caught:
        upkeep.stand_in(mended, seat, seq=3)
    assert code_of(caught) is Code.FORBIDDEN


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_must_be_such_a_seat(seat: int) -> None:
    with pytest.raises(Refused) as caught:
        upkeep.stand_in(playing(ANNA), seat, seq=0)
    assert code_of(caught) is Code.INVALID


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(seated(ANNA), id="open"),
        pytest.param(playing(ANNA), id="running"),
        pytest.param(rest.pause(playing(ANNA), 0, NOW), id="paused"),
        pytest.param(rest.fall_asleep(playing(ANNA), NOW), id="asleep"),
    ],
)
def test_an_end_without_a_result(table: Table) -> None:
    ended = upkeep.end(table, LATER)
    assert (ended.state, ended.ended_why, ended.ended_at) == ("abandoned", "staff", LATER)
    assert (ended.result, ended.paused, ended.asleep_since) == (None, None, None)
    assert told(table, ended) == [("ended", None, {"by": "staff"})]
    with pytest.raises(Refused) as caught:
        upkeep.end(ended, LATER)
    assert code_of(caught) is Code.MATCH_OVER


def test_playing_out_hands_all_seats_to_bots_that_need_nobody() -> None:
    match = match_of(MILKURO)
    table = rest.pause(playing(ANNA, BO), 0, NOW)
    table = agreements.agree_to_end(table, 1, 0)
    out = upkeep.play_out(table, match, LATER)
    assert (out.state, out.ended_why, out.played_out) == ("playing", "staff", True)
    assert all(place.bot for place in out.seats)
    assert [place.away for place in out.seats] == [True, True, False, False]
    assert (out.paused, agreements.standing(out, 0).end) == (None, ())
    assert told(table, out) == [("played_out", None, {"by": "staff"})]
    assert rest.fall_asleep(out, LATER) is out
    assert frozen_why(out, match, Hands(owing(match))) is None


def test_nobody_stops_what_is_played_out() -> None:
    out = upkeep.play_out(playing(ANNA, BO), match_of(MILKURO), NOW)
    gone = seating.hand_to_stand_in(out, 1)
    for deed in (
        lambda: decisions.sit(out, visitor(ANNA), 0, "word"),
        lambda: decisions.sit(gone, visitor(CLEO, "play"), 1, "word", clean=True),
        lambda: decisions.pause(out, visitor(ANNA), NOW, seq=0),
        lambda: upkeep.pause(out, NOW),
    ):
        with pytest.raises(Refused) as caught:
            deed()
        assert code_of(caught) is Code.FORBIDDEN
    with pytest.raises(Refused) as caught:
        decisions.end(out, visitor(ANNA), NOW, seq=0)
    assert code_of(caught) is Code.NOT_SEATED
    assert upkeep.end(out, NOW).state == "abandoned"


def test_what_was_played_out_is_finished_and_says_whose_word_it_was() -> None:
    out = upkeep.play_out(playing(ANNA, BO), match_of(MILKURO), NOW)
    over = play_on(match_of(MILKURO), Random(1))
    assert over.outcome is not None
    finished = finish(out, over.outcome, LATER)
    assert (finished.state, finished.ended_why, finished.played_out) == ("finished", "staff", False)


@pytest.mark.parametrize(
    ("table", "code"),
    [(seated(ANNA), Code.NOT_STARTED), (upkeep.end(playing(ANNA), NOW), Code.MATCH_OVER)],
)
def test_only_a_running_match_is_mended_or_played_out(table: Table, code: Code) -> None:
    for deed in (
        lambda: upkeep.play_out(table, None, NOW),
        lambda: upkeep.pause(table, NOW),
        lambda: upkeep.resume(table, NOW),
        lambda: upkeep.stand_in(table, 0, seq=0),
    ):
        with pytest.raises(Refused) as caught:
            deed()
        assert code_of(caught) is code


def test_a_match_that_is_over_already_is_not_played_out() -> None:
    over = play_on(match_of(MILKURO), Random(1))
    with pytest.raises(Refused) as caught:
        upkeep.play_out(playing(ANNA), over, NOW)
    assert code_of(caught) is Code.MATCH_OVER


def test_only_what_has_been_played_and_ended_is_told() -> None:
    for table, code in ((seated(ANNA), Code.NOT_STARTED), (playing(ANNA), Code.FORBIDDEN)):
        with pytest.raises(Refused) as caught:
            access.check_over(table)
        assert code_of(caught) is code
    access.check_over(upkeep.end(playing(ANNA), NOW))
