"""Who has seen what: tenures begin and end with the seats of a running match."""

from __future__ import annotations

from random import Random

from app.games.base import Outcome
from app.tables import table as seating
from app.tables.ports import Tenure
from app.tables.tenures import handovers, last_handover, tenures_between
from tests.tables.samples import ANNA, BO, NOW, playing, seated


def test_before_the_start_nobody_has_seen_anything() -> None:
    assert tenures_between(seated(ANNA), seated(ANNA, BO), 0) == []
    assert handovers(seated(ANNA), seated(ANNA, BO)) == []


def test_the_start_gives_every_seat_its_holder() -> None:
    begun = playing(ANNA, BO, seats=3)
    open_table = seating.seat_bot(seated(ANNA, BO, seats=3), 2, "normal")
    assert tenures_between(open_table, seating.start(open_table, NOW, Random(0)), 0) == [
        Tenure(0, ANNA.id, 0, "start"),
        Tenure(1, BO.id, 0, "start"),
        Tenure(2, None, 0, "start"),
    ]
    assert tenures_between(begun, begun, 5) == []


def test_leaving_and_coming_back() -> None:
    begun = playing(ANNA, BO, seats=3)
    left = seating.hand_to_stand_in(begun, 1)
    back = seating.sit_down(left, 1, BO, "x")
    assert tenures_between(begun, left, 7) == [Tenure(1, None, 7, "left")]
    assert tenures_between(left, back, 9) == [Tenure(1, BO.id, 9, "back")]
    assert [place.seat for place in handovers(begun, left)] == [1]


def test_who_holds_no_seat_may_have_held_any_that_changed_hands() -> None:
    begun = playing(ANNA, BO, seats=3)
    back = seating.sit_down(seating.hand_to_stand_in(begun, 1, seq=7), 1, BO, "x", seq=9)
    assert [last_handover(begun, player) for player in (ANNA.id, BO.id, "p-else")] == [-1] * 3
    assert [last_handover(back, player) for player in (ANNA.id, BO.id, "p-else")] == [-1, 9, 9]


def test_the_end_hands_nothing_over() -> None:
    begun = playing(ANNA, BO, seats=3)
    ended = seating.finish(begun, Outcome((1, 0, 0), (1, 2, 2), (0,)), NOW)
    assert tenures_between(begun, ended, 30) == []
