"""A record that was tampered with fails where it was tampered with."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import verify
from app.codec.games import codec_for
from app.codec.record import record_json
from app.games.base import AnyGame
from app.games.chance import Chance
from app.games.registry import GAMES, REGISTRY
from app.tables import table as seating
from app.tables.match import Entry, start_match, submit
from app.tables.ports import LogRow
from app.tables.record import Record, check_record, draws_of
from app.tables.table import Table
from tests.tables.samples import ANNA, BO, GNAV, MILKURO, NOW, attempt, play_on, playing, undoable


def played(game: AnyGame) -> tuple[Table, list[Entry]]:
    """A finished table of that game, and its log."""
    codec = codec_for(game)
    options = game.info.options()
    begun = playing(
        ANNA, BO, game=game.info.key, options_json=codec.dump(options).decode(), seats=4
    )
    assert begun.match_seed is not None
    match = start_match(game, 4, options, begun.match_seed)
    entries: list[Entry] = []
    rng = Random(23)
    while match.outcome is None:
        match = play_on(match, rng, moves=1)
        assert match.newest.entry is not None
        entries.append(match.newest.entry)
    return seating.finish(begun, match.outcome, NOW), entries


def record_of(game: AnyGame) -> Record:
    """The record of such a match."""
    return record_with(*played(game))


def record_with(table: Table, entries: list[Entry]) -> Record:
    """The record of a finished table."""
    assert table.match_seed is not None
    return Record(
        options=codec_for(REGISTRY.find(table.game)).parse_options(json.loads(table.options_json)),
        server_seed=table.server_seed,
        client_seeds=table.client_seeds,
        commitment=table.commitment,
        match_seed=table.match_seed,
        entries=tuple(entries),
        result=table.result,
    )


def played_with_regrets() -> tuple[Table, list[Entry]]:
    """A finished table of Gnav where people often think again."""
    table, _ = played(GNAV)
    assert table.match_seed is not None
    match = start_match(GNAV, 4, GNAV.info.options(), table.match_seed)
    entries: list[Entry] = []
    rng = Random(29)
    while match.outcome is None:
        mine = undoable(match, entries[-1].seat) if entries else None
        if mine is not None and rng.random() < 0.5:
            wish = attempt(match, mine.seat, move=None, seen=None, undo=mine.seq)
            match = submit(match, wish)
        else:
            match = play_on(match, rng, moves=1)
        assert match.newest.entry is not None
        entries.append(match.newest.entry)
    return seating.finish(table, match.outcome, NOW), entries


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The same as one JSON document."""
    return document_of(*played(GNAV))


@pytest.fixture(scope="module")
def regretful() -> dict[str, Any]:
    """A match in which moves were taken back, as one JSON document."""
    return document_of(*played_with_regrets())


def document_of(table: Table, entries: list[Entry]) -> dict[str, Any]:
    """The record of a match of Gnav."""
    dump = codec_for(GNAV).dump
    rows = [
        LogRow(
            each.seq,
            each.seat,
            None if each.move is None else dump(each.move).decode(),
            each.by,
            each.at,
            undo=each.undo,
        )
        for each in entries
    ]
    made: dict[str, Any] = json.loads(json.dumps(record_json(table, rows)))
    return made


def verified(document: Any, folder: Path) -> tuple[int, str]:
    """What `python3 -m app verify` says of a document."""
    path = folder / "record.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    out = io.StringIO()
    return verify.main([str(path)], out), out.getvalue()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_an_honest_record_holds(game: AnyGame) -> None:
    verdict = check_record(game, record_of(game))
    assert verdict.holds
    assert verdict.problem is None


@pytest.mark.parametrize(
    ("spoil", "fails"),
    [
        pytest.param(lambda record: {"commitment": "0" * 64}, {"commitment"}, id="commitment"),
        pytest.param(
            lambda record: {"server_seed": b"\1" * 32}, {"commitment", "match_seed"}, id="seed"
        ),
        pytest.param(
            lambda record: {"client_seeds": ("mine", *record.client_seeds[1:])},
            {"match_seed"},
            id="word",
        ),
        pytest.param(
            lambda record: {"client_seeds": record.client_seeds[::-1]}, {"match_seed"}, id="order"
        ),
        pytest.param(
            lambda record: {"entries": record.entries[1:]}, {"moves", "result"}, id="first move"
        ),
        pytest.param(lambda record: {"entries": record.entries[:-1]}, {"result"}, id="last move"),
        pytest.param(lambda record: {"result": None}, {"result"}, id="no result"),
        pytest.param(
            lambda record: {"result": replace(record.result, scores=(9, 9, 9, 9))},
            {"result"},
            id="scores",
        ),
    ],
)
def test_what_was_tampered_with_fails(spoil: Any, fails: set[str]) -> None:
    record = record_of(MILKURO)
    verdict = check_record(MILKURO, replace(record, **spoil(record)))
    parts = ("commitment", "match_seed", "moves", "result")
    assert {part for part in parts if not getattr(verdict, part)} == fails
    assert not verdict.holds
    assert verdict.problem is not None


def test_a_shuffle_that_nobody_drew_is_found() -> None:
    """Another match seed deals other cards: the moves of this match are not legal there."""
    verdict = check_record(MILKURO, replace(record_of(MILKURO), match_seed=b"\7" * 32))
    assert not verdict.match_seed
    assert not (verdict.moves and verdict.result)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_every_draw_is_listed_and_can_be_drawn_again(game: AnyGame) -> None:
    record = record_of(game)
    draws = draws_of(game, record)
    assert draws[0].seq == 0
    streams: dict[int, Chance] = {}
    for each in draws:
        chance = streams.setdefault(each.seq, Chance(record.match_seed, each.seq))
        if each.draw.call == "below":
            assert chance.below(each.draw.n) == each.draw.got
        else:
            items = list(range(each.draw.n))
            chance.shuffle(items)
            assert tuple(items) == each.draw.got


def test_verify_says_that_a_record_holds(document: dict[str, Any], tmp_path: Path) -> None:
    code, said = verified(document, tmp_path)
    assert code == 0
    assert said.splitlines()[-1] == "The record holds."
    assert "FAILS" not in said


def test_verify_names_what_does_not_hold(document: dict[str, Any], tmp_path: Path) -> None:
    code, said = verified({**document, "commitment": "0" * 64}, tmp_path)
    assert code == 1
    assert "FAILS  commitment" in said
    assert said.count("FAILS") == 1
    assert said.splitlines()[-1].startswith("The record does not hold: The server's seed")


def test_a_truncated_log_has_another_result(document: dict[str, Any], tmp_path: Path) -> None:
    code, said = verified({**document, "log": document["log"][:-1]}, tmp_path)
    assert (code, said.count("FAILS")) == (1, 1)
    assert "FAILS  result" in said


@pytest.mark.parametrize(
    "spoiled",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="a list"),
        pytest.param({"format": "kitchen-table-record/2"}, id="format"),
        pytest.param({"game": "chess"}, id="game"),
        pytest.param({"rules_version": "99"}, id="version"),
        pytest.param({"match_seed": "00"}, id="short seed"),
        pytest.param({"client_seeds": ["a"]}, id="words"),
        pytest.param({"options": {"lives": 99}}, id="options"),
        pytest.param({"seats": [], "client_seeds": []}, id="no seats"),
        pytest.param({"log": [{"seq": "1"}]}, id="entry"),
    ],
)
def test_what_is_no_record(document: dict[str, Any], spoiled: Any, tmp_path: Path) -> None:
    wrong = spoiled if isinstance(spoiled, str) else {**document, **spoiled}
    code, said = verified(wrong, tmp_path)
    assert code == 2
    assert "is not a record" in said


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param({"seat": 99}, id="seat"),
        pytest.param({"seat": -1}, id="negative seat"),
        pytest.param({"move": {"type": "fly"}}, id="move"),
        pytest.param({"seq": 7}, id="position"),
        pytest.param({"undo": 1}, id="undo"),
    ],
)
def test_an_entry_that_cannot_be(document: dict[str, Any], entry: Any, tmp_path: Path) -> None:
    first = {**document["log"][0], **entry}
    if "undo" in entry:
        del first["move"]
    code, said = verified({**document, "log": [first, *document["log"][1:]]}, tmp_path)
    assert code == 1
    assert "FAILS  every move legal" in said


def undo_in(document: dict[str, Any]) -> int:
    """Where the first undo stands in the document's log."""
    return next(at for at, entry in enumerate(document["log"]) if "undo" in entry)


def test_moves_that_were_taken_back_stay_in_the_record(
    regretful: dict[str, Any], tmp_path: Path
) -> None:
    log = regretful["log"]
    undo = log[undo_in(regretful)]
    assert set(undo) == {"seq", "seat", "undo", "by", "at"}
    assert log[undo["undo"] - 1]["move"] == {"type": "keep"}
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
    assert sum("undo" in entry for entry in log) > 1
    code, said = verified(regretful, tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "The record holds.")


def test_what_takes_back_draws_nothing() -> None:
    record = record_with(*played_with_regrets())
    drawn = {each.seq for each in draws_of(GNAV, record)}
    for entry in record.entries:
        assert entry.undo is None or not drawn & {entry.seq, entry.undo}


@pytest.mark.parametrize(
    "spoiled",
    [
        pytest.param({"undo": 99}, id="what never was"),
        pytest.param({"undo": 0}, id="the set-up"),
        pytest.param({"by": "bot"}, id="by a bot"),
        pytest.param({"move": {"type": "keep"}}, id="a move at once"),
    ],
)
def test_an_undo_that_cannot_be(
    regretful: dict[str, Any], spoiled: dict[str, Any], tmp_path: Path
) -> None:
    at = undo_in(regretful)
    log = [*regretful["log"]]
    log[at] = {**log[at], **spoiled}
    code, said = verified({**regretful, "log": log}, tmp_path)
    assert code == 1
    assert "FAILS  every move legal" in said
    assert f"position {at + 1}" in said


def test_verify_needs_a_file_that_is_there(tmp_path: Path) -> None:
    out = io.StringIO()
    assert verify.main([], out) == 2
    assert verify.main([str(tmp_path / "none.json")], out) == 2
    assert verify.main([str(tmp_path)], out) == 2
    assert "usage" in out.getvalue()
    assert out.getvalue().count("cannot be read") == 2
