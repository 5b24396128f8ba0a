"""Links: invitations of a series, what each allows, and the port that keeps them.

Uses and expiry are about coming in: a session that came in keeps what the link gave it. Revoking
is about being here: it takes the link from those who came by it. Who sits stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind

MOST_LINKS = 100
"""Links of one series that work at a time; more than that nobody keeps apart."""

MOST_EVER = 1000
"""Links of one series, revoked ones and all: whoever brings a key has it compared with each."""


@dataclass(frozen=True, slots=True)
class Link:
    """An invitation of a series. Its key is an HMAC, stored nowhere.

    `uses`: sessions that came in by it, of at most `max_uses`. `until`: nobody new comes in then.
    """

    id: str
    series: str
    kind: LinkKind
    generation: int
    uses: int = 0
    max_uses: int | None = None
    until: datetime | None = None
    revoked: bool = False


@dataclass(frozen=True, slots=True)
class LinkOrder:
    """A link that a host wants. None: as many as like to come, for as long as the table is."""

    kind: LinkKind
    max_uses: int | None = None
    until: datetime | None = None


class Links(Protocol):
    """Links of all series, and which session came in by which."""

    async def of_series(self, series: str) -> tuple[Link, ...]:
        """All links of a series, by kind and generation."""
        ...

    async def add(self, link_id: str, series: str, order: LinkOrder) -> Link:
        """A new link of the next generation of its kind."""
        ...

    async def revoke(self, series: str, link_id: str) -> bool:
        """The link opens no more; False when the series has no such link. Again changes nothing."""
        ...

    async def grant(self, session_id: str, link_id: str, at: datetime) -> bool:
        """Let the session in by that link: True if it came in by it before, or does now.

        The first time is a use. False for a link that lets nobody new in at that time.
        """
        ...

    async def granted(self, session_id: str, series: str) -> tuple[Link, ...]:
        """The links of this series by which the session came in."""
        ...


def opens(link: Link, now: datetime) -> bool:
    """Whether the link lets somebody in who has not come by it before."""
    return not (link.revoked or has_ended(link, now) or is_used_up(link))


def has_ended(link: Link, now: datetime) -> bool:
    """Whether its time is over."""
    return link.until is not None and link.until <= now


def is_used_up(link: Link) -> bool:
    """Whether as many as it was for have come."""
    return link.max_uses is not None and link.max_uses <= link.uses


def is_counted(link: Link) -> bool:
    """Whether coming in by it is a use that somebody else will lack."""
    return link.max_uses is not None


def opens_without_session(link: Link, now: datetime) -> bool:
    """Whether the bare key opens: nobody could count the uses of who leaves no trace."""
    return not is_counted(link) and opens(link, now)


def held(links: Iterable[Link]) -> frozenset[LinkKind]:
    """What those links give to who came in by them."""
    return frozenset(link.kind for link in links if not link.revoked)


def newest(links: Sequence[Link], now: datetime) -> dict[LinkKind, Link]:
    """The newest link of each kind that lets somebody in: what those at the table pass on."""
    working = sorted((link for link in links if opens(link, now)), key=lambda each: each.generation)
    return {link.kind: link for link in working}


def check_order(order: LinkOrder, links: Sequence[Link], now: datetime) -> None:
    """Raises for a link that would never open, or is one too many."""
    if order.until is not None and order.until <= now:
        raise Refused(Code.INVALID, "That time is over already.", {"at": "until"})
    if sum(opens(link, now) for link in links) >= MOST_LINKS:
        raise Refused(Code.FORBIDDEN, "There are too many links. Take one back first.")
    if len(links) >= MOST_EVER:
        raise Refused(Code.FORBIDDEN, "There were too many links. Open another table.")
