"""Whether each level of bot beats the one below it: `python3 -m tests.bench bots [--games gnav]`.

One challenger sits among bots of the level below, at every seat in turn over the same deals; its
share of first places is compared with a fair one. Matches are played until the interval that the
share lies in with 95 % confidence, valid at every look, lies on one side of the fair share, or
until there are `--most`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from app.games.registry import REGISTRY
from app.simulate import Order, Played, play_match

STEPS = (("normal", "easy"), ("hard", "normal"))
ERROR = 0.05
PRIOR = 4.0
"""Where the interval is tightest: after about this many matches' worth of variance."""
LOOK_EVERY = 8


@dataclass(frozen=True, slots=True)
class Interval:
    """A share of first places, and where it lies with 95 % confidence."""

    share: float
    low: float
    high: float


def interval_of(shares: Sequence[float]) -> Interval:
    """Valid at every look: Robbins' normal mixture over the variance that was seen so far."""
    count = len(shares)
    mean = sum(shares) / count
    spread = sum([(share - mean) ** 2 for share in shares]) + 0.25
    radius = sqrt((spread + PRIOR) * log((spread + PRIOR) / (PRIOR * ERROR**2))) / count
    return Interval(mean, max(0.0, mean - radius), min(1.0, mean + radius))


def share_of(played: Played, challenger: str) -> float:
    """1 for a win, a part of it for a shared one."""
    winners = played.outcome.winners
    seat = played.levels.index(challenger)
    return 1 / len(winners) if seat in winners else 0.0


def duel(order: Order, challenger: str) -> tuple[Interval, int]:
    """Play until it is decided, or all matches of the order are played."""
    fair = 1 / order.seats
    shares: list[float] = []
    for number in range(order.matches):
        shares.append(share_of(play_match(REGISTRY, order, number), challenger))
        if len(shares) % LOOK_EVERY == 0:
            found = interval_of(shares)
            if found.low > fair or found.high < fair:
                return found, len(shares)
    return interval_of(shares), len(shares)


def main(argv: Sequence[str]) -> int:
    """Print a row for each game and step; 0 if every level beats the one below it."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench bots", description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(REGISTRY.current()))
    parser.add_argument("--most", type=int, default=400, help="matches of one duel")
    parser.add_argument("--iterations", type=int, default=150, help="of `hard` for a move")
    chosen = parser.parse_args(argv)
    sys.stdout.write("| game | seats | level | against | share | 95 % | fair | matches |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- |\n")
    beaten = True
    for game in chosen.games:
        seats = REGISTRY.find(game).info.seats.default
        for challenger, below in STEPS:
            levels = (challenger, *(below,) * (seats - 1))
            order = Order(game, seats, levels, chosen.most, 1, chosen.iterations)
            found, matches = duel(order, challenger)
            beaten = beaten and found.low > 1 / seats
            sys.stdout.write(
                f"| {game} | {seats} | {challenger} | {below} | {found.share:.3f} "
                f"| {found.low:.3f} – {found.high:.3f} | {1 / seats:.3f} | {matches} |\n"
            )
            sys.stdout.flush()
    return 0 if beaten else 1
