"""What a page wears comes in one sheet, and says what its sheets say."""

from __future__ import annotations

import posixpath
import re

from app.web.sheets import EVERYWHERE, SHEETS, join_sheets
from app.web.statics import BOARDED, Statics, load_statics
from tests.serving import ROOT

GAMES = ("gnav", "milkman", "milkuro", "mino_dice")
RULE = re.compile(r"^[.#:@a-z].*\{$", re.MULTILINE)


def test_a_page_wears_one_sheet_with_all_that_its_sheets_say() -> None:
    statics = load_statics(ROOT / "static")
    for page in SHEETS:
        for game in (*GAMES, "none", None) if page in BOARDED else (None,):
            path = statics.sheet(page, game)
            assert path is not None
            joined = statics.files[path].body.decode()
            assert "@import" not in joined
            names = [*EVERYWHERE, *SHEETS[page], *([f"games/{game}"] if game in GAMES else [])]
            assert [
                f"css/{name}.css" for name in names if f"css/{name}.css" not in statics.files
            ] == []
            told = [re.findall(r"^[.#:@a-z].*\{$", texts_of(statics, name), re.M) for name in names]
            assert re.findall(r"^[.#:@a-z].*\{$", joined, re.M) == [
                rule for one in told for rule in one
            ]
            for address in re.findall(r"url\(\"?([^\")]+)", joined):
                assert posixpath.normpath(f"{posixpath.dirname(path)}/{address}") in statics.files
    assert statics.sheet("rules", "gnav") is None
    assert statics.sheet("table", "none") == statics.sheet("table") == "joined/table.css"


def texts_of(statics: Statics, name: str) -> str:
    """A sheet behind those that it takes in."""
    text = statics.files[f"css/{name}.css"].body.decode()
    folder = posixpath.dirname(name)
    taken = re.findall(r'@import url\("(.+)\.css"\)', text)
    return "".join(texts_of(statics, f"{folder}/{one}") for one in taken) + text


def test_addresses_in_a_sheet_are_seen_from_where_it_lies_then() -> None:
    rest = "url(#c), url(/d), url(data:e) }"
    sheets = {
        "css/tokens.css": f'@import url("deep/er.css");\na {{ b: url("../img/a.svg"), {rest}',
        "css/deep/er.css": "f { g: url(h.svg) }",
    }
    assert join_sheets(sheets, "table", "gnav", "joined/table/gnav.css") == (
        f'f {{ g: url(../../css/deep/h.svg) }}\n\na {{ b: url("../../img/a.svg"), {rest}'
    )
