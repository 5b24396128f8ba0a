"""Bytes that want to be misread: JSON that is almost right, and what is none at all."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

WORDS = (
    b"null", b"true", b"-0", b"0.0", b"1e999", b"-1e-999", b"NaN", b"Infinity", b"-Infinity",
    b"9007199254740993", b"18446744073709551616", b"-9223372036854775809", b"1" * 400,
    b'""', b'"\\u0000"', b'"\\ud800"', b'"\\ud83d\\ude00"', b'"\xff\xfe"', b'"\xed\xa0\x80"',
    b'"__proto__"', b'"\\u202e"', b"'a'", b"//", b"{}", b"[]", b'{"a":1,"a":2}', b"\x00", b"0x10",
)  # fmt: skip
KEYS = (
    "type", "ref", "seq", "seat", "move", "card", "colour", "room", "text", "phrase", "cmd",
    "seats", "options", "match_seed", "level", "format", "log", "start", "branch", "record",
    "result", "name", "game", "pace", "kind", "seconds", "bots", "who", "client_seed", "at",
)  # fmt: skip

DEEPEST = 3000

scalars = st.sampled_from(WORDS) | st.integers().map(lambda number: b"%d" % number)


def listed(inner: Sequence[bytes]) -> bytes:
    """A list of those texts."""
    return b"[" + b",".join(inner) + b"]"


def keyed(pairs: Sequence[tuple[str, bytes]]) -> bytes:
    """An object of those texts, its keys twice where they came twice."""
    return b"{" + b",".join(b'"%s":%s' % (key.encode(), text) for key, text in pairs) + b"}"


texts = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4).map(listed)
        | st.lists(st.tuples(st.sampled_from(KEYS), inner), max_size=5).map(keyed)
    ),
    max_leaves=8,
)
deep = st.builds(
    lambda piece, times: piece * times,
    st.sampled_from((b"[", b'{"a":', b'[{"move":', b"[]", b"[[]]", b'"', b"{")),
    st.integers(1, DEEPEST),
)


def closed(opening: bytes, times: int) -> bytes:
    """Nested so deep, and closed again."""
    return opening * times + b"1" + {b"[": b"]", b'{"a":': b"}"}[opening] * times


nested = st.builds(closed, st.sampled_from((b"[", b'{"a":')), st.integers(1, 1200))


@st.composite
def bent(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """A good sample, changed in a few places."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 12)))
        text = text[:begin] + draw(scalars | st.binary(max_size=3) | texts) + text[end:]
    return text


@st.composite
def swapped(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """A good sample with one of its values exchanged, so that it can still be read."""
    text = draw(st.sampled_from(samples))
    colons = [place for place, letter in enumerate(text) if letter in b":"]
    if not colons:
        return text
    begin = draw(st.sampled_from(colons)) + 1
    ends = [place for place in range(begin, len(text)) if text[place] in b",}]"]
    return text[:begin] + draw(texts) + text[ends[0] if ends else len(text) :]


def hostile(samples: Sequence[bytes]) -> SearchStrategy[bytes]:
    """All of it, around some good samples."""
    return swapped(samples) | bent(samples) | texts | nested | deep | st.binary(max_size=200)
