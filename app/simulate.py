"""`python3 -m app simulate GAME`: whole matches between bots, and what they add up to.

The levels rotate through the seats: as many matches as there are levels are played from each deal,
so that every level sits everywhere once and neither a seat nor a deal favours one of them. What a
match comes to depends on the seed and its number alone, however many processes play.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from statistics import fmean, pstdev
from typing import Any, TextIO

from app.bots.levels import choose_move
from app.games.base import AnyGame, Outcome, Seat
from app.games.chance import Chance
from app.games.registry import Registry
from app.settings import StartError
from app.tables.decisions import BOT_LEVELS
from app.tables.ports import Question

ITERATIONS = 100
"""Worlds that a `hard` bot imagines for a move: a measure that a slow machine does not change."""

BAR = 30
"""Characters of the progress bar."""

LINES = 10
"""How often progress is told where it is not a terminal that reads it."""

BATCH = 8
"""Matches that a process is handed at a time."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to play. `iterations`: worlds that a `hard` bot imagines for one move."""

    game: str
    seats: int
    levels: tuple[str, ...]
    matches: int
    seed: int
    iterations: int

    def levels_of(self, number: int) -> tuple[str, ...]:
        """The level at each seat in the match of that number."""
        return tuple(self.levels[(seat + number) % len(self.levels)] for seat in range(self.seats))

    def match_seed_of(self, number: int) -> bytes:
        """The deal, the same for as many matches as there are levels."""
        return sha256(f"{self.seed}:{number // len(self.levels)}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played: who sat where, how it ended, after how many moves."""

    levels: tuple[str, ...]
    outcome: Outcome
    moves: int


Choose = Callable[[Registry, Question], Any]
"""How a bot comes to its move."""


def play_match(
    registry: Registry, order: Order, number: int, *, choose: Choose = choose_move
) -> Played:
    """One whole match; each bot is handed a state that was imagined for its seat."""
    game = registry.find(order.game)
    levels, match_seed = order.levels_of(number), order.match_seed_of(number)
    rng = Random(f"{order.seed}:{number}")
    options = game.info.options()
    state = game.start(order.seats, options, Chance(match_seed, 0)).state
    moves = 0
    while (outcome := game.outcome(state)) is None:
        seat = next_to_move(game, state)
        question = Question(
            game.info.key,
            game.info.version,
            game.imagine(state, seat, rng),
            seat,
            levels[seat],
            rng.getrandbits(64),
            iterations=order.iterations,
        )
        moves += 1
        move = choose(registry, question)
        state = game.apply(state, seat, move, Chance(match_seed, moves)).state
    return Played(levels, outcome, moves)


def next_to_move(game: AnyGame, state: Any) -> Seat:
    """Of those who may act the first who need not wait for others."""
    to_act = sorted(game.to_act(state))
    return next((seat for seat in to_act if game.clock_runs(state, seat)), to_act[0])


_work: list[tuple[Registry, Order]] = []


def _enter_process(registry: Registry, order: Order) -> None:
    """Runs once in each process; an interrupt is for the one that was started by a person."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work[:] = [(registry, order)]


def _play_in_process(number: int) -> Played:
    registry, order = _work[0]
    return play_match(registry, order, number)


def play_all(registry: Registry, order: Order, jobs: int) -> Iterator[Played]:
    """All matches by their numbers, in `jobs` processes; in this one if that is 1."""
    if jobs == 1:
        for number in range(order.matches):
            yield play_match(registry, order, number)
        return
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=_enter_process,
        initargs=(registry, order),
    )
    batch = max(1, min(BATCH, order.matches // (jobs * BATCH)))
    try:
        yield from pool.map(_play_in_process, range(order.matches), chunksize=batch)
    finally:
        pool.shutdown(cancel_futures=True)


class Progress:
    """How far it is: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, total: int, out: TextIO) -> None:
        self._total = total
        self._out = out
        self._bar = out.isatty()

    def watch(self, played: Iterable[Played]) -> Iterator[Played]:
        """The same matches, told of as they come."""
        for done, match in enumerate(played, start=1):
            self._tell(done)
            yield match
        if self._bar:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def _tell(self, done: int) -> None:
        if self._bar:
            filled = BAR * done // self._total
            bar = "█" * filled + "░" * (BAR - filled)
            self._out.write(f"\r{bar} {done:,} of {self._total:,} matches")
        elif done * LINES // self._total > (done - 1) * LINES // self._total:
            self._out.write(f"{done:,} of {self._total:,} matches\n")
        self._out.flush()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a level, or a seat, over all matches.

    `wins`: first places, shared ones in parts; `fair`: what equals would have won.
    """

    name: str
    wins: float
    fair: float
    scores: tuple[int, ...]

    def line(self, matches: int) -> str:
        """The line as it is printed."""
        return (
            f"{self.name:10}{self.wins:10,.1f}{self.wins / matches:9.1%}"
            f"{self.fair / matches:9.1%}{fmean(self.scores):10.2f}{pstdev(self.scores):9.2f}"
        )


HEADING = f"{'':10}{'wins':>10}{'share':>9}{'fair':>9}{'score':>10}{'spread':>9}"


def rows_of(played: Sequence[Played], names: Sequence[str]) -> Iterator[Row]:
    """The rows of the table: each level that played, then each seat."""
    seats = range(len(played[0].levels))
    for level in dict.fromkeys(names):
        places = [
            (match, seat) for match in played for seat in seats if match.levels[seat] == level
        ]
        yield row_of(level, places)
    for seat in seats:
        yield row_of(f"seat {seat}", [(match, seat) for match in played])


def row_of(name: str, places: Sequence[tuple[Played, int]]) -> Row:
    """What the places of one level or seat came to."""
    return Row(
        name,
        wins=sum(
            1 / len(match.outcome.winners)
            for match, seat in places
            if seat in match.outcome.winners
        ),
        fair=sum(1 / len(match.levels) for match, _ in places),
        scores=tuple(match.outcome.scores[seat] for match, seat in places),
    )


def report(name: str, order: Order, played: Sequence[Played], seconds: float) -> Iterator[str]:
    """The table, line by line."""
    lengths = [match.moves for match in played]
    yield f"{name}, {order.seats} seats, {len(played):,} matches, seed {order.seed}"
    yield HEADING
    for row in rows_of(played, order.levels):
        yield row.line(len(played))
    yield (
        f"{fmean(lengths):,.1f} moves a match ({min(lengths):,} to {max(lengths):,}), "
        f"{sum(lengths) / seconds:,.0f} moves a second"
    )


def add_flags(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--matches", type=count, default=1000, metavar="N", help="default: 1000")
    parser.add_argument(
        "--levels", default="hard,normal", help="separated by commas; default: hard,normal"
    )
    parser.add_argument("--seats", type=count, metavar="N", help="default: the game's own")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all deals and bots")
    parser.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, metavar="J", help="processes that play"
    )
    parser.add_argument(
        "--iterations",
        type=count,
        default=ITERATIONS,
        metavar="I",
        help=f"worlds that a hard bot imagines for a move; default: {ITERATIONS}",
    )


def count(text: str) -> int:
    """A whole number, 1 or more. Raises what argparse puts into a sentence."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return int(text)


def order_from(chosen: argparse.Namespace, game: AnyGame) -> Order:
    """The order that the flags give. Raises `StartError`."""
    range_ = game.info.seats
    seats = range_.default if chosen.seats is None else chosen.seats
    if not range_.min <= seats <= range_.max:
        raise StartError(f"{game.info.name} is for {range_.min} to {range_.max} seats.")
    levels = tuple(level.strip() for level in chosen.levels.split(","))
    for level in levels:
        if level not in BOT_LEVELS:
            raise StartError(
                f"There is no level {level!r}; the levels are {', '.join(BOT_LEVELS)}."
            )
    return Order(game.info.key, seats, levels, chosen.matches, chosen.seed, chosen.iterations)


def simulate(chosen: argparse.Namespace, registry: Registry) -> int:
    """Play what the flags say, a game of the registry, and print the table. The exit code."""
    game = registry.find(chosen.game)
    order = order_from(chosen, game)
    began = time.perf_counter()
    playing = play_all(registry, order, min(chosen.jobs, order.matches))
    played = list(Progress(order.matches, sys.stderr).watch(playing))
    for line in report(game.info.name, order, played, time.perf_counter() - began):
        sys.stdout.write(line + "\n")
    return 0
