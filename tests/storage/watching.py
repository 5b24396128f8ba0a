"""A database that is looked at while it works."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, event

from app.storage.engine import Act, Database

T = TypeVar("T")


@dataclass(slots=True)
class WatchedDatabase:
    """The real one behind a gate. `groups` counts commits of the log, `reads` all queries."""

    real: Database
    groups: int = 0
    reads: list[str] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    """Raised by the next appends, one each, after the rows went in and before the commit."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        """The real one's."""
        return self.real.name

    async def read(self, act: Act[T]) -> T:
        """Read, and note each query."""

        def noted(connection: Connection) -> T:
            def note(*arguments: Any) -> None:
                self.reads.append(arguments[2])

            event.listen(connection, "before_cursor_execute", note)
            try:
                return act(connection)
            finally:
                event.remove(connection, "before_cursor_execute", note)

        return await self.real.read(noted)

    async def write(self, act: Act[T]) -> T:
        """Write."""
        return await self.real.write(act)

    async def append(self, act: Act[T], *, atomic: bool) -> T:
        """Wait for the gate, then commit, or fail as told."""
        self.groups += 1
        self.reached.set()
        await self.gate.wait()
        if not self.failures:
            return await self.real.append(act, atomic=atomic)
        failure = self.failures.pop(0)

        def failing(connection: Connection) -> T:
            act(connection)
            raise failure

        return await self.real.append(failing, atomic=True)

    async def close(self) -> None:
        """Close the real one."""
        await self.real.close()
