"""`docs/scenarios.md` names tests that there are, and no scenario is without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "scenarios.md"

ROW = re.compile(r"^\| (\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"`(test_\w+)`")
DEFINED = re.compile(r"^(?:async )?def (test_\d\d_\w+)\(", re.MULTILINE)
SCENARIOS = {*range(1, 32), *range(34, 39)}


def numbered_tests() -> Iterator[str]:
    """The tests of the tree that are named after a scenario."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        yield from DEFINED.findall(path.read_text())


def rows() -> dict[int, list[str]]:
    """The tests that the page names, by scenario."""
    return {int(number): NAMED.findall(names) for number, _, names in ROW.findall(PAGE.read_text())}


def test_the_page_has_every_scenario_in_order() -> None:
    assert list(rows()) == sorted(SCENARIOS)


def test_every_test_on_the_page_is_there_and_of_its_scenario() -> None:
    there = set(numbered_tests())
    for number, names in rows().items():
        assert names, f"{number} has no test"
        for name in names:
            assert name in there, f"{name} is gone"
            assert f"{number:02}" in re.findall(r"_(\d\d)(?=_)", name), name


def test_every_numbered_test_is_of_a_scenario() -> None:
    numbers = {int(name.split("_")[1]) for name in numbered_tests()}
    assert numbers >= SCENARIOS
    assert all(1 <= number <= 38 for number in numbers)
