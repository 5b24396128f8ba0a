"""A match that leaves another one: what it begins with, and a record that stands alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.codec.games import codec_for
from app.codec.record import RecordJson, record_json
from app.games.base import AnyGame, Audience
from app.games.registry import GAMES
from app.tables import table as seating
from app.tables.branching import BranchOrder, NewGround, branch_table
from app.tables.match import BrokenLog, Match, branch_off, submit
from app.tables.ports import LogRow
from app.tables.record import Origin, Record, begin, check_record, draws_of, match_at, positions
from app.tables.refusals import Code, Refused
from app.tables.substitutes import take_over
from app.tables.table import Table
from tests.tables.samples import BO, CLEO, GNAV, MILKURO, NOW, attempt, play_on, undoable
from tests.tables.test_record import document_of, played, played_with_regrets, record_with, verified

GROUND = NewGround("branch", "series-branch", b"\5" * 32, NOW)


def branched(
    game: AnyGame, table: Table, origin: Record, seq: int
) -> tuple[Table, Record, list[Match]]:
    """Bo plays on from that position to the end: the table, its record, and every match of it."""
    table = branch_table(table, BranchOrder(BO, seq, 2, "mine"), GROUND)
    assert table.match_seed is not None
    matches = [branch_off(match_at(game, origin, seq), table.match_seed)]
    rng = Random(31)
    while matches[-1].outcome is None:
        matches.append(play_on(matches[-1], rng, moves=1))
    outcome = matches[-1].outcome
    ended = seating.finish(table, outcome, NOW)
    entries = [each.newest.entry for each in matches[1:] if each.newest.entry is not None]
    record = replace(record_with(ended, entries), origin=Origin(origin, seq))
    return ended, record, matches


def document(game: AnyGame, table: Table, record: Record, origin: RecordJson) -> RecordJson:
    """The branch's record as JSON."""
    dump = codec_for(game).dump
    rows = [
        LogRow(each.seq, each.seat, dump(each.move).decode(), each.by, each.at)
        for each in record.entries
    ]
    return record_json(table, rows, origin)


def twice_branched() -> tuple[Any, Any, Any]:
    """Documents of a match of Gnav, of a branch of it, and of a branch of that."""
    table, entries = played_with_regrets()
    first = record_with(table, entries)
    first_json = document_of(table, entries)
    seq = len(entries) // 2
    table, second, _ = branched(GNAV, table, first, seq)
    second_json = json.loads(json.dumps(document(GNAV, table, second, first_json)))  # type: ignore[arg-type]
    table, third, _ = branched(GNAV, table, second, seq + 3)
    third_json = json.loads(json.dumps(document(GNAV, table, third, second_json)))
    return first_json, second_json, third_json


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_a_branch_goes_on_from_there_with_chance_of_its_own(game: AnyGame) -> None:
    table, entries = played(game)
    origin = record_with(table, entries)
    seq = len(entries) // 3
    ended, record, matches = branched(game, table, origin, seq)
    there, begun = match_at(game, origin, seq), matches[0]
    assert (begun.seq, begun.state, begun.to_act) == (seq, there.state, there.to_act)
    assert begun.match_seed == ended.match_seed != origin.match_seed
    assert record.entries[0].seq == seq + 1
    assert all(each.seq > seq for each in draws_of(game, record))
    verdict = check_record(game, record)
    assert (verdict.holds, verdict.problem) == (True, None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_all_positions_of_a_branch_are_told_from_the_set_up_on(game: AnyGame) -> None:
    table, entries = played(game)
    origin = record_with(table, entries)
    seq = len(entries) // 2
    _, record, matches = branched(game, table, origin, seq)
    told = list(positions(game, record))
    assert [each.seq for each in told] == list(range(matches[-1].seq + 1))
    assert told[: seq + 1] == list(positions(game, origin))[: seq + 1]
    for match in matches[1:]:
        assert told[match.seq].events == match.newest.events
        assert told[match.seq].state == match.state


def test_nothing_before_the_branch_can_be_taken_back() -> None:
    table, entries = played_with_regrets()
    origin = record_with(table, entries)
    undo = next(each for each in entries if each.undo is not None)
    assert undo.undo is not None
    there = match_at(GNAV, origin, undo.undo)
    assert undoable(there, undo.seat) is not None
    match = branch_off(there, b"\6" * 32)
    assert all(undoable(match, seat) is None for seat in range(4))
    with pytest.raises(Refused) as refused:
        submit(match, attempt(match, undo.seat, move=None, seen=None, undo=undo.undo))
    assert refused.value.code is Code.CANNOT_UNDO


def test_who_saw_the_branch_has_seen_enough_to_move() -> None:
    """No move of the match that was left is one that somebody at the branch might have missed."""
    table, entries = played(GNAV)
    match = branch_off(match_at(GNAV, record_with(table, entries), 9), b"\6" * 32)
    seat = min(match.to_act)
    move = match.legal_moves(seat)[0]
    assert submit(match, attempt(match, seat, move=move, seen=9)).seq == 10
    with pytest.raises(Refused) as refused:
        submit(match, attempt(match, seat, move=move, seen=8))
    assert refused.value.code is Code.STALE


def test_a_branch_may_begin_at_the_set_up() -> None:
    table, entries = played(MILKURO)
    origin = record_with(table, entries)
    _, record, matches = branched(MILKURO, table, origin, 0)
    dealt = MILKURO.view(match_at(MILKURO, origin, 0).state, Audience.OPEN)
    assert MILKURO.view(matches[0].state, Audience.OPEN) == dealt
    assert check_record(MILKURO, record).holds
    assert all(each.seq > 0 for each in draws_of(MILKURO, record))


def test_the_table_of_a_branch() -> None:
    last, _ = played(GNAV)
    table = branch_table(last, BranchOrder(BO, 7, 3, "mine"), GROUND)
    assert (table.state, table.visibility, table.pace.kind) == ("playing", "link", "relaxed")
    assert (table.host, table.seat_of(BO.id), table.committed_first) == (BO.id, 3, False)
    assert table.branch is not None
    assert (table.branch.table, table.branch.seq) == (last.id, 7)
    assert table.seats[3].client_seed == "mine"
    assert all(place.since == 7 and place.taken for place in table.seats)
    strengths = [place.bot for place in table.seats]
    people = [place.player is not None for place in last.seats]
    assert strengths[0] == ("normal" if people[0] else last.seats[0].bot)
    assert strengths[3] is None


def test_nobody_has_clean_eyes_for_a_branch() -> None:
    last, _ = played(GNAV)
    table = branch_table(last, BranchOrder(BO, 7, 3, "mine"), GROUND)
    left = seating.hand_to_stand_in(table, 3, seq=9)
    with pytest.raises(Refused) as refused:
        take_over(left, 3, CLEO, clean=True, seq=9)
    assert refused.value.code is Code.FORBIDDEN
    assert seating.sit_down(left, 3, BO, "mine", seq=9).seats[3].bot is None


def test_a_branch_needs_a_seat_of_that_table() -> None:
    last, _ = played(GNAV)
    with pytest.raises(Refused) as refused:
        branch_table(last, BranchOrder(BO, 7, 4, "mine"), GROUND)
    assert refused.value.code is Code.INVALID


def test_a_record_of_a_branch_of_a_branch_stands_alone(tmp_path: Path) -> None:
    first, second, third = twice_branched()
    assert first["start"] == {"fresh": True}
    assert second["start"]["branch"]["record"] == first
    assert third["start"]["branch"]["record"] == second
    assert third["log"][0]["seq"] == third["start"]["branch"]["seq"] + 1
    code, said = verified(third, tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "The record holds.")


@pytest.mark.parametrize(
    ("spoiled", "fails"),
    [
        pytest.param({"commitment": "0" * 64}, ["commitment"], id="its promise"),
        pytest.param({"match_seed": "0" * 64}, ["match seed"], id="its seed"),
        pytest.param({"result": None}, ["result"], id="its result"),
        pytest.param({"log": []}, ["every move legal", "result"], id="its moves"),
    ],
)
def test_what_was_done_to_the_origin_is_found(
    spoiled: dict[str, Any], fails: list[str], tmp_path: Path
) -> None:
    _, second, _ = twice_branched()
    second["start"]["branch"]["record"].update(spoiled)
    code, said = verified(second, tmp_path)
    assert code == 1
    assert all(f"FAILS  {part}" in said for part in fails)
    assert "The match that it branched from" in said


@pytest.mark.parametrize(
    "spoiled",
    [
        pytest.param({"game": "milkuro"}, id="another game"),
        pytest.param({"rules_version": "2"}, id="another version"),
        pytest.param({"options": {"lives": 5}}, id="other options"),
        pytest.param({"seats": [{"name": "", "bot": "easy"}] * 3}, id="fewer seats"),
        pytest.param({"format": "something"}, id="another format"),
    ],
)
def test_what_is_no_origin(spoiled: dict[str, Any], tmp_path: Path) -> None:
    _, second, _ = twice_branched()
    second["start"]["branch"]["record"].update(spoiled)
    code, said = verified(second, tmp_path)
    assert (code, "is not a record: start" in said) == (2, True)


@pytest.mark.parametrize("seq", [10_000, -1], ids=["behind the end", "negative"])
def test_a_branch_from_nowhere(seq: int, tmp_path: Path) -> None:
    _, second, _ = twice_branched()
    second["start"]["branch"]["seq"] = seq
    code, said = verified(second, tmp_path)
    assert code == (1 if seq > 0 else 2)
    assert "The record holds." not in said


def test_a_position_that_never_was() -> None:
    table, entries = played(MILKURO)
    with pytest.raises(BrokenLog):
        match_at(MILKURO, record_with(table, entries), len(entries) + 1)


def test_a_position_before_a_branch_is_its_origins() -> None:
    table, entries = played(MILKURO)
    origin = record_with(table, entries)
    _, record, _ = branched(MILKURO, table, origin, 8)
    assert match_at(MILKURO, record, 5).state == match_at(MILKURO, origin, 5).state
    assert begin(MILKURO, record).seq == 8
