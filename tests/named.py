"""The tests that a page of `docs/` names, and those that there are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

NAMED = re.compile(r"`(test_\w+)`")
DEFINED = re.compile(r"^(?:async )?def (test_\w+)\(", re.MULTILINE)


def names_in(text: str) -> list[str]:
    """The tests that stand in a piece of a page."""
    return NAMED.findall(text)


@cache
def known_tests() -> frozenset[str]:
    """All tests of the tree, by their names."""
    files = (ROOT / "tests").rglob("test_*.py")
    return frozenset(name for path in files for name in DEFINED.findall(path.read_text()))
