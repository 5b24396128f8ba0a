"""Everything that reads what others wrote: it answers, or refuses by the error that it promises."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import orjson
from hypothesis.strategies import SearchStrategy

from app.codec.commands import NotAMessage, parse_body, parse_frame, read_json
from app.codec.games import codec_for
from app.codec.record import BadRecord, parse_record
from app.engine import Engine
from app.games.base import AnyGame
from app.games.registry import REGISTRY
from app.settings import ROOT
from app.storage.tables import read_cursor
from app.tables.record import check_record
from app.tables.refusals import Refused
from app.web.docs import BODIES
from app.web.origins import parse_origin
from app.web.statics import accepts_gzip
from app.web.words import Words, load_words
from tests.fuzz.hostile import hostile

MATCH_SEED = "5" * 64
FRAMES = (
    b'{"type":"move","ref":"a","seq":17,"move":{"type":"lead","card":3,"colour":"red"}}',
    b'{"type":"chat","ref":"b","room":"table","text":"hello"}',
    b'{"type":"undo","ref":"c","seq":3}',
    b'{"type":"ping","ref":"d"}',
    b'{"type":"nudge","ref":"e","seat":2}',
)
BODIES_SENT = (
    b'{"game":"gnav","seats":4,"options":{},"visibility":"public","pace":{"kind":"live","seconds":30},'
    b'"seat_me":true,"client_seed":"x","bots":{"1":"hard"},"start":true,"title":"t"}',
    b'{"who":"bot","level":"easy"}',
    b'{"kind":"play","max_uses":3,"until":"2026-11-30T20:15:00Z"}',
    b'{"name":"Ada","language":"fr"}',
    b'{"secret":"abc","replace":true}',
    b'{"ref":"a","seq":1,"move":{"type":"pass"}}',
)
COMMANDS = (
    b'{"cmd":"new","seats":3,"options":{},"match_seed":"%s"}' % MATCH_SEED.encode(),
    b'{"cmd":"legal","seat":1}',
    b'{"cmd":"view","seat":"all"}',
    b'{"cmd":"view","seat":null}',
    b'{"cmd":"play","seat":0,"move":{"type":"lead","card":3,"colour":"red"}}',
    b'{"cmd":"bot","seat":0,"level":"easy","seconds":0}',
)
HEADERS = (
    b"https://tables.example.org:8443",
    b"fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5",
    b"gzip;q=1.0, identity; q=0.5",
    b"MjAyNi0xMS0zMFQyMDowMDowMCswMDowMHxhYmM",
)


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, samples that it understands, and the property that holds for any bytes."""

    name: str
    samples: tuple[bytes, ...]
    check: Callable[[bytes], None]

    def strategy(self) -> SearchStrategy[bytes]:
        """What it is given."""
        return hostile(self.samples)


def check_frame(data: bytes) -> None:
    """A frame is a command or `NotAMessage`, and what was read can be written."""
    try:
        frame = parse_frame(data)
    except NotAMessage as problem:
        orjson.dumps([problem.refusal.message, problem.refusal.detail, problem.ref])
        return
    orjson.dumps(frame.model_dump(mode="json"))


def check_bodies(data: bytes) -> None:
    """A body is that command or `Refused`; a refusal says little and can be written."""
    for model in BODIES:
        try:
            orjson.dumps(parse_body(model, data).model_dump(mode="json"))
        except Refused as refusal:
            told = orjson.dumps([refusal.message, refusal.detail])
            assert len(told) < 2000, told


def check_rules(data: bytes) -> None:
    """Options and moves of every game are read, or they are none."""
    try:
        raw = read_json(data)
    except Refused:
        return
    for game in REGISTRY.games:
        codec = codec_for(game)
        with suppress(ValueError):
            codec.parse_options(raw)
        if isinstance(raw, dict):
            codec.move_from_json(raw)


def check_records(data: bytes) -> None:
    """A record is read and judged, or it is none."""
    with suppress(BadRecord):
        _, game, record = parse_record(data, REGISTRY)
        check_record(game, record)


def check_engine(data: bytes) -> None:
    """One line more is answered with one line; the match that runs stays as it can go on."""
    for game in current_games():
        engine = Engine(game, REGISTRY.policies[game.info.key])
        engine.answer(COMMANDS[0])
        answer = orjson.loads(engine.answer(unhurried(data)))
        assert answer.get("error", {}).get("code") != "unavailable", answer
        assert "legal" in orjson.loads(engine.answer(b'{"cmd":"legal","seat":0}'))


def unhurried(data: bytes) -> bytes:
    """The line, but that no bot is asked to think for long."""
    return data.replace(b'"hard"', b'"easy"').replace(b'"normal"', b'"easy"')


def check_headers(data: bytes) -> None:
    """Headers and parameters are texts of any kind."""
    text = data.decode("latin-1")
    parse_origin(text)
    accepts_gzip(text)
    assert words().best(text) in words().languages
    with suppress(ValueError):
        read_cursor(text)


@cache
def words() -> Words:
    """The product's own."""
    return load_words(ROOT / "static" / "locales")


def current_games() -> list[AnyGame]:
    """The games of this day."""
    return [REGISTRY.find(key) for key in REGISTRY.current()]


def golden_records() -> tuple[bytes, ...]:
    """The shortest records of each game that have to replay for ever."""
    files = sorted((ROOT / "tests" / "games" / "golden").glob("*-3.json"))
    return tuple(file.read_bytes() for file in files)


def targets() -> tuple[Target, ...]:
    """All of them."""
    return (
        Target("frames of the socket", FRAMES, check_frame),
        Target("bodies of calls", BODIES_SENT, check_bodies),
        Target("options and moves", BODIES_SENT + FRAMES, check_rules),
        Target("records", golden_records(), check_records),
        Target("lines of the engine", COMMANDS, check_engine),
        Target("headers and parameters", HEADERS, check_headers),
    )
