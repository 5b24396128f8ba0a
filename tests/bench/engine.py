"""Random matches through `python3 -m app rules GAME`, every view asked for at every position."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from app.codec import json

Ask = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Tally:
    """What was done, for the line that is printed."""

    matches: int
    positions: int
    commands: int
    seconds: float

    def line(self, game: str) -> str:
        """One line of figures."""
        return (
            f"{game}: {self.matches} matches, {self.positions} positions, {self.commands} commands"
            f" in {self.seconds:.1f} s: {self.matches / self.seconds * 60:.0f} matches a minute,"
            f" {self.commands / self.seconds:.0f} commands a second"
        )


def play_match(ask: Ask, seats: int, rng: Random) -> tuple[int, int]:
    """A random match, its views and legal moves read at every position: positions, commands."""
    seed = rng.randbytes(32).hex()
    answer = ask({"cmd": "new", "seats": seats, "match_seed": seed})
    positions = commands = 1
    while True:
        for viewer in [*range(seats), None]:
            ask({"cmd": "view", "seat": viewer})
        commands += seats + 1
        if answer["result"] is not None:
            return positions, commands
        seat = rng.choice(answer["to_act"])
        legal = ask({"cmd": "legal", "seat": seat})["legal"]
        answer = ask({"cmd": "play", "seat": seat, "move": rng.choice(legal)})
        positions += 1
        commands += 2


def measure(game: str, seats: int, matches: int) -> Tally:
    """Play `matches` matches through one engine process."""
    command = [sys.executable, "-m", "app", "rules", game]
    began = time.perf_counter()
    positions = commands = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        if engine.stdin is None or engine.stdout is None:
            raise RuntimeError("the engine has no pipes")
        stdin, stdout = engine.stdin, engine.stdout

        def ask(frame: dict[str, Any]) -> dict[str, Any]:
            stdin.write(json.dumps(frame) + b"\n")
            stdin.flush()
            answer = json.loads(stdout.readline())
            if not isinstance(answer, dict) or "error" in answer:
                raise RuntimeError(f"{frame} was answered with {answer}")
            return answer

        for seed in range(matches):
            played, sent = play_match(ask, seats, Random(seed))
            positions += played
            commands += sent
        stdin.close()
    return Tally(matches, positions, commands, time.perf_counter() - began)


def main(argv: list[str]) -> int:
    """`python3 -m tests.bench engine [--game KEY] [--seats N] [--matches N]`."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench engine", description=__doc__)
    parser.add_argument("--game", default="milkuro")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=1000)
    chosen = parser.parse_args(argv)
    tally = measure(chosen.game, chosen.seats, chosen.matches)
    sys.stdout.write(tally.line(chosen.game) + "\n")
    return 0
