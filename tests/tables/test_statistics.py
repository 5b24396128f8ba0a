"""Numbers of the house: what lies between two looks, how shares of runs add up, gaps in charts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.tables.statistics import (
    GRIDS,
    MINUTE,
    Counts,
    Minute,
    Peak,
    close_minute,
    first_of,
    floor,
    points_of,
    put_together,
    quantile,
)
from app.tables.tallies import MOMENTS, Histogram

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
EMPTY = (0,) * (len(MOMENTS) + 1)


def waits(*microseconds: int) -> tuple[int, ...]:
    """Counts of these times."""
    histogram = Histogram(MOMENTS)
    for each in microseconds:
        histogram.add(each)
    return tuple(histogram.counts)


def minute(back: int = 0, run: str = "a", **changes: object) -> Minute:
    """A whole minute of one run, so many before noon."""
    made = Minute(
        NOON - back * MINUTE, (run,), 60.0, 120, 1, waits(500), 6.0, Peak(4, 1, 2, 5, 1_000_000)
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("counted", "share", "expected"),
    [
        (EMPTY, 0.5, None),
        ((), 0.5, None),
        ((1, 2, 3), 0.5, None),  # by bounds that nobody knows any more
        (waits(10), 0.5, 500.0),
        (waits(10), 1.0, 1_000.0),
        (waits(1_000, 1_001), 0.5, 1_000.0),
        (waits(1_000, 1_001), 1.0, 2_000.0),
        (waits(*[3_000] * 4), 0.25, 2_750.0),
        (waits(*[900] * 98, 90_000, 90_000), 0.98, 1_000.0),
        (waits(*[900] * 98, 90_000, 90_000), 0.99, 75_000.0),
        (waits(5_000_000), 0.5, 1_000_000.0),
        (waits(900, 5_000_000), 0.99, 1_000_000.0),
    ],
)
def test_a_quantile_of_buckets(counted: tuple[int, ...], share: float, expected: float) -> None:
    assert quantile(counted, share) == expected


def test_only_what_came_between_two_looks_counts() -> None:
    slow_start = Counts(100.0, 5, 2, waits(*[900_000] * 5), waits(50), 3.0)
    later = Counts(
        110.0, 9, 2, waits(*[900_000] * 5, 1_500, 1_500, 1_500, 1_500), waits(50, 70), 4.5
    )
    between = later.since(slow_start)
    assert between == Counts(10.0, 4, 0, waits(*[1_500] * 4), waits(70), 1.5)
    assert quantile(between.waits, 0.99) == pytest.approx(1_990)
    assert later.since(Counts()).waits == later.waits


def test_shares_of_a_minute_before_and_after_a_restart_make_it_whole() -> None:
    before = minute(seconds=22.0, moves=40, peak=Peak(9, 3, 2, 8, 500))
    after = minute(run="b", seconds=36.0, moves=60, peak=Peak(2, 4, 3, 2, 400))
    whole = put_together(before, after)
    assert whole.peak == Peak(9, 4, 3, 8, 500)
    assert (whole.seconds, whole.moves, whole.errors, whole.cpu) == (58.0, 100, 2, 12.0)
    assert whole.waits == waits(500, 500)
    assert whole.runs == ("a", "b")
    assert put_together(whole, after) == whole
    assert put_together(whole, before) == whole


def test_shares_of_two_processes_stand_side_by_side() -> None:
    both = put_together(minute(), minute(run="b", seconds=59.0))
    assert both.peak == Peak(8, 2, 2, 10, 2_000_000)
    assert (both.lived, both.moves, both.cpu) == (60.0, 240, 12.0)


def test_a_minute_is_told_by_its_first_moment() -> None:
    lived = Counts(59.5, 3, 1, waits(10), waits(10), 0.5)
    closed = close_minute(NOON + timedelta(seconds=1.5), "a", lived, Peak(1, 0, 1, 1, 9))
    assert closed == Minute(NOON, ("a",), 59.5, 3, 1, waits(10), 0.5, Peak(1, 0, 1, 1, 9))


def test_an_hour_has_sixty_points_up_to_the_last_minute() -> None:
    now = NOON + timedelta(minutes=1, seconds=20)
    points = points_of([minute(1), minute(0)], "hour", now)
    assert len(points) == 60
    assert [point.at for point in points] == [NOON - back * MINUTE for back in range(59, -1, -1)]
    assert [point.known is not None for point in points] == [False] * 58 + [True, True]


def test_a_minute_that_just_ended_is_no_gap_before_it_is_stored() -> None:
    now = NOON + timedelta(minutes=1, seconds=1)
    points = points_of([minute(2), minute(1)], "hour", now)
    assert points[-1].at == NOON - MINUTE
    assert points[-1].known is not None
    assert first_of("hour", now) <= points[0].at


def test_a_time_without_minutes_stays_a_gap() -> None:
    now = NOON + timedelta(minutes=1)
    points = points_of([minute(9), minute(8), minute(4), minute(0)], "hour", now)
    seen = "".join("." if point.known is None else "x" for point in points[-10:])
    assert seen == "xx...x...x"
    idle = points_of([minute(9)], "hour", NOON + timedelta(minutes=30))
    assert all(point.known is None for point in idle[-30:])
    assert all(point.known is None for point in points_of([], "day", now))


def test_a_day_adds_up_what_lies_in_ten_minutes() -> None:
    minutes = [
        minute(9, moves=600, waits=waits(*[900] * 97), peak=Peak(1, 0, 1, 1, 5)),
        minute(5, moves=0, waits=waits(*[90_000] * 3), seconds=30.0, peak=Peak(7, 0, 1, 1, 5)),
        minute(-1, seconds=75.0),
    ]
    points = points_of(minutes, "day", NOON + timedelta(minutes=3))
    assert len(points) == 144
    assert points[-1].at - points[0].at == 143 * timedelta(minutes=10)
    before, last = points[-2:]
    assert (before.at, last.at) == (NOON - 10 * MINUTE, NOON)
    assert before.known is not None
    assert (before.known.seconds, before.known.moves, before.known.peak.people) == (90.0, 600, 7)
    assert quantile(before.known.waits, 0.5) < 1_000  # type: ignore[operator]
    assert quantile(before.known.waits, 0.99) > 50_000  # type: ignore[operator]
    assert last.known is not None
    assert last.known.seconds == 60.0


def test_counts_by_other_bounds_are_not_mixed() -> None:
    mixed = put_together(minute(waits=(1, 2)), minute(run="b"))
    assert (mixed.waits, mixed.moves) == ((), 240)
    assert quantile(mixed.waits, 0.5) is None


@pytest.mark.parametrize("span", ["hour", "day"])
@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 61, 599, 600, 659, 661])
def test_every_minute_that_a_chart_wants_is_asked_for(span: str, seconds: int) -> None:
    now = NOON + timedelta(seconds=seconds)
    grid = GRIDS[span]  # type: ignore[index]
    for stored in ([], [minute(-(seconds // 60) + 2)]):
        first = points_of(stored, span, now)[0].at  # type: ignore[arg-type]
        assert first_of(span, now) <= first  # type: ignore[arg-type]
        assert first - first_of(span, now) <= grid.step  # type: ignore[arg-type]
        assert floor(first, grid.step) == first
