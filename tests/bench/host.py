"""How many moves a second the hosts of one process make, store and sockets left out.

`python3 -m tests.bench host`: every table has a socket for each seat (and spectators on request)
that takes what it is sent and forgets it; the log is in memory, so what is measured is judging,
views, encoding and fan-out.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import sys
import time
from random import Random

from app.live.host import Host
from app.live.wire import Parcel
from tests.live.kitchen import SEATED, Kitchen, kitchen_open, legal_json, open_match, visitor


class Sink:
    """A socket whose peer reads everything at once."""

    def __init__(self) -> None:
        self.pushes = self.size = 0

    def send(self, parcel: Parcel) -> None:
        """Count; the frame is built as for a real socket."""
        self.pushes += len(parcel.payloads)
        self.size += len(parcel.frame)

    def unsent(self) -> int:
        """Never anything."""
        return 0

    def close(self, code: int, reason: str) -> None:
        """Nothing to close."""

    def abort(self) -> None:
        """Nothing to drop."""


async def play(host: Host, rng: Random, deadline: float, waits: list[float]) -> None:
    """Random moves until the match or the time is over."""
    players = [visitor(player) for player in SEATED]
    while host.match is not None and host.match.outcome is None:
        seat = rng.choice(sorted(host.match.to_act))
        raw = rng.choice(legal_json(host, seat))
        seq = host.match.seq
        began = time.perf_counter()
        if began > deadline:
            return
        await host.move(players[seat], f"r{seq}", seq, raw)
        waits.append(time.perf_counter() - began)


async def play_table(
    kitchen: Kitchen, arguments: argparse.Namespace, number: int, waits: list[float]
) -> list[Sink]:
    """One table's matches, one after another."""
    house, sinks = kitchen.houses[0], []
    rng = Random(number)
    deadline = time.perf_counter() + arguments.seconds
    while time.perf_counter() < deadline:
        host = await open_match(house, arguments.game, seats=4)
        for player in (*SEATED, *[None] * arguments.spectators):
            sinks.append(Sink())
            await host.attach(visitor(player), sinks[-1], patch=arguments.patch)
        await play(host, rng, deadline, waits)
    return sinks


async def measure(arguments: argparse.Namespace) -> str:
    """One line of figures."""
    async with kitchen_open() as kitchen:
        kitchen.house()
        waits: list[float] = []
        began, cpu = time.perf_counter(), time.process_time()
        plays = (play_table(kitchen, arguments, n, waits) for n in range(arguments.tables))
        sinks = [sink for made in await asyncio.gather(*plays) for sink in made]
        took, cpu = time.perf_counter() - began, time.process_time() - cpu
    waits.sort()
    moves = len(waits)
    pushes, size = sum(sink.pushes for sink in sinks), sum(sink.size for sink in sinks)
    return (
        f"{arguments.tables} tables of {arguments.game}: {moves / took:.0f} moves/s, "
        f"{cpu / moves * 1e6:.0f} µs CPU a move, p99 {waits[moves * 99 // 100] * 1000:.1f} ms, "
        f"{size / pushes:.0f} bytes a push"
    )


def main(argv: list[str]) -> int:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench host", description=__doc__)
    parser.add_argument("--game", default="milkuro")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--spectators", type=int, default=0, help="at each table")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--patch", action="store_true", help="sockets ask for patches")
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    arguments = parser.parse_args(argv)
    profile = cProfile.Profile()
    if arguments.profile:
        profile.enable()
    line = asyncio.run(measure(arguments))
    profile.disable()
    sys.stdout.write(line + "\n")
    if arguments.profile:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(35)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
