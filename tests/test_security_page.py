"""`docs/security.md` has every line of the standard once, and names tests that there are."""

from __future__ import annotations

import re
from collections import Counter

from app.web.limits import MOST_AT_TABLE, MOST_OF_ADDRESS
from app.web.shield import Bounds
from app.web.wire import MAX_PIECES, MAX_WAITING
from tests.named import ROOT, known_tests, names_in

PAGE = (ROOT / "docs" / "security.md").read_text()
SHOWN = re.compile(r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
TOLD = re.compile(r"^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| [^|]+ \| [^|]+ \|$", re.MULTILINE)

LINES = {
    "1.1": "1-7", "1.2": "1-4", "1.4": "1 4 5", "1.5": "1-4", "1.6": "1-4", "1.7": "1 2",
    "1.8": "1 2", "1.9": "1 2", "1.10": "1", "1.11": "1 2", "1.12": "2", "1.14": "1-6",
    "2.1": "1-12", "2.2": "1-3", "2.3": "1-3", "2.4": "1-5", "2.5": "1-7", "2.6": "1-3",
    "2.7": "1-6", "2.8": "1-7", "2.9": "1-3", "2.10": "1-4", "3.1": "1", "3.2": "1-4", "3.3": "1-4",
    "3.4": "1-5", "3.5": "1-3", "3.7": "1", "4.1": "1-3 5", "4.2": "1 2", "4.3": "1-3",
    "5.1": "1-5", "5.2": "1-8", "5.3": "1-10", "5.4": "1-3", "5.5": "1-4", "6.1": "1-3",
    "6.2": "1-6", "6.3": "1 2", "6.4": "1 2", "7.1": "1-4", "7.2": "1 2", "7.3": "1 3 4",
    "7.4": "1-3", "8.1": "1-4", "8.2": "1-3", "8.3": "1-8", "9.1": "1-3", "9.2": "1-4",
    "10.2": "1 2", "10.3": "1-3", "11.1": "1-8", "12.1": "1-3", "12.2": "1", "12.3": "1-6",
    "12.4": "1 2", "12.5": "1 2", "12.6": "1", "13.1": "1 3-5", "13.2": "1-3 5 6", "13.3": "1 2",
    "13.4": "1 2", "14.1": "1-4", "14.2": "1-6", "14.3": "2 3", "14.4": "1-7", "14.5": "1-4",
}  # fmt: skip
"""The requirements of ASVS 4.0.3 up to level 2, without those that it has deleted or moved."""


def required() -> set[str]:
    """All their numbers."""
    return {
        f"{section}.{number}" for section, spans in LINES.items() for number in numbers_of(spans)
    }


def numbers_of(spans: str) -> list[int]:
    """`1-3 5` written out."""
    ends = [[int(end) for end in span.split("-")] for span in spans.split()]
    return [number for span in ends for number in range(span[0], span[-1] + 1)]


def test_every_line_of_the_standard_is_there_once() -> None:
    shown = [number for number, _ in SHOWN.findall(PAGE)]
    told = [number for numbers in TOLD.findall(PAGE) for number in numbers.split(", ")]
    twice = [number for number, times in Counter(shown + told).items() if times > 1]
    assert twice == []
    assert set(shown + told) == required()
    assert len(shown) > len(told)


def test_every_test_on_the_page_is_there() -> None:
    for number, names in SHOWN.findall(PAGE):
        assert names_in(names), f"{number} has no test"
    assert [name for name in names_in(PAGE) if name not in known_tests()] == []


def test_the_page_tells_the_numbers_that_hold() -> None:
    bounds = Bounds()
    for told in (
        f"{bounds.head_seconds:.0f} s for a head", f"{bounds.body_seconds:.0f} s for a body",
        f"{bounds.take_seconds:.0f} s to take", f"heads of {bounds.head_bytes // 1024} KiB",
        f"{bounds.requests_ahead} requests sent ahead",
        f"connections of an address ({bounds.from_one})",
        f"at most {MAX_PIECES} pieces", f"{MAX_WAITING} messages that wait",
        f"of an address ({MOST_OF_ADDRESS})", f"of a table ({MOST_AT_TABLE})",
    ):  # fmt: skip
        assert told in PAGE
