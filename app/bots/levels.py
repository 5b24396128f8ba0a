"""What a bot of each level does with an imagined state; runs in a worker process."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from app.bots.search import Search
from app.games.base import AnyGame, Hints, IllegalMove
from app.games.registry import Registry
from app.tables.ports import Question


def choose_move(registry: Registry, question: Question) -> Any:
    """A legal move. `easy`: any; `normal`: the game's policy, which sees a view only; `hard`: a
    search of imagined worlds, or the policy where the game has no hints for it.

    Raises `IllegalMove` when the bot answers with another one.
    """
    game = registry.find(question.game, question.rules_version)
    legal = game.legal_moves(question.state, question.seat)
    rng = Random(question.seed)
    policy = registry.policies.get(question.game)
    hints = registry.searches.get(question.game)
    if question.level == "hard" and hints is not None:
        move = search_move(game, hints, question, rng)
    elif question.level == "easy" or policy is None:
        move = rng.choice(legal)
    else:
        view = game.view(question.state, question.seat)
        move = policy.choose(view, question.seat, legal, rng)
    if move not in legal:
        raise IllegalMove
    return move


def search_move(game: AnyGame, hints: Hints, question: Question, rng: Random) -> Any:
    """The move that the search likes best when its time, or its iterations, are used up."""
    search = Search(game, hints, question.state, question.seat, rng)
    until = time.monotonic() + question.seconds
    most = question.iterations

    def go_on(iterations: int) -> bool:
        return time.monotonic() < until if most is None else iterations < most

    return search.run(go_on)[0].move
