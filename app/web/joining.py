"""The modules of a page joined into one file at the server's start: one request, packed together.

Each module becomes a function that is called once and answers what it exports, so its names stay
its own. Nothing in a module is rewritten but its imports and exports. What cannot be joined so
(exports by default, names that change, a ring of modules that is more than functions calling each
other) is not: the page then fetches its modules one by one, as they lie in the folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.web.modules import imports_of, join

_FROM = r'\s+from\s+"(\.[^"]+)";?[ \t]*$'
_TAKEN = re.compile(r"^import\s+\{([\w\s,$]*)\}" + _FROM, re.MULTILINE)
_WHOLE = re.compile(r"^import\s+\*\s+as\s+(\w+)" + _FROM, re.MULTILINE)
_ALONE = re.compile(r'^import\s+"(\.[^"]+)";?[ \t]*$', re.MULTILINE)
_PASSED_ON = re.compile(r"^export\s+\{([\w\s,$]*)\}" + _FROM, re.MULTILINE)
_OWN = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b", re.MULTILINE)

PREAMBLE = """\
const $here = new Map();
const $at = (path) => new URL(`%s${path}`, import.meta.url).href;
const $import = async (from, address) => {
  const place = new URL(address, $at(from)).href;
  return $here.get(place) ?? import(place);
};
"""
"""Where modules lie, seen from the joined file, and those that are asked for by name."""


class NotJoinable(Exception):
    """Some module is written in a way that would not mean the same within a function."""


def join_modules(scripts: Mapping[str, str], entries: Sequence[str], path: str) -> str | None:
    """What lies at `path` then: the first entry with all that it needs; the others by `import()`.

    None if it cannot be had.
    """
    try:
        first, *asked = entries
        joiner = Joiner(scripts, in_order(scripts, (*asked, first)))
        parts = [joiner.wrap(name) for name in joiner.order if name != first]
        body, _ = joiner.open(first)
    except NotJoinable:
        return None
    up = "../" * (len(PurePosixPath(path).parts) - 1)
    known = [f'$here.set($at("{name}"), {joiner.constant(name)});' for name in asked]
    return "\n".join((PREAMBLE % up, *parts, *known, body))


def in_order(scripts: Mapping[str, str], entries: Sequence[str]) -> tuple[str, ...]:
    """Every module after those that it imports, but for rings. Raises `NotJoinable`."""
    seen: set[str] = set()
    order: list[str] = []

    def visit(name: str) -> None:
        if name in seen:
            return
        if name not in scripts:
            raise NotJoinable(name)
        seen.add(name)
        for needed in imports_of(name, scripts[name]):
            visit(needed)
        order.append(name)

    for entry in entries:
        visit(entry)
    return tuple(order)


def parts_of(names: str) -> Iterator[tuple[str, str]]:
    """The names between braces, each with what it is called on the other side of `as`."""
    for part in filter(None, (one.strip() for one in names.split(","))):
        name, _, other = part.partition(" as ")
        yield name.strip(), other.strip() or name.strip()


@dataclass(frozen=True, slots=True)
class Joiner:
    """Modules in the order in which they are to run."""

    scripts: Mapping[str, str]
    order: tuple[str, ...]

    def constant(self, name: str) -> str:
        """What a module's exports are kept in."""
        return f"${self.order.index(name)}"

    def wrap(self, name: str) -> str:
        """A module as a constant: what its function answers."""
        body, exports = self.open(name)
        return f"const {self.constant(name)} = (() => {{{body}\nreturn {{{exports}}};\n}})();"

    def open(self, name: str) -> tuple[str, str]:
        """A module's body, its imports taken from constants, and what it exports."""
        text, folder = self.scripts[name], PurePosixPath(name).parent
        exports = [match[2] for match in _OWN.finditer(text)]
        for match in _PASSED_ON.finditer(text):
            source = self.constant(join(folder, match[2]))
            exports += (f"{told}: {source}.{own}" for own, told in parts_of(match[1]))
        body = _TAKEN.sub(lambda m: self.take(name, join(folder, m[2]), m[1]), text)
        body = _WHOLE.sub(lambda m: self.take_whole(name, join(folder, m[2]), m[1]), body)
        body = _OWN.sub(r"\1 \2", _ALONE.sub("", _PASSED_ON.sub("", body)))
        if _LEFT.search(body):
            raise NotJoinable(name)
        body = body.replace("import.meta.url", f'$at("{name}")')
        return body.replace("import(", f'$import("{name}", '), ", ".join(exports)

    def take(self, name: str, source: str, names: str) -> str:
        """An import. What runs only later can be called all the same, if it is a function."""
        constant = self.constant(source)
        if self.runs_before(source, name):
            pairs = (f"{own}: {here}" for own, here in parts_of(names))
            return f"const {{ {', '.join(pairs)} }} = {constant};"
        return " ".join(
            f"const {here} = (...given) => {constant}.{self.function(source, own)}(...given);"
            for own, here in parts_of(names)
        )

    def take_whole(self, name: str, source: str, here: str) -> str:
        """An import of all that a module exports."""
        if not self.runs_before(source, name):
            raise NotJoinable(name)
        return f"const {here} = {self.constant(source)};"

    def runs_before(self, source: str, name: str) -> bool:
        """Whether a module has run when another one does."""
        return self.order.index(source) < self.order.index(name)

    def function(self, source: str, name: str) -> str:
        """That name, if it is a function's. Raises `NotJoinable`."""
        if any("function" in m[1] and m[2] == name for m in _OWN.finditer(self.scripts[source])):
            return name
        raise NotJoinable(f"{source}: {name}")
