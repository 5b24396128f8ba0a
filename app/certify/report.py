"""Run the checks on a game and say what they found."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from app.certify import knowledge, laws, oracle
from app.certify.folder import missing_parts
from app.certify.trial import CheckFailed, Subject, make_subject
from app.games.base import AnyGame
from app.games.registry import REGISTRY, Registry, UnknownGame

SEED = 20
MATCHES = 3
"""Random matches for each number of seats tried."""
EFFORT = 2
"""How much harder the command looks than the tests do."""

Check = Callable[[Subject], None]

CHECKS: dict[str, Check] = {
    "the outcome is set exactly when nobody is to act": laws.check_ends,
    "every legal move applies": laws.check_legal_moves,
    "all other moves are refused": laws.check_refusals,
    "values survive JSON": laws.check_json,
    "replays are equal": laws.check_replay,
    "the clock's default move is legal": laws.check_default_move,
    "moves are shown whole or not at all": laws.check_shown,
    "pauses and clocks are sane": laws.check_steps,
    "imagined states look like the true one": knowledge.check_imagined_look_alike,
    "events tell no more than the next view": knowledge.check_events_tell_no_more,
    "showing a move tells no secret": knowledge.check_shown_alike,
    "what reveals nothing reveals nothing": knowledge.check_reveals,
    "imagining twice is imagining": oracle.check_imagine_again,
    "imagine agrees with brute force": oracle.check_oracle,
}

QUICK_CHECKS: dict[str, Check] = {
    **CHECKS,
    "imagine agrees with brute force": partial(oracle.check_oracle, prefixes=1),
}
"""Less of what takes most of the time, where somebody waits for a start."""


@dataclass(frozen=True, slots=True)
class Result:
    """A check that was made; `problem` is None when it held."""

    name: str
    problem: str | None
    seconds: float

    @property
    def line(self) -> str:
        """One line for a person."""
        if self.problem is None:
            return f"ok      {self.name} ({self.seconds:.1f} s)"
        return f"FAILED  {self.name}: {self.problem}"


def run_check(name: str, check: Callable[[], None]) -> Result:
    """Make one check; a rules module that crashes fails it."""
    began = time.perf_counter()
    problem = None
    try:
        check()
    except CheckFailed as failure:
        problem = str(failure)
    except Exception as error:
        problem = f"the rules crashed: {error!r}"
    return Result(name, problem, time.perf_counter() - began)


def certify(subject: Subject, registry: Registry, *, quick: bool = False) -> Iterator[Result]:
    """All checks, one after another."""
    game = subject.game
    for name, check in (QUICK_CHECKS if quick else CHECKS).items():
        yield run_check(name, partial(check, subject))
    policy = registry.policies.get(game.info.key)
    if policy is not None:
        check_bot = partial(laws.check_policy, game, policy, subject)
        yield run_check("the normal bot plays", check_bot)
    hints = registry.searches.get(game.info.key)
    if hints is not None:
        check_search = partial(laws.check_search, game, hints, subject)
        yield run_check("the hard bot gets sound hints", check_search)


def examine(game: AnyGame, registry: Registry, *, quick: bool = False) -> Iterator[Result]:
    """All checks on fresh random matches; where those fail there is nothing to look at."""
    subjects: list[Subject] = []
    matches, effort = (1, 1) if quick else (MATCHES, EFFORT)

    def play() -> None:
        subjects.append(make_subject(game, matches, Random(SEED), effort=effort))

    yield run_check("random matches end", play)
    for subject in subjects:
        yield from certify(subject, registry, quick=quick)


def main(
    argv: list[str],
    registry: Registry = REGISTRY,
    missing: Callable[[str], Iterable[str]] = missing_parts,
) -> int:
    """`python3 -m app certify GAME`: a line a check; 0 if all hold and nothing is missing.

    `missing` lists the parts that the game of a key lacks.
    """
    if len(argv) != 1:
        sys.stderr.write("Usage: python3 -m app certify GAME\n")
        return 2
    key = argv[0]
    try:
        game = registry.find(key)
    except UnknownGame:
        sys.stderr.write(
            f"No game is called {key!r}. There are: {', '.join(registry.current())}.\n"
        )
        return 2
    return report(game.info.name, examine(game, registry), missing(key))


def report(name: str, results: Iterable[Result], missing: Iterable[str]) -> int:
    """Print each finding as it comes, then the verdict; the exit code."""
    good = True
    for result in results:
        good &= result.problem is None
        say(result.line)
    for part in missing:
        good = False
        say(f"MISSING {part}")
    say(f"{name} {'is certified.' if good else 'is not certified yet.'}")
    return 0 if good else 1


def say(line: str) -> None:
    """One line at once, so that a long check does not look like silence."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
