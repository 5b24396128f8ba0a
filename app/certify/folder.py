"""What a game still lacks in the tree: rules, bot, page module, style, words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.codec import json

ROOT = Path(__file__).resolve().parents[2]


def missing_parts(key: str, root: Path = ROOT) -> Iterator[str]:
    """One line a part that is not there."""
    for part in (
        f"app/games/{key}/rules.py",
        f"app/games/{key}/policy.py",
        f"static/js/games/{key}.js",
        f"static/css/games/{key}.css",
    ):
        if not (root / part).is_file():
            yield part
    locales = sorted((root / "static/locales").glob("*.json"))
    if not locales:
        yield "static/locales"
    for path in locales:
        words = json.loads(path.read_bytes())
        if not isinstance(words, dict) or not any(word.startswith(f"{key}.") for word in words):
            yield f"words that begin with {key}. in static/locales/{path.name}"
