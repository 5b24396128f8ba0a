"""A house that is looked at: its sampler, the minutes it keeps, and the staff's sockets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import jsonschema
from pydantic import TypeAdapter

from app.codec.statistics import AdminServerMessage
from app.live.house import House
from app.live.outbox import Outbox
from app.live.sampler import Premises, Sampler
from app.tables.statistics import BusState, Minute, TableCounts, put_together
from tests.live.doubles import StoreBroken, settle
from tests.live.kitchen import Kitchen
from tests.live.wires import Wire

VALIDATOR = jsonschema.Draft202012Validator(
    TypeAdapter(AdminServerMessage).json_schema(mode="serialization")
)
MEMORY = 50_000_000


@dataclass
class MemoryStatistics:
    """Minutes in memory, in a store that may be broken or never answer."""

    minutes: dict[datetime, Minute] = field(default_factory=dict)
    tables: TableCounts = field(default_factory=lambda: TableCounts(1, 2, 3, 4))
    broken: bool = False
    asked: int = 0
    hangs: asyncio.Event | None = None

    async def keep(self, minute: Minute) -> None:
        await self._answer()
        stored = self.minutes.get(minute.at)
        self.minutes[minute.at] = minute if stored is None else put_together(stored, minute)

    async def since(self, at: datetime) -> tuple[Minute, ...]:
        return tuple(minute for minute in self.minutes.values() if minute.at >= at)

    async def count_tables(self) -> TableCounts:
        self.asked += 1
        await self._answer()
        return self.tables

    async def _answer(self) -> None:
        if self.hangs is not None:
            await self.hangs.wait()
        if self.broken:
            raise StoreBroken


@dataclass
class Watched:
    """A house, the sampler that looks at it, and what a test may turn."""

    kitchen: Kitchen
    house: House
    store: MemoryStatistics = field(default_factory=MemoryStatistics)
    cpu: float = 0.0

    def sampler(self, run: str = "a") -> Sampler:
        """A process's own, with the house's clock."""
        clock = self.kitchen.clock
        bus = BusState("in_process", ok=True)
        premises = Premises(
            run,
            "sqlite",
            "1.2.3",
            lambda: bus,
            cpu=lambda: self.cpu,
            memory=lambda: MEMORY,
            workers=lambda: 2,
        )
        return Sampler(
            self.house,
            self.store,
            premises,
            now=clock.now,
            monotonic=clock.monotonic,
            sleep=clock.sleep,
        )

    async def look(self, sampler: Sampler, seconds: int = 1) -> None:
        """That many seconds, with a look in each."""
        for _ in range(seconds):
            self.kitchen.clock.seconds += 1
            sampler.look()
            await settle()


@dataclass
class Ear:
    """Somebody of the staff with a socket."""

    wire: Wire = field(default_factory=Wire)
    on_duty: bool = True
    store_broken: bool = False
    outbox: Outbox | None = None

    async def is_on_duty(self) -> bool:
        if self.store_broken:
            raise StoreBroken
        return self.on_duty

    async def listen(self, sampler: Sampler, session: str = "s-1") -> Ear:
        self.outbox = await sampler.listen(self.wire, session, self.is_on_duty)
        return self

    def take(self) -> list[dict[str, Any]]:
        """What was told since the last time, each as its schema allows."""
        told = self.wire.take()
        for message in told:
            VALIDATOR.validate(message)
        return told

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.take()]
