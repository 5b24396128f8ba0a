"""Whether answers depend on what a seat cannot know: positions, and a two-sample test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from math import sqrt
from random import Random
from typing import Any

from app.bots.levels import choose_move
from app.games.base import AnyGame, Hints, Seat
from app.games.chance import Chance
from app.games.registry import REGISTRY, Registry
from app.simulate import next_to_move
from app.tables.ports import Question

ITERATIONS: Mapping[str, int] = {"milkuro": 12, "mino_dice": 6, "gnav": 12, "milkman": 4}
"""Few, but enough for a search to be led by what it knows."""


@dataclass(frozen=True)
class Spot:
    """A position in mid-match: the truth, and another that its seat cannot tell from it."""

    game: AnyGame
    seat: Seat
    truth: Any
    other: Any


def spots_of(game: AnyGame, seed: int, after: Sequence[int]) -> Iterator[Spot]:
    """Where, after so many moves each, a seat has a choice and does not know everything."""
    match_seed = bytes([seed]) * 32
    rng = Random(seed)
    state = game.start(4, game.info.options(), Chance(match_seed, 0)).state
    wanted = list(after)
    position = 0
    while wanted and game.outcome(state) is None:
        position += 1
        seat = next_to_move(game, state)
        other = game.imagine(state, seat, rng)
        if position >= wanted[0] and other != state and has_choice(game, state, seat):
            wanted.pop(0)
            yield Spot(game, seat, state, other)
        question = question_about(game, state, seat, "normal", position)
        state = game.apply(
            state, seat, choose_move(REGISTRY, question), Chance(match_seed, position)
        ).state
    assert not wanted, f"the match of {game.info.key} is over too early"


def has_choice(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether the search would have something to search."""
    hints = REGISTRY.searches[game.info.key]
    return len(hints.candidates(state, seat, game.legal_moves(state, seat))) > 1


def question_about(game: AnyGame, state: Any, seat: Seat, level: str, seed: int) -> Question:
    """Asked about a state as it is, true or not."""
    key = game.info.key
    iterations = ITERATIONS[key]
    return Question(key, game.info.version, state, seat, level, seed, iterations=iterations)


def choices(
    registry: Registry, spot: Spot, state: Any, level: str, seeds: range
) -> Counter[Hashable]:
    """What bots of that level choose there, each with a seed of its own."""
    return Counter(
        choose_move(registry, question_about(spot.game, state, spot.seat, level, seed))
        for seed in seeds
    )


def are_far_apart(first: Mapping[Hashable, int], second: Mapping[Hashable, int]) -> bool:
    """Whether two samples of one size are too different to be drawn from one distribution.

    The chi-square statistic, beyond its mean by four deviations and ten more: by luck that happens
    to one pair in some 100,000.
    """
    cells = first.keys() | second.keys()
    differences = [
        (first.get(cell, 0) - second.get(cell, 0)) ** 2 / (first.get(cell, 0) + second.get(cell, 0))
        for cell in cells
    ]
    free = len(cells) - 1
    return sum(differences) > free + 4 * sqrt(2 * free) + 10


def leaves_of(value: Any, path: str = "") -> Iterator[tuple[str, Hashable]]:
    """All plain values in a state, each with the way to it."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from leaves_of(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple | list):
        for at, each in enumerate(value):
            yield from leaves_of(each, f"{path}[{at}]")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from leaves_of(each, f"{path}[{key!r}]")
    else:
        yield path, value


def handed_over(game: AnyGame, spot: Spot, state: Any, seeds: range) -> dict[str, Counter[Any]]:
    """What goes to the worker when `state` is the truth: place by place, how often each value."""
    found: dict[str, Counter[Any]] = {}
    for seed in seeds:
        for path, value in leaves_of(game.imagine(state, spot.seat, Random(seed))):
            found.setdefault(path, Counter())[value] += 1
    return found


class Truthful:
    """A game whose bots would be handed the truth."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def imagine(self, state: Any, viewer: Any, rng: Random) -> Any:
        return state


class Peeking:
    """Hints that look under the cards: what a seat should do hangs on all that is hidden."""

    def __init__(self, hints: Hints) -> None:
        self._hints = hints

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hints, name)

    def candidates(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        lot = Random(repr(state)).randrange(len(legal))
        return legal[lot : lot + 1]
