"""What all who play have to agree to, and what empties an agreement."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from app.tables import agreements, decisions
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.agreements import carry_out
from app.tables.refusals import Code, Refused
from app.tables.table import Agreed, Pause, Player, Table
from tests.tables.samples import ANNA, BO, CLEO, NOW, playing, seated, visitor

DAN = Player("p-dan", "Dan")
SEQ = 7


def end(table: Table, player: Player, seq: int = SEQ) -> Table:
    """This player would end the match."""
    return decisions.end(table, visitor(player), NOW, seq=seq)


def pause(table: Table, player: Player, seq: int = SEQ) -> Table:
    """This player would pause the match."""
    return decisions.pause(table, visitor(player), NOW, seq=seq)


def code_of(deed: Callable[[], object]) -> Code:
    """Why this is refused."""
    with pytest.raises(Refused) as caught:
        deed()
    return caught.value.code


def test_the_last_to_agree_ends_the_match() -> None:
    table = end(end(playing(ANNA, BO, CLEO), BO), CLEO)
    assert table.state == "playing"
    assert dict(agreements.shown(table.agreed)) == {"end": [1, 2]}
    ended = end(table, ANNA)
    assert (ended.state, ended.ended_why, ended.ended_at) == ("abandoned", "agreed", NOW)
    assert (ended.result, ended.agreed) == (None, Agreed())


def test_to_agree_twice_is_to_agree_once() -> None:
    table = end(playing(ANNA, BO), BO)
    assert end(table, BO) == table


def test_the_next_move_empties_it() -> None:
    table = end(playing(ANNA, BO, CLEO), BO)
    assert dict(agreements.shown(agreements.standing(table, SEQ + 1))) == {}
    assert agreements.was_emptied(table, SEQ + 1)
    assert not agreements.was_emptied(table, SEQ + 2)
    assert not agreements.was_emptied(playing(ANNA), 1)
    later = end(end(table, ANNA, SEQ + 1), CLEO, SEQ + 1)
    assert later.state == "playing"
    assert dict(agreements.shown(later.agreed)) == {"end": [0, 2]}


def test_end_and_pause_are_agreed_to_apart() -> None:
    table = pause(end(playing(ANNA, BO, CLEO), BO), CLEO)
    assert dict(agreements.shown(table.agreed)) == {"end": [1], "pause": [2]}


def test_bots_and_stand_ins_are_not_asked() -> None:
    table = seating.call_stand_in(playing(ANNA, BO, seats=4), 1, seq=3)
    assert agreements.voters(table) == {0}
    assert end(table, ANNA).state == "abandoned"
    assert code_of(lambda: end(table, BO)) is Code.NOT_SEATED


def test_the_host_pauses_at_once() -> None:
    assert pause(playing(ANNA, BO), ANNA).paused == Pause(0, NOW)


def test_a_host_without_a_seat_pauses_at_once() -> None:
    assert pause(playing(BO, CLEO, host=ANNA.id), ANNA).paused == Pause(None, NOW)


def test_others_pause_when_all_agree() -> None:
    table = pause(playing(ANNA, BO, CLEO), CLEO)
    assert table.paused is None
    table = pause(pause(table, BO), ANNA)
    assert table.paused == Pause(0, NOW), "the host does not have to agree, but to say so"
    agreed = pause(pause(playing(BO, CLEO, host="p-eve"), CLEO), BO)
    assert agreed.paused == Pause(0, NOW)
    assert agreed.agreed.pause == ()


def test_who_leaves_is_not_asked_any_more() -> None:
    table = end(end(playing(ANNA, BO, CLEO), ANNA), BO)
    left = decisions.vacate(table, visitor(CLEO), 2, bar=False, seq=SEQ)
    assert carry_out(left, SEQ, NOW).ended_why == "agreed"
    assert carry_out(left, SEQ + 1, NOW) is left


def test_a_table_that_all_have_left_does_not_end_by_that() -> None:
    table = playing(ANNA)
    left = decisions.vacate(table, visitor(ANNA), 0, bar=False, seq=SEQ)
    assert carry_out(left, SEQ, NOW) is left


def test_a_paused_match_can_be_ended() -> None:
    ended = end(pause(playing(ANNA), ANNA), ANNA)
    assert (ended.state, ended.paused) == ("abandoned", None)


@pytest.mark.parametrize("player", [ANNA, BO, CLEO])
def test_anybody_seated_goes_on(player: Player) -> None:
    paused = pause(playing(ANNA, BO, CLEO), ANNA)
    later = NOW + timedelta(minutes=5)
    assert decisions.resume(paused, visitor(player), later).paused is None


def test_who_is_stood_in_for_may_go_on() -> None:
    paused = pause(seating.call_stand_in(playing(ANNA, BO), 1), ANNA)
    assert decisions.resume(paused, visitor(BO), NOW).paused is None


VERBS: dict[str, Callable[[Table, Visitor], Table]] = {
    "pause": lambda table, who: decisions.pause(table, who, NOW, seq=0),
    "resume": lambda table, who: decisions.resume(table, who, NOW),
    "end": lambda table, who: decisions.end(table, who, NOW, seq=0),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("who", "code"),
    [
        (Visitor(), Code.NOT_FOUND),
        (visitor(DAN), Code.NOT_FOUND),
        (visitor(None, "watch"), Code.NOT_SEATED),
        (visitor(DAN, "play"), Code.NOT_SEATED),
    ],
)
def test_11_nobody_else_has_a_word(verb: str, who: Visitor, code: Code) -> None:
    assert code_of(lambda: VERBS[verb](playing(ANNA, BO), who)) is code


@pytest.mark.parametrize("verb", VERBS)
def test_only_a_running_match_is_paused_or_ended(verb: str) -> None:
    over = agreements.end(playing(ANNA), NOW)
    assert code_of(lambda: VERBS[verb](seated(ANNA), visitor(ANNA))) is Code.NOT_STARTED
    assert code_of(lambda: VERBS[verb](over, visitor(ANNA))) is Code.MATCH_OVER
