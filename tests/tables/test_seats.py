"""Who sits where: before the start, during a match, afterwards (protocol.md, "HTTP")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from app.games.base import Outcome, SeatRange
from app.tables import decisions
from app.tables import table as seating
from app.tables.decisions import Changes
from app.tables.fairness import match_seed_of
from app.tables.refusals import Code, Refused
from app.tables.table import Pace, SeatState, Table
from tests.tables.samples import ANNA, BO, CLEO, NOW, SERVER_SEED, playing, seated, table, visitor

GAME_SEATS = SeatRange(2, 6, 4)
OUTCOME = Outcome((3, 1, 1, 0), (1, 2, 2, 4), (0,))


def refusal_of(change: Callable[[], object]) -> Refused:
    """Why this is refused."""
    with pytest.raises(Refused) as caught:
        change()
    return caught.value


def finished(made: Table) -> Table:
    """The same table after its match."""
    return seating.finish(made, OUTCOME, NOW)


def test_a_free_seat_is_taken_with_a_word() -> None:
    after = decisions.sit(table(), visitor(BO, "play"), 2, "my-word")
    assert after.seats[2] == SeatState(2, player=BO, client_seed="my-word")
    assert after.host == ANNA.id


def test_one_person_holds_one_seat() -> None:
    refusal = refusal_of(lambda: seating.sit_down(seated(ANNA), 1, ANNA, "x"))
    assert (refusal.code, refusal.detail) == (Code.ALREADY_SEATED, {"seat": 0})


@pytest.mark.parametrize(
    "taken",
    [
        pytest.param(seated(ANNA), id="by a person"),
        pytest.param(seating.seat_bot(table(), 0, "easy"), id="by a bot"),
        pytest.param(playing(ANNA), id="by a person who plays"),
        pytest.param(seating.hand_to_stand_in(playing(ANNA), 0), id="by a stand-in"),
    ],
)
def test_a_taken_seat_is_nobody_elses(taken: Table) -> None:
    assert refusal_of(lambda: seating.sit_down(taken, 0, BO, "x")).code is Code.SEAT_TAKEN


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_there_is_no_such_seat(seat: int) -> None:
    assert refusal_of(lambda: seating.sit_down(table(), seat, BO, "x")).code is Code.INVALID
    assert refusal_of(lambda: seating.seat_bot(table(), seat, "easy")).code is Code.INVALID


@pytest.mark.parametrize("word", ["", "a b", "é", "x" * 65, "tab\t", "\x7f", "\n"])
def test_a_word_that_chance_does_not_allow_is_invalid(word: str) -> None:
    refusal = refusal_of(lambda: seating.sit_down(table(), 0, BO, word))
    assert (refusal.code, refusal.detail) == (Code.INVALID, {"at": "client_seed"})


def test_sitting_down_again_on_the_own_seat_changes_the_word() -> None:
    after = seating.sit_down(seated(ANNA), 0, ANNA, "another")
    assert after.seats[0].client_seed == "another"


def test_a_held_seat_counts_once_its_holder_has_spoken() -> None:
    held = replace(seated(ANNA, BO, seats=2).seats[1], held=True)
    waiting = replace(seated(ANNA, BO, seats=2), seats=(seated(ANNA, BO).seats[0], held))
    assert not waiting.full
    assert refusal_of(lambda: seating.start(waiting, NOW, Random(0))).detail == {"free": [1]}
    assert seating.sit_down(waiting, 1, BO, "here").full


@pytest.mark.parametrize("ended", [finished(playing(ANNA)), seating.close(table(), NOW)])
def test_nobody_sits_down_after_the_end(ended: Table) -> None:
    assert refusal_of(lambda: seating.sit_down(ended, 1, BO, "x")).code is Code.MATCH_OVER
    assert refusal_of(lambda: seating.seat_bot(ended, 1, "easy")).code is Code.MATCH_OVER
    assert refusal_of(lambda: seating.start(ended, NOW, Random(0))).code is Code.MATCH_OVER


def test_coming_back_after_the_end_changes_nothing() -> None:
    ended = finished(playing(ANNA))
    assert seating.sit_down(ended, 0, ANNA, "x") is ended


def test_who_leaves_in_a_match_is_played_for_and_comes_back() -> None:
    begun = playing(ANNA, BO)
    left = decisions.vacate(begun, visitor(BO), 1, bar=False)
    place = left.seats[1]
    assert (place.player, place.bot, place.away, place.given_up) == (BO, "normal", True, True)
    assert place.client_seed == begun.seats[1].client_seed
    assert decisions.vacate(left, visitor(BO), 1, bar=False) == left
    assert decisions.sit(left, visitor(BO), 1, "ignored") == begun


def test_in_a_match_only_its_player_gives_a_seat_up() -> None:
    begun = playing(ANNA, BO)
    for seat in (1, 2):
        refusal = refusal_of(lambda: decisions.vacate(begun, visitor(ANNA), seat, bar=False))  # noqa: B023
        assert refusal.code is Code.FORBIDDEN


def test_before_the_start_a_seat_becomes_free_by_its_player_or_the_host() -> None:
    made = seated(ANNA, BO, CLEO)
    assert decisions.vacate(made, visitor(BO), 1, bar=False).seats[1] == SeatState(1)
    assert decisions.vacate(made, visitor(ANNA), 1, bar=False).seats[1] == SeatState(1)
    refusal = refusal_of(lambda: decisions.vacate(made, visitor(BO), 2, bar=False))
    assert refusal.code is Code.FORBIDDEN


def test_the_hosts_word_keeps_a_person_out() -> None:
    made = decisions.vacate(seated(ANNA, BO), visitor(ANNA), 1, bar=True)
    assert made.barred == (BO.id,)
    refusal = refusal_of(lambda: decisions.sit(made, visitor(BO, "play"), 1, "x"))
    assert refusal.code is Code.FORBIDDEN
    assert decisions.sit(made, visitor(CLEO, "play"), 1, "x").seats[1].player == CLEO


def test_only_the_host_bars() -> None:
    made = seated(ANNA, BO, CLEO)
    for seat in (1, 2):
        refusal = refusal_of(lambda: decisions.vacate(made, visitor(BO), seat, bar=True))  # noqa: B023
        assert refusal.code is Code.FORBIDDEN


def test_the_host_does_not_bar_itself() -> None:
    made = decisions.vacate(seated(ANNA, BO), visitor(ANNA), 0, bar=True)
    assert made.barred == ()


def test_15_the_hosts_role_passes_on_to_who_sits() -> None:
    left = decisions.vacate(seated(ANNA, BO, CLEO), visitor(ANNA), 0, bar=False)
    assert left.host == BO.id
    assert decisions.seat_bot(left, visitor(BO), 0, "easy").seats[0].bot == "easy"


def test_15_an_orphaned_table_belongs_to_who_comes_next() -> None:
    orphaned = decisions.vacate(seated(ANNA), visitor(ANNA), 0, bar=False)
    assert orphaned.host is None
    assert decisions.sit(orphaned, visitor(BO, "play"), 3, "x").host == BO.id
    assert decisions.seat_bot(orphaned, visitor(ANNA, "play"), 0, "easy").host == ANNA.id
    refusal = refusal_of(lambda: decisions.seat_bot(orphaned, visitor(BO, "watch"), 0, "easy"))
    assert refusal.code is Code.FORBIDDEN


def test_who_is_barred_does_not_take_charge() -> None:
    barred = decisions.vacate(seated(ANNA, BO), visitor(ANNA), 1, bar=True)
    orphaned = decisions.vacate(barred, visitor(ANNA), 0, bar=False)
    refusal = refusal_of(lambda: decisions.close(orphaned, visitor(BO, "play"), NOW))
    assert refusal.code is Code.FORBIDDEN


def test_a_host_without_a_seat_stays_the_host() -> None:
    made = decisions.sit(table(), visitor(BO, "play"), 0, "x")
    assert decisions.vacate(made, visitor(BO), 0, bar=False).host == ANNA.id


def test_more_and_fewer_seats() -> None:
    made = seated(ANNA, BO)
    assert [place.seat for place in seating.resize(made, 6).seats] == list(range(6))
    assert seating.resize(made, 2).seats == made.seats[:2]
    assert seating.resize(seating.seat_bot(made, 3, "easy"), 3).seats == made.seats[:3]
    refusal = refusal_of(lambda: seating.resize(made, 1))
    assert (refusal.code, refusal.detail) == (Code.SEAT_TAKEN, {"seats": [1]})


def test_a_game_has_its_bounds() -> None:
    for seats in (1, 7):
        wanted = Changes(seats=seats)
        refusal = refusal_of(
            lambda: decisions.change(table(), visitor(ANNA), wanted, GAME_SEATS)  # noqa: B023
        )
        assert (refusal.code, refusal.detail["at"]) == (Code.INVALID, "seats")


def test_the_host_changes_what_may_change() -> None:
    wanted = Changes(3, '{"rounds":2}', None, "public", False, "Friday")
    after = decisions.change(table(), visitor(ANNA), wanted, GAME_SEATS)
    assert (len(after.seats), after.options_json, after.visibility) == (3, '{"rounds":2}', "public")
    assert (after.watchable, after.title) == (False, "Friday")
    assert decisions.change(after, visitor(ANNA), Changes(title=""), GAME_SEATS).title is None
    assert decisions.change(after, visitor(ANNA), Changes(), GAME_SEATS) == after


def test_nothing_changes_after_the_start() -> None:
    begun = playing(ANNA)
    refusal = refusal_of(
        lambda: decisions.change(begun, visitor(ANNA), Changes(title="x"), GAME_SEATS)
    )
    assert refusal.code is Code.FORBIDDEN
    assert refusal_of(lambda: seating.seat_bot(begun, 1, "easy")).code is Code.FORBIDDEN


def test_a_start_needs_every_seat_and_mixes_their_words() -> None:
    refusal = refusal_of(lambda: seating.start(seated(ANNA, BO), NOW, Random(0)))
    assert (refusal.code, refusal.detail) == (Code.NOT_STARTED, {"free": [2, 3]})
    begun = playing(ANNA, BO)
    assert begun.client_seeds == ("word-0", "word-1", "bot", "bot")
    assert begun.match_seed == match_seed_of(SERVER_SEED, begun.client_seeds)
    assert (begun.state, begun.started_at) == ("playing", NOW)


def test_starting_again_changes_nothing() -> None:
    begun = playing(ANNA)
    assert decisions.start(begun, visitor(ANNA), NOW, rng=Random(0)) is begun


def test_only_the_host_starts_and_closes() -> None:
    made = seated(ANNA, BO, seats=2)
    refusal = refusal_of(lambda: decisions.start(made, visitor(BO), NOW, rng=Random(0)))
    assert refusal.code is Code.FORBIDDEN
    assert refusal_of(lambda: decisions.close(made, visitor(BO), NOW)).code is Code.FORBIDDEN
    closed = decisions.close(made, visitor(ANNA), NOW)
    assert (closed.state, closed.ended_why, closed.started) == ("abandoned", "closed", False)


def test_a_running_match_is_not_closed() -> None:
    refusal = refusal_of(lambda: decisions.close(playing(ANNA), visitor(ANNA), NOW))
    assert refusal.code is Code.FORBIDDEN


@pytest.mark.parametrize("pace", [Pace("live", 45), Pace("daily", None), Pace("relaxed", 30)])
def test_no_clock_is_promised_that_is_not_kept(pace: Pace) -> None:
    assert refusal_of(lambda: decisions.check_pace(pace)).code is Code.INVALID


def test_levels_of_bots() -> None:
    for level in decisions.BOT_LEVELS:
        decisions.check_level(level)
    assert refusal_of(lambda: decisions.check_level("unbeatable")).code is Code.INVALID
