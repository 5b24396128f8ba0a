"""Breaks off rules that do not come to an end, so that one table fails and all others go on.

Rules run on the event loop, some microseconds each time. Should a module loop, or fill the memory,
nobody at any table would be answered any more. So the loop winds an alarm again and again; when it
rings, the loop has not come round for long, and if rules are what it is busy with they are left by
an exception, which is then a bug of that table like any other. What one call into C does cannot be
broken off, nor anything where there are no such alarms (Windows).
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from app.tables.bugs import RulesTooSlow

INTERVAL = 0.5
"""Seconds between two windings."""

RING = 0.1
"""Seconds of computing between two rings: in half a second a quick machine fills a gigabyte."""

MOST_SECONDS = 2.0
"""Of computing, all threads together, so that a machine that is busy or asleep does not count."""

MOST_MEMORY = 512 << 20
"""Bytes by which the process may grow in one go."""

HELD = Path("/proc/self/statm")


class Guard:
    """The alarm of one event loop. `packages`: where the rules are that it watches."""

    def __init__(self, loop: asyncio.AbstractEventLoop, packages: Collection[str]) -> None:
        self._loop = loop
        self._packages = tuple(packages)
        self._rings = 0
        self._memory = 0
        self._winding: asyncio.TimerHandle | None = None

    def wind(self) -> None:
        """The loop has come round: nothing has rung yet."""
        self._rings = 0
        self._memory = held_memory()
        signal.setitimer(signal.ITIMER_PROF, RING, RING)
        self._winding = self._loop.call_later(INTERVAL, self.wind)

    def stop(self) -> None:
        """Watch no longer."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        if self._winding is not None:
            self._winding.cancel()

    def ring(self, number: int, frame: FrameType | None) -> None:
        """The loop has not come round for a while. Raises into rules that are to blame."""
        self._rings += 1
        late = self._rings * RING >= MOST_SECONDS
        greedy = held_memory() - self._memory > MOST_MEMORY
        if (late or greedy) and self._is_in_rules(frame):
            raise RulesTooSlow

    def _is_in_rules(self, frame: FrameType | None) -> bool:
        while frame is not None:
            name = f"{frame.f_globals.get('__name__', '')}."
            if name.startswith(self._packages):
                return True
            frame = frame.f_back
        return False


def package_of(game: object) -> str:
    """Where a game's rules are: its folder, or its only file, with a dot at the end."""
    module = type(game).__module__
    folder = module.rpartition(".")[0]
    return f"{folder if module.endswith('.rules') else module}."


def held_memory() -> int:
    """Bytes that this process holds, or where the system does not say so, ever held."""
    import resource  # which Windows does not have

    with suppress(OSError):
        return int(HELD.read_text().split()[1]) * resource.getpagesize()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@contextmanager
def guarding(games: Collection[object]) -> Iterator[None]:
    """Watch these games' rules on the running loop, which has to be the main thread's."""
    if sys.platform == "win32":
        yield
        return
    guard = Guard(asyncio.get_running_loop(), {package_of(game) for game in games})
    before = signal.signal(signal.SIGPROF, guard.ring)
    signal.siginterrupt(signal.SIGPROF, False)
    guard.wind()
    try:
        yield
    finally:
        guard.stop()
        signal.signal(signal.SIGPROF, before)
