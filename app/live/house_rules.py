"""What is in force in the whole house, kept in memory: every call looks here, none asks the store.

It is read again every few seconds, since another process may have changed it, and at once after
a change from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.codec.times import time_text
from app.tables import house_rules
from app.tables.bans import (
    Ban,
    BanIndex,
    Bans,
    banned_by,
    index_bans,
    muted_by,
    refusal_of,
    silence_of,
)
from app.tables.cautions import Caution, Cautions, index_cautions
from app.tables.house_rules import Announcement, HouseRules, News, RuleBook, news_at


@dataclass(frozen=True, slots=True)
class Sources:
    """Where it is all stored."""

    bans: Bans
    book: RuleBook
    cautions: Cautions


class RulesInForce:
    """All of it as it was last read; without sources there is none."""

    def __init__(self, sources: Sources | None = None) -> None:
        self._sources = sources
        self._reading = asyncio.Lock()
        self._announcements: tuple[Announcement, ...] = ()
        self.house = HouseRules()
        self.bans = BanIndex()
        self.cautions: Mapping[str, tuple[Caution, ...]] = {}

    async def read(self, now: datetime) -> None:
        """Read all anew. Raises what the store raises, and then what was read before stays.

        One after another: what was read last is what was stored last.
        """
        if self._sources is None:
            return
        async with self._reading:
            bans = await self._sources.bans.in_force(now)
            rules = await self._sources.book.load()
            self._announcements = await self._sources.book.announcements(now)
            self.cautions = index_cautions(await self._sources.cautions.waiting())
            self.house, self.bans = rules, index_bans(bans)

    def news(self, now: datetime) -> News:
        """What everybody reads now."""
        return news_at(self._announcements, self.house.maintenance, now)

    def cautions_of(self, player: str | None) -> tuple[Caution, ...]:
        """What a player was warned about and has not yet understood."""
        return () if player is None else self.cautions.get(player, ())

    def ban_of(self, player: str | None, address: str, now: datetime) -> Ban | None:
        """The ban that keeps out who comes from there."""
        return banned_by(self.bans, player, address, now)

    def is_banned(self, player: str, now: datetime) -> bool:
        """Whether this very player is kept out, wherever they come from."""
        return self.ban_of(player, "", now) is not None

    def check_welcome(self, player: str | None, address: str, now: datetime) -> None:
        """Raises `forbidden`, with why and until when, for who is kept out."""
        ban = self.ban_of(player, address, now)
        if ban is not None:
            raise refusal_of(ban, end_text(ban))

    def mute_of(self, player: str, now: datetime) -> Ban | None:
        """The mute that holds for a player."""
        return muted_by(self.bans, player, now)

    def check_may_speak(self, player: str, now: datetime) -> None:
        """Raises `forbidden`, with why and until when, for who is mute."""
        mute = self.mute_of(player, now)
        if mute is not None:
            raise silence_of(mute, end_text(mute))

    def check_opens(self, game: str, levels: Iterable[str], now: datetime) -> None:
        """Raises unless a new table of that game with such bots may be opened now."""
        house_rules.check_opens(self.house, game, levels, now)

    def check_level(self, game: str, level: str) -> None:
        """Raises `forbidden` for bots that rest in that game."""
        house_rules.check_level(self.house, game, level)


def end_text(ban: Ban) -> str | None:
    """When a ban ends, as it is written for people and programs."""
    return None if ban.until is None else time_text(ban.until)
