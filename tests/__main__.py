"""`python3 -m tests`: the environment first, then the whole suite, its checks of style included.

`--full` takes the large counts that the short suite leaves out; all else goes to pytest, so
`python3 -m tests tests/games -k undo -n 0` runs a part of it.
"""

import os
import sys

from app import bootstrap

MOST_CORES = 4
"""Cores that a run takes for itself; there is one process more, because browser tests wait."""

FULL_TIMEOUT = 3600
"""Seconds for one test with the large counts."""


def main() -> int:
    """Make sure that the packages are there, and run pytest."""
    bootstrap.enter("tests", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    import pytest  # not before the packages are there

    os.chdir(bootstrap.ROOT)
    arguments = sys.argv[1:]
    own = ["-n", str(min(os.cpu_count() or 1, MOST_CORES) + 1)]
    if "--full" in arguments:
        arguments.remove("--full")
        os.environ["FULL"] = "1"
        own += ["-o", f"timeout={FULL_TIMEOUT}"]
    return pytest.main([*own, *arguments])


if __name__ == "__main__":
    sys.exit(main())
