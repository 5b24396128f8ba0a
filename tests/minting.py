"""Ids, tokens and seeds that are different every time and never a surprise."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field


@dataclass
class CountingMint:
    """Different every time and never a surprise."""

    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    bot_seeds: list[int] = field(default_factory=list)

    def _next(self, kind: str) -> str:
        return f"{kind}{next(self.numbers):04d}"

    def table_id(self) -> str:
        return self._next("table")

    def player_id(self) -> str:
        return self._next("player")

    def session_id(self) -> str:
        return self._next("session")

    def message_id(self) -> str:
        return self._next("message")

    def token(self) -> str:
        return self._next("token")

    def server_seed(self) -> bytes:
        return next(self.numbers).to_bytes(32, "big")

    def client_seed(self) -> str:
        return f"{next(self.numbers):032x}"

    def bot_seed(self) -> int:
        self.bot_seeds.append(next(self.numbers))
        return self.bot_seeds[-1]

    def seating_seed(self) -> int:
        return next(self.numbers)
