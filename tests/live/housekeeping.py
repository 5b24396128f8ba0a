"""Doubles of the stores of bans and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from app.live.house_rules import Sources
from app.tables.bans import Ban, BanRecord
from app.tables.cautions import Caution
from app.tables.house_rules import Announcement, HouseRules, Maintenance
from app.tables.staff import AuditLine
from tests.live.doubles import NOW, StoreBroken


@dataclass
class MemoryBans:
    """Bans in memory; a test lays them there, or has reading them fail."""

    known: list[Ban] = field(default_factory=list)
    broken: bool = False

    async def add(self, ban: Ban, line: AuditLine) -> bool:
        self.known.append(ban)
        return True

    async def lift(self, ban_id: str, line: AuditLine) -> bool:
        self.known = [ban for ban in self.known if ban.id != ban_id]
        return True

    async def in_force(self, now: datetime) -> tuple[Ban, ...]:
        if self.broken:
            raise StoreBroken("bans")
        return tuple(ban for ban in self.known if ban.holds(now))

    async def find(self, ban_id: str) -> Ban | None:
        return next((ban for ban in self.known if ban.id == ban_id), None)

    async def newest(self, limit: int, *, player: str | None = None) -> tuple[BanRecord, ...]:
        return tuple(BanRecord(ban, None, "Olga") for ban in self.known[:limit])


@dataclass
class MemoryBook:
    """House rules in memory."""

    rules: HouseRules = field(default_factory=HouseRules)
    said: list[Announcement] = field(default_factory=list)

    async def load(self) -> HouseRules:
        return self.rules

    async def save_game(
        self, game: str, line: AuditLine, *, resting: bool | None, levels: Mapping[str, bool]
    ) -> None:
        self.rules = HouseRules(frozenset((game,)))

    async def save_maintenance(self, maintenance: Maintenance | None, line: AuditLine) -> None:
        self.rules = HouseRules(maintenance=maintenance)

    async def announcements(self, after: datetime | None) -> tuple[Announcement, ...]:
        return tuple(each for each in self.said if after is None or each.ends_at > after)

    async def announce(self, announcement: Announcement, line: AuditLine) -> None:
        self.said.append(announcement)

    async def withdraw(self, announcement_id: str, line: AuditLine) -> bool:
        self.said = [each for each in self.said if each.id != announcement_id]
        return True

    async def running(self) -> Mapping[str, int]:
        return {}


@dataclass
class MemoryCautions:
    """Cautions in memory; a test lays them there."""

    given: list[Caution] = field(default_factory=list)

    async def waiting(self) -> tuple[Caution, ...]:
        return tuple(self.given)

    async def understand(self, player: str, caution: str, at: datetime) -> bool:
        self.given = [each for each in self.given if each.id != caution]
        return True


@dataclass
class Books:
    """What a test decides for the house."""

    bans: MemoryBans = field(default_factory=MemoryBans)
    book: MemoryBook = field(default_factory=MemoryBook)
    cautions: MemoryCautions = field(default_factory=MemoryCautions)

    @property
    def sources(self) -> Sources:
        return Sources(self.bans, self.book, self.cautions)

    def ban(self, player: str | None = None, network: str | None = None, **changes: object) -> Ban:
        """Somebody is kept out from now on."""
        values: dict[str, object] = {"kind": "ban", "why": "Rude.", "admin": "a1", "at": NOW}
        values |= {"player": player, "network": network, **changes}
        made = Ban(f"b{len(self.bans.known)}", **values)  # type: ignore[arg-type]
        self.bans.known.append(made)
        return made
