"""Knocks for the seat that is waited for: friendly, so not too many."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.games.base import Seat
from app.live.parts import Parts
from app.live.wire import Parcel
from app.tables import decisions
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused

if TYPE_CHECKING:
    from app.live.hall import Hall
    from app.live.host import Host

NUDGE_INTERVAL = 10.0
"""Seconds between two knocks for one seat, whoever knocks."""


class Nudges:
    """The knocks of one table."""

    def __init__(self, host: Host, hall: Hall, parts: Parts) -> None:
        self._host = host
        self._hall = hall
        self._parts = parts
        self._last: dict[Seat, float] = {}

    def knock(self, visitor: Visitor, seat: Seat) -> None:
        """Tell the seat's sockets that somebody waits. Raises `Refused`."""
        table = self._host.table
        own = decisions.check_nudge(table, visitor, seat, self._host.match)
        self._check_rate(seat)
        if visitor.player is not None:
            message = messages.nudge_json(seat, visitor.player, own)
            self._hall.nudge(seat, Parcel(messages.encode(message)))

    def _check_rate(self, seat: Seat) -> None:
        now = self._parts.monotonic()
        wait = self._last.get(seat, now - NUDGE_INTERVAL) + NUDGE_INTERVAL - now
        if wait > 0:
            raise Refused(Code.RATE_LIMITED, detail={"retry_after": math.ceil(wait)})
        self._last[seat] = now
