"""Cautions: a player was warned about a line of theirs, and is told until they say they understand.

They are words of the house to one person. Nobody else reads them, and they end nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Caution:
    """`line`: the id of what was said; `text` or `phrase` None when it is kept no more."""

    id: str
    player: str
    line: str
    at: datetime
    text: str | None = None
    phrase: str | None = None


class Cautions(Protocol):
    """All that were given; `judging.Cases` stores a new one with the verdict that it follows."""

    async def waiting(self) -> tuple[Caution, ...]:
        """Those whose player has not said that they understand, the oldest first."""
        ...

    async def understand(self, player: str, caution: str, at: datetime) -> bool:
        """The player has read it and is told no more; False when it is none of theirs. Saying so
        again changes nothing."""
        ...


def index_cautions(cautions: Iterable[Caution]) -> Mapping[str, tuple[Caution, ...]]:
    """The cautions of each player, in their order."""
    found: dict[str, tuple[Caution, ...]] = {}
    for caution in cautions:
        found[caution.player] = (*found.get(caution.player, ()), caution)
    return found
