"""Characters as a reader counts them (UAX #29, as far as names need it).

The standard library knows categories, not grapheme breaks; what follows covers marks, emoji
sequences, flags, and the Thai and Lao vowels that stand after their consonant.
"""

from __future__ import annotations

import unicodedata

NON_JOINER = "\u200c"
JOINER = "\u200d"
FLAG = "\U0001f3f4"
SPACING_VOWELS = frozenset("\u0e33\u0eb3")
"""Thai and Lao AM: letters by category, but written with the consonant before them."""

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by category that show nothing."""

UNSHOWN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
VIRAMA = 9
"""The combining class of signs that join consonants."""


def count_graphemes(text: str) -> int:
    """How many characters a reader sees."""
    return sum(_begins_grapheme(text, at) for at in range(len(text)))


def count_marks(text: str) -> int:
    """The longest run of marks in the text."""
    longest = run = 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter).startswith("M") else 0
        longest = max(longest, run)
    return longest


def is_blank(letter: str) -> bool:
    """Whether the code point shows nothing by itself."""
    if _is_emoji(letter):
        return False
    return unicodedata.category(letter) in UNSHOWN or letter in FILLERS


def can_join(text: str, at: int) -> bool:
    """Whether the blank code point at `at` does its work there: it shapes what stands around it.

    A joiner between emoji, after a virama, or between Arabic letters (RFC 5892, A.1 and A.2,
    simplified); a tag in the flag of a region.
    """
    letter = text[at]
    if _is_tag(letter):
        return at > 0 and (text[at - 1] == FLAG or _is_tag(text[at - 1]))
    if letter not in (JOINER, NON_JOINER) or not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    if unicodedata.combining(before) == VIRAMA:
        return True
    if letter == JOINER and _is_symbol(after):
        return _is_symbol(_base_before(text, at))
    return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"


def _begins_grapheme(text: str, at: int) -> bool:
    letter = text[at]
    if at == 0:
        return True
    if _extends(letter) or (text[at - 1] == JOINER and _is_symbol(letter)):
        return False
    return not (_is_regional(letter) and _regionals_before(text, at) % 2)


def _extends(letter: str) -> bool:
    if letter in SPACING_VOWELS or letter in (JOINER, NON_JOINER):
        return True
    return _is_tag(letter) or _is_skin_tone(letter) or unicodedata.category(letter).startswith("M")


def _base_before(text: str, at: int) -> str:
    while at > 1 and _extends(text[at - 1]):
        at -= 1
    return text[at - 1]


def _regionals_before(text: str, at: int) -> int:
    first = at
    while first > 0 and _is_regional(text[first - 1]):
        first -= 1
    return at - first


def _is_symbol(letter: str) -> bool:
    return _is_emoji(letter) or unicodedata.category(letter) in ("So", "Sm")


def _is_emoji(letter: str) -> bool:
    """The planes' picture blocks, those of a Unicode newer than ours included."""
    return "\U0001f000" <= letter <= "\U0001faff"


def _is_regional(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _is_skin_tone(letter: str) -> bool:
    return "\U0001f3fb" <= letter <= "\U0001f3ff"


def _is_tag(letter: str) -> bool:
    return "\U000e0020" <= letter <= "\U000e007f"
