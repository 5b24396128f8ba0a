"""Names people go by: labels of 1 to 24 characters without anything invisible in them."""

from __future__ import annotations

import unicodedata
from random import Random

from app.tables.refusals import Code, Refused

MAX_NAME = 24
MAX_NAME_CODE_POINTS = 96

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
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in name):
        raise Refused(Code.INVALID, "A name has no invisible characters.", {"at": "name"})
    if not 1 <= count_graphemes(name) <= MAX_NAME or len(name) > MAX_NAME_CODE_POINTS:
        raise Refused(Code.INVALID, "A name has 1 to 24 characters.", {"at": "name"})
    return name


def count_graphemes(text: str) -> int:
    """Letters as a reader counts them: marks belong to the letter before them."""
    return sum(not unicodedata.category(letter).startswith("M") for letter in text)


def make_up_name(rng: Random) -> str:
    """A friendly name for a newcomer, editable later."""
    return f"{rng.choice(FIRST_WORDS)} {rng.choice(SECOND_WORDS)}"
