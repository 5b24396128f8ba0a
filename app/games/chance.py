"""The stream of draws of one log position (chance.md, "The stream of one log position")."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from typing import TypeVar

ItemT = TypeVar("ItemT")

WORD_SPAN = 1 << 32
WORD_BYTES = 4


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as the record lists it: `got` is a number, or the permutation of 0 … n - 1."""

    call: str
    n: int
    got: int | tuple[int, ...]


class Chance:
    """All randomness of one log position, derived from `match_seed` (32 bytes) alone."""

    __slots__ = ("_block", "_key", "_position", "_recorder", "_words")

    def __init__(
        self,
        match_seed: bytes,
        position: int,
        *,
        recorder: Callable[[Draw], None] | None = None,
    ) -> None:
        if len(match_seed) != 32:
            raise ValueError("match_seed must be 32 bytes")
        if position < 0:
            raise ValueError("a log position is 0 or more")
        self._key = match_seed
        self._position = position
        self._recorder = recorder
        self._block = 0
        self._words: list[int] = []

    @property
    def drew(self) -> bool:
        """Whether anything was drawn from this stream."""
        return self._block > 0

    def word(self) -> int:
        """The next unsigned 32-bit word."""
        if not self._words:
            message = b"%d:%d" % (self._position, self._block)
            block = hmac.digest(self._key, message, hashlib.sha256)
            self._words = [
                int.from_bytes(block[at : at + WORD_BYTES], "big")
                for at in range(len(block) - WORD_BYTES, -1, -WORD_BYTES)
            ]
            self._block += 1
        return self._words.pop()

    def below(self, m: int) -> int:
        """A number 0 … m - 1 without modulo bias; 1 ≤ m ≤ 2³². `below(1)` takes a word too."""
        answer = self._below(m)
        self._record("below", m, answer)
        return answer

    def shuffle(self, items: MutableSequence[ItemT]) -> None:
        """Shuffle in place, from the last item down."""
        order = list(range(len(items))) if self._recorder else []
        for i in range(len(items) - 1, 0, -1):
            j = self._below(i + 1)
            items[i], items[j] = items[j], items[i]
            if order:
                order[i], order[j] = order[j], order[i]
        self._record("shuffle", len(items), tuple(order))

    def choice(self, items: Sequence[ItemT]) -> ItemT:
        """One item: `items[below(len(items))]`."""
        return items[self.below(len(items))]

    def _below(self, m: int) -> int:
        if not 1 <= m <= WORD_SPAN:
            raise ValueError("below(m) needs 1 <= m <= 2**32")
        limit = WORD_SPAN - WORD_SPAN % m
        while (word := self.word()) >= limit:
            pass
        return word % m

    def _record(self, call: str, n: int, got: int | tuple[int, ...]) -> None:
        if self._recorder is not None:
            self._recorder(Draw(call, n, got))
