"""What the scripts of a page need: their modules, all the way down, and the words that they say."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

SCRIPTS = "js"
BOARDS = "js/games"

_BLOCK_COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_LINE_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)
_IMPORT = re.compile(r'^(?:import|export)\s(?:[\w{}\s,*$]*?from\s)?"(\.[^"]+)"', re.MULTILINE)
_LITERAL = re.compile(r"""["'`]([a-z][a-z_]*\.[A-Za-z0-9_.]*)(["'`]?)""")


def without_comments(text: str, *, ending: str) -> str:
    """A script or style sheet without the comments that have lines of their own.

    The lines stay, empty, so that whatever a browser says about one is found in the source.
    """
    bare = _BLOCK_COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return _LINE_COMMENT.sub("", bare) if ending == ".js" else bare


def modules_below(files: Mapping[str, str], *entries: str) -> tuple[str, ...]:
    """The paths of the entries that there are and of all that they import, sorted."""
    found: set[str] = set()
    waiting = [entry for entry in entries if entry in files]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += (name for name in imports_of(path, files[path]) if name in files)
    return tuple(sorted(found))


@lru_cache(maxsize=1024)
def imports_of(path: str, text: str) -> tuple[str, ...]:
    """The paths of the modules that a module names at its top."""
    return tuple(resolve(path, match[1]) for match in _IMPORT.finditer(text))


def resolve(path: str, relative: str) -> str:
    """The path that a relative address means in a file at `path`."""
    return posixpath.normpath(f"{posixpath.dirname(path)}/{relative}")


def entries_of(page: str, game: str | None) -> tuple[str, ...]:
    """The scripts that a page begins with, the board of its game among them."""
    return (f"{SCRIPTS}/{page}.js", *((f"{BOARDS}/{game}.js",) if game else ()))


@lru_cache(maxsize=1024)
def literals_in(text: str) -> tuple[tuple[str, str], ...]:
    """What looks like a key or the beginning of one, and the quote that closes it, if one does."""
    return tuple(_LITERAL.findall(text))


def keys_said(texts: Iterable[str], known: Iterable[str], game: str | None) -> frozenset[str]:
    """Those of the known keys that texts may say: each that they quote, or make from a beginning.

    A game's own words are all kept, because a board may find their keys in any way.
    """
    exact: set[str] = set()
    beginnings = {f"{game}."} if game else set()
    for text in texts:
        for key, closed in literals_in(text):
            if closed:
                exact.add(key)
            beginnings.add(f"{key}." if closed and not key.endswith(".") else key)
    begun = tuple(beginnings)
    return frozenset(key for key in known if key in exact or key.startswith(begun))
