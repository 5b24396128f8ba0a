"""Golden records: random matches through the engine, kept with a digest of all it answered.

`python3 -m tests.games.make_golden` writes those that are missing. What is there is never
written anew: a record that no longer replays means a new version of its game's rules.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from app.codec import json
from app.engine import Engine
from app.games.registry import REGISTRY

FOLDER = Path(__file__).parent / "golden"
Ask = Callable[..., Any]

SETUPS: dict[tuple[str, int], list[dict[str, Any]]] = {
    ("milkuro", 2): [{}, {}],
    ("milkuro", 3): [{}, {}],
    ("milkuro", 4): [{}, {}],
    ("gnav", 2): [{}, {"lives": 1}, {"lives": 5}],
    ("gnav", 4): [{}, {"lives": 1}, {"lives": 5}],
    ("gnav", 10): [{}, {"lives": 1}],
    **{("milkman", seats): [{}] for seats in (2, 3, 4)},
    **{
        ("mino_dice", seats): [
            {},
            {"colour_set_by": "first_number"},
            {"scoring": "simple", "flag_cancels_bonus": False},
        ]
        for seats in (3, 4, 5, 6)
    },
}
"""Options of the matches that each file holds."""


@dataclass(frozen=True, slots=True)
class Golden:
    """One match: how it was made, and what came of it."""

    options: dict[str, Any]
    match_seed: str
    moves: list[list[Any]]
    result: dict[str, Any]
    digest: str


def path_of(game: str, seats: int) -> Path:
    """Where the records of a game with so many seats lie."""
    return FOLDER / f"{game}-{seats}.json"


def load_golden(game: str, seats: int) -> list[Golden]:
    """The matches of one file."""
    matches: Any = json.loads(path_of(game, seats).read_bytes())
    return [Golden(**match) for match in matches["matches"]]


def play_golden(
    game: str, seats: int, golden: tuple[dict[str, Any], str], choose: Callable[[Ask, Any], Any]
) -> Golden:
    """A match through the engine: `choose` names the seat and the move, given the last answer.

    The digest covers every answer: events, results, each viewer's view, all legal moves.
    """
    options, match_seed = golden
    engine = Engine(REGISTRY.find(game), REGISTRY.policies[game])
    digest = hashlib.sha256()
    moves: list[list[Any]] = []

    def ask(**frame: Any) -> Any:
        answer = json.loads(engine.answer(json.dumps(frame)))
        digest.update(json.canonical(answer) + b"\n")
        return answer

    answer = ask(cmd="new", seats=seats, options=options, match_seed=match_seed)
    look_around(ask, seats)
    while answer["result"] is None:
        seat, move = choose(ask, answer)
        moves.append([seat, move])
        answer = ask(cmd="play", seat=seat, move=move)
        look_around(ask, seats)
    return Golden(options, match_seed, moves, answer["result"], digest.hexdigest())


def look_around(ask: Ask, seats: int) -> None:
    """Ask for all views and all legal moves."""
    for viewer in [*range(seats), None, "all"]:
        ask(cmd="view", seat=viewer)
    for seat in range(seats):
        ask(cmd="legal", seat=seat)


def random_golden(game: str, seats: int, options: dict[str, Any], rng: Random) -> Golden:
    """A match of random legal moves."""

    def choose(ask: Ask, answer: Any) -> Any:
        seat = rng.choice(answer["to_act"])
        return seat, rng.choice(ask(cmd="legal", seat=seat)["legal"])

    seed = rng.randbytes(32).hex()
    played = play_golden(game, seats, (options, seed), choose)
    return replay_golden(game, seats, played)


def replay_golden(game: str, seats: int, golden: Golden) -> Golden:
    """The same moves once more, and what comes of them now."""
    moves: Iterator[list[Any]] = iter(golden.moves)
    return play_golden(
        game, seats, (golden.options, golden.match_seed), lambda ask, answer: next(moves)
    )


def text_of(game: str, seats: int, matches: list[Golden]) -> str:
    """The file: a line a match, so that a change shows which."""
    version = REGISTRY.find(game).info.version
    head = json.dumps({"game": game, "rules_version": version, "seats": seats}).decode()
    lines = ",\n".join(json.dumps(match).decode() for match in matches)
    return f'{head[:-1]},"matches":[\n{lines}\n]}}\n'


def main() -> int:
    """Write the files that are missing."""
    FOLDER.mkdir(exist_ok=True)
    for (game, seats), setups in SETUPS.items():
        path = path_of(game, seats)
        if path.exists():
            continue
        rng = Random(f"{game}-{seats}")
        matches = [random_golden(game, seats, options, rng) for options in setups]
        path.write_text(text_of(game, seats, matches), encoding="utf-8")
        sys.stdout.write(f"{path.name}: {len(matches)} matches\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
