"""A match told again from its record shows everybody, position by position, what it showed live."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from app.codec.games import codec_for
from app.engine import Engine
from app.games.base import Audience, Viewer
from app.games.registry import REGISTRY
from app.tables.match import Entry
from app.tables.record import Record, positions
from tests.games.make_golden import SETUPS, Golden, load_golden
from tests.tables.samples import NOW


def record_of(game: str, seats: int, golden: Golden) -> Record:
    """The record that such a match would have left; nobody asks for its seeds here."""
    codec = codec_for(REGISTRY.find(game))
    moves = [(seat, codec.move_from_json(move)) for seat, move in golden.moves]
    return Record(
        options=codec.parse_options(golden.options),
        server_seed=bytes(32),
        client_seeds=("bot",) * seats,
        commitment=hashlib.sha256(bytes(32)).hexdigest(),
        match_seed=bytes.fromhex(golden.match_seed),
        entries=tuple(Entry(seq, *move, "bot", NOW) for seq, move in enumerate(moves, start=1)),
        result=None,
    )


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_golden_matches_are_told_again_as_they_were_shown(game: str, seats: int) -> None:
    golden = load_golden(game, seats)[0]
    found = REGISTRY.find(game)
    engine = Engine(found, REGISTRY.policies[game])

    def ask(**frame: Any) -> Any:
        return json.loads(engine.answer(json.dumps(frame).encode()))

    viewers: dict[Any, Viewer] = {seat: seat for seat in range(seats)}
    viewers |= {None: Audience.SPECTATOR, "all": Audience.OPEN}
    answer = ask(cmd="new", seats=seats, options=golden.options, match_seed=golden.match_seed)
    told = list(positions(found, record_of(game, seats, golden)))
    assert len(told) == len(golden.moves) + 1
    for position in told:
        if position.seq > 0:
            seat, move = golden.moves[position.seq - 1]
            answer = ask(cmd="play", seat=seat, move=move)
        assert answer["seq"] == position.seq
        assert json.loads(codec_for(found).dump(position.events)) == answer["events"]
        for name, eyes in viewers.items():
            shown = engine.answer(json.dumps({"cmd": "view", "seat": name}).encode())
            assert codec_for(found).dump({"view": found.view(position.state, eyes)}) == shown
