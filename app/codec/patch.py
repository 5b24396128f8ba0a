"""JSON Merge Patch (RFC 7396) between two views, for clients that ask with `patch=1`."""

from __future__ import annotations

from typing import Any


def make_patch(old: Any, new: Any) -> Any:
    """A patch whose application to `old` gives `new`, where the RFC can say it."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif not same(old[key], value):
            patch[key] = make_patch(old[key], value)
    return patch


def apply_patch(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = apply_patch(result.get(key), value)
    return result


def same(one: Any, other: Any) -> bool:
    """Equality as JSON has it: `true` is not `1`, `1.0` is not `1`."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def exact_patch(old: Any, new: Any) -> Any | None:
    """The patch from `old` to `new`, or None when applying it would not give `new`."""
    patch = make_patch(old, new)
    return patch if same(apply_patch(old, patch), new) else None
