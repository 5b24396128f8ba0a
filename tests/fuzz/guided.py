"""The readers led by coverage, where atheris is installed: it has no wheels for every Python."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fuzz.parsers import Target

LONGEST = 4096


def fuzz_guided(seconds: float, seed: int) -> int:
    """Each reader in a process of its own, which is how atheris ends; 1 if one was broken."""
    from tests.fuzz.parsers import targets

    names = [target.name for target in targets()]
    share = max(1, int(seconds / len(names)))
    results = [fuzz_one(number, name, share, seed) for number, name in enumerate(names)]
    return int(any(results))


def fuzz_one(number: int, name: str, seconds: int, seed: int) -> int:
    """One reader, for so long."""
    command = [sys.executable, "-m", "tests.fuzz.guided", str(number)]
    limits = [f"-max_total_time={seconds}", f"-seed={seed + 1}", f"-max_len={LONGEST}"]
    done = subprocess.run([*command, *limits], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1:]
    sys.stdout.write(f"{name}, guided: {'broken' if done.returncode else 'sound'} {last}\n")
    return done.returncode


def main(argv: list[str]) -> None:
    """Inside that process: never returns."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["app"]):
        from tests.fuzz.parsers import targets
    target: Target = targets()[int(argv[1])]
    atheris.Setup([argv[0], *argv[2:]], target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
