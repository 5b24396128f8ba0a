"""`python3 -m tests.bench NAME …`: measurements run by hand, never as timed tests."""

from __future__ import annotations

import importlib
import sys

from app import bootstrap

BENCHES = {
    "bots": "tests.bench.bots",
    "client": "tests.bench.client",
    "commit": "tests.bench.commit",
    "engine": "tests.bench.engine",
    "host": "tests.bench.host",
    "idle": "tests.bench.idle",
    "stall": "tests.bench.stall",
    "tables": "tests.bench.tables",
}
"""Each module has a `main(argv) -> int`; it is imported only when asked for."""


def main(argv: list[str]) -> int:
    """Run one measurement; its exit code."""
    if not argv or argv[0] not in BENCHES:
        sys.stderr.write(f"Usage: python3 -m tests.bench {{{','.join(BENCHES)}}} …\n")
        return 2
    bootstrap.enter("tests.bench", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    answer: int = importlib.import_module(BENCHES[argv[0]]).main(argv[1:])
    return answer


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
