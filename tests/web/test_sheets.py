"""What a page wears comes in one sheet, and says what its sheets say."""

from __future__ import annotations

import posixpath
import re

import pytest

from app.web.pieces import BOARDED
from app.web.sheets import EVERYWHERE, SHEETS, join_sheets
from app.web.statics import Statics, load_statics
from tests.serving import ROOT

GAMES = ("gnav", "milkman", "milkuro", "mino_dice")
WORN = [
    (page, game)
    for page in SHEETS
    for game in ((*GAMES, "none", None) if page in BOARDED else (None,))
]
ADDRESS = re.compile(r"url\(\"?([^\")]+)\"?\)")
TAKEN_IN = re.compile(r'@import url\("(.+)\.css"\);')


@pytest.fixture(scope="module")
def statics() -> Statics:
    return load_statics(ROOT / "static")


def text_of(statics: Statics, name: str) -> str:
    """A sheet behind those that it takes in, without its addresses."""
    text = statics.files[f"css/{name}.css"].body.decode()
    folder = posixpath.dirname(name)
    taken = [text_of(statics, f"{folder}/{one}") for one in TAKEN_IN.findall(text)]
    return "\n".join((*taken, ADDRESS.sub("url()", TAKEN_IN.sub("", text))))


def joined(statics: Statics, page: str, game: str | None) -> tuple[str, str]:
    """The path of what a page wears, and its text."""
    path = statics.sheet(page, game)
    assert path is not None
    return path, statics.files[path].body.decode()


@pytest.mark.parametrize(("page", "game"), WORN)
def test_a_page_wears_one_sheet_with_all_that_its_sheets_say(
    statics: Statics, page: str, game: str | None
) -> None:
    names = [*EVERYWHERE, *SHEETS[page], *([f"games/{game}"] if game in GAMES else [])]
    _, text = joined(statics, page, game)
    told = "\n".join(text_of(statics, name) for name in names)
    assert ADDRESS.sub("url()", text).split() == told.split()


@pytest.mark.parametrize(("page", "game"), WORN)
def test_what_a_sheet_shows_lies_where_it_says(
    statics: Statics, page: str, game: str | None
) -> None:
    path, text = joined(statics, page, game)
    places = {posixpath.normpath(f"{posixpath.dirname(path)}/{a}") for a in ADDRESS.findall(text)}
    assert places - statics.files.keys() == set()


def test_other_pages_and_other_games_have_what_there_is(statics: Statics) -> None:
    assert statics.sheet("rules", "gnav") is None
    assert statics.sheet("table", "none") == statics.sheet("table") == "joined/table.css"


def test_addresses_in_a_sheet_are_seen_from_where_it_lies_then() -> None:
    rest = "url(#c), url(/d), url(data:e) }"
    sheets = {
        "css/tokens.css": f'@import url("deep/er.css");\na {{ b: url("../img/a.svg"), {rest}',
        "css/deep/er.css": "f { g: url(h.svg) }",
    }
    names = ["css/tokens.css"]
    assert join_sheets(sheets, names, "joined/table/gnav.css") == (
        f'f {{ g: url(../../css/deep/h.svg) }}\n\na {{ b: url("../../img/a.svg"), {rest}'
    )
