"""Who may take which seat of a running match: former seat, wanted seat, and what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.tables import decisions
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.happenings import happenings
from app.tables.ports import Tenure
from app.tables.refusals import Code, Refused
from app.tables.table import Player, Table
from app.tables.tenures import replaced, tenures_between
from tests.tables.samples import ANNA, BO, CLEO, NOW, playing, visitor

DAN = Player("p-dan", "Dan")

BEGUN = playing(ANNA, BO)
"""Anna, Bo, a bot, a bot."""

LEFT = seating.hand_to_stand_in(BEGUN, 1, seq=3)
CALLED = seating.call_stand_in(BEGUN, 1, seq=3)
ENDED = replace(LEFT, state="abandoned")


def code_of(change: Callable[[], object]) -> Code | None:
    """How this is refused, None if it is not."""
    try:
        change()
    except Refused as refusal:
        return refusal.code
    return None


def test_a_substitute_plays_on_where_the_stand_in_stood() -> None:
    after = decisions.sit(LEFT, visitor(CLEO, "play"), 1, "ignored", seq=7, clean=True)
    place = after.seats[1]
    assert (place.player, place.bot, place.away, place.given_up) == (CLEO, None, False, False)
    assert (place.client_seed, place.since) == ("word-1", 7)
    assert (after.host, after.client_seeds) == (ANNA.id, BEGUN.client_seeds)
    assert tenures_between(LEFT, after, 7) == [Tenure(1, CLEO.id, 7, "substitute")]
    assert [place.player for place in replaced(LEFT, after)] == [BO]
    (told,) = happenings(LEFT, after, by=None)
    assert (told.kind, told.seat, told.params) == ("back", 1, {"why": "substitute"})


def test_a_substitute_has_not_agreed_to_what_the_one_before_did() -> None:
    begun = playing(ANNA, BO, DAN)
    agreed = decisions.end(begun, visitor(BO), NOW, seq=3)
    agreed = decisions.pause(agreed, visitor(BO), NOW, seq=3)
    left = decisions.vacate(agreed, visitor(BO), 1, bar=False, seq=3)
    after = decisions.sit(left, visitor(CLEO, "play"), 1, "ignored", seq=3, clean=True)
    assert (after.agreed.end, after.agreed.pause) == ((), ())
    asked = decisions.end(decisions.end(after, visitor(ANNA), NOW, seq=3), visitor(DAN), NOW, seq=3)
    assert asked.state == "playing"
    assert decisions.end(asked, visitor(CLEO), NOW, seq=3).state == "abandoned"


def test_coming_back_is_no_substitution() -> None:
    after = decisions.sit(LEFT, visitor(BO), 1, "ignored", seq=7)
    assert tenures_between(LEFT, after, 7) == [Tenure(1, BO.id, 7, "back")]
    assert replaced(LEFT, after) == []
    assert [told.params for told in happenings(LEFT, after, by=None)] == [{}]


def test_a_seat_that_nobody_gave_up_is_its_players() -> None:
    newcomer = visitor(CLEO, "play")
    for table, seat in ((BEGUN, 0), (BEGUN, 1), (BEGUN, 2), (CALLED, 1), (LEFT, 0), (LEFT, 2)):
        refusal = code_of(lambda: decisions.sit(table, newcomer, seat, "x", clean=True))  # noqa: B023
        assert refusal is Code.SEAT_TAKEN
    assert code_of(lambda: decisions.sit(ENDED, newcomer, 1, "x", clean=True)) is Code.MATCH_OVER


@pytest.mark.parametrize(
    ("who", "clean", "wanted"),
    [
        pytest.param(visitor(CLEO, "play"), True, None, id="invited"),
        pytest.param(visitor(CLEO, "play"), False, Code.FORBIDDEN, id="saw another hand"),
        pytest.param(visitor(CLEO, "watch"), True, Code.FORBIDDEN, id="watcher"),
        pytest.param(visitor(CLEO), True, Code.NOT_FOUND, id="stranger"),
        pytest.param(visitor(None, "play"), True, Code.SIGN_IN, id="nameless"),
        pytest.param(visitor(ANNA), True, Code.ALREADY_SEATED, id="seated elsewhere"),
        pytest.param(visitor(BO), False, None, id="its player"),
    ],
)
def test_who_may_be_a_substitute(who: Visitor, clean: bool, wanted: Code | None) -> None:
    assert code_of(lambda: decisions.sit(LEFT, who, 1, "x", clean=clean)) is wanted


def test_who_is_barred_is_no_substitute() -> None:
    kept = replace(LEFT, barred=(CLEO.id,))
    newcomer = visitor(CLEO, "play")
    assert code_of(lambda: decisions.sit(kept, newcomer, 1, "x", clean=True)) is Code.FORBIDDEN


def test_21_who_was_replaced_takes_no_other_seat() -> None:
    replaced_bo = decisions.sit(LEFT, visitor(CLEO, "play"), 1, "x", seq=7, clean=True)
    both_left = seating.hand_to_stand_in(replaced_bo, 0, seq=8)
    former = visitor(BO, "play")
    assert code_of(lambda: decisions.sit(both_left, former, 0, "x", clean=False)) is Code.FORBIDDEN
    assert code_of(lambda: decisions.sit(both_left, former, 1, "x")) is Code.SEAT_TAKEN


def test_a_substitute_who_leaves_may_be_replaced_again() -> None:
    first = decisions.sit(LEFT, visitor(CLEO, "play"), 1, "x", seq=7, clean=True)
    left_again = seating.hand_to_stand_in(first, 1, seq=9)
    second = decisions.sit(left_again, visitor(DAN, "play"), 1, "x", seq=9, clean=True)
    assert second.seats[1].player == DAN
    own = decisions.sit(left_again, visitor(BO, "play"), 1, "x", seq=9, clean=True)
    assert own.seats[1].player == BO


def test_an_orphaned_match_gets_a_host_again() -> None:
    orphaned: Table = replace(LEFT, host=None)
    after = decisions.sit(orphaned, visitor(CLEO, "play"), 1, "x", clean=True)
    assert after.host == CLEO.id
