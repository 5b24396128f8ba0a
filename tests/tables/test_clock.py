"""Deadlines: since when, for how long, and what is given back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.milkman import GAME as MILKMAN
from app.games.registry import GAMES
from app.tables import decisions, rest
from app.tables import table as seating
from app.tables.clock import (
    PACES,
    Moment,
    deadline,
    deadlines,
    deadlines_now,
    given_back,
    has_run_out,
    is_covered,
    lost_seats,
)
from app.tables.clocks import Timing
from app.tables.match import Entry, Match, replay, submit, with_clocks
from app.tables.refusals import Code, Refused
from app.tables.table import Break, Pace, PaceKind, Pause, Table
from app.tables.taking_back import can_undo, check_thought, check_undo
from tests.games.pots import POTS, Close, Put
from tests.tables.samples import ANNA, BO, CLEO, GNAV, MILKURO, NOW, attempt, match_of, playing

LIVE = Pace("live", 30)


def at(seconds: float) -> datetime:
    """So many seconds after the start."""
    return NOW + timedelta(seconds=seconds)


def breaks(*pairs: tuple[float, float]) -> tuple[Break, ...]:
    """Breaks from their beginnings and ends."""
    return tuple(Break(at(begin), at(end)) for begin, end in pairs)


def timed(game: Any = GNAV, seats: int = 3, *, unhurried: bool = True) -> Match:
    """A match whose clocks run from the start on."""
    return with_clocks(match_of(game, seats), Timing(NOW, unhurried=unhurried))


def make(match: Match, seat: int, seconds: float, **changes: Any) -> Match:
    """The seat's first legal move, so many seconds after the start."""
    player = (ANNA, BO, CLEO)[seat].id
    return submit(match, attempt(match, seat, at=at(seconds), player=player, **changes))


def by_clock(match: Match, seat: int, seconds: float) -> Match:
    """The stand-in's move at a time-out."""
    return make(match, seat, seconds, by="clock")


def owed(match: Match) -> list[float | None]:
    """Since when each seat owes its decision, in seconds after the start."""
    assert match.clocks is not None
    return [since and (since - NOW).total_seconds() for since in match.clocks.since]


def cooks(**changes: Any) -> Table:
    """Anna, Bo and Cleo with a clock."""
    return playing(ANNA, BO, CLEO, seats=3, pace=LIVE, **changes)


# The arithmetic


@pytest.mark.parametrize(
    ("rests", "due"),
    [
        pytest.param((), 30, id="none"),
        pytest.param(((10, 15),), 35, id="inside"),
        pytest.param(((-5, 10),), 40, id="begun before"),
        pytest.param(((-9, -1),), 30, id="over before"),
        pytest.param(((-9, 0),), 30, id="over as it begins"),
        pytest.param(((0, 7),), 37, id="begins with it"),
        pytest.param(((29, 99),), 100, id="in the last second"),
        pytest.param(((30, 99),), 30, id="as the time is up"),
        pytest.param(((31, 99),), 30, id="afterwards"),
        pytest.param(((10, 20), (32, 40)), 48, id="the second within what the first gave"),
        pytest.param(((10, 20), (40, 50)), 40, id="the second afterwards"),
        pytest.param(((10, 20), (15, 25)), 45, id="overlapping"),
        pytest.param(((10, 30), (15, 20)), 50, id="one within the other"),
        pytest.param(((15, 20), (10, 30)), 50, id="in any order"),
        pytest.param(((10, 20), (10, 20)), 40, id="the same twice"),
        pytest.param(((10, 20), (20, 30)), 50, id="one after the other"),
        pytest.param(((12, 12),), 30, id="of no length"),
    ],
)
def test_a_deadline_is_moved_by_what_falls_before_it(
    rests: tuple[tuple[float, float], ...], due: float
) -> None:
    assert deadline(NOW, 30, breaks(*rests)) == at(due)


SPANS = st.tuples(st.integers(-40, 120), st.integers(0, 40)).map(lambda b: (b[0], b[0] + b[1]))


@given(st.lists(SPANS, max_size=7), st.integers(1, 60))
def test_a_deadline_comes_when_so_many_seconds_were_nobodys_break(
    spans: list[tuple[int, int]], seconds: int
) -> None:
    second = ran = 0
    while ran < seconds:
        ran += not any(begin <= second < end for begin, end in spans)
        second += 1
    assert deadline(NOW, seconds, breaks(*spans)) == at(second)


@given(st.lists(SPANS, min_size=1, max_size=7), st.integers(1, 60))
def test_a_break_never_takes_time_away(spans: list[tuple[int, int]], seconds: int) -> None:
    every = breaks(*spans)
    assert deadline(NOW, seconds, every) >= deadline(NOW, seconds, every[1:])


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [(kind, seconds) for kind, allowed in PACES.items() for seconds in allowed],
)
def test_these_paces_can_be_had(kind: PaceKind, seconds: int | None) -> None:
    decisions.check_pace(Pace(kind, seconds))


@pytest.mark.parametrize(
    "pace",
    [Pace("live"), Pace("live", 31), Pace("live", 28800), Pace("daily", 30), Pace("relaxed", 15)],
)
def test_no_other_pace_can_be_had(pace: Pace) -> None:
    with pytest.raises(Refused) as caught:
        decisions.check_pace(pace)
    assert caught.value.code is Code.INVALID
    assert caught.value.detail["at"] == "pace"


# Since when


def test_a_table_without_a_clock_measures_nothing() -> None:
    match = make(match_of(POTS, 3), 0, 5)
    assert match.clocks is None
    assert deadlines_now(cooks(), match, ()) == {}
    assert not has_run_out(cooks(), match.newest.owed, Moment(at(1e6)))


def test_others_leave_my_clock_alone_and_my_own_move_starts_it_anew() -> None:
    match = timed(POTS)
    assert owed(match) == [0, 0, 0]
    match = make(match, 1, 7)
    assert owed(match) == [0, 7, 0]
    match = make(match, 1, 9, move=Close())
    assert owed(match) == [0, None, 0]
    assert deadlines_now(cooks(), match, ()) == {0: at(30), 2: at(30)}


def test_who_owes_nothing_has_no_deadline() -> None:
    match = timed()
    (first,) = match.to_act
    assert deadlines_now(cooks(), match, ()) == {first: at(30)}
    while first in match.to_act:
        match = make(match, first, 12)
    assert set(deadlines_now(cooks(), match, ()).values()) == {at(42)}
    assert first not in deadlines_now(cooks(), match, ())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_deadline_runs_for_whom_the_rules_wait(game: Any) -> None:
    """And for nobody else, at every position of a random match."""
    match, rng, seconds = timed(game), Random(7), 0.0
    before = owed(match)
    for _ in range(150):
        if match.outcome is not None:
            break
        seat = rng.choice(sorted(match.to_act))
        seconds += rng.random() * 20
        match = make(match, seat, seconds, move=rng.choice(match.legal_moves(seat)))
        begins = seconds + match.newest.pause
        for other, since in enumerate(owed(match)):
            runs = game.clock_runs(match.state, other)
            kept = None if other == seat else before[other]
            expected = (begins if kept is None else kept) if runs else None
            assert since == pytest.approx(expected, abs=1e-5) if runs else since is None
        before = owed(match)
    assert match.seq > 5


def test_a_clock_waits_until_people_have_looked() -> None:
    match, hurried = timed(MILKURO), timed(MILKURO, unhurried=False)
    while match.newest.pause == 0:
        (seat,) = match.to_act
        match, hurried = make(match, seat, 10), make(hurried, seat, 10)
    (seat,) = match.to_act
    assert owed(match)[seat] == 10 + match.newest.pause
    assert owed(hurried)[seat] == 10


@pytest.mark.parametrize(
    "resting",
    [
        {"paused": Pause(0, NOW)},
        {"asleep_since": NOW},
        {"state": "abandoned"},
        {"state": "finished"},
        {"pace": Pace()},
    ],
)
def test_nothing_runs_at_a_table_that_rests(resting: dict[str, Any]) -> None:
    match = timed(POTS)
    assert len(deadlines_now(cooks(), match, ())) == 3
    assert deadlines_now(replace(cooks(), **resting), match, ()) == {}


def test_bots_and_stand_ins_have_no_deadline() -> None:
    match = timed(POTS)
    table = playing(ANNA, BO, seats=3, pace=LIVE)
    assert set(deadlines_now(table, match, ())) == {0, 1}
    assert set(deadlines_now(seating.call_stand_in(table, 0), match, ())) == {1}


def test_pauses_and_outages_are_given_back_to_whom_they_touch() -> None:
    match = make(timed(POTS), 0, 25)
    table = rest.resume(rest.pause(cooks(), None, at(26)), at(36))
    assert deadlines_now(table, match, ()) == {0: at(65), 1: at(40), 2: at(40)}
    outages = breaks((10, 14), (30, 39))
    assert deadlines_now(table, match, outages) == {0: at(68), 1: at(47), 2: at(47)}
    assert dict(given_back(table, match, outages)) == {
        0: timedelta(seconds=4),
        1: timedelta(seconds=3),
    }
    assert dict(given_back(table, make(match, 0, 41), outages)) == dict(
        given_back(table, match, outages)
    )
    assert dict(given_back(rest.pause(table, None, at(40)), match, outages)) == {}


def test_an_outage_that_is_over_before_moves_nothing() -> None:
    match = timed(POTS)
    for seat in (0, 1, 2):
        match = make(match, seat, 50)
    assert list(given_back(cooks(), match, breaks((10, 45)))) == []


# Time-outs


def test_a_stand_in_goes_on_until_the_seat_owes_nothing() -> None:
    """One farm after another; the market opens to the next one meanwhile."""
    match, rng = timed(MILKMAN, 3), Random(4)
    table = playing(ANNA, BO, CLEO, seats=3, game="milkman", pace=LIVE)
    (late,) = deadlines_now(table, match, ())
    match = by_clock(match, late, 30)
    covered = 0
    while MILKMAN.clock_runs(match.state, late):
        assert is_covered(table.seats[late], match.clocks)
        assert late not in deadlines_now(table, match, ())
        check_thought(table, match, late, match.seq)
        covered += 1
        match = make(match, late, 31, by="bot", move=rng.choice(long(match, late)))
    assert covered > 3
    assert not is_covered(table.seats[late], match.clocks)
    while not MILKMAN.clock_runs(match.state, late):
        (seat, *_) = deadlines_now(table, match, ())
        match = make(match, seat, 40, move=MILKMAN.default_move(match.state, seat))
    assert deadlines_now(table, match, ())[late] >= at(70)


def long(match: Match, seat: int) -> list[Any]:
    """Moves that do not end the seat's turn, while it has any."""
    legal = match.legal_moves(seat)
    return [move for move in legal if move.type not in ("done", "pass_market")] or [*legal]


def test_a_player_who_moves_has_the_seat_again() -> None:
    match = by_clock(timed(POTS), 0, 30)
    assert set(deadlines_now(cooks(), match, ())) == {1, 2}
    match = make(match, 0, 33)
    assert deadlines_now(cooks(), match, ())[0] == at(63)
    with pytest.raises(Refused) as caught:
        check_thought(cooks(), match, 0, match.seq)
    assert caught.value.code is Code.NOT_YOUR_TURN


def test_two_time_outs_in_a_row_lose_the_seat() -> None:
    match, table = by_clock(timed(), min(timed().to_act), 30), cooks()
    (first,) = timed().to_act
    assert lost_seats(table, match) == []
    while match.to_act != {first}:
        (seat,) = match.to_act
        match = make(match, seat, 31)
    match = by_clock(match, first, 61)
    assert lost_seats(table, match) == [first]
    away = seating.call_stand_in(table, first, seq=match.seq)
    assert lost_seats(away, match) == []
    assert not is_covered(away.seats[first], match.clocks)
    back = seating.sit_down(away, first, (ANNA, BO, CLEO)[first], "w", seq=match.seq)
    assert lost_seats(back, match) == []


def test_what_a_stand_in_does_between_counts_for_nobody() -> None:
    match = by_clock(timed(POTS), 0, 30)
    match = make(match, 0, 31, by="bot")
    assert lost_seats(cooks(), by_clock(match, 0, 61)) == [0]
    match = make(match, 0, 32)
    assert lost_seats(cooks(), by_clock(match, 0, 62)) == []
    assert lost_seats(cooks(), by_clock(by_clock(match, 0, 62), 0, 92)) == [0]


def test_who_comes_back_while_a_stand_in_covers_plays_at_once() -> None:
    match = by_clock(by_clock(timed(POTS), 0, 30), 0, 60)
    away = seating.call_stand_in(cooks(), 0, seq=match.seq)
    back = seating.sit_down(away, 0, ANNA, "word", seq=match.seq)
    assert not is_covered(back.seats[0], match.clocks)
    assert 0 in deadlines_now(back, match, ())


# Taking back


def undo(match: Match, seat: int, seq: int, seconds: float) -> Match:
    """The seat's player takes its move at `seq` back."""
    return make(match, seat, seconds, move=None, undo=seq, seen=None)


def test_an_undone_moves_deadline_stands_again() -> None:
    match = make(timed(POTS), 0, 8, move=Put(1))
    match = make(match, 1, 10, move=Put(1))
    match = make(match, 0, 12, move=Put(2))
    back = undo(match, 0, 3, 20)
    assert owed(back) == [8, 10, 0]
    assert owed(undo(back, 0, 1, 21)) == [0, 10, 0]


def test_who_owes_again_after_an_undo_begins_then() -> None:
    match = make(timed(POTS), 0, 8, move=Close())
    assert owed(match) == [None, 0, 0]
    assert owed(undo(match, 0, 1, 20)) == [0, 0, 0]


def test_a_move_is_not_taken_back_after_its_deadline() -> None:
    match = make(timed(POTS), 0, 8, move=Put(1))
    table = cooks()
    assert can_undo(table, match, 0, Moment(at(29.9))) == 1
    assert can_undo(table, match, 0, Moment(at(30))) is None
    with pytest.raises(Refused) as caught:
        check_undo(table, match, 0, 1, Moment(at(30)))
    assert caught.value.code is Code.CANNOT_UNDO
    assert can_undo(table, match, 0, Moment(at(34), breaks((10, 15)))) == 1
    assert can_undo(rest.pause(table, None, at(9)), match, 0, Moment(at(99))) == 1
    assert can_undo(replace(table, pace=Pace()), match, 0, Moment(at(99))) == 1


# Derived


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_replay_has_the_same_clocks(game: Any) -> None:
    """Time-outs, stand-ins' moves, players' and undone ones."""
    rng, seconds = Random(11), 0.0
    start = match = timed(game)
    entries: list[Entry] = []
    table = playing(ANNA, BO, CLEO, seats=3, game=game.info.key, pace=LIVE)
    undone = 0
    while match.outcome is None and match.seq < 120:
        seconds += rng.random() * 20
        seat = rng.choice(sorted(match.to_act))
        seq = can_undo(table, match, seat, Moment(at(seconds)))
        if seq is not None and rng.random() < 0.3:
            match = undo(match, seat, seq, seconds)
            undone += 1
        else:
            move = rng.choice(match.legal_moves(seat))
            match = make(match, seat, seconds, move=move, by=rng.choice(["player", "clock", "bot"]))
        entry = match.newest.entry
        assert entry is not None
        entries.append(entry)
    for number in range(0, len(entries) + 1, 20):
        halfway = replay(start, entries[:number])
        again = replay(halfway, entries[number:])
        assert (again.clocks, again.newest) == (match.clocks, match.newest)
    assert match.clocks != start.clocks
    assert deadlines(table, match.clocks, ()) == deadlines_now(table, match, ())
    assert undone or game.info.key != "milkman"
