"""Tables under closed-loop load: whoever is on turn answers at once, and the clock runs until
the last seat was told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tests.bench.measuring import quantile, usage_of
from tests.bench.sockets import RawSocket

SATURATED = 0.95
"""Share of its core from which the generator itself is the limit."""

HEAT_SECONDS = 30


@dataclass
class Figures:
    """What a run came to, added up over its heats."""

    moves: int = 0
    seconds: float = 0.0
    server_cpu: float = 0.0
    own_cpu: float = 0.0
    frames: int = 0
    received: int = 0
    waits: list[float] = field(default_factory=list)
    memory: int = 0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    def line(self, name: str) -> str:
        """For people."""
        share = self.own_cpu / self.seconds
        limit = " (GENERATOR SATURATED)" if share > SATURATED else ""
        return (
            f"{name:16} {self.rate:7.0f} moves/s, to the last seat p50 "
            f"{quantile(self.waits, 0.5) * 1e3:.2f} ms, p99 {quantile(self.waits, 0.99) * 1e3:.2f} "
            f"ms, server {self.server_cpu / self.moves * 1e6:.0f} µs CPU a move, "
            f"{self.received / self.frames:.0f} bytes a push, generator {share:.0%}{limit}"
        )


@dataclass(slots=True)
class Flight:
    """A move on its way."""

    begun: float
    untold: int


class LoadTable:
    """One table of the load. Its seats report what they see and how they would move."""

    def __init__(self, heat: Heat) -> None:
        self._heat = heat
        self._flights: dict[int, Flight] = {}
        self._issued = -1
        self.sockets: list[RawSocket] = []

    def told(self, seq: int) -> None:
        """One seat has been told of that position."""
        flight = self._flights.get(seq)
        if flight is None:
            return
        flight.untold -= 1
        if flight.untold == 0:
            del self._flights[seq]
            self._heat.count(time.perf_counter() - flight.begun)

    def turn(self, seq: int, send: Callable[[], None]) -> None:
        """A seat may move at that position; it does so once, while the heat is on."""
        if not self._heat.running or self._issued >= seq:
            return
        self._issued = seq
        self._flights[seq + 1] = Flight(time.perf_counter(), len(self.sockets))
        send()


class Heat:
    """All tables laid and connected, then measured until time is up or the first match ends."""

    def __init__(self) -> None:
        self.running = False
        self.waits: list[float] = []
        self.finished = asyncio.Event()
        self.tables: list[LoadTable] = []
        self.starts: list[Callable[[], None]] = []
        """What makes each seat look whether it is on turn."""

    def count(self, wait: float) -> None:
        """A move was told to everybody."""
        self.waits.append(wait)

    def end(self) -> None:
        """No more moves."""
        self.running = False
        self.finished.set()

    async def measure(self, pid: int, seconds: float, figures: Figures) -> None:
        """Let them play and add what it cost."""
        sockets = [socket for table in self.tables for socket in table.sockets]
        server, own, begun = usage_of(pid), time.process_time(), time.perf_counter()
        before = sum(socket.frames for socket in sockets), sum(s.received for s in sockets)
        self.running = True
        for start in self.starts:
            start()
        try:
            await asyncio.wait_for(self.finished.wait(), seconds)
        except TimeoutError:
            self.end()
        figures.moves += len(self.waits)
        figures.waits += self.waits
        figures.seconds += time.perf_counter() - begun
        figures.own_cpu += time.process_time() - own
        figures.frames += sum(socket.frames for socket in sockets) - before[0]
        figures.received += sum(socket.received for socket in sockets) - before[1]
        after = usage_of(pid)
        figures.server_cpu += after.cpu - server.cpu
        figures.memory = after.memory

    def close(self) -> None:
        """Everybody goes."""
        for table in self.tables:
            for socket in table.sockets:
                socket.close()


class Target(Protocol):
    """A server under load."""

    name: str
    pid: int

    async def lay(self, heat: Heat, tables: int) -> None:
        """So many tables of Milkuro with four connected seats, ready to play."""
        ...


async def run_load(target: Target, tables: int, seconds: float) -> Figures:
    """Heat after heat, the first one to warm up, until so many seconds were measured."""
    figures = Figures()
    warm = Figures()
    while figures.seconds < seconds:
        heat = Heat()
        await asyncio.wait_for(target.lay(heat, tables), HEAT_SECONDS)
        current = figures if warm.moves else warm
        await heat.measure(target.pid, min(HEAT_SECONDS, seconds - figures.seconds), current)
        heat.close()
        if not current.moves:
            raise RuntimeError(f"{target.name}: nobody moved")
    return figures
