"""What a bot of each level does with an imagined state; runs in a worker process."""

from __future__ import annotations

from random import Random
from typing import Any

from app.games.base import IllegalMove
from app.games.registry import Registry
from app.tables.ports import Question


def choose_move(registry: Registry, question: Question) -> Any:
    """A legal move. `easy`: any; `normal`: the game's policy, which sees a view only.

    Raises `IllegalMove` when the policy answers with another one.
    """
    game = registry.find(question.game, question.rules_version)
    legal = game.legal_moves(question.state, question.seat)
    rng = Random(question.seed)
    if question.level == "easy" or question.game not in registry.policies:
        return rng.choice(legal)
    view = game.view(question.state, question.seat)
    move = registry.policies[question.game].choose(view, question.seat, legal, rng)
    if move not in legal:
        raise IllegalMove
    return move
