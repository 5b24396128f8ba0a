"""What a game still lacks in the tree: rules, bot, page module, style, words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.codec import json

ROOT = Path(__file__).resolve().parents[2]


def missing_parts(key: str, root: Path = ROOT, rules: str | None = None) -> Iterator[str]:
    """One line a part that is not there. `rules`: the folder of the rules below `root`."""
    rules = f"app/games/{key}/" if rules is None else rules
    for part in (
        f"{rules}rules.py",
        f"{rules}policy.py",
        f"static/js/games/{key}.js",
        f"static/css/games/{key}.css",
        f"templates/art/{key}.html",
        f"templates/rules/en/{key}.html",
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
