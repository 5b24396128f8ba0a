"""Whether two heaps of states could come from one distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from math import log
from typing import Any

from app.codec.games import GameCodec

UNLIKELY = 30.0
"""A likelihood ratio (chi-squared, one degree) that chance reaches once in 20 million."""

Feature = Hashable


@dataclass(slots=True)
class Sample:
    """How many of the states have each feature."""

    size: int = 0
    counts: Counter[Feature] = field(default_factory=Counter)


def sample_of(codec: GameCodec, states: Iterable[Any]) -> Sample:
    """Count the features of states: which values lie where, and which lists hold which values."""
    sample = Sample()
    for state in states:
        found: list[Feature] = []
        note_features(codec.to_jsonable(state), (), found)
        sample.size += 1
        sample.counts.update(set(found))
    return sample


def note_features(value: Any, path: tuple[Hashable, ...], found: list[Feature]) -> None:
    """Every scalar with its path; for lists of scalars also what they hold, wherever."""
    if isinstance(value, dict):
        for key, item in value.items():
            note_features(item, (*path, key), found)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            if isinstance(item, dict | list):
                note_features(item, (*path, at), found)
            else:
                found.append((path, at, item))
                found.append((path, "holds", item))
    else:
        found.append((path, value))


def difference_of(one: Sample, other: Sample) -> tuple[float, Feature]:
    """The greatest likelihood ratio over all features, and where it is."""
    return max(
        (
            (ratio((one.counts[feature], one.size), (other.counts[feature], other.size)), feature)
            for feature in one.counts.keys() | other.counts.keys()
        ),
        key=lambda found: found[0],
        default=(0.0, None),
    )


def ratio(one: tuple[int, int], other: tuple[int, int]) -> float:
    """G statistic of two binomial counts `(hits, size)`; right for zero hits too: the support."""
    hits, size = one[0] + other[0], one[1] + other[1]
    total = 0.0
    for part, whole in (one, other):
        for seen, expected in ((part, hits / size), (whole - part, 1 - hits / size)):
            if seen:
                total += 2 * seen * log(seen / (whole * expected))
    return total
