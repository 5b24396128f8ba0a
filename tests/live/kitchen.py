"""A house over doubles, and what its tests do at its tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest

from app.games.registry import REGISTRY, Registry
from app.live.attachment import Attachment
from app.live.bus import InProcessBus, InProcessLeases
from app.live.host import Host
from app.live.house import House
from app.live.house_rules import RulesInForce, Sources
from app.live.keys import LinkKeys
from app.live.orders import TableOrder
from app.live.outbox import Limits
from app.live.parts import Pacing, Parts
from app.live.pulse import Pulse, SteadyTime
from app.tables.access import Visitor
from app.tables.refusals import Refused
from app.tables.table import Player
from tests.live.doubles import Clock, MemoryStore, RecordingThinker, Wire
from tests.minting import CountingMint

ANNA = Player("p-anna", "Anna")
BO = Player("p-bo", "Bo")
CLEO = Player("p-cleo", "Cleo")
DAN = Player("p-dan", "Dan")
SEATED = (ANNA, BO, CLEO, DAN)
NO_BOTS_PACE = Pacing(0, 0)


def visitor(player: Player | None) -> Visitor:
    """Somebody with the key to play, in a browser of their own."""
    session = None if player is None else f"session-{player.id}"
    return Visitor(player, session, frozenset(("play",)))


@dataclass
class Kitchen:
    """One or more houses on one store, one bus and one clock."""

    store: MemoryStore = field(default_factory=MemoryStore)
    clock: Clock = field(default_factory=Clock)
    bus: InProcessBus = field(default_factory=InProcessBus)
    thinker: RecordingThinker = field(default_factory=RecordingThinker)
    mint: CountingMint = field(default_factory=CountingMint)
    registry: Registry = REGISTRY
    houses: list[House] = field(default_factory=list)
    parts: list[Parts] = field(default_factory=list)
    """What each house is made of."""
    sources: Sources | None = None
    """Where bans and house rules are stored; without, there are none."""
    kind_of_pulse: type[Pulse] = Pulse

    def house(self, pacing: Pacing = NO_BOTS_PACE, limits: Limits | None = None) -> House:
        """One more process."""
        time = SteadyTime(self.clock.now, self.clock.monotonic)
        pulse = self.kind_of_pulse(self.store.heart, time, self.clock.sleep)
        parts = Parts(
            registry=self.registry,
            log=self.store.log,
            tables=self.store,
            links=self.store.links,
            chat=self.store.chat,
            notes=self.store.notes,
            bus=self.bus,
            leases=InProcessLeases(),
            thinker=self.thinker,
            mint=self.mint,
            now=time.now,
            monotonic=self.clock.monotonic,
            sleep=self.clock.sleep,
            pulse=pulse,
            keys=LinkKeys(b"a secret of the tests"),
            public_url="http://kitchen.example",
            pacing=pacing,
            limits=limits or Limits(),
            rules=RulesInForce(self.sources),
        )
        made = House(parts)
        self.parts.append(parts)
        self.houses.append(made)
        return made


@asynccontextmanager
async def kitchen_open() -> AsyncIterator[Kitchen]:
    """Everything is let go of afterwards."""
    made = Kitchen()
    try:
        yield made
    finally:
        for house in made.houses:
            await house.drain()


async def open_match(
    house: House,
    game: str = "milkuro",
    seats: int = 4,
    people: int = 4,
    level: str = "easy",
    **order: Any,
) -> Host:
    """A running match: people on the first seats, bots on the others."""
    bots = {seat: level for seat in range(people, seats)}
    made = await house.open_table(
        SEATED[0],
        TableOrder(game, seats=seats, bots=bots, client_seed="word", start=True, **order),
        "session-p-anna",
    )
    host = await house.host(made.id)
    for seat in range(1, people):
        await host.steward.sit(visitor(SEATED[seat]), seat, "word")
    assert host.table.state == "playing"
    return host


@dataclass
class Viewer:
    """Somebody at a table with a socket, and what it has been told."""

    who: Visitor
    wire: Wire
    attachment: Attachment
    told: list[dict[str, Any]] = field(default_factory=list)

    def read(self) -> list[dict[str, Any]]:
        """What is new."""
        new = self.wire.take()
        self.told.extend(new)
        return new

    def moves(self) -> list[dict[str, Any]]:
        """The new `move` messages."""
        return [message for message in self.read() if message["type"] == "move"]


async def watch(host: Host, player: Player | None = None, **wishes: Any) -> Viewer:
    """Attach somebody."""
    wire = Wire()
    who = visitor(player)
    return Viewer(who, wire, await host.attach(who, wire, **wishes))


def next_seat(host: Host) -> int:
    """The lowest seat that owes a move."""
    assert host.match is not None
    return min(host.match.to_act)


def legal_json(host: Host, seat: int | None = None) -> list[dict[str, Any]]:
    """What that seat may do, as a client sends it."""
    assert host.match is not None
    legal = host.match.legal_moves(next_seat(host) if seat is None else seat)
    moves: list[dict[str, Any]] = orjson.loads(orjson.dumps(legal))
    return moves


async def move(host: Host, ref: str | None = None, **changes: Any) -> int:
    """Whoever is to act makes the first legal move."""
    assert host.match is not None
    seat = next_seat(host)
    seq = host.match.seq
    raw = changes.get("raw", legal_json(host, seat)[0])
    who = visitor(host.table.seats[seat].player)
    return await host.move(who, ref or f"ref-{seq}", changes.get("seen", seq), raw)


def state_of(host: Host, player: Player | None = None) -> dict[str, Any]:
    """What a socket would be told first now."""
    state: dict[str, Any] = orjson.loads(host.state_json(visitor(player)))
    return state


async def refused(deed: Awaitable[Any]) -> Refused:
    """Why this is refused."""
    with pytest.raises(Refused) as caught:
        await deed
    return caught.value
