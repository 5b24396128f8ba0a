"""What clients send is read strictly: one case a line."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.codec import json
from app.codec.commands import (
    MAX_BYTES,
    ChangeTable,
    ChatFrame,
    ClientMessage,
    Frame,
    LeaveSeat,
    MoveFrame,
    NewTable,
    NotAMessage,
    NudgeFrame,
    PingFrame,
    PlayMove,
    TakeSeat,
    UndoFrame,
    parse_body,
    parse_frame,
)
from app.tables.refusals import Code, Refused

GOOD_FRAMES = (
    (b'{"type":"ping","ref":"a"}', PingFrame(type="ping", ref="a")),
    (b'{"type":"undo","ref":"a","seq":3}', UndoFrame(type="undo", ref="a", seq=3)),
    (b'{"type":"nudge","ref":"a","seat":3}', NudgeFrame(type="nudge", ref="a", seat=3)),
    (
        b'{"type":"move","ref":"c9","seq":17,"move":{"type":"follow","card":3}}',
        MoveFrame(type="move", ref="c9", seq=17, move={"type": "follow", "card": 3}),
    ),
    (
        '{"type":"chat","ref":"é","room":"rail","text":"สวัสดี 👩‍🍳"}'.encode(),
        ChatFrame(type="chat", ref="é", room="rail", text="สวัสดี 👩‍🍳"),
    ),
    (
        b'{"type":"chat","ref":"a","room":"table","phrase":"well_played"}',
        ChatFrame(type="chat", ref="a", room="table", phrase="well_played"),
    ),
)

BAD_FRAMES = (
    (b"", "", None),
    (b"{", "", None),
    (b"[]", "", None),
    (b"1e999", "", None),
    (b'{"type":"ping","ref":NaN}', "", None),
    (b'{"type":"ping","ref":"\xff"}', "", None),
    (b'{"type":"ping","ref":"\\ud800"}', "", None),
    (b"[" * 5000, "", None),
    (b'{"ref":"a"}', "type", "a"),
    (b'{"type":7,"ref":"a"}', "type", "a"),
    (b'{"type":["ping"],"ref":"a"}', "type", "a"),
    (b'{"type":"shout","ref":"a"}', "type", "a"),
    (b'{"type":"ping"}', "ref", None),
    (b'{"type":"ping","ref":""}', "ref", None),
    (b'{"type":"ping","ref":5}', "ref", None),
    (b'{"type":"ping","ref":"a\\u0000"}', "ref", None),
    (b'{"type":"ping","ref":"' + b"a" * 65 + b'"}', "ref", None),
    (b'{"type":"ping","ref":"a","more":1}', "more", "a"),
    (b'{"type":"move","ref":"a","seq":1}', "move", "a"),
    (b'{"type":"move","ref":"a","seq":1,"move":[]}', "move", "a"),
    (b'{"type":"move","ref":"a","seq":1,"move":null}', "move", "a"),
    (b'{"type":"move","ref":"a","seq":"1","move":{}}', "seq", "a"),
    (b'{"type":"move","ref":"a","seq":1.0,"move":{}}', "seq", "a"),
    (b'{"type":"move","ref":"a","seq":true,"move":{}}', "seq", "a"),
    (b'{"type":"move","ref":"a","seq":-1,"move":{}}', "seq", "a"),
    (b'{"type":"move","ref":"a","seq":' + b"9" * 30 + b',"move":{}}', "seq", "a"),
    (b'{"type":"undo","ref":"a"}', "seq", "a"),
    (b'{"type":"nudge","ref":"a","seat":-1}', "seat", "a"),
    (b'{"type":"chat","ref":"a","room":"attic","text":"x"}', "room", "a"),
    (b'{"type":"chat","ref":"a","room":"table"}', "", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":"x","phrase":"hello"}', "", "a"),
    (b'{"type":"chat","ref":"a","room":"table","phrase":"you_fool"}', "phrase", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":"  "}', "text", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":" \\u200b\\u3164\\ufeff"}', "text", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":"a\\u0000"}', "text", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":"a\\u202e"}', "text", "a"),
    (b'{"type":"chat","ref":"a","room":"table","text":"' + b"x" * 501 + b'"}', "text", "a"),
)

BAD_BODIES = (
    (NewTable, b"{}", "game"),
    (NewTable, b"null", ""),
    (NewTable, b'{"game":"gnav","seats":"3"}', "seats"),
    (NewTable, b'{"game":"gnav","seats":0}', "seats"),
    (NewTable, b'{"game":"gnav","seats":true}', "seats"),
    (NewTable, b'{"game":"gnav","seat":3}', "seat"),
    (NewTable, b'{"game":"gnav","options":[]}', "options"),
    (NewTable, b'{"game":"gnav","visibility":"secret"}', "visibility"),
    (NewTable, b'{"game":"gnav","pace":{"kind":"hasty"}}', "pace.kind"),
    (NewTable, b'{"game":"gnav","pace":{"seconds":0}}', "pace.seconds"),
    (NewTable, b'{"game":"gnav","seat_me":1}', "seat_me"),
    (NewTable, b'{"game":"gnav","client_seed":"two words"}', "client_seed"),
    (NewTable, b'{"game":"gnav","client_seed":""}', "client_seed"),
    (NewTable, b'{"game":"gnav","bots":{"01":"easy"}}', "bots"),
    (NewTable, b'{"game":"gnav","bots":{"-1":"easy"}}', "bots"),
    (NewTable, '{"game":"gnav","bots":{"²":"easy"}}'.encode(), "bots"),
    (NewTable, b'{"game":"gnav","bots":{"1":5}}', "bots.1"),
    (NewTable, b'{"game":"gnav","title":"a\\nb"}', "title"),
    (TakeSeat, b'{"who":"you"}', "who"),
    (TakeSeat, b'{"who":"bot","level":""}', "level"),
    (LeaveSeat, b'{"bar":"yes"}', "bar"),
    (ChangeTable, b'{"watchable":0}', "watchable"),
    (PlayMove, b'{"ref":"a","seq":1,"move":{},"type":"move"}', "type"),
)


@pytest.mark.parametrize(("data", "frame"), GOOD_FRAMES)
def test_frames_are_read(data: bytes, frame: object) -> None:
    assert parse_frame(data) == frame


@pytest.mark.parametrize(("data", "place", "ref"), BAD_FRAMES)
def test_frames_that_are_none_name_the_place_and_their_ref(
    data: bytes, place: str, ref: str | None
) -> None:
    with pytest.raises(NotAMessage) as caught:
        parse_frame(data)
    assert caught.value.refusal.code is Code.INVALID
    assert caught.value.refusal.detail["at"] == place
    assert caught.value.ref == ref


@pytest.mark.parametrize(("model", "data", "place"), BAD_BODIES)
def test_bodies_that_are_none_name_the_place(model: type, data: bytes, place: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_body(model, data)
    assert caught.value.code is Code.INVALID
    assert caught.value.detail["at"] == place


def test_a_new_table_has_the_defaults_of_the_protocol() -> None:
    table = parse_body(NewTable, b'{"game":"gnav"}')
    assert table.visibility == "link"
    assert table.pace.kind == "relaxed"
    assert table.seat_me is True
    assert table.start is False
    assert table.bots == {}
    assert (table.seats, table.options, table.client_seed, table.title) == (None,) * 4


@pytest.mark.parametrize("size", [MAX_BYTES, MAX_BYTES + 1])
def test_the_bound_is_sixteen_kibibytes(size: int) -> None:
    frame = b'{"type":"ping","ref":"a"}'
    padded = frame + b" " * (size - len(frame))
    if size <= MAX_BYTES:
        assert parse_frame(padded).ref == "a"
        return
    with pytest.raises(NotAMessage) as caught:
        parse_frame(padded)
    assert caught.value.refusal.code is Code.TOO_LARGE


def test_a_long_key_is_not_told_back_whole() -> None:
    with pytest.raises(Refused) as caught:
        parse_body(LeaveSeat, json.dumps({"x" * 9000: 1}))
    assert len(str(caught.value.detail["at"])) <= 120
    assert len(caught.value.message) < 300


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
frames = st.fixed_dictionaries(
    {"type": st.sampled_from(["move", "chat", "undo", "ping", "nudge"]) | values},
    optional={
        key: st.sampled_from(["a", 1, {}, "table"]) | values
        for key in ("ref", "seq", "move", "room", "text", "phrase", "seat", "more")
    },
)


@settings(derandomize=True, database=None)
@given(st.binary(max_size=200) | (frames | values).map(json.dumps))
def test_every_frame_is_a_command_or_a_refusal(data: bytes) -> None:
    outcome = read(data)
    if isinstance(outcome, Refused):
        assert outcome.code in (Code.INVALID, Code.TOO_LARGE)
        assert json.dumps(outcome.detail)
    else:
        assert outcome == read(outcome.model_dump_json(exclude_unset=True).encode())


def read(data: bytes) -> Frame | Refused:
    """The frame, or why it is none."""
    try:
        return parse_frame(data)
    except NotAMessage as problem:
        return problem.refusal


@pytest.mark.parametrize(("data", "frame"), GOOD_FRAMES)
def test_the_published_schema_allows_what_is_read(data: bytes, frame: object) -> None:
    schema = TypeAdapter(ClientMessage).json_schema()
    jsonschema.validate(json.loads(data), schema)
