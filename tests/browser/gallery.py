"""`python3 -m tests.browser.gallery [FOLDER]`: pictures of every page, for a look with the eye."""

from __future__ import annotations

import sys

from app import bootstrap


def main(arguments: list[str]) -> int:
    """Make sure that the packages are there, and take the pictures."""
    bootstrap.enter("tests.browser.gallery", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    from tests.browser import curator  # not before the packages are there

    return curator.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
