"""What a page needs in one piece, made of the files of the tree at the server's start.

Its modules without comments, `joined/<page>[/<game>].js`, its sheets, `joined/<page>[/<game>].css`,
and its words, `words/<page>[/<game>]/<language>.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import orjson

from app.web.joining import Joiner
from app.web.modules import BOARDS, SCRIPTS, entries_of, keys_said, modules_below
from app.web.sheets import SHEETS, join_sheets, worn
from app.web.words import FALLBACK

LOCALES = "locales"
WORDS = "words"
JOINED = "joined"
BOARDED = frozenset(("learn", "replay", "table"))
"""The pages with a game's board on them."""

WORD_KEYS = re.compile(r'\sdata-(?:words|label)="([^"]+)"')

ON_ANY_PAGE = "js/cautions.js"
"""What any page may have beside its own script, and says by the page's words."""

HOUSE = "admin"
"""The one page that says everything: it needs all words, and is not for a first visit."""

Page = tuple[str, str | None]
"""The name of a page's script, and the key of the game whose board it shows."""


@dataclass(frozen=True, slots=True)
class PageScript:
    """The script of a page; the modules that it fetches, unless it has them in it."""

    script: str
    modules: tuple[str, ...]


def words_named_in(templates: Sequence[Path]) -> list[str]:
    """The keys that elements carry, so that their words can change while the page stays."""
    texts = (
        path.read_text(encoding="utf-8")
        for folder in templates
        for path in sorted(folder.glob("*.html"))
    )
    return [f'"{key}"' for text in texts for key in WORD_KEYS.findall(text)]


def add_pieces(bodies: dict[str, bytes], named: Sequence[str]) -> dict[Page, PageScript]:
    """Put beside the files, for each page, its script, sheets and words in one piece each."""
    scripts = {name: body.decode() for name, body in bodies.items() if name.endswith(".js")}
    locales = {
        language: orjson.loads(bodies[f"{LOCALES}/{language}.json"])
        for language in stems(bodies, LOCALES)
    }
    known = locales.get(FALLBACK, {})
    add_sheets(bodies, stems(scripts, BOARDS))
    joiner = Joiner(scripts)
    shared = [scripts[name] for name in modules_below(scripts, ON_ANY_PAGE)]
    needs = {}
    for page in pages_of(scripts):
        entries = entries_of(*page)
        modules = modules_below(scripts, *entries)
        texts = [scripts[name] for name in modules]
        keys = keys_said((*texts, *shared, *named), known, page[1])
        for language, words in locales.items():
            said = {key: words[key] for key in words if key in keys}
            bodies[f"{place_of(WORDS, page)}/{language}.json"] = orjson.dumps(said)
        script = f"{place_of(JOINED, page)}.js"
        joined = joiner.join(entries, script)
        if joined is not None:
            bodies[script] = joined.encode()
        needs[page] = PageScript(entries[0], modules) if joined is None else PageScript(script, ())
    return needs


def add_sheets(bodies: dict[str, bytes], games: Sequence[str]) -> None:
    """Put beside the files what pages wear, those with a board once for each game and for none."""
    sheets = {name: body.decode() for name, body in bodies.items() if name.endswith(".css")}
    for page in SHEETS:
        for game in (None, *(games if page in BOARDED else ())):
            path = f"{place_of(JOINED, (page, game))}.css"
            bodies[path] = join_sheets(sheets, worn(page, game), path).encode()


def pages_of(scripts: Mapping[str, str]) -> list[Page]:
    """All pages but the house's, those with a board once for each game."""
    games = stems(scripts, BOARDS)
    return [
        (page, game)
        for page in stems(scripts, SCRIPTS)
        if page != HOUSE
        for game in (games if page in BOARDED else (None,))
    ]


def stems(names: Iterable[str], folder: str) -> list[str]:
    """The names, without their endings, of the files that lie in a folder itself."""
    paths = (PurePosixPath(name) for name in names)
    return [path.stem for path in paths if path.parent.as_posix() == folder]


def place_of(kind: str, page: Page) -> str:
    """Where a page's own piece of some kind lies."""
    return "/".join((kind, *filter(None, page)))
