"""Patches between views: applied to the old one they give the new one, or there is none."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import orjson
import pytest

from app.codec.patch import apply_patch, exact_patch, same, same_json, view_patch
from app.games.base import AnyGame, Audience
from app.games.chance import Chance
from app.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Inner:
    number: int | bool
    word: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    inner: Inner | None = None
    numbers: tuple[int | None, ...] = ()
    names: dict[str, Any] | None = None


def plain(value: Any) -> Any:
    """As a client has it."""
    return orjson.loads(orjson.dumps(value))


CASES = (
    (View(), View(), {}),
    (View(), View(numbers=(1, None)), {"numbers": [1, None]}),
    (View(Inner(1)), View(Inner(2)), {"inner": {"number": 2}}),
    (View(Inner(1)), View(Inner(True)), {"inner": {"number": True}}),
    (View(Inner(1)), View(Inner(1, "a")), {"inner": {"word": "a"}}),
    (View(Inner(1, "a")), View(Inner(1)), None),
    (View(Inner(1, "a")), View(), None),
    (View(), View(Inner(1, "a")), {"inner": {"number": 1, "word": "a"}}),
    (View(), View(Inner(1)), None),
    (View(names={"a": 1}), View(names={"b": 2}), {"names": {"a": None, "b": 2}}),
    (View(names={"a": 1}), View(names={"a": None}), None),
)


@pytest.mark.parametrize(("old", "new", "patch"), CASES)
def test_known_patches(old: View, new: View, patch: Any) -> None:
    found = view_patch(old, new)
    assert same_json(found, patch)
    if patch is not None:
        assert same(apply_patch(plain(old), plain(found)), plain(new))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_views_of_whole_matches(game: AnyGame) -> None:
    rng = Random(1)
    seats = game.info.seats.default
    viewers = (*range(seats), Audience.SPECTATOR)
    state = game.start(seats, game.info.options(), Chance(bytes(32), 0)).state
    patches = seq = 0
    while to_act := sorted(game.to_act(state)):
        seq += 1
        seat = rng.choice(to_act)
        move = rng.choice(game.legal_moves(state, seat))
        after = game.apply(state, seat, move, Chance(bytes(32), seq)).state
        for viewer in viewers:
            old, new = game.view(state, viewer), game.view(after, viewer)
            patch = view_patch(old, new)
            assert (patch is None) == (exact_patch(plain(old), plain(new)) is None)
            if patch is not None:
                patches += 1
                assert same(apply_patch(plain(old), plain(patch)), plain(new))
        state = after
    assert patches > seq
