"""Games whose `normal` bot misbehaves; a worker process imports them from here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any

from app.games.registry import REGISTRY, Registry


class Spinning:
    """Never comes to an end."""

    def choose(self, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        while True:
            rng.random()


class Raising:
    """Always fails."""

    def choose(self, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        raise KeyError("no idea")


class Greedy:
    """Wants more memory than there is for it."""

    def choose(self, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        return [bytes(1 << 28) for _ in range(64)]


class Dying:
    """Takes its process with it."""

    def choose(self, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        os._exit(3)


class Cheating:
    """Answers with a move that nobody may make."""

    def choose(self, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> Any:
        return "mine"


def misbehaving(policy: Any) -> Registry:
    """All games, with that policy for Gnav."""
    return Registry(REGISTRY.games, {**REGISTRY.policies, "gnav": policy})
