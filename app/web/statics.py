"""Static files under `/static/<hash of the tree>/…`, read and compressed once at the start.

Beside what is in the folder lies what each page needs in one piece (`app/web/pieces.py`).
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.modules import without_comments
from app.web.pieces import (
    JOINED,
    LOCALES,
    WORDS,
    Page,
    PageScript,
    add_pieces,
    place_of,
    words_named_in,
)
from app.web.words import load_words

COMMENTED = frozenset((".css", ".js"))
"""What is sent without its comments."""

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
    needs: Mapping[Page, PageScript] = field(default_factory=dict)

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


def read_tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files below `folder` with their paths, in a fixed order, without hidden ones."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            body = path.read_bytes()
            if path.suffix in COMMENTED:
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
