"""Unit tests of the browser modules that need no browser, run by Playwright's own Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.services import find_node

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_module(file: Path) -> None:
    done = subprocess.run(
        [find_node(), "--test", "--test-reporter=spec", file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
