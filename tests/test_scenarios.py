"""`docs/scenarios.md` names tests that there are, and no scenario is without one."""

from __future__ import annotations

import re

from tests.named import ROOT, known_tests, names_in

PAGE = ROOT / "docs" / "scenarios.md"

ROW = re.compile(r"^\| (\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
NUMBERED = re.compile(r"test_\d\d_\w+")
SCENARIOS = {*range(1, 32), *range(34, 39)}


def numbered_tests() -> set[str]:
    """The tests of the tree that are named after a scenario."""
    return {name for name in known_tests() if NUMBERED.fullmatch(name)}


def rows() -> dict[int, list[str]]:
    """The tests that the page names, by scenario."""
    return {int(number): names_in(names) for number, _, names in ROW.findall(PAGE.read_text())}


def test_the_page_has_every_scenario_in_order() -> None:
    assert list(rows()) == sorted(SCENARIOS)


def test_every_test_on_the_page_is_there_and_of_its_scenario() -> None:
    there = numbered_tests()
    for number, names in rows().items():
        assert names, f"{number} has no test"
        for name in names:
            assert name in there, f"{name} is gone"
            assert f"{number:02}" in re.findall(r"_(\d\d)(?=_)", name), name


def test_every_numbered_test_is_of_a_scenario() -> None:
    numbers = {int(name.split("_")[1]) for name in numbered_tests()}
    assert numbers >= SCENARIOS
    assert all(1 <= number <= 38 for number in numbers)
