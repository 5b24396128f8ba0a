"""What a house is made of: the ports and settings that every host of it shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from app.games.registry import Registry
from app.live.gauges import Gauges
from app.live.house_rules import RulesInForce
from app.live.keys import LinkKeys
from app.live.outbox import Limits
from app.live.pulse import Pulse
from app.tables.clock import Moment
from app.tables.links import Links
from app.tables.ports import (
    Bus,
    Chat,
    Leases,
    Log,
    Mint,
    Notes,
    Now,
    Sleep,
    Tables,
    Thinker,
)


@dataclass(frozen=True)
class Pacing:
    """How long a server bot waits before it moves, in seconds; both 0: not at all."""

    shortest: float = 0.6
    longest: float = 1.5

    @property
    def hurried(self) -> bool:
        """Whether nothing waits, not even for people to look."""
        return self.longest <= 0

    def delay(self, rng: Random) -> float:
        """A human delay that depends on nothing hidden."""
        return 0.0 if self.hurried else rng.uniform(self.shortest, self.longest)


@dataclass(frozen=True)
class Parts:
    """The dependencies of `House` and `Host`."""

    registry: Registry
    log: Log
    tables: Tables
    links: Links
    chat: Chat
    notes: Notes
    bus: Bus
    leases: Leases
    thinker: Thinker
    mint: Mint
    now: Now
    monotonic: Callable[[], float]
    sleep: Sleep
    pulse: Pulse
    keys: LinkKeys
    public_url: str
    pacing: Pacing = field(default_factory=Pacing)
    limits: Limits = field(default_factory=Limits)
    gauges: Gauges = field(default_factory=Gauges)
    rules: RulesInForce = field(default_factory=RulesInForce)

    def rng(self) -> Random:
        """A generator that draws seats."""
        return Random(self.mint.seating_seed())

    def moment(self) -> Moment:
        """What deadlines are compared with."""
        return Moment(self.now(), self.pulse.outages)
