"""The rules lead to the same places in every language, and boards open them where they belong."""

from __future__ import annotations

import re

import pytest

from tests.serving import ROOT

RULES = ROOT / "templates" / "rules"
LANGUAGES = ("en", "fr", "ro", "th")
GAMES = ("gnav", "milkman", "milkuro", "mino_dice")
ANCHOR = re.compile(r'\bid="([^"]+)"')
OPENED = re.compile(r'\brules\("([a-z_-]+)"\)')


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
