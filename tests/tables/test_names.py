"""Names as people write them, and what hides in them."""

from __future__ import annotations

from random import Random

import pytest

from app.tables.graphemes import count_graphemes
from app.tables.names import MADE_UP, MAX_NAME, check_name, make_up_name
from app.tables.refusals import Code, Refused

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
RAINBOW = "🏳\ufe0f\u200d🌈"

CHARACTERS = [
    ("Ada", 3),
    ("Zoë", 3),
    ("e\u0301", 1),
    ("สวัสดี", 4),
    ("กำ", 1),
    ("น้ำ", 1),
    ("ກຳ", 1),
    (FAMILY, 1),
    (RAINBOW, 1),
    ("👍🏽", 1),
    ("👩🏽\u200d🚒", 1),
    ("❤\ufe0f\u200d🔥", 1),
    ("1\ufe0f\u20e3", 1),
    ("🇹🇭🇫🇷", 2),
    ("🇹🇭🇫", 2),
    (ENGLAND, 1),
    ("Bo 🂡", 4),
    ("😀😀", 2),
]


@pytest.mark.parametrize(("text", "count"), CHARACTERS)
def test_characters_are_counted_as_a_reader_does(text: str, count: int) -> None:
    assert count_graphemes(text) == count
    assert check_name(text) == check_name(check_name(text))


@pytest.mark.parametrize("letter", ["x", "é", "กำ", FAMILY, ENGLAND, "👩🏽\u200d🚒", "🇹🇭"])
def test_one_to_24_of_any_character(letter: str) -> None:
    assert check_name(letter) == letter
    assert check_name(letter * MAX_NAME) == letter * MAX_NAME
    with pytest.raises(Refused) as caught:
        check_name(letter * (MAX_NAME + 1))
    assert (caught.value.code, caught.value.detail) == (Code.INVALID, {"at": "name"})


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("Ada\u00a0Lovelace", "Ada Lovelace"),
        ("Ada\n\tLovelace", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),
        ("\u212b", "Å"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("🫨", "🫨"),
    ],
)
def test_how_a_name_is_kept(written: str, kept: str) -> None:
    assert check_name(written) == kept


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param(" \t\n ", id="spaces"),
        pytest.param("Ada\u202e", id="right-to-left override"),
        pytest.param("\u2066Ada\u2069", id="isolates"),
        pytest.param("A\u200dda", id="joiner between letters"),
        pytest.param("Ada\u200d", id="joiner at the end"),
        pytest.param("Ada\u200b", id="zero-width space"),
        pytest.param("\ufeffAda", id="byte order mark"),
        pytest.param("A\u00adda", id="soft hyphen"),
        pytest.param("Ada\x07", id="control character"),
        pytest.param("Ada\x00", id="zero byte"),
        pytest.param("\ud800", id="half a surrogate pair"),
        pytest.param("\ue000", id="private use"),
        pytest.param("\u3164", id="Hangul filler"),
        pytest.param("\u2800", id="blank Braille"),
        pytest.param("a\U000e0067", id="tag without a flag"),
        pytest.param("\u0301Ada", id="mark on nothing"),
        pytest.param("A" + "\u0316" * 5, id="pile of marks"),
        pytest.param("x" * 100_000, id="endless"),
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(Refused) as caught:
        check_name(name)
    assert (caught.value.code, caught.value.detail) == (Code.INVALID, {"at": "name"})


@pytest.mark.parametrize("language", MADE_UP)
def test_made_up_names_are_names(language: str) -> None:
    rng = Random(7)
    made = {make_up_name(rng, language) for _ in range(300)}
    assert all(check_name(name) == name for name in made)
    assert len(made) > 100


@pytest.mark.parametrize("language", MADE_UP)
def test_the_longest_made_up_name_is_a_name(language: str) -> None:
    words = MADE_UP[language]
    longest = [max(part, key=count_graphemes) for part in (words.qualities, words.creatures)]
    name = words.pattern.format(quality=longest[0], creature=longest[1])
    assert check_name(name) == name
