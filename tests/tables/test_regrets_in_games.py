"""What can be taken back in the games of this house: Gnav's kept card, and work on a farm."""

from __future__ import annotations

from random import Random

import pytest

from app.games.milkman import GAME as MILKMAN
from app.tables.match import Entry, Match, replay
from tests.scale import scaled
from tests.tables.samples import GNAV, match_of, play_on
from tests.tables.test_taking_back import make, position_of, take_back


def test_gnav_who_kept_may_think_again_until_the_next_has_acted() -> None:
    match = match_of(GNAV)
    (first,) = match.to_act
    keep, swap = GNAV.legal_moves(match.state, first)
    kept = make(match, first, keep)
    assert position_of(kept, first) == 1
    back = take_back(kept, first)
    assert (back.state, back.to_act) == (match.state, {first})
    swapped = make(back, first, swap)
    assert position_of(swapped, first) is None, "a swap shows a card"
    (second,) = kept.to_act
    both = make(kept, second, keep)
    assert [position_of(both, seat) for seat in (first, second)] == [None, 2]
    assert position_of(take_back(both, second), first) == 1


def test_gnav_the_last_to_keep_ends_the_deal() -> None:
    match = match_of(GNAV, 2)
    for _ in range(2):
        (seat,) = match.to_act
        match = make(match, seat, GNAV.legal_moves(match.state, seat)[0])
    assert [position_of(match, seat) for seat in range(2)] == [None, None]


def milkman_turn(seed: int, moves: int) -> Match:
    """Four farms after some moves."""
    return play_on(match_of(MILKMAN), Random(seed), moves=moves)


def test_milkman_farm_work_is_taken_back_while_others_go_on() -> None:
    taken = 0
    for seed in range(12):
        match = milkman_turn(seed, 14)
        for seat in range(4):
            seq = position_of(match, seat)
            if seq is None:
                continue
            after = take_back(match, seat)
            others = [farm for at, farm in enumerate(after.state.farms) if at != seat]
            assert others == [farm for at, farm in enumerate(match.state.farms) if at != seat]
            assert after.state.farms[seat] != match.state.farms[seat]
            taken += seq < match.seq
    assert taken > 4


KINDS_THAT_STAND = {"reroll", "pay_reroll", "claim", "remove_customer"}


def random_log(seed: int) -> tuple[list[Entry], Match]:
    """A whole match of Milkman in which people often take back; its log, and its end."""
    rng = Random(seed)
    match = match_of(MILKMAN, rng.choice((2, 3, 4)))
    log: list[Entry] = []
    while match.outcome is None:
        seat = rng.randrange(match.seats)
        seq = position_of(match, seat)
        if seq is not None and rng.random() < 0.3:
            match = take_back(match, seat, seq)
        elif seat in match.to_act:
            match = make(match, seat, rng.choice(match.legal_moves(seat)))
        else:
            continue
        assert match.newest.entry is not None
        log.append(match.newest.entry)
    return log, match


@pytest.mark.parametrize("seed", range(scaled(3, 1000)))
def test_milkman_a_match_full_of_regrets_replays(seed: int) -> None:
    log, match = random_log(seed)
    taken = [entry.undo for entry in log if entry.undo is not None]
    assert len(taken) == len(set(taken)) > 3
    moves = {entry.seq: entry for entry in log if entry.undo is None}
    for seq in taken:
        assert moves[seq].move.type not in KINDS_THAT_STAND
    assert replay(match_of(MILKMAN, match.seats), log) == match
