"""Static files under `/static/<hash of the tree>/…`, read and compressed once at the start.

Beside what is in the folder lies what a page needs in one piece: its modules without comments,
`joined/<page>[/<game>].js`, its sheets, `joined/<page>[/<game>].css`, and its words,
`words/<page>[/<game>]/<language>.json`.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.joining import Joiner
from app.web.modules import (
    BOARDS,
    SCRIPTS,
    entries_of,
    keys_said,
    modules_below,
    without_comments,
)
from app.web.sheets import SHEETS, join_sheets
from app.web.words import FALLBACK, load_words

LOCALES = "locales"
WORDS = "words"
JOINED = "joined"
BARE = frozenset((".css", ".js"))
"""What is sent without its comments."""

BOARDED = frozenset(("learn", "replay", "table"))
"""The pages with a game's board on them."""

CARRIED = re.compile(r'\sdata-(?:words|label)="([^"]+)"')

EVERYWHERE = "js/cautions.js"
"""What any page may have beside its own script, and says by the page's words."""

HOUSE = "admin"
"""The one page that says everything: it needs all words, and is not for a first visit."""

MIME_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Our own list: some systems say `text/plain` for scripts, and browsers then refuse them."""

WORTH_PACKING = frozenset((".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"))
SMALLEST_PACKED = 512
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


Page = tuple[str, str | None]
"""The name of a page's script, and the key of the game whose board it shows."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The script of a page; the modules that it fetches, unless it has them in it."""

    script: str
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file as it is sent; `packed` by gzip where that helps."""

    body: bytes
    packed: bytes | None
    mime_type: str
    tag: str


@dataclass(frozen=True, slots=True)
class Statics:
    """The whole tree, by its paths with slashes, and the hash that names it."""

    files: Mapping[str, StaticFile]
    tree: str
    needs: Mapping[Page, Needs] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """What the addresses of this tree begin with."""
        return f"/static/{self.tree}"

    def script(self, page: str, game: str | None = None) -> str:
        """The path of the script that a page begins with."""
        return self.needs[(page, game)].script if (page, game) in self.needs else f"js/{page}.js"

    def preloads(self, page: str, game: str | None = None) -> tuple[str, ...]:
        """The paths of all modules that a page will ask for, when it is known before it knows."""
        return self.needs[(page, game)].modules if (page, game) in self.needs else ()

    def words(self, page: str, game: str | None = None) -> str:
        """The folder with a page's words; that of all words if it has none of its own."""
        return place_of(WORDS, (page, game)) if (page, game) in self.needs else LOCALES

    def sheet(self, page: str, game: str | None = None) -> str | None:
        """The path of all that a page wears in one piece; None if its sheets come one by one."""
        paths = (f"{place_of(JOINED, (page, one))}.css" for one in (game, None))
        return next((path for path in paths if path in self.files), None)

    async def serve(self, request: Request) -> Response:
        """A file of the tree. A stale hash gets the file of today, to be asked for again."""
        file = self.files.get(request.path_params["path"])
        if file is None:
            raise HTTPException(404)
        current = request.path_params["tree"] == self.tree
        headers = {
            "Cache-Control": FOR_EVER if current else ASK_AGAIN,
            "ETag": file.tag,
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.packed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
            body = file.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=file.mime_type)


def accepts_gzip(header: str) -> bool:
    """Whether an `Accept-Encoding` header names gzip without refusing it."""
    for part in header.lower().split(","):
        coding, _, quality = part.partition(";")
        if coding.strip() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def load_statics(folder: Path, *more: Path, templates: Sequence[Path] = ()) -> Statics:
    """Read the tree below `folder`, and into it what the trees of installed games add.

    `templates`: whose elements name words that scripts say again in another language.
    """
    bodies: dict[str, bytes] = {}
    for place in (folder, *more):
        for name, body in read_tree(place):
            bodies.setdefault(name, body)
    if more:
        words = load_words(*(place / LOCALES for place in (folder, *more)))
        for language, own in words.languages.items():
            bodies[f"{LOCALES}/{language}.json"] = orjson.dumps(own)
    return assemble(tuple(bodies.items()), tuple(words_named_in(templates)))


@lru_cache(maxsize=2)
def assemble(tree: tuple[tuple[str, bytes], ...], named: tuple[str, ...]) -> Statics:
    """All that is served of these files. The same files are joined and packed once a process."""
    bodies = dict(tree)
    needs = add_pieces(bodies, named)
    digest = hashlib.sha256()
    for name, body in bodies.items():
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    files = {name: make_file(name, body) for name, body in bodies.items()}
    return Statics(files, digest.hexdigest()[:16], needs)


def words_named_in(templates: Sequence[Path]) -> list[str]:
    """The keys that elements carry, so that their words can change while the page stays."""
    texts = (path.read_text() for folder in templates for path in sorted(folder.glob("*.html")))
    return [f'"{key}"' for text in texts for key in CARRIED.findall(text)]


def add_pieces(bodies: dict[str, bytes], named: Sequence[str]) -> dict[Page, Needs]:
    """Put beside the files, for each page, its script, sheets and words in one piece each."""
    scripts = {name: body.decode() for name, body in bodies.items() if name.endswith(".js")}
    locales = {
        language: orjson.loads(bodies[f"{LOCALES}/{language}.json"])
        for language in stems(bodies, LOCALES)
    }
    known = locales.get(FALLBACK, {})
    add_sheets(bodies, stems(scripts, BOARDS))
    joiner = Joiner(scripts)
    shared = [scripts[name] for name in modules_below(scripts, EVERYWHERE)]
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
        needs[page] = Needs(entries[0], modules) if joined is None else Needs(script, ())
    return needs


def add_sheets(bodies: dict[str, bytes], games: Sequence[str]) -> None:
    """Put beside the files what pages wear, those with a board once for each game and for none."""
    sheets = {name: body.decode() for name, body in bodies.items() if name.endswith(".css")}
    for page in SHEETS:
        for game in (None, *(games if page in BOARDED else ())):
            path = f"{place_of(JOINED, (page, game))}.css"
            bodies[path] = join_sheets(sheets, page, game, path).encode()


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


def read_tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files below `folder` with their paths, in a fixed order, without hidden ones."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            body = path.read_bytes()
            if path.suffix in BARE:
                body = without_comments(body.decode(), ending=path.suffix).encode()
            yield inside.as_posix(), body


def make_file(name: str, body: bytes) -> StaticFile:
    """The file with its type, its tag, and packed if that makes it smaller."""
    ending = PurePosixPath(name).suffix
    packed = None
    if ending in WORTH_PACKING and len(body) >= SMALLEST_PACKED:
        smaller = gzip.compress(body, 6, mtime=0)
        packed = smaller if len(smaller) < len(body) else None
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    return StaticFile(body, packed, MIME_TYPES.get(ending, "application/octet-stream"), tag)
