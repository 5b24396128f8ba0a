"""Taking back is computed (architecture.md): own last standing move, and nobody else can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.games.base import Step
from app.tables import table as seating
from app.tables.clock import Moment
from app.tables.match import (
    STANDING_POSITIONS,
    BrokenLog,
    Entry,
    Match,
    replay,
    submit,
)
from app.tables.refusals import Code, Refused
from app.tables.table import Table
from app.tables.taking_back import can_undo, check_thought, check_undo
from tests.games.pots import (
    POTS,
    Close,
    Move,
    Peek,
    Pots,
    Put,
    Season,
    Stir,
    Taste,
    Vow,
    Weigh,
)
from tests.tables.samples import ANNA, BO, GNAV, NOW, attempt, match_of, playing, undoable

NO_CLOCK = Moment(NOW)


def pots(*moves: tuple[int, Move]) -> Match:
    """Three kitchens after these moves of seats."""
    match = match_of(POTS, 3)
    for seat, move in moves:
        match = make(match, seat, move)
    return match


def make(match: Match, seat: int, move: Any, **changes: Any) -> Match:
    """The seat's player makes a move."""
    return submit(match, attempt(match, seat, move=move, **changes))


def take_back(match: Match, seat: int, seq: int | None = None) -> Match:
    """The seat's player takes the move at `seq` back, or what can be taken back."""
    wanted = seq if seq is not None else position_of(match, seat)
    return submit(match, attempt(match, seat, move=None, seen=None, undo=wanted or 0))


def position_of(match: Match, seat: int) -> int | None:
    """Where the move stands that the seat may take back."""
    entry = undoable(match, seat)
    return None if entry is None else entry.seq


def log_of(match: Match) -> list[Entry]:
    """The log of a short match."""
    return [position.entry for position in match.recent if position.entry is not None]


def refused(match: Match, seat: int, seq: int) -> Code:
    """Why that cannot be taken back."""
    with pytest.raises(Refused) as caught:
        take_back(match, seat, seq)
    return caught.value.code


def test_a_move_is_taken_back_and_both_stay_in_the_log() -> None:
    before = pots((1, Put(1)))
    after = take_back(make(before, 0, Put(2)), 0)
    assert (after.seq, after.state, after.to_act) == (3, before.state, before.to_act)
    assert [(entry.seat, entry.move, entry.undo) for entry in log_of(after)] == [
        (1, Put(1), None),
        (0, Put(2), None),
        (0, None, 2),
    ]
    newest = after.newest
    assert (newest.events, newest.pause, newest.before.pots) == ((), 0.0, (2, 1, 0))


def test_a_log_with_taken_back_moves_replays() -> None:
    match = take_back(pots((0, Put(1)), (1, Put(2)), (0, Weigh())), 0)
    match = make(make(match, 1, Put(1)), 0, Vow())
    assert replay(match_of(POTS, 3), log_of(match)) == match
    half = replay(match_of(POTS, 3), log_of(match)[:3])
    assert replay(half, log_of(match)[3:]) == match


def test_only_the_last_standing_move_of_the_own_seat() -> None:
    match = pots((0, Put(1)), (1, Put(1)), (0, Put(2)))
    assert [position_of(match, seat) for seat in range(3)] == [3, 2, None]
    assert refused(match, 0, 1) is Code.CANNOT_UNDO
    assert refused(match, 0, 2) is Code.CANNOT_UNDO
    assert refused(match, 2, 2) is Code.CANNOT_UNDO
    assert refused(match, 0, 0) is Code.CANNOT_UNDO
    assert refused(match, 0, 99) is Code.CANNOT_UNDO


def test_one_after_another_to_where_the_turn_began() -> None:
    match = pots((0, Put(1)), (0, Put(2)), (1, Put(2)), (0, Weigh()), (2, Put(1)))
    match = take_back(match, 0, 4)
    assert refused(match, 0, 4) is Code.CANNOT_UNDO, "it is taken back"
    assert refused(match, 0, 6) is Code.CANNOT_UNDO, "what takes back is not taken back"
    match = take_back(match, 0, 2)
    match = take_back(match, 0, 1)
    assert match.state.pots == (0, 2, 1)
    assert position_of(match, 0) is None
    assert [position.seq for position in match.standing] == [3, 5]
    assert make(match, 0, Put(1)).state.pots == (1, 2, 1)


def test_after_others_have_acted() -> None:
    match = pots((0, Put(1)), (1, Season()), (2, Put(2)), (1, Put(1)))
    after = take_back(match, 0)
    assert after.state.pots == (0, *match.state.pots[1:])
    assert position_of(after, 1) == 4
    assert take_back(after, 1).state.pots == (0, match.state.pots[1] - 1, 2)


BINDING: tuple[Move, ...] = (Season(), Peek(), Vow())


@pytest.mark.parametrize("move", BINDING, ids=lambda move: str(move.type))
def test_20_what_drew_revealed_or_binds_stands(move: Move) -> None:
    match = pots((0, Put(1)), (0, move))
    assert position_of(match, 0) is None
    assert refused(match, 0, 2) is Code.CANNOT_UNDO
    assert refused(match, 0, 1) is Code.CANNOT_UNDO, "what lies before it stands as well"


@pytest.mark.parametrize(
    ("later", "can"),
    [
        pytest.param(Put(2), True, id="has nothing to do with it"),
        pytest.param(Season(), True, id="draws what it drew"),
        pytest.param(Weigh(), False, id="would be told differently"),
        pytest.param(Taste(), False, id="would not be legal"),
        pytest.param(Stir(), False, id="would draw, which it did not"),
    ],
)
def test_whether_the_rest_goes_on_without_it(later: Move, can: bool) -> None:
    match = pots((0, Put(1)), (2, later))
    assert position_of(match, 0) == (1 if can else None)
    if not can:
        assert refused(match, 0, 1) is Code.CANNOT_UNDO


def test_what_stood_in_the_way_can_be_taken_back_first() -> None:
    match = pots((0, Put(1)), (2, Taste()), (1, Put(1)))
    assert position_of(match, 0) is None
    match = take_back(match, 2)
    assert position_of(match, 0) == 1
    assert take_back(match, 0).state.pots == (0, 1, 0)


def test_20_what_drew_when_it_was_made_stands_for_good() -> None:
    match = pots((0, Put(1)), (0, Put(1)), (2, Stir()))
    after = take_back(match, 0)
    assert after.state.pots[0] == 1, "now it would not draw any more"
    assert position_of(after, 2) is None
    assert position_of(after, 0) == 1, "and what it drew is drawn for good"


@pytest.mark.parametrize("by", ["bot", "clock"])
def test_what_bot_or_clock_did_stands(by: Any) -> None:
    match = make(pots((0, Put(1))), 0, Put(1), by=by, player=None, ref=None)
    assert position_of(match, 0) is None
    assert refused(match, 0, 2) is Code.CANNOT_UNDO
    assert position_of(make(match, 0, Put(2)), 0) == 3


def test_nothing_is_taken_back_when_the_match_is_over() -> None:
    match = pots((0, Close()), (1, Close()), (2, Close()))
    assert match.outcome is not None
    assert [position_of(match, seat) for seat in range(3)] == [None] * 3
    assert refused(match, 2, 3) is Code.MATCH_OVER


def test_who_is_done_may_come_back_while_others_are_busy() -> None:
    match = pots((0, Close()), (1, Put(1)))
    assert 0 not in match.to_act
    assert 0 in take_back(match, 0).to_act


def test_20_nobody_fishes_for_better_dice() -> None:
    drawn = pots((0, Put(1)), (1, Season()), (0, Put(2)))
    after = take_back(take_back(drawn, 0), 0)
    (seasoned,) = after.standing
    assert (seasoned.seq, seasoned.events) == (2, drawn.standing[1].events)
    assert after.state.pots == (0, drawn.state.pots[1], 0), "what was drawn stays"
    with_regrets = make(take_back(pots((0, Put(2))), 0), 0, Season())
    without = make(pots((0, Put(2)), (1, Put(1))), 0, Season())
    assert with_regrets.seq == without.seq == 3
    assert with_regrets.newest.events == without.newest.events, "it is the position that draws"


def test_a_move_made_before_an_undo_was_seen_is_stale() -> None:
    match = pots((0, Put(1)), (1, Put(1)))
    after = take_back(match, 0)
    for seen in (1, 2):
        with pytest.raises(Refused) as caught:
            make(after, 0, Put(2), seen=seen)
        assert caught.value.code is Code.STALE
    assert make(after, 0, Put(2), seen=3).seq == 4
    assert make(after, 1, Put(2), seen=2).seq == 4, "others need not have seen it"


def test_so_far_back_as_moves_are_remembered() -> None:
    match = pots((0, Put(1)))
    for _ in range(STANDING_POSITIONS - 1):
        match = make(match, 1, Put(1))
    assert position_of(match, 0) == 1
    assert take_back(match, 0).state.pots == (0, STANDING_POSITIONS - 1, 0)
    match = make(match, 1, Put(1))
    assert len(match.standing) == STANDING_POSITIONS
    assert position_of(match, 0) is None
    assert position_of(match, 1) == match.seq


def test_each_move_is_tried_once_however_often_it_is_asked() -> None:
    class CountingPots(Pots):
        def __init__(self) -> None:
            self.applied = 0

        def apply(self, *play: Any) -> Step[Any]:
            self.applied += 1
            return super().apply(*play)

    game = CountingPots()
    match = make(match_of(game, 3), 0, Put(1))
    for number in range(20):
        match = make(match, 1 + number % 2, Put(1))
        for _ in range(3):
            assert position_of(match, 0) == 1
    assert game.applied == 1 + 20 + 20
    bound = make(match, 2, Weigh())
    game.applied = 0
    for _ in range(20):
        bound = make(bound, 1, Put(1))
        assert position_of(bound, 0) is None
    assert game.applied == 20 + 1, "what failed once is not tried further"


def test_what_is_remembered_of_one_line_does_not_answer_for_another() -> None:
    match = pots((0, Put(1)))
    lines = [make(match, 2, move) for move in (Put(1), Taste(), Put(2), Weigh())]
    for _ in range(2):
        assert [position_of(line, 0) for line in lines] == [1, None, 1, None]


# Stored logs and records


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda entry: replace(entry, undo=1), id="another's"),
        pytest.param(lambda entry: replace(entry, undo=3), id="itself"),
        pytest.param(lambda entry: replace(entry, undo=99), id="what never was"),
        pytest.param(lambda entry: replace(entry, seat=1), id="by another seat"),
        pytest.param(lambda entry: replace(entry, by="bot"), id="by a bot"),
        pytest.param(lambda entry: replace(entry, by="clock"), id="by the clock"),
        pytest.param(lambda entry: replace(entry, move=Put(1)), id="a move at once"),
        pytest.param(lambda entry: replace(entry, undo=None), id="nothing"),
    ],
)
def test_a_log_that_takes_back_what_stands_is_broken(spoil: Callable[[Entry], Entry]) -> None:
    *log, undo = log_of(take_back(pots((1, Put(1)), (0, Put(1))), 0))
    assert undo.undo == 2
    replay(match_of(POTS, 3), [*log, undo])
    with pytest.raises(BrokenLog, match="position 3"):
        replay(match_of(POTS, 3), [*log, spoil(undo)])


# Who sits there


@pytest.fixture
def seated() -> tuple[Table, Match]:
    """Anna, Bo and a bot, after a move of each."""
    table = playing(ANNA, BO, seats=3, game="pots", options_json="{}")
    match = make(match_of(POTS, 3), 0, Put(1), player=ANNA.id)
    match = make(match, 1, Put(1), player=BO.id)
    return table, make(match, 2, Put(1), by="bot", player=None, ref=None)


def test_each_player_may_take_back_the_own_move(seated: tuple[Table, Match]) -> None:
    table, match = seated
    undoable_now = [can_undo(table, match, seat, NO_CLOCK) for seat in (0, 1, 2, None)]
    assert undoable_now == [1, 2, None, None]
    check_undo(table, match, 0, 1, NO_CLOCK)
    with pytest.raises(Refused) as caught:
        check_undo(table, match, 0, 2, NO_CLOCK)
    assert (caught.value.code, caught.value.detail) == (Code.CANNOT_UNDO, {"can_undo": 1})


def test_who_left_and_came_back_begins_anew(seated: tuple[Table, Match]) -> None:
    table, match = seated
    left = seating.hand_to_stand_in(table, 0, seq=match.seq)
    assert can_undo(left, match, 0, NO_CLOCK) is None
    assert can_undo(left, match, 1, NO_CLOCK) == 2
    back = seating.sit_down(left, 0, ANNA, "word", seq=match.seq)
    assert can_undo(back, match, 0, NO_CLOCK) is None
    with pytest.raises(Refused) as caught:
        check_undo(back, match, 0, 1, NO_CLOCK)
    assert caught.value.code is Code.CANNOT_UNDO
    match = make(match, 0, Put(2), player=ANNA.id)
    assert can_undo(back, match, 0, NO_CLOCK) == 4
    match = take_back(match, 0)
    assert can_undo(back, match, 0, NO_CLOCK) is None, "the older one is of an earlier tenure"


def test_a_move_is_taken_back_by_who_made_it(seated: tuple[Table, Match]) -> None:
    table, match = seated
    assert can_undo(table, make(match, 0, Put(2), player=BO.id), 0, NO_CLOCK) is None


def test_a_match_that_is_over_says_so_first(seated: tuple[Table, Match]) -> None:
    table, _ = seated
    over = pots((0, Close()), (1, Close()), (2, Close()))
    with pytest.raises(Refused) as caught:
        check_undo(table, over, 0, 77, NO_CLOCK)
    assert caught.value.code is Code.MATCH_OVER


# Bots


def test_a_bots_thought_is_gone_with_its_turn() -> None:
    table = playing(seats=4, game="gnav")
    match = match_of(GNAV)
    (first,) = match.to_act
    kept = make(match, first, GNAV.legal_moves(match.state, first)[0])
    (second,) = kept.to_act
    check_thought(table, kept, second, kept.seq)
    again = take_back(kept, first)
    swapped = make(again, first, GNAV.legal_moves(again.state, first)[0])
    assert second in swapped.to_act
    with pytest.raises(Refused) as caught:
        check_thought(table, swapped, second, kept.seq)
    assert caught.value.code is Code.STALE
    check_thought(table, swapped, second, swapped.seq)


def test_who_acts_at_once_thinks_on_while_others_take_back(seated: tuple[Table, Match]) -> None:
    table, match = seated
    check_thought(table, take_back(match, 0), 2, match.seq)
    check_thought(table, None, 2, 0)
    with pytest.raises(Refused) as caught:
        check_thought(table, match, 1, match.seq)
    assert caught.value.code is Code.NOT_YOUR_TURN
