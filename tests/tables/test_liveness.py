"""Every running table goes on by itself or by somebody, or rests; what does not is found."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.tables import rest
from app.tables import table as seating
from app.tables.liveness import Hands, frozen_why, owing
from app.tables.match import Match
from app.tables.table import SeatState, Table
from tests.tables.samples import (
    ANNA,
    BO,
    CLEO,
    GNAV,
    MILKURO,
    NOW,
    match_of,
    play_on,
    playing,
    seated,
)


def only_bots() -> Table:
    """A running table without anybody."""
    return playing()


def test_26_a_person_who_can_act_is_enough() -> None:
    match = match_of()
    everybody = playing(ANNA, BO, CLEO, seats=3)
    assert frozen_why(everybody, match_of(MILKURO, 3), Hands()) is None
    assert owing(match) <= match.to_act


def test_26_a_bot_has_to_be_at_work() -> None:
    match = match_of(MILKURO)
    table = only_bots()
    seat = min(owing(match))
    assert frozen_why(table, match, Hands(owing(match))) is None
    assert frozen_why(table, match, Hands()) == f"no bot is at work for seat {seat}"
    assert frozen_why(table, match, Hands(elsewhere=True)) is None


def test_26_a_stand_in_has_to_be_at_work() -> None:
    match = match_of(GNAV)
    table = playing(ANNA, BO, CLEO)
    for place in table.seats[:3]:
        table = seating.hand_to_stand_in(table, place.seat)
    assert frozen_why(table, match, Hands()) is not None
    assert frozen_why(table, match, Hands(owing(match))) is None


@pytest.mark.parametrize(
    ("table", "why"),
    [
        pytest.param(rest.pause(only_bots(), None, NOW), None, id="paused by a host"),
        pytest.param(rest.pause(playing(BO, host=None), 0, NOW), None, id="paused by a player"),
        pytest.param(
            replace(rest.pause(only_bots(), None, NOW), host=None),
            "pause without an owner",
            id="paused by nobody",
        ),
        pytest.param(rest.fall_asleep(only_bots(), NOW), None, id="asleep"),
        pytest.param(seated(ANNA), None, id="open"),
        pytest.param(replace(only_bots(), state="abandoned"), None, id="over"),
    ],
)
def test_26_rest_needs_an_owner(table: Table, why: str | None) -> None:
    assert frozen_why(table, match_of(MILKURO), Hands()) == why


def test_26_a_match_that_another_process_has_ended_is_not_frozen() -> None:
    """Its log was read, the table with its result is about to be."""
    over = play_on(match_of(MILKURO), Random(1))
    assert over.outcome is not None
    assert frozen_why(only_bots(), over, Hands()) is None


def test_26_planted_violations_are_found() -> None:
    match = match_of(MILKURO)
    seat = min(owing(match))
    empty = tuple(SeatState(seat) for seat in range(4))
    nobody: Match = replace(match, to_act=frozenset())
    assert frozen_why(replace(playing(ANNA), seats=empty), match, Hands()) is not None
    assert frozen_why(playing(ANNA, BO), nobody, Hands()) == "nobody owes a move"
    assert frozen_why(playing(ANNA, BO), None, Hands()) == "no match"
    assert f"seat {seat}" in str(frozen_why(replace(playing(ANNA), seats=empty), match, Hands()))
