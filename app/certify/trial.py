"""Random matches of a game, kept move by move, for the checks to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from app.codec.games import GameCodec, codec_for
from app.games.base import AnyGame, Audience, Seat, Step, Viewer
from app.games.chance import Chance

LONGEST_MATCH = 5000
"""Moves after which a random match is taken to be endless."""


class CheckFailed(Exception):
    """A check's finding: one sentence on what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision: the state before it, who made it, and what came of it at position `seq`."""

    seq: int
    state: Any
    seat: Seat
    move: Any
    step: Step[Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A whole random match."""

    seats: int
    options: Any
    match_seed: bytes
    start: Step[Any]
    moments: tuple[Moment, ...]

    @property
    def states(self) -> list[Any]:
        """The states after each log position, 0 first."""
        return [self.start.state, *(moment.step.state for moment in self.moments)]

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who may look on."""
        return [*range(self.seats), Audience.SPECTATOR, Audience.OPEN]

    def chance(self, seq: int) -> Chance:
        """The stream of a log position."""
        return Chance(self.match_seed, seq)


@dataclass(frozen=True, slots=True)
class Subject:
    """The game under examination, the matches it is examined on, and how hard to look."""

    game: AnyGame
    codec: GameCodec
    matches: tuple[Match, ...]
    effort: int = 1

    def moments(self) -> Iterator[tuple[Match, Moment]]:
        """All decisions of all matches."""
        for match in self.matches:
            for moment in match.moments:
                yield match, moment

    def states(self) -> Iterator[tuple[Match, Any]]:
        """All states of all matches."""
        for match in self.matches:
            for state in match.states:
                yield match, state


def play_match(game: AnyGame, seats: int, options: Any, rng: Random) -> Match:
    """Random legal moves until nobody owes one. Raises `CheckFailed`."""
    match_seed = rng.randbytes(32)
    start = game.start(seats, options, Chance(match_seed, 0))
    state = start.state
    moments: list[Moment] = []
    while owing := sorted(game.to_act(state)):
        if len(moments) == LONGEST_MATCH:
            raise CheckFailed(f"a random match has not ended after {LONGEST_MATCH} moves")
        seat = rng.choice(owing)
        legal = game.legal_moves(state, seat)
        if not legal:
            raise CheckFailed(f"seat {seat} owes a move after {len(moments)}, but has none")
        move = rng.choice(legal)
        seq = len(moments) + 1
        step = game.apply(state, seat, move, Chance(match_seed, seq))
        moments.append(Moment(seq, state, seat, move, step))
        state = step.state
    return Match(seats, options, match_seed, start, tuple(moments))


def make_subject(game: AnyGame, matches: int, rng: Random, *, effort: int = 1) -> Subject:
    """`matches` random matches for each number of seats tried, the options taken in turn."""
    codec = codec_for(game)
    choices = option_choices(codec)
    seats = sorted({game.info.seats.min, game.info.seats.default, game.info.seats.max})
    played = [
        play_match(game, count, choices[at % len(choices)], rng)
        for count in seats
        for at in range(matches)
    ]
    return Subject(game, codec, tuple(played), effort)


def option_choices(codec: GameCodec) -> list[Any]:
    """The defaults, then each option at both ends of what it may be."""
    choices = [codec.parse_options({})]
    for key, schema in codec.schemas()["options"].get("properties", {}).items():
        ends = [True, False] if schema.get("type") == "boolean" else schema.get("enum", [])
        for value in dict.fromkeys([*ends[:1], *ends[-1:]]):
            choices.append(codec.parse_options({key: value}))
    return choices
