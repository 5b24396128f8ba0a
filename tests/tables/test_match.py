"""Judging moves and replaying logs (protocol.md, "Rules that keep it safe")."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.base import AnyGame
from app.games.registry import GAMES
from app.tables.match import (
    RECENT_POSITIONS,
    BrokenLog,
    Entry,
    Match,
    replay,
    submit,
)
from app.tables.refusals import Code, Refused
from tests.tables.samples import MILKURO, attempt, match_of, play_on


def code_of(match: Match, seat: int, **changes: Any) -> Code:
    """How this attempt is refused."""
    with pytest.raises(Refused) as caught:
        submit(match, attempt(match, seat, **changes))
    return caught.value.code


def actor(match: Match) -> int:
    """The seat to act."""
    return min(match.to_act)


def idler(match: Match) -> int:
    """A seat that is not to act."""
    return min(set(range(match.seats)) - match.to_act)


@pytest.fixture
def begun() -> Match:
    """Some moves into a match: every seat has an entry or two."""
    return play_on(match_of(), Random(3), moves=9)


def test_a_match_begins_at_its_set_up() -> None:
    match = match_of(MILKURO)
    assert (match.seq, match.outcome, match.newest.entry) == (0, None, None)
    assert match.newest.events or match.state


def test_a_move_becomes_the_next_entry(begun: Match) -> None:
    seat = actor(begun)
    made = attempt(begun, seat)
    after = submit(begun, made)
    assert after.newest.entry == Entry(
        begun.seq + 1, seat, made.move, "player", made.at, player=made.player, ref=made.ref
    )
    assert after.newest.before is begun.state
    assert after.newest.state is after.state
    assert after.last_entries[seat] == after.seq


def test_judging_changes_nothing(begun: Match) -> None:
    before = replace(begun)
    submit(begun, attempt(begun, actor(begun)))
    assert begun == before


# The order of errors: match_over, stale, not_your_turn, illegal_move.


def test_over_comes_before_everything() -> None:
    over = play_on(match_of(), Random(1))
    assert over.outcome is not None
    assert code_of(over, 0, seen=-1, move=None) is Code.MATCH_OVER


def test_stale_comes_before_the_turn(begun: Match) -> None:
    seat = idler(begun)
    assert code_of(begun, seat, seen=begun.last_entries[seat] - 1, move=None) is Code.STALE


def test_the_turn_comes_before_legality(begun: Match) -> None:
    assert code_of(begun, idler(begun), move=None) is Code.NOT_YOUR_TURN


@pytest.mark.parametrize("move", [None, "keep", 17, {"type": "keep"}])
def test_what_is_not_among_the_legal_moves_is_illegal(begun: Match, move: Any) -> None:
    assert code_of(begun, actor(begun), move=move) is Code.ILLEGAL_MOVE


def test_exactly_the_own_previous_entry_has_to_be_seen(begun: Match) -> None:
    seat = actor(begun)
    own = begun.last_entries[seat]
    assert 0 < own < begun.seq
    assert code_of(begun, seat, seen=own - 1) is Code.STALE
    assert submit(begun, attempt(begun, seat, seen=own)).seq == begun.seq + 1
    assert submit(begun, attempt(begun, seat, seen=None)).seq == begun.seq + 1


def test_01_a_double_click_plays_once() -> None:
    match = play_on(match_of(MILKURO, 2), Random(5), moves=3)
    while True:  # until a seat acts twice running
        seat = actor(match)
        seen = match.seq
        match = submit(match, attempt(match, seat))
        if seat in match.to_act:
            break
    assert code_of(match, seat, seen=seen) is Code.STALE


def test_a_bots_late_answer_is_stale(begun: Match) -> None:
    seat = actor(begun)
    asked = begun.seq
    after = submit(begun, attempt(begun, seat))
    assert code_of(after, seat, seen=asked, by="bot") is Code.STALE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_05_who_acts_at_once_does_not_spoil_the_others(game: AnyGame) -> None:
    match = match_of(game)
    rng = Random(11)
    while match.outcome is None:
        seen = match.seq
        together = sorted(match.to_act)
        for seat in together:
            if match.outcome is None and seat in match.to_act:
                match = submit(match, attempt(match, seat, seen=seen))
        match = play_on(match, rng, moves=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_match_equals_its_own_replay(game: AnyGame) -> None:
    entries: list[Entry] = []
    match = match_of(game)
    rng = Random(17)
    while match.outcome is None:
        match = play_on(match, rng, moves=1)
        assert match.newest.entry is not None
        entries.append(match.newest.entry)
    assert replay(match_of(game), entries) == match
    half = len(entries) // 2
    assert replay(replay(match_of(game), entries[:half]), entries[half:]) == match


def test_memory_does_not_grow_with_the_log() -> None:
    match = play_on(match_of(MILKURO, 3), Random(2))
    assert match.seq > RECENT_POSITIONS
    assert len(match.recent) == RECENT_POSITIONS
    expected = list(range(match.seq - RECENT_POSITIONS + 1, match.seq + 1))
    assert [position.seq for position in match.recent] == expected


def entries_of(moves: int) -> list[Entry]:
    """A short log."""
    match = play_on(match_of(), Random(4), moves=moves)
    return [position.entry for position in match.recent if position.entry is not None]


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda log: log[1:], "position 2 after 0"),
        (lambda log: [log[0], *log], "position 1 after 1"),
        (lambda log: [log[0], log[2], log[1]], "position 3 after 1"),
        (lambda log: [replace(log[0], move=None)], "position 1 is not legal"),
        (lambda log: [replace(log[0], move="keep")], "position 1 is not legal"),
        (lambda log: [replace(log[0], seat=(log[0].seat + 1) % 4)], "position 1 is not legal"),
        (lambda log: [replace(log[0], seat=99)], "position 1 is not legal"),
    ],
)
def test_a_broken_log_stops_loudly(spoil: Any, problem: str) -> None:
    log = entries_of(4)
    with pytest.raises(BrokenLog, match=problem):
        replay(match_of(), spoil(log))


def test_no_legal_moves_for_who_may_not_act(begun: Match) -> None:
    assert begun.legal_moves(None) == ()
    assert begun.legal_moves(idler(begun)) == ()
    assert begun.legal_moves(actor(begun)) == begun.game.legal_moves(begun.state, actor(begun))
