"""JSON text and back: one fast encoder for everything, and the canonical form for comparing."""

from __future__ import annotations

import orjson


def loads(data: bytes | str) -> object:
    """Parse strict JSON: no NaN, no bad UTF-8, bounded nesting. Raises `ValueError`."""
    answer: object = orjson.loads(data)
    return answer


def dumps(value: object) -> bytes:
    """Compact JSON; dataclasses by their field names. Raises `TypeError`."""
    return orjson.dumps(value)


def canonical(value: object) -> bytes:
    """Compact JSON with sorted keys: equal texts, equal values. Raises `TypeError`."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
