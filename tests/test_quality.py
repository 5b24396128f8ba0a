"""The checks of style that need no running code, each a tool's or a rule of our own."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))

PYTHON_LINES = 400
JAVASCRIPT_LINES = 250
ROOMS = ("app", "migrations", "static", "templates", "tests")

LEFT_BEHIND = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|NotImplementedError|console\.log\(|\bpdb\b")
BY_HAND = re.compile(r"""join\((["'`]), \1\)|\bIntl\.ListFormat\(""")
SLEEP = re.compile(r"\b(time|asyncio|anyio)\.sleep\((?!0\))|wait_for_timeout\(")


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the development lock in the project's folder."""
    return subprocess.run(
        [SCRIPTS / tool, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=200
    )


def files(*endings: str) -> list[Path]:
    """Our own files with such an ending, in every room."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    return sorted(path for path in found if path.suffix in endings)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("ruff", "check", "."), id="ruff"),
        pytest.param(("ruff", "format", "--check", "."), id="format"),
        pytest.param(("mypy",), id="mypy"),
        pytest.param(("lint-imports", "--no-cache"), id="rooms"),
        pytest.param(("oxlint", "--deny-warnings", "static", "tests/js"), id="oxlint"),
        pytest.param(
            ("djlint", "--profile=jinja", "--ignore=J018", "--lint", "--quiet", "templates"),
            id="djlint",
        ),
    ],
)
def test_tool_has_nothing_to_say(command: tuple[str, ...]) -> None:
    done = run(*command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_files_have_one_subject() -> None:
    limits = {".py": PYTHON_LINES, ".js": JAVASCRIPT_LINES, ".mjs": JAVASCRIPT_LINES}
    lengths = {path: len(path.read_text().splitlines()) for path in files(*limits)}
    long = {str(path): n for path, n in lengths.items() if n > limits[path.suffix]}
    assert len(lengths) > 50
    assert long == {}


def test_nothing_is_left_behind() -> None:
    ours = [path for path in files(".py", ".js", ".mjs", ".html", ".css") if path != Path(__file__)]
    assert [line for path in ours for line in matches(path, LEFT_BEHIND)] == []


def test_lists_are_joined_as_the_language_does() -> None:
    """`listWords` in `lib/t.js` knows how: "Ada et Bo", not "Ada, Bo"."""
    scripts = ROOT / "static" / "js"
    ours = [path for path in scripts.rglob("*.js") if path != scripts / "lib" / "t.js"]
    assert [line for path in sorted(ours) for line in matches(path, BY_HAND)] == []


def test_no_test_sleeps() -> None:
    ours = [path for path in files(".py") if path.is_relative_to(ROOT / "tests")]
    people = ROOT / "tests" / "chaos"  # they take their time, which is what is tested
    ours = [path for path in ours if not path.is_relative_to(people)]
    found = [line for path in ours if path != Path(__file__) for line in matches(path, SLEEP)]
    assert found == []


def matches(path: Path, pattern: re.Pattern[str]) -> list[str]:
    """Where a file has it, as an editor understands."""
    lines = enumerate(path.read_text().splitlines(), start=1)
    return [f"{path}:{number}: {line}" for number, line in lines if pattern.search(line)]
