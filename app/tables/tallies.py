"""Counts that rooms keep of what they do, for whoever watches over a server.

Counting is adding integers; what is made of the numbers is the business of whoever reads them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

MOMENTS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
"""Microseconds: from what nobody notices to what everybody does."""

GROUPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Rows of one transaction of the log."""


class Histogram:
    """How many values lay up to each bound, and their sum. Values and bounds are integers."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[int]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        """One for each bound, and a last one for what lay above all of them."""
        self.total = 0

    def add(self, value: int) -> None:
        """Count one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class LogTally:
    """What one writer of the log has stored."""

    __slots__ = ("failures", "groups", "moves")

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        """Entries that went in, by who made them; `undo` is what took one back."""
        self.groups = Histogram(GROUPS)
        self.failures = 0
        """Groups that the database did not take."""


class BotTally:
    """How the bots of one process are doing."""

    __slots__ = ("failures", "late", "thinking")

    def __init__(self) -> None:
        self.thinking = 0
        """Questions that wait for an answer now."""
        self.late = 0
        """Answers that took too long; the default move was made."""
        self.failures = 0
        """Answers that were none; the default move was made."""
