"""Names people go by: labels of 1 to 24 characters without anything invisible in them."""

from __future__ import annotations

import unicodedata
from random import Random

from app.tables.graphemes import can_join, count_graphemes, count_marks, is_blank
from app.tables.refusals import Code, Refused

MAX_NAME = 24
MAX_NAME_CODE_POINTS = 24 * 11
"""Enough for the longest emoji sequences."""

MAX_MARKS = 4
"""Marks on one letter; more are a pile that runs into the lines above."""

FIRST_WORDS = (
    "Brave", "Calm", "Cheery", "Clever", "Cosy", "Curious", "Gentle", "Happy", "Jolly", "Kind",
    "Lucky", "Merry", "Mellow", "Nimble", "Patient", "Quiet", "Rosy", "Sunny", "Swift", "Warm",
)  # fmt: skip
SECOND_WORDS = (
    "Badger", "Beaver", "Blackbird", "Donkey", "Finch", "Goose", "Hare", "Hedgehog", "Heron",
    "Kettle", "Lark", "Magpie", "Marten", "Otter", "Owl", "Robin", "Sparrow", "Stork", "Teapot",
    "Wren",
)  # fmt: skip


def check_name(text: str) -> str:
    """The name as it is kept: NFC, trimmed, single spaces. Raises `invalid`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > MAX_NAME_CODE_POINTS or not 1 <= count_graphemes(name) <= MAX_NAME:
        raise Refused(Code.INVALID, "A name has 1 to 24 characters.", {"at": "name"})
    if any(is_blank(letter) and not can_join(name, at) for at, letter in enumerate(name)):
        raise Refused(Code.INVALID, "A name has no invisible characters.", {"at": "name"})
    if count_marks(name[0]) or count_marks(name) > MAX_MARKS:
        raise Refused(Code.INVALID, "Marks stand on letters, a few at most.", {"at": "name"})
    return name


def make_up_name(rng: Random) -> str:
    """A friendly name for a newcomer, editable later."""
    return f"{rng.choice(FIRST_WORDS)} {rng.choice(SECOND_WORDS)}"
