"""The interval with which levels of bots are compared."""

from __future__ import annotations

from random import Random

from tests.bench.bots import ERROR, interval_of


def test_a_share_lies_in_its_interval_at_every_look() -> None:
    """Over many duels of a known share the interval is wrong, ever, less often than it may be."""
    rng = Random(5)
    wrong = 0
    for _ in range(200):
        shares: list[float] = []
        for look in range(1, 301):
            shares.append(float(rng.random() < 0.25))
            if look % 8 == 0:
                found = interval_of(shares)
                if not found.low <= 0.25 <= found.high:
                    wrong += 1
                    break
    assert wrong <= 200 * ERROR


def test_the_interval_narrows_around_the_share() -> None:
    few, many = interval_of([1.0, 0.0] * 10), interval_of([1.0, 0.0] * 200)
    assert few.share == many.share == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high
