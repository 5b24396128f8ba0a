"""How many rows of the log are committed a second: `python3 -m tests.bench commit`.

Every table appends its next row as soon as the one before is committed, as a host does.
`--url` measures a database of your own (it is migrated first); otherwise a new SQLite file in
the folder `--folder`, which should lie on the disk that will be used.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from datetime import UTC, datetime
from uuid import uuid4

from app.storage.migrate import migrate
from app.storage.store import Store, open_store
from app.tables.ports import Appended, LogRow

MOVE = '{"type":"lead","card":17,"colour":"white"}'


async def play(store: Store, match_id: str, deadline: float, waits: list[float]) -> None:
    """Append row after row until the time is over."""
    seq = 0
    while (begun := time.perf_counter()) < deadline:
        seq += 1
        row = LogRow(seq, seq % 4, MOVE, "player", datetime.now(UTC), None, "p1", f"ref-{seq}")
        if await store.log.append(match_id, row) is not Appended.DONE:
            raise RuntimeError(f"{match_id} position {seq} did not go in")
        waits.append(time.perf_counter() - begun)


async def measure(url: str, tables: int, seconds: float) -> str:
    """One line of figures."""
    store = await open_store(url)
    waits: list[float] = []
    begun, cpu = time.perf_counter(), time.process_time()
    run = uuid4().hex
    plays = (play(store, f"{run}-{number}", begun + seconds, waits) for number in range(tables))
    await asyncio.gather(*plays)
    took, cpu = time.perf_counter() - begun, time.process_time() - cpu
    await store.close()
    waits.sort()
    rows = len(waits)
    p50, p99 = waits[rows // 2] * 1000, waits[rows * 99 // 100] * 1000
    return (
        f"{tables:4} tables: {rows / took:8.0f} rows/s, "
        f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, {cpu / rows * 1e6:.0f} µs CPU a row"
    )


async def measure_all(arguments: argparse.Namespace, folder: str) -> None:
    """All sizes, one after another, on one database."""
    url = arguments.url or f"sqlite:///{folder}/bench.db"
    await migrate(url)
    for tables in arguments.tables:
        print(await measure(url, tables, arguments.seconds), flush=True)  # noqa: T201


def main(argv: list[str]) -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(prog="commit", description=__doc__)
    parser.add_argument("--url", help="sqlite:///path or postgresql://…")
    parser.add_argument("--folder", default=None, help="where the new SQLite file goes")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each number of tables")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50])
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        asyncio.run(measure_all(arguments, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
