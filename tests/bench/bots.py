"""Whether each level of bot beats the one below it: `python3 -m tests.bench bots [--games gnav]`.

One challenger sits among bots of the level below; over each deal it plays once at every seat, and
the first places of these matches together are one sample, so that neither a seat nor a deal
favours it. Its share of first places is compared with a fair one. Deals are played until the
interval that the share lies in with 95 % confidence, valid at every look, lies on one side of the
fair share, or until `--most` matches are played.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from math import log, sqrt
from typing import Any, Literal

from app.bots.levels import choose_move
from app.games.registry import REGISTRY, Registry
from app.simulate import Order, Played, play_match
from app.tables.ports import Question

STEPS = (("normal", "easy"), ("hard", "normal"))
ERROR = 0.05
PRIOR = 4.0
"""Where the interval is tightest: after about eight times this variance in first places."""
MARGIN = 0.05
"""A share that is surely no more than this below a fair one is called "not worse"."""
ITERATIONS: Mapping[str, int] = {"milkuro": 150, "mino_dice": 250, "gnav": 250, "milkman": 60}
"""Worlds that `hard` imagines for a move: 0.05 to 0.1 s of one core."""
LITTLE_ROOM: Mapping[str, str] = {
    "mino_dice": (
        "how dice fall decides most tricks: `normal` makes its bid exactly every other time, and "
        "what better bids bring, a few points of some hundred in a match, is lost in that"
    ),
    "gnav": (
        "a seat has one card and two moves, and `normal` weighs both with the exact odds of what "
        "it cannot see, so luck decides what is left"
    ),
}
"""Games in which `hard` need only be not worse than `normal`, and why."""

Verdict = Literal["better", "not worse", "undecided", "worse"]

HEADING = (
    "| game | seats | level | against | share | 95 % | fair | verdict "
    "| matches | iterations | CPU s a decision |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
)


@dataclass(frozen=True, slots=True)
class Interval:
    """A share of first places, and where it lies with 95 % confidence."""

    share: float
    low: float
    high: float

    def verdict(self, fair: float) -> Verdict:
        """What it says about the challenger, on one side of the fair share or not far below it."""
        if self.low > fair:
            return "better"
        if self.high < fair:
            return "worse"
        return "not worse" if self.low > fair - MARGIN else "undecided"


def interval_of(wins: Sequence[float], matches: int = 1) -> Interval:
    """`wins`: first places in each deal's `matches`.

    Valid at every look: Robbins' normal mixture over the variance that was seen so far.
    """
    count = len(wins)
    mean = sum(wins) / count
    spread = sum([(won - mean) ** 2 for won in wins]) + 0.25
    radius = sqrt((spread + PRIOR) * log((spread + PRIOR) / (PRIOR * ERROR**2))) / count
    return Interval(
        mean / matches,
        max(0.0, (mean - radius) / matches),
        min(1.0, (mean + radius) / matches),
    )


@dataclass(slots=True)
class Stopwatch:
    """Lets bots choose, and adds up the processor's time that one level of them takes."""

    level: str
    decisions: int = 0
    seconds: float = 0.0

    def choose(self, registry: Registry, question: Question) -> Any:
        """The bot's move."""
        began = time.process_time()
        move = choose_move(registry, question)
        if question.level == self.level:
            self.seconds += time.process_time() - began
            self.decisions += 1
        return move


@dataclass(slots=True)
class Duel:
    """One level's bot against bots of the level below, deal after deal."""

    order: Order
    watch: Stopwatch
    wins: list[float] = field(default_factory=list)

    @property
    def fair(self) -> float:
        """What equals would win."""
        return 1 / self.order.seats

    @property
    def found(self) -> Interval:
        """What is known by now."""
        return interval_of(self.wins, self.order.seats)

    def play(self, jobs: int = 1) -> None:
        """Until it is decided, or all matches of the order are played; tells how it goes.

        `jobs` deals at once, each in a process; they count in their order, so that their number
        changes nothing.
        """
        deals = max(1, self.order.matches // self.order.seats)
        for deal in played_in_order(self.order, self.watch.level, deals, jobs):
            self.wins.append(deal.wins)
            self.watch.decisions += deal.decisions
            self.watch.seconds += deal.seconds
            sys.stderr.write(self.row())
            if self.found.verdict(self.fair) in ("better", "worse"):
                return

    def row(self) -> str:
        """The line of the table."""
        order, found, watch = self.order, self.found, self.watch
        iterations = str(order.iterations) if watch.level == "hard" else "–"
        return (
            f"| {order.game} | {order.seats} | {watch.level} | {order.levels[-1]} "
            f"| {found.share:.3f} | {found.low:.3f} – {found.high:.3f} | {self.fair:.3f} "
            f"| {found.verdict(self.fair)} | {len(self.wins) * order.seats} | {iterations} "
            f"| {watch.seconds / watch.decisions:.4f} |\n"
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal's matches: the challenger's first places, its decisions, the seconds they took."""

    wins: float
    decisions: int
    seconds: float


def play_deal(order: Order, level: str, deal: int) -> Deal:
    """One deal, the challenger sitting once at every seat."""
    watch = Stopwatch(level)
    wins = 0.0
    for number in range(deal * order.seats, (deal + 1) * order.seats):
        wins += share_of(play_match(REGISTRY, order, number, choose=watch.choose), level)
    return Deal(wins, watch.decisions, watch.seconds)


def played_in_order(order: Order, level: str, deals: int, jobs: int) -> Iterator[Deal]:
    """The deals one after another, some of them played ahead."""
    if jobs == 1:
        yield from (play_deal(order, level, deal) for deal in range(deals))
        return
    with ProcessPoolExecutor(jobs) as pool:
        ahead: deque[Future[Deal]] = deque()
        for number in count():
            while len(ahead) < jobs and number + len(ahead) < deals:
                ahead.append(pool.submit(play_deal, order, level, number + len(ahead)))
            if not ahead:
                return
            yield ahead.popleft().result()


def share_of(played: Played, challenger: str) -> float:
    """1 for a win, a part of it for a shared one."""
    winners = played.outcome.winners
    seat = played.levels.index(challenger)
    return 1 / len(winners) if seat in winners else 0.0


def is_enough(duel: Duel) -> bool:
    """Whether the step holds: better, or not worse where luck leaves no room for more."""
    verdict = duel.found.verdict(duel.fair)
    little_room = duel.watch.level == "hard" and duel.order.game in LITTLE_ROOM
    return verdict == "better" or (little_room and verdict == "not worse")


def main(argv: Sequence[str]) -> int:
    """Print a row for each game and step; 0 if every step holds."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench bots", description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(REGISTRY.current()))
    parser.add_argument("--most", type=int, default=800, help="matches of one duel")
    parser.add_argument("--iterations", type=int, help="of `hard` for a move; default: 0.1 s")
    parser.add_argument("--levels", nargs="*", default=["normal", "hard"], help="challengers")
    parser.add_argument("--seed", type=int, default=1, help="of all deals and bots")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="deals at once")
    chosen = parser.parse_args(argv)
    sys.stdout.write(HEADING)
    holds = True
    for game in chosen.games:
        for challenger, below in STEPS:
            if challenger in chosen.levels:
                duel = Duel(order_of(chosen, game, (challenger, below)), Stopwatch(challenger))
                duel.play(chosen.jobs)
                holds = holds and is_enough(duel)
                sys.stdout.write(duel.row())
                sys.stdout.flush()
    for game in chosen.games:
        if game in LITTLE_ROOM:
            sys.stdout.write(f"\n{game}: {LITTLE_ROOM[game]}.\n")
    return 0 if holds else 1


def order_of(chosen: argparse.Namespace, game: str, step: tuple[str, str]) -> Order:
    """One challenger and bots of the level below, at the game's default number of seats."""
    challenger, below = step
    seats = REGISTRY.find(game).info.seats.default
    iterations = chosen.iterations or ITERATIONS[game]
    levels = (challenger, *(below,) * (seats - 1))
    return Order(game, seats, levels, chosen.most, chosen.seed, iterations)
