"""Games of installed packages: taken where a setting names the package, examined before offered.

A package offers a game by an entry point of the group `kitchen_table.games`. Its name is the
game's key; it leads to a package with what a folder of `app/games` has (`GAME`, `POLICY` and, for
hard bots, `SEARCH`; in `EARLIER` former versions of the rules, oldest first). Beside its modules
lie the folders `static` and `templates` with the game's own files, at the same paths as here.
Nothing is imported of a package that no setting names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

from app.certify.folder import missing_parts
from app.certify.report import examine
from app.codec import json
from app.games.base import AnyGame, Hints, Policy
from app.games.registry import REGISTRY, Registry
from app.settings import StartError

GROUP = "kitchen_table.games"
LOCALES = "static/locales/"


@dataclass(frozen=True, slots=True)
class InstalledGame:
    """A game and the package that it comes from; `folder` holds its modules and files."""

    package: str
    key: str
    games: tuple[AnyGame, ...]
    policy: Policy
    search: Hints | None
    folder: Path

    @property
    def name(self) -> str:
        """The game's name."""
        return self.games[-1].info.name


def load_registry(packages: Iterable[str]) -> Registry:
    """Our own games and those of the packages. Raises `StartError`."""
    return registry_with(find_games(packages))


def find_games(packages: Iterable[str]) -> tuple[InstalledGame, ...]:
    """The games that installed packages offer. Raises `StartError`."""
    found = tuple(game for package in dict.fromkeys(packages) for game in games_of(package))
    keys = list(REGISTRY.current())
    for game in found:
        if game.key in keys:
            raise StartError(f"GAMES_FROM: {game.package} brings a second game {game.key!r}.")
        keys.append(game.key)
    return found


def games_of(package: str) -> Iterator[InstalledGame]:
    """The games of one package. Raises `StartError`."""
    try:
        entries = metadata.distribution(package).entry_points.select(group=GROUP)
    except (metadata.PackageNotFoundError, ValueError):
        raise StartError(f"GAMES_FROM: no package {package!r} is installed.") from None
    if not entries:
        raise StartError(f"GAMES_FROM: {package} offers no game (entry point {GROUP}).")
    for entry in entries:
        yield load_game(package, entry)


def load_game(package: str, entry: metadata.EntryPoint) -> InstalledGame:
    """Import one game. Raises `StartError`, whatever its modules do."""
    try:
        module = entry.load()
    except Exception as error:
        raise StartError(
            f"GAMES_FROM: {entry.value} of {package} cannot be imported: {error!r}."
        ) from error
    if not isinstance(module, ModuleType) or module.__file__ is None:
        raise StartError(f"GAMES_FROM: {entry.value} of {package} is no module.")
    for name in ("GAME", "POLICY"):
        if not hasattr(module, name):
            raise StartError(f"GAMES_FROM: {entry.value} of {package} lacks {name}.")
    games: tuple[AnyGame, ...] = (*getattr(module, "EARLIER", ()), module.GAME)
    if any(game.info.key != entry.name for game in games):
        raise StartError(f"GAMES_FROM: {package} calls a game {entry.name!r}, its rules do not.")
    return InstalledGame(
        package,
        entry.name,
        games,
        module.POLICY,
        getattr(module, "SEARCH", None),
        Path(module.__file__).parent,
    )


def registry_with(installed: Iterable[InstalledGame]) -> Registry:
    """Our own games, and behind them the installed ones."""
    games, policies, searches = REGISTRY.games, dict(REGISTRY.policies), dict(REGISTRY.searches)
    for own in installed:
        games += own.games
        policies[own.key] = own.policy
        if own.search is not None:
            searches[own.key] = own.search
    return Registry(games, policies, searches)


def missing_from(installed: Sequence[InstalledGame], key: str) -> Iterator[str]:
    """The parts that a game lacks: ours in this tree, an installed one in its own folder."""
    for own in installed:
        if own.key == key:
            yield from missing_parts(key, own.folder, rules="")
            return
    yield from missing_parts(key)


def check_games(installed: Sequence[InstalledGame], tell: Callable[[str], None]) -> None:
    """Examine each game quickly, and say so. Raises `StartError` for one that does not hold."""
    registry = registry_with(installed)
    for own in installed:
        tell(f"Examining {own.name} from {own.package} …")
        problem = next(problems_of(own, registry), None)
        if problem is not None:
            raise StartError(
                f"{own.name} from {own.package} is not offered: {problem}. "
                f"`python3 -m app certify {own.key}` says more."
            )


def problems_of(own: InstalledGame, registry: Registry) -> Iterator[str]:
    """What is wrong with a game, its files first: they cost nothing to look at."""
    for part in missing_parts(own.key, own.folder, rules=""):
        yield f"it lacks {part}"
    yield from foreign_parts(own)
    for game in own.games:
        for result in examine(game, registry, quick=True):
            if result.problem is not None:
                yield f"{result.name}: {result.problem}"


def foreign_parts(own: InstalledGame) -> Iterator[str]:
    """Files and words that are not the game's own, and would stand in the way of others'."""
    key = own.key
    ours = (f"static/js/games/{key}", f"static/css/games/{key}", f"static/img/games/{key}")
    for name in names_below(own.folder):
        template = Path(name).parts[0] == "templates" and Path(name).name == f"{key}.html"
        script = any(name.startswith((f"{our}.", f"{our}/")) for our in ours)
        if name.startswith(LOCALES):
            yield from foreign_words(key, own.folder / name)
        elif not (template or script):
            yield f"{name} is not a file of its own"


def names_below(folder: Path) -> Iterator[str]:
    """The paths of all files to be served or rendered."""
    for room in ("static", "templates"):
        for path in sorted((folder / room).rglob("*")):
            if path.is_file():
                yield path.relative_to(folder).as_posix()


def foreign_words(key: str, path: Path) -> Iterator[str]:
    """Words of a locale that do not belong to the game."""
    single = (f"game.{key}", f"end.score.{key}")
    several = tuple(f"{place}{key}." for place in ("", "end.score.", "lobby.", "options."))
    words: Any = json.loads(path.read_bytes())
    for word in words:
        if not (word in single or word.startswith(several)):
            yield f"{word!r} in {path.name} is not a word of its own"
