"""The guest book: who was here and from where, written down at leisure, never on a move's path."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable

from app.tables.bugs import trace_of
from app.tables.networks import parse_address
from app.tables.ports import Mint, Now
from app.tables.retention import Addresses, Visit

logger = logging.getLogger("kitchen_table.live")

EVERY = 3600.0
"""Seconds after which a player's next call counts as another visit."""

REMEMBERED = 20_000
"""Players whose last visit is known here; who came longest ago is forgotten first."""

PORTION = 100
"""Visits of one transaction."""


class GuestBook:
    """What was signed waits in memory until it is written; what is lost then is one visit."""

    def __init__(
        self, addresses: Addresses, mint: Mint, now: Now, monotonic: Callable[[], float]
    ) -> None:
        self._addresses = addresses
        self._mint = mint
        self._now = now
        self._monotonic = monotonic
        self._signed: OrderedDict[str, float] = OrderedDict()
        self._waiting: dict[str, Visit] = {}

    def sign(self, player: str, address: str) -> None:
        """Somebody has called; within an hour of their last visit it costs a look."""
        now = self._monotonic()
        last = self._signed.get(player)
        if last is not None and now - last < EVERY:
            return
        self._signed[player] = now
        self._signed.move_to_end(player)
        if len(self._signed) > REMEMBERED:
            gone, _ = self._signed.popitem(last=False)
            self._waiting.pop(gone, None)
        self._waiting[player] = Visit(player, written(address), self._now())

    async def write(self) -> bool:
        """Store a portion of what waits; whether more does. What fails is signed again later."""
        portion = [self._waiting.pop(player) for player in list(self._waiting)[:PORTION]]
        if not portion:
            return False
        try:
            await self._addresses.record(portion, self._mint.token())
        except Exception as failure:
            logger.error("visits not written: %s", trace_of(failure))
            for visit in portion:
                self._signed.pop(visit.player, None)
            return False
        return bool(self._waiting)


def written(address: str) -> str | None:
    """An address in the one form in which it is compared; None for what is none."""
    found = parse_address(address)
    return None if found is None else str(found)
