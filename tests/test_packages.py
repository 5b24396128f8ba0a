"""Games of installed packages: which ones count, and what keeps one from being offered."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app import cli
from app.games.registry import REGISTRY
from app.packages import check_games, find_games, load_registry, missing_from
from app.settings import StartError
from tests.installed import files_on_page, install

_numbers = itertools.count(1)

RULES = "kitchen_sugar/rules.py"
Change = tuple[str, str, str]
"""A file of the page's package, what is in it, and what is there instead."""
Install = Callable[..., str]


@pytest.fixture
def install_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs the page's package under a name of its own, changed, and answers that name."""

    def install_it(*changes: Change, more: Mapping[str, str] | None = None) -> str:
        files = files_on_page() | dict(more or {})
        for name, old, new in changes:
            assert old in files[name], f"{old!r} is not in {name}"
            files[name] = files[name].replace(old, new)
        number = next(_numbers)
        own = {
            name.replace("kitchen_sugar", f"kitchen_sugar_{number}"): text.replace(
                "kitchen_sugar", f"kitchen_sugar_{number}"
            ).replace("kitchen-sugar", f"kitchen-sugar-{number}")
            for name, text in files.items()
        }
        site = tmp_path / str(number)
        install(own, site)
        monkeypatch.syspath_prepend(str(site))
        return f"kitchen-sugar-{number}"

    return install_it


def examine(package: str) -> list[str]:
    """What is told while the games of a package are examined. Raises `StartError`."""
    told: list[str] = []
    check_games(find_games([package]), told.append)
    return told


def test_a_package_counts_only_if_it_is_named(install_changed: Install) -> None:
    package = install_changed()
    assert find_games([]) == ()
    assert load_registry([]) == REGISTRY
    assert package.replace("-", "_") not in sys.modules
    (game,) = find_games([package, package])
    assert (game.key, game.name, game.package) == ("sugar", "Sugar Cubes", package)
    registry = load_registry([package])
    assert list(registry.current()) == [*REGISTRY.current(), "sugar"]
    assert registry.policies["sugar"] is game.policy
    assert registry.searches["sugar"] is game.search
    assert registry.policies["gnav"] is REGISTRY.policies["gnav"]


def test_a_sound_game_is_examined_in_a_line(install_changed: Install) -> None:
    package = install_changed()
    assert examine(package) == [f"Examining Sugar Cubes from {package} …"]
    games = find_games([package])
    assert list(missing_from(games, "sugar")) == []
    assert list(missing_from(games, "gnav")) == []


def test_former_versions_come_along(install_changed: Install) -> None:
    package = install_changed(
        (RULES, 'version="1"', 'version="2"'),
        (RULES, "GAME = SugarCubes()", FORMER),
        ("kitchen_sugar/__init__.py", "import GAME\n", "import EARLIER, GAME\n"),
    )
    registry = load_registry([package])
    assert registry.find("sugar").info.version == "2"
    assert registry.find("sugar", "1").info.version == "1"
    assert registry.knows("sugar", "1")
    assert not registry.knows("sugar", "3")
    assert len(registry.current()) == len(REGISTRY.current()) + 1


FORMER = """\
class FormerSugarCubes(SugarCubes):
    info = replace(SugarCubes.info, version="1")


GAME = SugarCubes()
EARLIER = (FormerSugarCubes(),)"""


def test_a_game_without_hints_is_fine(install_changed: Install) -> None:
    package = install_changed(
        ("kitchen_sugar/__init__.py", "from kitchen_sugar.search import SEARCH\n", ""),
        ("kitchen_sugar/__init__.py", ', "SEARCH"', ""),
    )
    assert "sugar" not in load_registry([package]).searches
    assert len(examine(package)) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("pyproject.toml", '"kitchen_table.games"', '"pots.lids"'), "offers no game"),
        (("pyproject.toml", "sugar = ", "cubes = "), "calls a game 'cubes', its rules do not"),
        (("pyproject.toml", '"kitchen_sugar"', '"kitchen_sugar.salt"'), "cannot be imported"),
        (("pyproject.toml", '"kitchen_sugar"', '"kitchen_sugar:GAME"'), "is no module"),
        ((RULES, "FACES = 6", "FACES = 1 / 0"), "cannot be imported: ZeroDivisionError"),
        (("kitchen_sugar/__init__.py", "policy import POLICY", "policy import DOUBT"), "POLICY"),
    ],
)  # fmt: skip
def test_a_package_that_brings_no_game(
    install_changed: Install, change: Change, sentence: str
) -> None:
    package = install_changed(change)
    with pytest.raises(StartError, match=sentence) as caught:
        find_games([package])
    assert str(caught.value).startswith("GAMES_FROM: ")
    assert package in str(caught.value) or package.replace("-", "_") in str(caught.value)


def test_two_games_of_one_key(install_changed: Install) -> None:
    first, second = install_changed(), install_changed()
    with pytest.raises(StartError, match=f"{second} brings a second game 'sugar'"):
        find_games([first, second])
    ours = install_changed(("pyproject.toml", "sugar = ", "gnav = "), (RULES, '"sugar"', '"gnav"'))
    with pytest.raises(StartError, match=f"{ours} brings a second game 'gnav'"):
        find_games([ours])


@pytest.mark.parametrize("package", ["kitchen-salt", "", "../kitchen"])
def test_a_package_that_is_not_there(package: str) -> None:
    with pytest.raises(StartError, match="no package"):
        find_games([package])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(
            (RULES, "known = self.view(state, viewer).dice", "known = [None] * len(state.dice)"),
            "imagined states look like the true one",
            id="an imagination that forgets",
        ),
        pytest.param(
            (RULES, "return replace(state, dice=dice)", "return state"),
            "imagine agrees with brute force",
            id="an imagination that knows",
        ),
    ],
)
def test_a_game_that_leaks_is_not_offered(
    install_changed: Install, change: Change, problem: str
) -> None:
    package = install_changed(change)
    with pytest.raises(StartError, match=problem) as caught:
        examine(package)
    assert str(caught.value).startswith(f"Sugar Cubes from {package} is not offered: ")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"static/js/table.js": ""}, "static/js/table.js is not a file of its own"),
        ({"static/js/games/sugar_bowl.js": ""}, "static/js/games/sugar_bowl.js is not a file"),
        ({"templates/lobby.html": ""}, "templates/lobby.html is not a file of its own"),
        (
            {"static/locales/fr.json": '{"sugar.table": "La table", "site.name": "Sucre"}'},
            "'site.name' in fr.json is not a word of its own",
        ),
        (
            {"static/locales/fr.json": '{"sugar.table": "La table", "end.score.gnav.2": "Vies"}'},
            "'end.score.gnav.2' in fr.json is not a word of its own",
        ),
    ],
)
def test_files_and_words_of_others_are_not_touched(
    install_changed: Install, more: dict[str, str], problem: str
) -> None:
    package = install_changed(more={f"kitchen_sugar/{name}": text for name, text in more.items()})
    with pytest.raises(StartError, match=problem):
        examine(package)


def test_what_is_its_own_may_lie_in_folders_and_languages(install_changed: Install) -> None:
    more = {
        "static/js/games/sugar/cup.js": "export const cup = 1;",
        "static/img/games/sugar/cup.svg": "<svg/>",
        "static/locales/fr.json": '{"sugar.table": "La table", "game.sugar": "Les sucres",'
        ' "end.score.sugar": "Sucres", "end.score.sugar.2": "Manches"}',
        "templates/rules/fr/sugar.html": "<h1>Les sucres</h1>",
    }
    package = install_changed(more={f"kitchen_sugar/{name}": text for name, text in more.items()})
    assert len(examine(package)) == 1


def test_what_a_package_lacks_is_listed(install_changed: Install) -> None:
    package = install_changed()
    (game,) = find_games([package])
    for name in ("static/js/games/sugar.js", "templates/art/sugar.html"):
        (game.folder / name).unlink()
    (game.folder / "static/locales/en.json").write_text("{}")
    assert list(missing_from([game], "sugar")) == [
        "static/js/games/sugar.js",
        "templates/art/sugar.html",
        "words that begin with sugar. in static/locales/en.json",
    ]
    with pytest.raises(StartError, match=r"it lacks static/js/games/sugar\.js"):
        examine(package)


def test_serve_and_rules_say_what_is_wrong_with_a_package(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path}/kitchen.db"
    flags = ["--port", "0", "--database-url", database, "--games-from", "kitchen-salt"]
    assert cli.main(["serve", *flags]) == 2
    assert cli.main(["rules", "gnav", "--games-from", "kitchen-salt"]) == 2
    said = "GAMES_FROM: no package 'kitchen-salt' is installed."
    assert capsys.readouterr().err.splitlines() == [said, said]
