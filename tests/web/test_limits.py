"""Token buckets: a burst, a rate, bounded memory."""

from __future__ import annotations

import pytest

from app.tables.refusals import Code, Refused
from app.web.limits import RATES, Buckets, Limits, Rate
from tests.web.kitchen import Clock


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 0.5), clock.monotonic)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2.0]
    assert buckets.take("b") == 0
    clock.advance(2)
    assert buckets.take("a") == 0
    assert buckets.take("a") == 2.0
    clock.advance(1000)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2.0]


def test_asking_too_early_costs_nothing() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 1), clock.monotonic)
    buckets.take("a")
    for _ in range(10):
        clock.advance(0.0625)
        assert buckets.take("a") > 0
    clock.advance(0.375)
    assert buckets.take("a") == 0


def test_memory_is_bounded_and_the_quietest_is_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 0.001), clock.monotonic, size=100)
    buckets.take("first")
    for number in range(99):
        buckets.take(str(number))
    assert buckets.take("first") > 0
    for number in range(1000):
        buckets.take(f"more{number}")
    assert len(buckets) == 100
    assert buckets.take("first") == 0


def test_one_client_and_its_whole_address_are_both_counted() -> None:
    limits = Limits(RATES, Clock().monotonic)
    burst = int(RATES["table"].one.burst)
    for _ in range(burst):
        limits.check("table", "10.0.0.1", "ada")
    with pytest.raises(Refused) as caught:
        limits.check("table", "10.0.0.1", "ada")
    assert caught.value.code is Code.RATE_LIMITED
    assert caught.value.detail == {"retry_after": 2}
    limits.check("table", "10.0.0.1", "bob")
    limits.check("table", "10.0.0.2", "cleo")


def test_without_rates_nothing_is_too_fast() -> None:
    limits = Limits(None, Clock().monotonic)
    for _ in range(10_000):
        limits.check("guest", "10.0.0.1")
