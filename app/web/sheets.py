"""The style sheets of a page joined into one: a first visit fetches one file, not a dozen."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from app.web.modules import resolve

SHEETS: Mapping[str, tuple[str, ...]] = {
    "learn": ("table", "house_news", "learn"),
    "lobby": ("cautions", "lobby", "own_tables", "house_news"),
    "me": ("me", "own_tables"),
    "replay": ("table", "house_news", "panel", "replay"),
    "table": (
        "cautions",
        "table",
        "house_news",
        "before",
        "panel",
        "company",
        "time",
        "rules",
        "pieces",
        "help",
        "low",
    ),
}
"""What each of these pages wears over `EVERYWHERE`; later ones put right what earlier say."""

EVERYWHERE = ("tokens", "base", "look")

_TAKEN_IN = re.compile(r'^@import url\("([^"]+)"\);[ \t]*$', re.MULTILINE)
_ADDRESS = re.compile(r"""url\((["']?)(?![/#])([^"':)]+)\1\)""")
"""A file's place as seen from the sheet; whole addresses and parts of the page stay as they are."""


def worn(page: str, game: str | None) -> tuple[str, ...]:
    """The paths of all that a page wears, its game's own sheet last."""
    names = [f"css/{name}.css" for name in (*EVERYWHERE, *SHEETS[page])]
    return (*names, *([f"css/games/{game}.css"] if game else []))


def join_sheets(sheets: Mapping[str, str], names: Iterable[str], path: str) -> str:
    """One sheet that lies at `path` and says what those that there are of `names` say.

    `sheets`: texts by their paths.
    """
    return "\n".join(unfold(sheets, name, path) for name in names if name in sheets)


def unfold(sheets: Mapping[str, str], name: str, path: str) -> str:
    """A sheet behind those that it takes in, its addresses as they are seen from `path`."""
    taken = [
        unfold(sheets, resolve(name, other), path) for other in _TAKEN_IN.findall(sheets[name])
    ]
    own = _ADDRESS.sub(lambda found: moved(found, name, path), _TAKEN_IN.sub("", sheets[name]))
    return "\n".join((*taken, own))


def moved(found: re.Match[str], name: str, path: str) -> str:
    """An address in the sheet `name`, for a sheet at `path`."""
    quote, address = found[1], found[2]
    return (
        f"url({quote}{posixpath.relpath(resolve(name, address), posixpath.dirname(path))}{quote})"
    )
