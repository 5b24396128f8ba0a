"""JSON text and back: one fast encoder for everything, and the canonical form for comparing.

msgspec writes slotted dataclasses several times faster than orjson, which reads JSON faster and
sorts keys.
"""

from __future__ import annotations

import msgspec
import orjson

_ENCODER = msgspec.json.Encoder()


def loads(data: bytes | str) -> object:
    """Parse strict JSON: no NaN, no bad UTF-8, bounded nesting. Raises `ValueError`."""
    answer: object = orjson.loads(data)
    return answer


def dumps(value: object) -> bytes:
    """Compact JSON; dataclasses by their field names. Raises `TypeError`."""
    return _ENCODER.encode(value)


def canonical(value: object) -> bytes:
    """Compact JSON with sorted keys: equal texts, equal values. Raises `TypeError`."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
