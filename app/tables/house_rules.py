"""What those who keep the house decided for all of it: games that rest, maintenance, news."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from app.tables.refusals import Code, Refused
from app.tables.staff import AuditLine

MOST_ANNOUNCEMENTS = 20
"""Announcements that wait or run at a time."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """From `begins` on no new tables are opened; running ones go on. `until` None: no end yet."""

    begins: datetime
    until: datetime | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    """What people are told, by language; English for who reads none of them."""

    def is_over(self, now: datetime) -> bool:
        """Whether its end has come."""
        return self.until is not None and self.until <= now

    def runs(self, now: datetime) -> bool:
        """Whether no table is opened now."""
        return self.begins <= now and not self.is_over(now)


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that everybody reads for a while, by language."""

    id: str
    texts: Mapping[str, str]
    starts_at: datetime
    ends_at: datetime
    admin: str

    def runs(self, now: datetime) -> bool:
        """Whether it is read now."""
        return self.starts_at <= now < self.ends_at


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The decisions in force."""

    resting: frozenset[str] = frozenset()
    """Games of which no new tables are opened."""
    resting_levels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Levels of bots that are not seated any more, by game."""
    maintenance: Maintenance | None = None

    def level_rests(self, game: str, level: str) -> bool:
        """Whether bots of that level are not to be had in that game."""
        return level in self.resting_levels.get(game, frozenset())


@dataclass(frozen=True, slots=True)
class News:
    """What everybody who is here reads now."""

    announcements: tuple[Announcement, ...] = ()
    maintenance: Maintenance | None = None


class RuleBook(Protocol):
    """Where the decisions are kept. A change writes its audit line with it."""

    async def load(self) -> HouseRules:
        """All of them."""
        ...

    async def save_game(
        self, game: str, line: AuditLine, *, resting: bool | None, levels: Mapping[str, bool]
    ) -> None:
        """Whether a game rests, and which of its levels do; what is not told stays."""
        ...

    async def save_maintenance(self, maintenance: Maintenance | None, line: AuditLine) -> None:
        """The next maintenance, or none."""
        ...

    async def announcements(self, after: datetime | None) -> tuple[Announcement, ...]:
        """Those that end after that moment, all of them for None; the first to start first."""
        ...

    async def announce(self, announcement: Announcement, line: AuditLine) -> None:
        """One more. Raises `invalid` when there are too many that have not ended."""
        ...

    async def withdraw(self, announcement_id: str, line: AuditLine) -> bool:
        """It is read no more; False when there is none of that id."""
        ...

    async def running(self) -> Mapping[str, int]:
        """Running tables of each game."""
        ...


def news_at(
    announcements: Iterable[Announcement], maintenance: Maintenance | None, now: datetime
) -> News:
    """What is read at that moment; a maintenance that has yet to come is told with its hour."""
    read = tuple(each for each in announcements if each.runs(now))
    over = maintenance is None or maintenance.is_over(now)
    return News(read, None if over else maintenance)


def check_opens(rules: HouseRules, game: str, levels: Iterable[str], now: datetime) -> None:
    """Raises unless a new table of that game, with bots of these levels, may be opened now."""
    if rules.maintenance is not None and rules.maintenance.runs(now):
        raise Refused(
            Code.UNAVAILABLE,
            "The house is being looked after: no new tables for now. Running ones go on.",
            {"maintenance": True},
        )
    if game in rules.resting:
        raise Refused(
            Code.FORBIDDEN,
            "This game rests for now: no new tables of it. Running ones go on.",
            {"resting": game},
        )
    for level in levels:
        check_level(rules, game, level)


def check_level(rules: HouseRules, game: str, level: str) -> None:
    """Raises `forbidden` for bots that rest in that game."""
    if rules.level_rests(game, level):
        raise Refused(Code.FORBIDDEN, "These bots rest for now.", {"resting_level": level})


def check_times(announcement: Announcement, now: datetime) -> None:
    """Raises `invalid` for an announcement that nobody would ever read."""
    if announcement.ends_at <= announcement.starts_at:
        raise Refused(Code.INVALID, "It would end before it begins.", {"at": "ends_at"})
    if announcement.ends_at <= now:
        raise Refused(Code.INVALID, "That end has passed already.", {"at": "ends_at"})


def check_maintenance(maintenance: Maintenance, now: datetime) -> None:
    """Raises `invalid` for a maintenance that ends before it begins, or has ended."""
    if maintenance.until is None:
        return
    if maintenance.until <= max(maintenance.begins, now):
        raise Refused(Code.INVALID, "It would end before it begins.", {"at": "until"})
