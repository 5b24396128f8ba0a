"""`python3 -m tests.chaos --minutes 5`: a night on SQLite, another on PostgreSQL."""

from __future__ import annotations

import sys

from app import bootstrap


def main(arguments: list[str]) -> int:
    """Make sure that the packages are there, and spend the nights."""
    bootstrap.enter("tests.chaos", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    from tests.chaos import command  # not before the packages are there

    return command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
