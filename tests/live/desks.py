"""What the tests of the staff's desk share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from app.live.host import Host
from app.live.house import IDLE_INTERVAL, House
from app.live.parts import Pacing
from tests.live.doubles import settle
from tests.live.kitchen import (
    Kitchen,
    state_of,
)

SLOW = Pacing(1, 1)
GAMES = ("milkuro", "mino_dice", "gnav", "milkman")


async def round_of(kitchen: Kitchen, house: House) -> None:
    """The house's next round."""
    await kitchen.clock.advance(IDLE_INTERVAL)
    house.sweep()
    await settle()


async def approve(particulars: Mapping[str, object]) -> None:
    """An audit log that takes everything."""


def plain(value: Any) -> Any:
    """What of it arrives as JSON."""
    return orjson.loads(orjson.dumps(value))


def notes_at(host: Host) -> list[tuple[str, Any, Any]]:
    """Kind, seat and parameters of each note that somebody is told now."""
    return [(each["kind"], each["seat"], each["params"]) for each in state_of(host)["notes"]]
