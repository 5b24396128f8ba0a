"""The codec of a game: strict at the edge, exact about moves."""

from __future__ import annotations

from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any, Literal

import jsonschema
import pytest

from app.codec import json
from app.codec.games import GameCodec, codec_for
from app.games.base import Audience, Info, SeatRange
from app.games.chance import Chance
from app.games.milkuro import GAME
from app.games.milkuro.model import Follow, Lead, Options


@dataclass(frozen=True, slots=True)
class Choices:
    lives: Literal[1, 2, 3] = 3
    open_hands: bool = False


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    note: str | None = None
    type: Literal["bid"] = "bid"


class Bidding:
    """As much of a game as a codec looks at."""

    info = Info("bidding", "Bidding", "1", SeatRange(2, 2, 2), Choices, Bid, Bid, Bid, Bid)


CODEC = GameCodec(Bidding())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raw", "options"),
    [
        ({}, Choices()),
        ({"lives": 1}, Choices(lives=1)),
        ({"open_hands": True}, Choices(open_hands=True)),
    ],
)
def test_options_may_be_partial(raw, options):
    assert CODEC.parse_options(raw) == options


def test_written_options_are_complete():
    assert CODEC.options_json(Choices()) == {"lives": 3, "open_hands": False}
    assert codec_for(GAME).options_json(Options()) == {}


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ({"lives": 4}, "options.lives: "),
        ({"lives": "1"}, "options.lives: "),
        ({"lives": 1.0}, "options.lives: "),
        ({"lives": True}, "options.lives: "),
        ({"open_hands": 1}, "options.open_hands: "),
        ({"money": 4}, "options.money: "),
        ({"lives": 10**30}, "options: "),
        ({1: 2}, "options: "),
        ([], "options: "),
        (None, "options: "),
        ("lives", "options: "),
    ],
)
def test_bad_options_are_refused_with_their_place(raw, place):
    with pytest.raises(ValueError, match="options") as refused:
        CODEC.parse_options(raw)
    assert str(refused.value).startswith(place)


def nested(depth: int) -> dict[str, Any]:
    inner: dict[str, Any] = {}
    for _ in range(depth):
        inner = {"card": inner}
    return inner


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"type": "follow"},
        {"card": 5},
        {"type": "follow", "card": "5"},
        {"type": "follow", "card": 5.0},
        {"type": "follow", "card": True},
        {"type": "follow", "card": None},
        {"type": "follow", "card": float("nan")},
        {"type": "follow", "card": 10**30},
        {"type": "follow", "card": 5, "colour": "white"},
        {"type": "follow", "card": 5, "colour": None},
        {"type": "Follow", "card": 5},
        {"type": "lead", "card": 5},
        {"type": "lead", "card": 5, "colour": "red"},
        {"type": "lead", "card": 5, "colour": ["white"]},
        {"type": "follow", "card": "\ud800"},
        {"type": "follow", "card": {1, 2}},
        {5: "follow"},
        nested(5000),
    ],
    ids=lambda raw: repr(raw)[:40] if len(raw) != 1 else "one key",
)
def test_a_move_counts_only_as_it_is_written(raw):
    assert codec_for(GAME).move_from_json(raw) is None


@pytest.mark.parametrize(
    ("raw", "move"),
    [
        ({"type": "follow", "card": 5}, Follow(5)),
        ({"colour": "black", "card": 44, "type": "lead"}, Lead(44, "black")),
    ],
)
def test_a_move_is_read_whatever_the_order_of_its_keys(raw, move):
    assert codec_for(GAME).move_from_json(raw) == move


def test_a_left_out_key_is_not_filled_in():
    assert CODEC.move_from_json({"type": "bid", "amount": 5}) is None
    assert CODEC.move_from_json({"type": "bid", "amount": 5, "note": None}) == Bid(5)


def test_one_codec_a_game():
    assert codec_for(GAME) is codec_for(GAME)


def test_schemas_close_what_the_parsers_close():
    schemas = codec_for(GAME).schemas()
    move = {"type": "lead", "card": 5, "colour": "white"}
    jsonschema.validate(move, schemas["move"])
    for wrong in ({**move, "more": 1}, {"card": 5, "colour": "white"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schemas["move"])
    jsonschema.validate({}, schemas["options"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"lives": 3}, schemas["options"])


def test_views_and_events_fit_their_schemas():
    codec = codec_for(GAME)
    schemas = codec.schemas()
    step = GAME.start(4, Options(), Chance(bytes(32), 0))
    for viewer in (0, Audience.SPECTATOR, Audience.OPEN):
        view = GAME.view(step.state, viewer)
        jsonschema.validate(codec.to_jsonable(view), schemas["view"])
    for event in step.events:
        jsonschema.validate(codec.to_jsonable(event), schemas["event"])


@pytest.mark.parametrize("text", [b"", b"NaN", b"[1,]", b"\xff", b"[" * 100_000, b"{1: 2}"])
def test_only_json_is_read(text):
    with pytest.raises(JSONDecodeError):
        json.loads(text)


def test_the_canonical_form_sorts_keys():
    assert json.canonical({"b": 1, "a": (2,)}) == b'{"a":[2],"b":1}'
    assert json.dumps(Lead(5, "white")) == b'{"card":5,"colour":"white","type":"lead"}'
