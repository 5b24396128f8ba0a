"""Type that every language can be read in: Thai is not pulled apart, slanted, or squeezed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
SHEETS = sorted(CSS.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
LINE = re.compile(r"line-height:\s*([^;]+)|\bfont:[^;]*?/\s*(var\([^)]*\)|[\w.]+)")
TOKEN = re.compile(r"--(leading[a-z-]*): ([\d.]+);")

ROOMY = 1.6
"""Lines that vowels above and tone marks over them have room in."""

WITHOUT_WORDS = {
    "admin_now.css": {".tile-value", ".scale"},
    "admin_people.css": {".arrow", ".closing-face"},
    "admin_tables.css": {".house-clock"},
    "before.css": {".ring-count"},
    "company.css": {
        ".alike", ".series-wins", ".places.by-lot .place-stool::after", ".chat-more",
    },
    "help.css": {".hint-close"},
    "panel.css": {".finding-sign"},
    "table.css": {".unread", ".scores-place, .scores-score"},
    "time.css": {".clock"},
    "gnav.css": {".gnav-count", ".gnav-badge", ".gnav-numbers"},
    "farm.css": {".mm-worth", ".mm-sum", ".mm-gain", ".mm-count"},
    "phone.css": {
        ".mm-slip > .mm-worth", ".mm-hung .mm-worth", ".mm-facts > .mm-gain",
        ".mm-neighbours:is(.of-3, .of-4) .mm-facts",
    },
    "road.css": {
        ".mm-slip > .mm-worth", ".mm-pay", ".mm-hung", ".mm-hung .mm-worth", ".mm-fuel",
    },
    "sideways.css": {".milkman .mm-slip > .mm-worth", ".milkman .mm-hung .mm-worth"},
    "thumb.css": {".mm-amount", ".mm-amount b", ".mm-step", ".mm-fact.is-score"},
    "milkuro.css": {
        ".mk-token", ".mk-total", ".mk-count", ".mk-dial", ".mk-sheet td", ".mk-sheet .mk-sum",
        ".mk-open-card",
    },
    "mino_dice.css": {
        ".md-die", ".md-binds > span:last-child", ".md-bid-number", ".md-dots", ".md-total",
        ".md-pips b", ".md-coins", ".md-faces", ".md-reckon :is(th, td), .md-sheet :is(th, td)",
        ".md-reckon .md-sum", ".md-sheet tfoot td", ".md-cell",
    },
}  # fmt: skip
"""What holds digits and signs alone, by sheet: as high as the thing that it stands on."""


def rules(sheet: Path) -> Iterator[tuple[str, str]]:
    """The selectors of a sheet and what they declare, also within media queries."""
    for selector, body in RULE.findall(COMMENT.sub("", sheet.read_text())):
        yield " ".join(selector.split()), body


def lines(sheet: Path) -> Iterator[tuple[str, str]]:
    """Each height of lines that a sheet asks for, with its selector."""
    for selector, body in rules(sheet):
        for found in LINE.finditer(body):
            yield selector, (found[1] or found[2]).strip()


def test_thai_is_neither_pulled_apart_nor_slanted_whatever_a_sheet_says() -> None:
    """One rule that outranks all, so that a game from elsewhere cannot get it wrong either."""
    body = dict(rules(CSS / "base.css"))[":lang(th)"]
    wanted = {"font-style: normal !important", "letter-spacing: normal !important"}
    assert {each.strip() for each in body.split(";")} - {""} == wanted


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_nothing_outranks_that_rule(sheet: Path) -> None:
    loud = re.compile(r"(?:letter-spacing|font-style|font):[^;]*!important")
    found = [s for s, body in rules(sheet) if s != ":lang(th)" and loud.search(body)]
    assert found == []


def test_lines_of_thai_have_room() -> None:
    declared = dict(rules(CSS / "tokens.css"))
    plain = dict(TOKEN.findall(next(b for s, b in rules(CSS / "tokens.css") if s == ":root")))
    thai = dict(TOKEN.findall(declared[":root:lang(th)"]))
    assert thai.keys() == plain.keys() == {"leading", "leading-close", "leading-tight"}
    assert all(float(height) >= ROOMY for height in thai.values())


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_words_stand_on_lines_of_the_language(sheet: Path) -> None:
    excused = WITHOUT_WORDS.get(sheet.name, set())
    squeezed = [
        (selector, height)
        for selector, height in lines(sheet)
        if not height.startswith("var(--leading")
        and not (re.fullmatch(r"[\d.]+", height) and float(height) >= ROOMY)
        and selector not in excused
    ]
    assert squeezed == []


def test_nothing_is_excused_that_is_gone() -> None:
    there = {(sheet.name, selector) for sheet in SHEETS for selector, _ in lines(sheet)}
    excused = {(name, selector) for name, all_of in WITHOUT_WORDS.items() for selector in all_of}
    assert excused - there == set()
