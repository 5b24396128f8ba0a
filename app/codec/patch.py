"""JSON Merge Patch (RFC 7396) between two views, for clients that ask with `patch=1`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from app.codec import json


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


class NoPatch(Exception):
    """Something became null, and a merge patch cannot say that."""


def view_patch(old: Any, new: Any) -> Any | None:
    """`exact_patch` between two views as dataclasses; None when only the whole view will do.

    Most fields of two views in a row are the same: only the others are looked into, and neither
    view is turned into plain JSON.
    """
    if type(old) is not type(new) or not is_dataclass(new):
        return exact_patch(_plain(old), _plain(new))
    try:
        return _changed_fields(old, new)
    except NoPatch:
        return None


def same_json(one: Any, other: Any) -> bool:
    """Whether both are the same JSON; the texts decide, so `true` is not `1`."""
    return one is other or json.dumps(one) == json.dumps(other)


def _changed_fields(old: Any, new: Any) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for field in fields(new):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if not same_json(before, after):
            changed[field.name] = _changed_value(before, after)
    return changed


def _changed_value(before: Any, after: Any) -> Any:
    """What the patch says for a value that changed. Raises `NoPatch`."""
    if isinstance(after, (tuple, list, str, int, float)):
        return after
    if after is not None and type(before) is type(after) and is_dataclass(after):
        return _changed_fields(before, after)
    patch = exact_patch(_plain(before), _plain(after))
    if patch is None:
        raise NoPatch
    return patch


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
