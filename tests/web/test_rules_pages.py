"""The rules lead to the same places in every language, and boards open them where they belong."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from app.games.gnav.model import RANKS
from app.games.milkman.model import Face
from tests.serving import ROOT

RULES = ROOT / "templates" / "rules"
LANGUAGES = ("en", "fr", "ro", "th")
GAMES = ("gnav", "milkman", "milkuro", "mino_dice")
ANCHOR = re.compile(r'\bid="([^"]+)"')
OPENED = re.compile(r'\brules\("([a-z_-]+)"\)')
PARAGRAPHS = re.compile(r"PARAGRAPHS = \{([^}]*)\}")
PIECE = re.compile(r'\bdata-piece="([^":]+):([^"]*)"')
DRAWN = re.compile(r"^  (\w+): \(", re.MULTILINE)
LETTERED = "bottle"
"""A piece with a letter on it, another one in each language."""


def anchors(language: str, game: str) -> list[str]:
    """The places on a rules page that can be led to."""
    return ANCHOR.findall((RULES / language / f"{game}.html").read_text())


def test_words_and_rules_are_in_these_languages() -> None:
    assert {file.stem for file in (ROOT / "static" / "locales").iterdir()} == set(LANGUAGES)
    assert {folder.name for folder in RULES.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_rules_have_the_same_places(language: str, game: str) -> None:
    assert anchors(language, game) == anchors("en", game)


def test_what_a_board_opens_stands_on_its_rules_page() -> None:
    opened = [
        (file.parent.name, anchor)
        for file in (ROOT / "static" / "js" / "games").glob("*/*.js")
        for anchor in OPENED.findall(file.read_text())
    ]
    assert opened
    assert [each for each in opened if each[1] not in anchors("en", each[0])] == []


def pieces(language: str, game: str) -> list[tuple[str, str]]:
    """The cards and dice that a rules page shows, without what differs by language."""
    found = PIECE.findall((RULES / language / f"{game}.html").read_text())
    return [(name, what.split()[0] if name == LETTERED else what) for name, what in found]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_moment_is_about_stands_on_its_rules_page(game: str) -> None:
    script = (ROOT / "static" / "js" / "games" / game / "rules_at.js").read_text()
    (table,) = PARAGRAPHS.findall(script)
    opened = re.findall(r'"([a-z_-]+)"', table)
    assert opened
    assert [anchor for anchor in opened if anchor not in anchors("en", game)] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_illustrated_by_what_the_board_can_draw(game: str) -> None:
    script = (ROOT / "static" / "js" / "games" / game / "pieces.js").read_text()
    shown = pieces("en", game)
    assert shown
    assert {name for name, _ in shown} <= set(DRAWN.findall(script))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_rules_show_the_same_pieces(language: str, game: str) -> None:
    assert pieces(language, game) == pieces("en", game)


def test_ranks_and_faces_are_shown_in_order() -> None:
    assert [what for name, what in pieces("en", "gnav") if name == "rank"] == list(RANKS)
    faces = [what for name, what in pieces("en", "milkman") if name == "face"]
    assert faces == list(get_args(Face))
