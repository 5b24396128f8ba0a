"""The command line: how long, how many tables, on which stores."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom

from app.storage.migrate import migrate_sync
from tests.chaos.night import figures, spend
from tests.services import running_postgres

STORES = ("sqlite", "postgresql")


@contextmanager
def sqlite() -> Iterator[dict[str, str]]:
    """Settings for the embedded store, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="kt-chaos-") as folder:
        yield {"DATABASE_URL": f"sqlite:///{folder}/kitchen.db"}


@contextmanager
def postgresql() -> Iterator[dict[str, str]]:
    """Settings for a fresh database."""
    with running_postgres() as cluster:
        cluster.execute("CREATE DATABASE kitchen")
        url = cluster.url("kitchen")
        migrate_sync(url)
        yield {"DATABASE_URL": url, "SECRET": "a secret that only this night knows of"}


OPEN = {"sqlite": sqlite, "postgresql": postgresql}


def main(arguments: list[str]) -> int:
    """One figure line for each store; 1 at the first thing that is wrong."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="on each store")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--kill-every", type=float, default=20, metavar="SECONDS")
    parser.add_argument("--stores", nargs="*", choices=STORES, default=list(STORES))
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    wish = parser.parse_args(arguments)
    sys.stdout.write(f"seed {wish.seed}\n")
    for name in wish.stores:
        with OPEN[name]() as settings:
            night, verdict = asyncio.run(
                spend(
                    settings,
                    seconds=wish.minutes * 60,
                    tables=wish.tables,
                    kill_every=wish.kill_every,
                    seed=wish.seed,
                )
            )
        sys.stdout.write(figures(name, wish.minutes * 60, night, verdict) + "\n")
        sys.stdout.flush()
    return 0
