"""No rule of style asks of a page so much that a single new word has all of it styled anew."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.serving import ROOT

SHEETS = sorted((ROOT / "static/css").rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NAMED = re.compile(r"[.#\[]|(?<![\w:-])[a-z][a-z0-9]*(?![\w(-])")
"""A class, an id, an attribute or the name of an element."""
BESIDE = " >+~,"


def selectors_of(sheet: str) -> Iterator[str]:
    """Each selector of a sheet, those of one rule apart."""
    for prelude in re.findall(r"([^{};]+)\{", COMMENT.sub("", sheet)):
        if not prelude.strip().startswith("@"):
            yield from (" ".join(one.split()) for one in split(prelude, ","))


def split(selector: str, marks: str) -> list[str]:
    """The parts between marks that stand in no brackets."""
    parts, depth = [""], 0
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in marks:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]


def without(pattern: str, selector: str) -> str:
    """A selector without what stands in the brackets of a pseudo-class."""
    while (found := re.search(pattern + r"\(", selector)) is not None:
        depth, end = 1, found.end()
        while depth > 0:
            depth += (selector[end] == "(") - (selector[end] == ")")
            end += 1
        selector = selector[: found.start()] + selector[end:]
    return selector


def is_named(compound: str) -> bool:
    """Whether it says of what kind a thing is, in each case that it speaks of."""
    own = without(":(?:not|has)", compound)
    cases = [split(one[1:-1], ",") for one in re.findall(r":(?:is|where)(\([^()]*\))", own)]
    own = without(":(?:is|where)", own)
    return bool(NAMED.search(own)) or any(all(map(is_named, case)) for case in cases)


def asks_too_much(selector: str) -> bool:
    """Whether it asks what something has, for the sake of whatever else it has or stands beside."""
    compounds = split(selector, BESIDE)
    asking = next((i for i, part in enumerate(compounds) if ":has(" in part), None)
    if asking is None:
        return False
    return not all(map(is_named, compounds[asking:]))


@pytest.mark.parametrize(
    ("selector", "too_much"),
    [
        (".seat:has(> .clock) > :not(.clock, .ring)", True),
        (".board:has(.is-mine) *", True),
        (".board:has(.is-mine) :hover", True),
        (":has(> .clock) > .stool", True),
        ("*:has(.clock) .stool", True),
        (".seat:has(.clock) + :is(*, .stool)", True),
        (".seat:has(> .clock) > :is(.stool, .lamp)", False),
        (".room:has([data-lamp]) .card:not(.is-lifted, :has([data-lamp])) .art", False),
        (".look:has(.system)", False),
        (".people li:has(> .ways:empty)", False),
        (".room > *", False),
    ],
)
def test_what_asks_too_much_is_found(selector: str, *, too_much: bool) -> None:
    assert asks_too_much(selector) is too_much


def test_whatever_comes_or_goes_has_few_things_styled_anew() -> None:
    found = [
        f"{sheet.relative_to(ROOT)}: {selector}"
        for sheet in SHEETS
        for selector in selectors_of(sheet.read_text())
        if asks_too_much(selector)
    ]
    assert found == []
