"""Tables with a clock, for tests of time."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from app.codec import wire as messages
from app.live.host import Host
from app.live.house import House
from app.tables.table import Pace
from tests.live.doubles import settle
from tests.live.kitchen import ANNA, Kitchen, open_match, state_of, watch

LIVE = Pace("live", 30)
DAILY = Pace("daily", 8 * 3600)


async def open_timed(house: House, game: str = "gnav", seats: int = 3, **order: Any) -> Host:
    """A match with a clock, and Anna looking at it so that it stays awake."""
    host = await open_match(house, game, seats, seats, **{"pace": LIVE, **order})
    await watch(host, ANNA)
    return host


def entries(kitchen: Kitchen, host: Host) -> list[tuple[int, str]]:
    """Who moved, and by whose hand."""
    return [(row.seat, row.by) for row in kitchen.store.rows[host.table.id]]


def deadlines(host: Host) -> dict[str, str]:
    """What everybody is told."""
    return state_of(host, ANNA)["table"]["deadlines"]  # type: ignore[no-any-return]


def text(at: datetime) -> str:
    """As on the wire."""
    return messages.time_text(at)


def stand_still(kitchen: Kitchen, seconds: float) -> None:
    """Time passes in which no process runs."""
    kitchen.clock.seconds += seconds


async def open_again(house: House, host: Host) -> Host:
    """The same table in another process, which has begun to beat."""
    await settle()
    return await house.host(host.table.id)


def notes_of(host: Host) -> list[dict[str, Any]]:
    """What is noted at a table."""
    return state_of(host, ANNA)["notes"]  # type: ignore[no-any-return]


def leap(kitchen: Kitchen, seconds: float) -> None:
    """Time passes in which everything beat as it should, and nobody did anything."""
    kitchen.clock.seconds += seconds
    kitchen.store.heart.last = kitchen.clock.now()
