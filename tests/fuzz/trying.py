"""Runs a property over many cases and counts them; what it finds is told in one line each."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

PHASES = (Phase.generate, Phase.shrink)


@dataclass
class Count:
    """How much was tried of one thing, and what came of it."""

    name: str
    cases: int = 0
    findings: list[str] = field(default_factory=list)


def try_out(
    strategy: SearchStrategy[Any], check: Callable[[Any], None], *, cases: int, number: int
) -> int:
    """Try so many cases of the seed `number`; how many they were. Raises what `check` raises."""
    tried = 0

    def run(case: Any) -> None:
        nonlocal tried
        tried += 1
        check(case)

    bounded = settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=PHASES,
        suppress_health_check=list(HealthCheck),
    )
    with warnings.catch_warnings():
        # A server in another thread draws too: its pings have random payloads.
        warnings.filterwarnings("ignore", "Do not use the `random` module inside strategies")
        bounded(seed(number)(given(strategy)(run)))()
    return tried


def note(
    count: Count, strategy: SearchStrategy[Any], check: Callable[[Any], None], **how: int
) -> None:
    """The same, added to a count; a finding is noted, and the next seed goes on."""
    try:
        count.cases += try_out(strategy, check, **how)
    except Exception as problem:
        count.cases += how["cases"]
        notes = " ".join(getattr(problem, "__notes__", ()))
        count.findings.append(f"{type(problem).__name__}: {str(problem)[:300]} {notes[:600]}")
