"""Many tables of Milkuro at once: `python3 -m tests.bench tables --tables 50 --seconds 20`.

The server has core 0, the load core 1. Each round measures every target anew; the table at the
end shows medians. `--peer boardgameio --shared DIR --peers DIR` measures that one beside ours.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from statistics import median

from tests.bench.boardgameio import BoardgameIo, boardgameio
from tests.bench.kitchen import Kitchen, kitchen
from tests.bench.load import Figures, Target, run_load
from tests.bench.measuring import keep_to_core, quantile, run_fast

HEAD = (
    "| target | moves/s | p50 ms | p99 ms | server CPU µs a move | bytes a push |",
    "| --- | --- | --- | --- | --- | --- |",
)


def row(name: str, rounds: Sequence[Figures]) -> str:
    """Medians of the rounds as a row of Markdown."""
    columns = (
        f"{median(one.rate for one in rounds):,.0f}",
        f"{median(quantile(one.waits, 0.5) for one in rounds) * 1e3:.2f}",
        f"{median(quantile(one.waits, 0.99) for one in rounds) * 1e3:.2f}",
        f"{median(one.server_cpu / one.moves for one in rounds) * 1e6:.0f}",
        f"{median(one.received / one.frames for one in rounds):,.0f}",
    )
    return f"| {name} | {' | '.join(columns)} |"


async def measure_kitchen(wanted: argparse.Namespace, *, patch: bool) -> tuple[str, Figures]:
    """Our server on a fresh database."""
    with tempfile.TemporaryDirectory(dir=wanted.folder) as folder:
        url = wanted.url or f"sqlite:///{folder}/bench.db"
        async with kitchen(url) as (pid, address):
            return await measure(Kitchen(pid, address, patch=patch), wanted)


async def measure_boardgameio(wanted: argparse.Namespace) -> tuple[str, Figures]:
    """boardgame.io as it comes: full states, kept in memory."""
    serving: AbstractAsyncContextManager[tuple[int, str]] = boardgameio(wanted.shared, wanted.peers)
    async with serving as (pid, address):
        return await measure(BoardgameIo(pid, address), wanted)


async def measure(target: Target, wanted: argparse.Namespace) -> tuple[str, Figures]:
    """One run of one target, told at once."""
    figures = await run_load(target, wanted.tables, wanted.seconds)
    say(figures.line(target.name))
    return target.name, figures


def say(line: str) -> None:
    """One line, at once even through a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def measure_all(wanted: argparse.Namespace) -> None:
    """All rounds, the targets in turn, so that a noisy machine hits all alike."""
    keep_to_core(1)
    rounds: dict[str, list[Figures]] = {}
    for _ in range(wanted.rounds):
        for patch in (False, True) if wanted.push == "both" else (wanted.push == "patches",):
            name, figures = await measure_kitchen(wanted, patch=patch)
            rounds.setdefault(name, []).append(figures)
        if wanted.peer == "boardgameio":
            name, figures = await measure_boardgameio(wanted)
            rounds.setdefault(name, []).append(figures)
    for line in (*HEAD, *(row(name, figures) for name, figures in rounds.items())):
        say(line)


def main(argv: list[str]) -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measured run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--push", choices=("views", "patches", "both"), default="both")
    parser.add_argument("--url", help="a database of your own, already migrated if PostgreSQL")
    parser.add_argument("--folder", help="where new SQLite files go: the disk that will be used")
    parser.add_argument("--peer", choices=("boardgameio",))
    parser.add_argument("--shared", type=Path, help="folder with bench/peers (for --peer)")
    parser.add_argument("--peers", type=Path, help="folder with the peers' packages (for --peer)")
    wanted = parser.parse_args(argv)
    if wanted.peer and not (wanted.shared and wanted.peers):
        parser.error("--peer needs --shared and --peers")
    run_fast(measure_all(wanted))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
