"""Commands of one table, one after another; each runs to its end even if nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

AnswerT = TypeVar("AnswerT")


class Mailbox:
    """The order in which a host does what it is asked. `after` runs when a command has ended."""

    def __init__(self, after: Callable[[], None]) -> None:
        self.turn = asyncio.Lock()
        """To be held by what may be cut off without harm: reading, subscribing."""
        self._after = after
        self._running: set[asyncio.Task[Any]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being done or waits to be."""
        return self.turn.locked() or bool(self._running)

    async def put(self, command: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        """Run a command in its turn. A caller who goes away does not cut a save off."""
        task = asyncio.create_task(self._run(command))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _run(self, command: Callable[[], Awaitable[AnswerT]]) -> AnswerT:
        async with self.hold():
            return await command()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """A turn that ends with its caller: what was cut off in it is looked after."""
        async with self.turn:
            try:
                yield
            finally:
                self._after()
