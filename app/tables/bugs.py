"""How a bug in a rules module is told in the log: where, never with which values.

The text of an exception may name a card that somebody holds; log lines tell no secret.
"""

from __future__ import annotations

import traceback
from pathlib import Path


class RulesTooSlow(Exception):
    """A rules module was broken off: it did not come to an end, or took memory without one."""


def trace_of(bug: BaseException) -> str:
    """The kind of the exception and the places it passed, innermost last, on one line."""
    frames = traceback.extract_tb(bug.__traceback__)
    places = (f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
    return " > ".join((type(bug).__name__, *places))
