"""Reported lines of chat with what was said around them, and what became of the reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from app.tables.bans import Ban, BanKind
from app.tables.cautions import Caution
from app.tables.ports import ChatLine
from app.tables.staff import AuditLine
from app.tables.table import Player

Verdict = Literal["dismissed", "warned", "muted", "banned"]

Consequence = Ban | Caution
"""What follows from a verdict for who wrote the line."""

CONSEQUENCES: Mapping[Verdict, BanKind] = {"muted": "mute", "banned": "ban"}
"""What follows from a verdict, which asks for the right to do that as well."""

LINES_BEFORE = 10
LINES_AFTER = 5
"""Lines told around a reported one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a report, and who decided so."""

    verdict: Verdict
    admin: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Case:
    """A report with its context. `why`: the words of who reported it."""

    id: str
    table: str
    reporter: Player
    why: str
    at: datetime
    line: ChatLine
    before: tuple[ChatLine, ...]
    after: tuple[ChatLine, ...]
    judgement: Judgement | None = None
    judge_name: str | None = None


class Cases(Protocol):
    """Reports as those who judge them read them."""

    async def newest(self, limit: int, *, waiting: bool) -> tuple[Case, ...]:
        """The newest ones; `waiting`: the oldest of those that nobody has judged."""
        ...

    async def about(self, player: str, limit: int) -> tuple[Case, ...]:
        """The newest ones about lines of that player."""
        ...

    async def find(self, report: str) -> Case | None:
        """One of them."""
        ...

    async def judge(
        self,
        report: str,
        judgement: Judgement,
        line: AuditLine,
        consequence: Consequence | None = None,
    ) -> bool:
        """What became of it, and what follows, with its audit line; False when somebody was
        faster."""
        ...
