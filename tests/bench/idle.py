"""What a quiet socket costs: `python3 -m tests.bench idle --sockets 1000`."""

from __future__ import annotations

import argparse
import sys
import tempfile

from tests.bench.kitchen import SEATS, kitchen
from tests.bench.measuring import keep_to_core, run_fast, usage_of
from tests.bench.sockets import RawSocket, open_socket
from tests.system.people import calling

WATCHERS = 4
"""Spectators a table, beside its four players."""


async def sit_still(url: str, sockets: int) -> list[RawSocket]:
    """Running tables with so many sockets in all, each told its `state`."""
    opened: list[RawSocket] = []
    async with calling(url) as web:
        people = [await web.newcomer(f"P{seat}") for seat in range(SEATS)]
        visitors = [*(person.headers for person in people), *({} for _ in range(WATCHERS))]
        while len(opened) < sockets:
            table = await web.open_table("milkuro", people)
            path = f"/api/tables/{table['id']}/live"
            for headers in visitors[: sockets - len(opened)]:
                opened.append(await open_socket(url, path, headers))
    return opened


async def measure(sockets: int) -> str:
    """One line of figures."""
    keep_to_core(1)
    with tempfile.TemporaryDirectory() as folder:
        async with kitchen(f"sqlite:///{folder}/idle.db") as (pid, url):
            warm = await sit_still(url, WATCHERS + SEATS)
            before = usage_of(pid).memory
            opened = await sit_still(url, sockets)
            after = usage_of(pid).memory
            for socket in (*warm, *opened):
                socket.close()
    size = (after - before) / len(opened) / 1024
    return f"{size:.1f} KiB for each of {len(opened)} sockets, their share of a table included"


def main(argv: list[str]) -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench idle", description=__doc__)
    parser.add_argument("--sockets", type=int, default=1000)
    wanted = parser.parse_args(argv)
    sys.stdout.write(run_fast(measure(wanted.sockets)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
