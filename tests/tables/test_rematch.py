"""The next table of a series: who holds which seat there, and how it begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.base import Outcome
from app.tables import decisions
from app.tables import table as seating
from app.tables.fairness import commitment_of
from app.tables.refusals import Code, Refused
from app.tables.rematch import Fresh, check_rematch, next_table
from app.tables.series import Standing, score, shown_matches
from app.tables.table import Branch, Pace, Player, SeatState, Table
from tests.tables.samples import ANNA, BO, CLEO, NOW, playing, seated, table, visitor

FRESH = Fresh("t2", b"n" * 32, NOW)
OUTCOME = Outcome((3, 1, 2), (1, 3, 2), (0,))


def refusal_of(act: Callable[[], object]) -> Refused:
    """Why this is refused."""
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def finished(*players: Player, seats: int = 3, outcome: Outcome = OUTCOME, **changes: Any) -> Table:
    """A match of these people, and of bots, that has a result."""
    return replace(seating.finish(playing(*players, seats=seats), outcome, NOW), **changes)


def test_seats_are_turned_by_one_and_held() -> None:
    last = finished(ANNA, BO)
    follower = next_table(last, ANNA, FRESH)
    assert follower.seats == (
        SeatState(0, bot="normal", client_seed="bot"),
        SeatState(1, player=ANNA, held=True),
        SeatState(2, player=BO, held=True),
    )
    assert not follower.full


def test_all_that_was_agreed_goes_along() -> None:
    kept: dict[str, Any] = {
        "title": "Friday",
        "visibility": "public",
        "watchable": False,
        "seating": "random",
        "rail_open": False,
        "barred": (CLEO.id,),
        "pace": Pace("daily", 86400),
        "options_json": '{"rounds":8}',
        "rules_version": "7",
    }
    last = finished(ANNA, BO, **kept)
    follower = next_table(last, BO, FRESH)
    assert {name: getattr(follower, name) for name in kept} == kept
    assert (follower.series, follower.game) == (last.series, last.game)


def test_what_belongs_to_one_match_does_not() -> None:
    last = finished(ANNA, BO, branch=Branch("t0", 4), next=None, version=9)
    follower = next_table(last, ANNA, FRESH)
    assert (follower.id, follower.state, follower.version) == ("t2", "open", 0)
    assert follower.commitment == commitment_of(FRESH.server_seed) != last.commitment
    assert follower.auto_start
    assert follower.committed_first
    assert (follower.branch, follower.result, follower.match_seed) == (None, None, None)


def test_the_host_stays_if_seated_else_who_asks() -> None:
    assert next_table(finished(ANNA, BO, host=ANNA.id), BO, FRESH).host == ANNA.id
    assert next_table(finished(ANNA, BO, host=CLEO.id), BO, FRESH).host == BO.id
    assert next_table(finished(ANNA, BO, host=None), BO, FRESH).host == BO.id


def test_a_stand_ins_player_holds_the_next_seat() -> None:
    gone = seating.hand_to_stand_in(playing(ANNA, BO, seats=3), 1)
    follower = next_table(seating.finish(gone, OUTCOME, NOW), ANNA, FRESH)
    assert follower.seats[2] == SeatState(2, player=BO, held=True)


def test_it_begins_when_the_last_has_come() -> None:
    follower = next_table(finished(ANNA, BO), ANNA, FRESH)
    once = seating.sit_down(follower, 1, ANNA, "anna-again")
    assert (once.seats[1].held, once.seats[1].client_seed) == (False, "anna-again")
    assert not once.full
    both = seating.sit_down(once, 2, BO, "bo-again")
    assert both.full
    assert seating.start(both, NOW, Random(0)).client_seeds == ("bot", "anna-again", "bo-again")


def test_nobody_else_takes_a_held_seat() -> None:
    follower = next_table(finished(ANNA, BO), ANNA, FRESH)
    other = refusal_of(lambda: seating.sit_down(follower, 1, CLEO, "x"))
    assert other.code is Code.SEAT_TAKEN
    assert refusal_of(lambda: seating.seat_bot(follower, 1, "easy")).code is Code.SEAT_TAKEN
    assert refusal_of(lambda: seating.sit_down(follower, 2, ANNA, "x")).code is Code.ALREADY_SEATED


def test_the_host_frees_a_held_seat() -> None:
    follower = next_table(finished(ANNA, BO), ANNA, FRESH)
    freed = decisions.vacate(follower, visitor(ANNA), 2, bar=False)
    assert freed.seats[2] == SeatState(2)
    assert decisions.vacate(follower, visitor(BO), 2, bar=False).seats[2] == SeatState(2)
    by_bo = refusal_of(lambda: decisions.vacate(follower, visitor(BO), 1, bar=False))
    assert by_bo.code is Code.FORBIDDEN


def test_a_host_who_declines_passes_the_role_on_to_who_is_here() -> None:
    follower = next_table(finished(CLEO, ANNA, BO, host=ANNA.id), BO, FRESH)
    assert [place.held for place in follower.seats] == [True, True, True]
    nobody_here = decisions.vacate(follower, visitor(ANNA), 2, bar=False)
    assert (nobody_here.seats[2].player, nobody_here.host) == (None, BO.id)
    cleo_here = seating.sit_down(follower, 1, CLEO, "cleo-again")
    assert decisions.vacate(cleo_here, visitor(ANNA), 2, bar=False).host == CLEO.id


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (seated(ANNA, BO), Code.NOT_STARTED),
        (seating.close(seated(ANNA, BO), NOW), Code.NOT_STARTED),
        (playing(ANNA, BO), Code.FORBIDDEN),
    ],
)
def test_there_is_none_before_the_match_has_ended(place: Table, code: Code) -> None:
    assert refusal_of(lambda: check_rematch(place, visitor(ANNA))).code is code


def test_only_who_sat_asks_for_it() -> None:
    last = finished(ANNA, BO)
    assert check_rematch(last, visitor(BO)) == BO
    onlooker = refusal_of(lambda: check_rematch(last, visitor(CLEO, "watch")))
    assert onlooker.code is Code.NOT_SEATED
    assert refusal_of(lambda: check_rematch(last, visitor(CLEO))).code is Code.NOT_FOUND


def test_a_match_that_ended_by_agreement_is_followed_too() -> None:
    ended = replace(playing(ANNA, BO), state="abandoned", ended_why="agreed", ended_at=NOW)
    assert check_rematch(ended, visitor(ANNA)) == ANNA


# The score


def test_the_score_counts_matches_with_a_result() -> None:
    first = finished(ANNA, BO)
    second = finished(BO, ANNA, outcome=Outcome((1, 2, 2), (3, 1, 1), (1, 2)))
    agreed = replace(playing(ANNA, BO, seats=3), state="abandoned")
    assert score((first, second, agreed, seated(ANNA))) == (
        Standing(ANNA, None, wins=2, played=2),
        Standing(None, "normal", wins=1, played=2),
        Standing(BO, None, wins=0, played=2),
    )


def test_bots_of_one_level_count_together_and_once_a_match() -> None:
    both_won = finished(ANNA, outcome=Outcome((0, 5, 5), (3, 1, 1), (1, 2)))
    assert score((both_won,))[0] == Standing(None, "normal", wins=1, played=1)


def test_a_stand_in_wins_for_its_player_under_the_present_name() -> None:
    gone = seating.hand_to_stand_in(playing(ANNA, BO, seats=3), 0)
    first = seating.finish(gone, OUTCOME, NOW)
    second = finished(Player(ANNA.id, "Änne"), BO)
    standing = score((first, second))[0]
    assert standing == Standing(Player(ANNA.id, "Änne"), None, wins=2, played=2)


def test_a_series_shows_what_the_visitor_may_see() -> None:
    hidden, public = finished(ANNA, BO), finished(ANNA, BO, visibility="public")
    closed = seating.close(table(visibility="public"), NOW)
    waiting = seated(ANNA)
    tables = (hidden, public, closed, waiting)
    assert shown_matches(tables, visitor(ANNA)) == (hidden, public, waiting)
    assert shown_matches(tables, visitor(CLEO)) == (public,)
    assert shown_matches(tables, visitor(None, "watch")) == (hidden, public, waiting)


# Drawn seats


def test_seats_are_drawn_at_the_start_if_the_table_says_so() -> None:
    full = seating.seat_bot(seated(ANNA, BO, CLEO, seats=4, seating="random"), 3, "hard")
    starts = [seating.start(full, NOW, Random(seed)) for seed in range(50)]
    orders = {tuple(place.client_seed for place in each.seats) for each in starts}
    assert len(orders) > 10
    for begun in starts:
        assert [place.seat for place in begun.seats] == [0, 1, 2, 3]
        words = {place.player: place.client_seed for place in begun.seats if place.player}
        assert words == {ANNA: "word-0", BO: "word-1", CLEO: "word-2"}
    in_order = replace(full, seating="order")
    kept = {seating.start(in_order, NOW, Random(seed)).seats for seed in range(50)}
    assert kept == {full.seats}


def test_the_match_seed_is_mixed_from_the_drawn_order() -> None:
    full = seated(ANNA, BO, seats=2, seating="random")
    seeds = {seating.start(full, NOW, Random(seed)).match_seed for seed in range(20)}
    assert len(seeds) == 2


# The rail


def test_the_host_closes_the_rail_and_opens_it_again() -> None:
    place = playing(ANNA, BO)
    shut = decisions.open_rail(place, visitor(ANNA), is_open=False)
    assert shut.rail_open is False
    assert decisions.open_rail(shut, visitor(ANNA), is_open=True) == place
    other = refusal_of(lambda: decisions.open_rail(place, visitor(BO), is_open=False))
    assert other.code is Code.FORBIDDEN
    over = refusal_of(lambda: decisions.open_rail(finished(ANNA), visitor(ANNA), is_open=False))
    assert over.code is Code.MATCH_OVER
