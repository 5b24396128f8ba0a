"""All games that this build offers, explicit, keyed by (key, version)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games import gnav, milkman, milkuro, mino_dice
from app.games.base import AnyGame, Hints, Policy


class UnknownGame(LookupError):
    """No such game, or not in that version."""


@dataclass(frozen=True)
class Registry:
    """The games of one process. `games`: every version a stored match may need, oldest first.

    `policies` and `searches`, by key: the `normal` bot, and what helps the `hard` one.
    """

    games: tuple[AnyGame, ...]
    policies: Mapping[str, Policy]
    searches: Mapping[str, Hints] = field(default_factory=dict)

    def current(self) -> dict[str, AnyGame]:
        """The newest version of each game, by key, in the registry's order."""
        return {game.info.key: game for game in self.games}

    def knows(self, key: str, version: str) -> bool:
        """Whether tables of that game and version can be opened here."""
        return any((game.info.key, game.info.version) == (key, version) for game in self.games)

    def find(self, key: str, version: str | None = None) -> AnyGame:
        """The game of that key and version (the newest when None). Raises `UnknownGame`."""
        for game in reversed(self.games):
            if game.info.key == key and version in (None, game.info.version):
                return game
        raise UnknownGame(f"{key}/{version or 'newest'}")


GAMES: tuple[AnyGame, ...] = (milkuro.GAME, mino_dice.GAME, gnav.GAME, milkman.GAME)

POLICIES: Mapping[str, Policy] = {
    "milkuro": milkuro.POLICY,
    "mino_dice": mino_dice.POLICY,
    "gnav": gnav.POLICY,
    "milkman": milkman.POLICY,
}
"""The `normal` bot of each game, by key."""

SEARCHES: Mapping[str, Hints] = {
    "milkuro": milkuro.SEARCH,
    "mino_dice": mino_dice.SEARCH,
    "gnav": gnav.SEARCH,
    "milkman": milkman.SEARCH,
}
"""What helps the `hard` bot of each game, by key."""

REGISTRY = Registry(GAMES, POLICIES, SEARCHES)
