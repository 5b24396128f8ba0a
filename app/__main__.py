"""`python3 -m app`: the environment first, then the command line."""

import sys

from app import bootstrap


def main() -> int:
    """Make sure that the packages are there, and run the command that was asked for."""
    bootstrap.enter("app", bootstrap.RUN_LOCK, bootstrap.RUN_PROBES)
    from app import cli  # not before the packages are there

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
