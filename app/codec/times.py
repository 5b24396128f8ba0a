"""Times as every message and answer writes them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(512)
def time_text(at: datetime) -> str:
    """UTC with milliseconds: `2026-11-30T20:15:00.125Z`. Each is told to a whole table."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
