"""The engine protocol, as protocol.md states it."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from app import engine
from app.codec import json
from app.engine import Engine, run_engine
from app.games import gnav, milkuro
from app.games.registry import REGISTRY

SEED = bytes(range(1, 33)).hex()  # seat 0 leads first
NEW = {"cmd": "new", "seats": 4, "match_seed": SEED}
KEYS = list(REGISTRY.current())


class Talk:
    """An engine that is spoken to in dicts."""

    def __init__(self, key: str = "milkuro") -> None:
        game, policy = REGISTRY.find(key), REGISTRY.policies[key]
        self.engine = Engine(game, policy, REGISTRY.searches.get(key))

    def raw(self, line: bytes) -> Any:
        answer = self.engine.answer(line)
        assert b"\n" not in answer
        return json.loads(answer)

    def __call__(self, cmd: str, **fields: Any) -> Any:
        return self.raw(json.dumps({"cmd": cmd, **fields}))

    def code(self, cmd: str, **fields: Any) -> str:
        answer = self(cmd, **fields)
        assert set(answer) == {"error"}
        assert set(answer["error"]) == {"code", "message"}
        return answer["error"]["code"]

    def snapshot(self) -> Any:
        return self("view", seat="all")

    def play_out(self, rng: Random) -> Any:
        """Random moves to the end; the last answer."""
        answer = self.raw(json.dumps(NEW))
        while answer["result"] is None:
            seat = rng.choice(answer["to_act"])
            legal = self("legal", seat=seat)["legal"]
            answer = self("play", seat=seat, move=rng.choice(legal))
        return answer


@pytest.fixture
def talk() -> Talk:
    """A Milkuro engine with a running match, seat 0 to lead."""
    talk = Talk()
    answer = talk.raw(json.dumps(NEW))
    assert answer["to_act"] == [0]
    return talk


def test_a_match_begins_with_position_0():
    answer = Talk().raw(json.dumps(NEW))
    assert answer == {
        "seq": 0,
        "to_act": [0],
        "result": None,
        "events": [{"type": "deal", "round": 0, "leader": 0}],
    }


def test_views_have_exactly_the_keys_of_the_rules_page(talk):
    keys = {
        "phase", "round", "rounds", "leader", "hand", "hand_sizes", "trick", "last_trick",
        "piles", "scores", "rounds_played",
    }  # fmt: skip
    assert set(talk("view", seat=0)["view"]) == keys
    assert set(talk("view", seat=None)["view"]) == keys
    assert set(talk("view", seat="all")["view"]) == keys | {"hands"}
    assert len(talk("view", seat=3)["view"]["hand"]) == 10
    assert talk("view", seat=None)["view"]["hand"] == []


def test_legal_is_empty_for_who_may_not_act(talk):
    assert len(talk("legal", seat=0)["legal"]) == 20
    assert talk("legal", seat=1) == {"legal": []}


def test_a_move_is_played(talk):
    move = talk("legal", seat=0)["legal"][0]
    answer = talk("play", seat=0, move=move)
    assert (answer["seq"], answer["to_act"], answer["result"]) == (1, [1], None)
    assert answer["events"] == [
        {"type": "play", "seat": 0, "card": move["card"], "colour": move["colour"]}
    ]


@pytest.mark.parametrize("seat", [4, -1, True, 0.0, "0", None, [0], 1e30])
@pytest.mark.parametrize("cmd", ["legal", "play", "bot"])
def test_no_such_seat(talk, cmd, seat):
    before = talk.snapshot()
    assert talk.code(cmd, seat=seat, move={}, level="easy") == "invalid"
    assert talk.snapshot() == before


@pytest.mark.parametrize("seat", [4, -1, True, 0.0, "0", "ALL", [None]])
def test_no_such_viewer(talk, seat):
    assert talk.code("view", seat=seat) == "invalid"


def test_a_viewer_must_be_named(talk):
    assert talk.code("view") == "invalid"


@pytest.mark.parametrize("cmd", ["legal", "view", "play", "bot"])
@pytest.mark.parametrize("seat", [0, 99])
def test_before_a_match_nothing_is_started(cmd, seat):
    assert Talk().code(cmd, seat=seat, move={}, level="normal") == "not_started"


@pytest.mark.parametrize("move", [None, [], "keep", 5])
def test_a_move_that_is_no_object_is_invalid_even_before_a_match(talk, move):
    assert Talk().code("play", seat=0, move=move) == "invalid"
    assert talk.code("play", seat=0, move=move) == "invalid"


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (9, {}, "invalid"),
        (1, {}, "not_your_turn"),
        (1, {"type": "follow", "card": 1}, "not_your_turn"),
        (0, {}, "illegal_move"),
        (0, {"type": "keep"}, "illegal_move"),
        (0, {"type": "follow", "card": 1}, "illegal_move"),
    ],
)
def test_errors_are_judged_in_order(talk, seat, move, code):
    before = talk.snapshot()
    assert talk.code("play", seat=seat, move=move) == code
    assert talk.snapshot() == before


def without_colour(move: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in move.items() if key != "colour"}


@pytest.mark.parametrize(
    "change",
    [
        without_colour,
        lambda move: {**move, "more": None},
        lambda move: {**move, "card": str(move["card"])},
        lambda move: {**move, "card": float(move["card"])},
        lambda move: {**move, "card": True},
        lambda move: {**move, "card": [move["card"]]},
        lambda move: {**move, "colour": "White"},
    ],
)
def test_a_move_counts_only_as_legal_writes_it(talk, change: Callable[[Any], Any]):
    move = talk("legal", seat=0)["legal"][0]
    assert talk.code("play", seat=0, move=change(move)) == "illegal_move"
    assert talk("play", seat=0, move=dict(reversed(move.items())))["seq"] == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": 1},
        {"seats": 5},
        {"seats": True},
        {"seats": 4.0},
        {"seats": "4"},
        {"seats": None},
        {"match_seed": SEED[:-1]},
        {"match_seed": SEED + "0"},
        {"match_seed": "g" * 64},
        {"match_seed": " " + SEED[1:]},
        {"match_seed": "٣" * 64},
        {"match_seed": None},
        {"match_seed": 5},
        {"options": None},
        {"options": []},
        {"options": {"lives": 3}},
    ],
)
def test_a_bad_new_leaves_the_running_match(talk, fields):
    before = talk.snapshot()
    assert talk.raw(json.dumps({**NEW, **fields}))["error"]["code"] == "invalid"
    assert talk.snapshot() == before


@pytest.mark.parametrize("missing", ["seats", "match_seed"])
def test_new_needs_seats_and_a_seed(missing):
    frame = {key: value for key, value in NEW.items() if key != missing}
    assert Talk().raw(json.dumps(frame))["error"]["code"] == "invalid"


def test_a_good_new_starts_afresh(talk):
    first = talk.snapshot()
    talk("play", seat=0, move=talk("legal", seat=0)["legal"][0])
    assert talk.snapshot() != first
    assert talk.raw(json.dumps({**NEW, "match_seed": SEED.upper(), "options": {}}))["seq"] == 0
    assert talk.snapshot() == first


@pytest.mark.parametrize(("options", "lives"), [({}, 3), ({"lives": 1}, 1), ({"lives": 5}, 5)])
def test_options_may_be_partial(options, lives):
    talk = Talk("gnav")
    talk.raw(json.dumps({**NEW, "options": options}))
    assert talk("view", seat=None)["view"]["lives"] == [lives] * 4


@pytest.mark.parametrize(
    "options", [{"lives": 0}, {"lives": 6}, {"lives": "3"}, {"lives": 3.0}, {"lives": True}]
)
def test_options_that_the_rules_do_not_have(options):
    assert Talk("gnav").raw(json.dumps({**NEW, "options": options}))["error"]["code"] == "invalid"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"   \r\n",
        b"null",
        b"[]",
        b"5",
        b'"new"',
        b"{",
        b"{}",
        b'{"cmd":null}',
        b'{"cmd":["new"]}',
        b'{"cmd":{"new":1}}',
        b'{"cmd":"stop"}',
        b'{"cmd":"NEW"}',
        b'{"cmd":"view","seat":NaN}',
        b'{"cmd":"view","seat":\xff}',
        b"\xff\xfe\x00",
        b'{"cmd":"view","seat":"\\ud800"}',
        b'{"cmd":"view","seat":' + b"9" * 5000 + b"}",
        b'{"cmd":"view","seat":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"cmd":"play","seat":0,"move":' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}",
        b"x" * 1_000_000,
        b"\x00" * 1000,
    ],
    ids=lambda line: repr(line[:24]),
)
def test_whatever_comes_in_an_error_goes_out(talk, line):
    before = talk.snapshot()
    assert talk.raw(line)["error"]["code"] in ("invalid", "illegal_move")
    assert talk.snapshot() == before


@pytest.mark.parametrize("key", KEYS)
def test_after_the_end_the_match_is_over(key):
    talk = Talk(key)
    last = talk.play_out(Random(3))
    assert last["to_act"] == []
    assert set(last["result"]) == {"scores", "places", "winners"}
    before = talk.snapshot()
    for seat in range(4):
        assert talk("legal", seat=seat) == {"legal": []}
        assert talk.code("play", seat=seat, move={}) == "match_over"
        assert talk.code("bot", seat=seat, level="normal") == "match_over"
    assert talk.code("play", seat=4, move={}) == "invalid"
    assert talk.snapshot() == before
    assert before["view"]["phase"] == "over"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_play_whole_matches(key, level):
    talk = Talk(key)
    answer = talk.raw(json.dumps(NEW))
    while answer["result"] is None:
        seat = answer["to_act"][0]
        ask = {"seat": seat, "level": level, "seconds": 0.2}
        move = talk("bot", **ask)["move"]
        assert talk("bot", **ask)["move"] == move
        assert move in talk("legal", seat=seat)["legal"]
        answer = talk("play", seat=seat, move=move)


class CountingHints(type(milkuro.SEARCH)):  # type: ignore[misc]
    """Counts the lines that a search has judged."""

    lines = 0

    def worth(self, root: Any, state: Any) -> Sequence[float]:
        self.lines += 1
        return super().worth(root, state)


@pytest.mark.parametrize(
    ("seconds", "searches"), [({"seconds": 0}, False), ({"seconds": 0.2}, True), ({}, True)]
)
def test_a_hard_bot_searches_for_the_seconds_it_is_given(seconds, searches):
    hints = CountingHints()
    talk = Talk()
    talk.engine = Engine(milkuro.GAME, milkuro.POLICY, hints)
    talk.raw(json.dumps(NEW))
    move = talk("bot", seat=0, level="hard", **seconds)["move"]
    assert move in talk("legal", seat=0)["legal"]
    assert (hints.lines > 0) == searches


def test_a_hard_bot_without_hints_goes_by_its_policy(talk):
    talk.engine = Engine(milkuro.GAME, milkuro.POLICY)
    talk.raw(json.dumps(NEW))
    moves = [talk("bot", seat=0, level=level) for level in ("hard", "normal")]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    "fields",
    [
        {"level": "grandmaster"},
        {"level": None},
        {"level": ["easy"]},
        {"level": "easy", "seconds": -1},
        {"level": "easy", "seconds": "1"},
        {"level": "easy", "seconds": True},
        {"level": "easy", "seconds": None},
    ],
)
def test_bots_that_there_are_not(talk, fields):
    assert talk.code("bot", seat=0, **fields) == "invalid"


def test_a_bot_moves_only_when_its_seat_may(talk):
    assert talk.code("bot", seat=1, level="easy") == "not_your_turn"


class FailingRules(type(milkuro.GAME)):  # type: ignore[misc]
    """Rules with a bug in `apply`."""

    def apply(self, *_: object) -> Any:
        raise ZeroDivisionError("the card is 17")


def test_a_bug_in_the_rules_is_answered_and_logged(caplog):
    broken = Engine(FailingRules(), milkuro.POLICY)
    broken.answer(json.dumps(NEW))
    legal: Any = json.loads(broken.answer(b'{"cmd":"legal","seat":0}'))
    line = json.dumps({"cmd": "play", "seat": 0, "move": legal["legal"][0]})
    answer: Any = json.loads(broken.answer(line))
    assert answer["error"]["code"] == "unavailable"
    assert "milkuro" in caplog.text
    assert "the card is 17" not in caplog.text
    assert json.loads(broken.answer(b'{"cmd":"legal","seat":0}')) == legal


class Unbuffered(io.BytesIO):
    """Counts flushes."""

    flushes = 0

    def flush(self) -> None:
        self.flushes += 1
        super().flush()


def test_each_line_is_answered_and_flushed():
    out = Unbuffered()
    lines = [json.dumps(NEW) + b"\n", b"\n", b'{"cmd":"legal","seat":1}']
    run_engine(Engine(gnav.GAME, gnav.POLICY), lines, out)
    assert out.flushes == len(lines)
    assert len(out.getvalue().splitlines()) == len(lines)


def test_a_match_through_a_real_process():
    lines = [json.dumps(NEW), b'{"cmd":"view","seat":null}', b"\xff"]
    answered = subprocess.run(
        [sys.executable, "-c", "import sys; from app.engine import main; sys.exit(main(['gnav']))"],
        input=b"\n".join(lines),
        capture_output=True,
        check=True,
        timeout=60,
    )
    talk = Talk("gnav")
    assert answered.stdout == b"".join(talk.engine.answer(line) + b"\n" for line in lines)
    assert answered.stderr == b""


@pytest.mark.parametrize("words", [["whist"], [], ["gnav", "milkuro"]])
def test_a_game_that_is_not_here(words: Sequence[str], capsys):
    assert engine.main(list(words)) == 2
    assert capsys.readouterr().err
