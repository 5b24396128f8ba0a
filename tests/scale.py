"""How much of something a test does: little in the short suite, all of it with `--full`."""

from __future__ import annotations

import os

FULL = os.environ.get("FULL") == "1"
LANGUAGES = ("en", "fr", "ro", "th") if FULL else ("en",)
"""Those in which pages are looked at whose words hang on nothing else."""


def scaled(short: int, full: int) -> int:
    """`short`, or `full` when the whole counts were asked for."""
    return full if FULL else short
