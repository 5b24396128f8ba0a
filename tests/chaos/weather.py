"""Bad weather: frames that are lost, said twice, late, or overtaken by later ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Weather:
    """How likely each mishap is, for each frame."""

    lost: float = 0.01
    repeated: float = 0.03
    late: float = 0.04
    longest: float = 0.4
    """Seconds that a late frame is late at most; others overtake it meanwhile."""


FAIR = Weather(0.0, 0.0, 0.0)


class Line:
    """One connection through bad weather, both ways. `hear` gets what arrives, when it does."""

    def __init__(
        self, socket: ClientConnection, rng: Random, weather: Weather, hear: Callable[[Json], None]
    ) -> None:
        self._socket = socket
        self._rng = rng
        self._weather = weather
        self._hear = hear
        self._late: set[asyncio.Task[None]] = set()
        self.mishaps = 0
        self.stalled_until = 0.0

    async def read(self) -> None:
        """Deliver until the connection is over. Raises what a client sees of a lost server."""
        async for text in self._socket:
            await self._stall()
            message = orjson.loads(text)
            self._travel(partial(self._arrive, message))

    async def _stall(self) -> None:
        """Somebody who stops reading: the kernel's buffers fill, then the server's queue."""
        wait = self.stalled_until - asyncio.get_running_loop().time()
        if wait > 0:
            self.mishaps += 1
            await asyncio.sleep(wait)

    async def _arrive(self, message: Json) -> None:
        self._hear(message)

    def send(self, message: Json) -> None:
        """Send one frame, with luck."""
        payload = orjson.dumps(message).decode()
        self._travel(lambda: self._socket.send(payload))

    def _travel(self, deliver: Callable[[], Coroutine[Any, Any, None]]) -> None:
        roll, weather = self._rng.random(), self._weather
        if roll < weather.lost:
            self.mishaps += 1
            return
        if roll < weather.lost + weather.repeated:
            self.mishaps += 1
            self._later(deliver, 0.0)
        delay = 0.0
        if self._rng.random() < weather.late:
            self.mishaps += 1
            delay = self._rng.uniform(0, weather.longest)
        self._later(deliver, delay)

    def _later(self, deliver: Callable[[], Coroutine[Any, Any, None]], delay: float) -> None:
        async def travel() -> None:
            if delay:
                await asyncio.sleep(delay)
            await deliver()

        task = asyncio.create_task(travel())
        self._late.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # the connection was over before it arrived: as lost as the others

    def cut(self) -> None:
        """Lose the connection without a word."""
        self._socket.transport.abort()
        for task in tuple(self._late):
            task.cancel()
