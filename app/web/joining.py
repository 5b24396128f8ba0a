"""The modules of a page joined into one file at the server's start: one request, packed together.

Each module becomes a function that is called once and answers what it exports, so its names stay
its own. Nothing in a module is rewritten but its imports and exports. What cannot be joined so
(exports by default, names that change, several in one `const`, what waits while it is read, a ring
of modules that is more than functions calling each other) is not: the page then fetches its modules
one by one, as they lie in the folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from app.web.modules import imports_of, resolve

_FROM = r'\s+from\s+"(\.[^"]+)";?[ \t]*$'
_TAKEN = re.compile(r"^import\s+\{([\w\s,$]*)\}" + _FROM, re.MULTILINE)
_WHOLE = re.compile(r"^import\s+\*\s+as\s+(\w+)" + _FROM, re.MULTILINE)
_ALONE = re.compile(r'^import\s+"(\.[^"]+)";?[ \t]*$', re.MULTILINE)
_PASSED_ON = re.compile(r"^export\s+\{([\w\s,$]*)\}" + _FROM, re.MULTILINE)
_OWN = re.compile(
    r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)(?=\s*[=({<]|\s+extends\s)",
    re.MULTILINE,
)
_WAITS = re.compile(
    r"^(?:(?:export\s+)?(?:const|let|var)\b[^\n]*=\s*|for\s+)?await\b", re.MULTILINE
)
"""Where a module waits while it is read, as a function that is called at once cannot."""

_QUOTED = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL)
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


def constant(name: str) -> str:
    """What a module's exports are kept in, wherever it is joined: `js/lib/h.js` in `$js_lib_h`."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def names_one(declaration: str) -> bool:
    """Whether `NAME = …;` ends before a comma that stands in no bracket and no quotes."""
    depth = 0
    for sign in _QUOTED.sub('""', declaration):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and sign in ",;":
            return sign == ";"
    return True


@dataclass(frozen=True, slots=True)
class Opened:
    """A module's body, its imports taken from constants, and what it exports."""

    body: str
    exports: str

    def wrap(self, name: str) -> str:
        """A module as a constant: what its function answers. Raises `NotJoinable`."""
        if _WAITS.search(self.body):
            raise NotJoinable(name)
        return f"const {constant(name)} = (() => {{{self.body}\nreturn {{{self.exports}}};\n}})();"


@dataclass(frozen=True, slots=True)
class Joiner:
    """Modules that are joined for one page after the other; each is opened once."""

    scripts: Mapping[str, str]
    known: dict[tuple[str, frozenset[str]], Opened] = field(default_factory=dict)

    def join(self, entries: Sequence[str], path: str) -> str | None:
        """What lies at `path` then: the first entry with all it needs; the others by `import()`.

        None if it cannot be had.
        """
        first, *asked = entries
        try:
            opened = self.open_all(in_order(self.scripts, (*asked, first)))
            body = opened.pop(first).body
            parts = [module.wrap(name) for name, module in opened.items()]
        except NotJoinable:
            return None
        up = "../" * (len(PurePosixPath(path).parts) - 1)
        told = [f'$here.set($at("{name}"), {constant(name)});' for name in asked]
        return "\n".join((PREAMBLE % up, *parts, *told, body))

    def open_all(self, order: Sequence[str]) -> dict[str, Opened]:
        """All modules in that order. Raises `NotJoinable`."""
        run: set[str] = set()
        opened: dict[str, Opened] = {}
        for name in order:
            late = frozenset(imports_of(name, self.scripts[name])) - run
            if (name, late) not in self.known:
                self.known[name, late] = self.open(name, late)
            opened[name] = self.known[name, late]
            run.add(name)
        return opened

    def open(self, name: str, late: frozenset[str]) -> Opened:
        """One module; `late` are those of its imports that run only after it."""
        text = self.scripts[name]
        own = list(_OWN.finditer(text))
        if any(match[1] == "const" and not names_one(text[match.end() :]) for match in own):
            raise NotJoinable(name)
        exports = [match[2] for match in own]
        for match in _PASSED_ON.finditer(text):
            source = constant(resolve(name, match[2]))
            exports += (f"{told}: {source}.{own}" for own, told in parts_of(match[1]))
        if late and (_WHOLE.search(text) or _PASSED_ON.search(text)):
            raise NotJoinable(name)
        body = _TAKEN.sub(lambda m: self.take(resolve(name, m[2]), m[1], late), text)
        body = _WHOLE.sub(lambda m: f"const {m[1]} = {constant(resolve(name, m[2]))};", body)
        body = _OWN.sub(r"\1 \2", _ALONE.sub("", _PASSED_ON.sub("", body)))
        if _LEFT.search(body):
            raise NotJoinable(name)
        body = body.replace("import.meta.url", f'$at("{name}")')
        return Opened(body.replace("import(", f'$import("{name}", '), ", ".join(exports))

    def take(self, source: str, names: str, late: frozenset[str]) -> str:
        """An import. What runs only later can be called all the same, if it is a function."""
        pairs = tuple(parts_of(names))
        if source not in late:
            taken = (f"{own}: {here}" for own, here in pairs)
            return f"const {{ {', '.join(taken)} }} = {constant(source)};"
        calls = ((here, f"{constant(source)}.{self.function(source, own)}") for own, here in pairs)
        return " ".join(f"const {here} = (...given) => {call}(...given);" for here, call in calls)

    def function(self, source: str, name: str) -> str:
        """That name, if it is a function's. Raises `NotJoinable`."""
        if any("function" in m[1] and m[2] == name for m in _OWN.finditer(self.scripts[source])):
            return name
        raise NotJoinable(f"{source}: {name}")
