"""The browser client's pure parts, run by the Node that comes with Playwright."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))


def find_node() -> Path:
    """Playwright's own Node: nothing else has to be installed."""
    spec = find_spec("playwright")
    assert spec is not None
    assert spec.origin is not None
    name = "node.exe" if sys.platform == "win32" else "node"
    return Path(spec.origin).parent / "driver" / name


def test_client_units() -> None:
    assert TESTS, "there are tests to run"
    done = subprocess.run(
        [find_node(), "--test", *TESTS], capture_output=True, text=True, timeout=120, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
