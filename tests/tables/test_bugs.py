"""A log line about a bug says where it is, and none of the values that led there."""

from __future__ import annotations

from app.tables.bugs import trace_of


def fail_over(card: str) -> None:
    raise ValueError(f"cannot play {card}")


def test_a_trace_names_kind_and_places_but_no_values() -> None:
    try:
        fail_over("queen of hearts")
    except ValueError as bug:
        trace = trace_of(bug)
    assert trace.startswith("ValueError > test_bugs.py:")
    assert trace.endswith("fail_over")
    assert "queen" not in trace
    assert "\n" not in trace
