"""The interval with which levels of bots are compared, and what it says."""

from __future__ import annotations

from random import Random

import pytest

from app.simulate import Order
from tests.bench.bots import ERROR, Duel, Interval, Stopwatch, interval_of, is_enough


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


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.26, 0.50, "better"),
        (0.22, 0.40, "not worse"),
        (0.19, 0.40, "undecided"),
        (0.10, 0.24, "worse"),
        (0.22, 0.24, "worse"),
    ],
)
def test_what_an_interval_says(low: float, high: float, verdict: str) -> None:
    assert Interval((low + high) / 2, low, high).verdict(0.25) == verdict


def test_matches_over_one_deal_are_one_sample() -> None:
    """Equals win each deal once, wherever they sit, so that deals tell nothing of luck."""
    rotated = interval_of([1.0] * 50, 4)
    alone = interval_of([1.0, 0.0, 0.0, 0.0] * 50)
    assert rotated.share == alone.share == 0.25
    assert rotated.high - rotated.low < (alone.high - alone.low) / 2


@pytest.mark.parametrize(
    ("game", "level", "enough"),
    [("gnav", "hard", True), ("gnav", "normal", False), ("milkman", "hard", False)],
)
def test_not_worse_is_enough_only_where_there_is_little_room(
    game: str, level: str, enough: bool
) -> None:
    order = Order(game, 4, (level, "easy", "easy", "easy"), 800, 1, 1)
    duel = Duel(order, Stopwatch(level), wins=[1.0] * 200)
    assert duel.found.verdict(duel.fair) == "not worse"
    assert is_enough(duel) is enough


def test_a_duel_ends_when_it_is_decided() -> None:
    order = Order("gnav", 4, ("normal", "easy", "easy", "easy"), 400, 1, 1)
    duel = Duel(order, Stopwatch("normal"))
    duel.play()
    assert duel.found.low > 0.25
    assert 4 * len(duel.wins) < order.matches
    assert duel.watch.decisions > 0
    assert "| gnav | 4 | normal | easy |" in duel.row()


def test_deals_count_in_their_order_however_many_are_played_at_once() -> None:
    order = Order("gnav", 4, ("normal", "easy", "easy", "easy"), 400, 1, 1)
    duels = [Duel(order, Stopwatch("normal")) for _ in range(2)]
    for jobs, duel in enumerate(duels, start=1):
        duel.play(jobs)
    assert duels[0].wins == duels[1].wins
    assert duels[0].watch.decisions == duels[1].watch.decisions
