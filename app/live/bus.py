"""Bus and leases of one process (architecture.md, "One process, many processes")."""

from __future__ import annotations

from collections.abc import Callable


class InProcessBus:
    """Tells every listener of this process; several houses may share one."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    def publish(self, topic: str) -> None:
        """Tell everybody who listens."""
        for listener in tuple(self._listeners):
            listener(topic)

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Hear every topic; the answer ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


class InProcessLeases:
    """One process drives all its tables."""

    async def hold(self, table_id: str) -> bool:
        """Always held: there is nobody else."""
        return True

    async def release(self, table_id: str) -> None:
        """Nothing to give back."""
