"""The game of `docs/adding-a-game.md`, built from the page: what it says is what is tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_on_page() -> dict[str, str]:
    """The files that the page shows, by their paths in the package."""
    return dict(BLOCK.findall(PAGE.read_text()))


def install(files: Mapping[str, str], site: Path) -> None:
    """Lay a package out in `site` as an installer would: its files, and what it says of itself."""
    project = tomllib.loads(files["pyproject.toml"])["project"]
    about = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    groups = project.get("entry-points", {})
    own = {
        f"{about.name}/METADATA": "Metadata-Version: 2.1\n"
        f"Name: {project['name']}\nVersion: {project['version']}\n",
        f"{about.name}/entry_points.txt": "\n".join(
            f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
            for group, entries in groups.items()
        ),
    }
    for name, text in {**files, **own}.items():
        if name != "pyproject.toml":
            path = site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
