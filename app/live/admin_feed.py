"""The staff's sockets: each is told what the house does, for as long as its session lasts."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.codec import wire as messages
from app.live.outbox import CLOSE_POLICY, CLOSE_RESTART, Limits, Outbox
from app.live.wire import Parcel, Wire
from app.tables.bugs import trace_of
from app.tables.refusals import Code, Refused

logger = logging.getLogger("kitchen_table.live")

LIMITS = Limits(high_mark=16 * 1024)
"""Half a minute of news: whoever has not read that comes back for the newest."""

MOST_OF_A_SESSION = 4
"""Sockets of one session; one more replaces the oldest."""

CLOSE_REPLACED = 1000

OnDuty = Callable[[], Awaitable[bool]]
"""Whether the session of a socket still lasts."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Whose socket it is."""

    session: str
    is_on_duty: OnDuty


class AdminFeed:
    """Everybody of the staff who looks on now. Nobody here is ever waited for."""

    def __init__(self, monotonic: Callable[[], float], limits: Limits = LIMITS) -> None:
        self._monotonic = monotonic
        self._limits = limits
        self._listeners: dict[Outbox, Listener] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def join(self, wire: Wire, session: str, is_on_duty: OnDuty) -> Outbox:
        """Subscribe; a session's fifth socket replaces the first."""
        own = [outbox for outbox, each in self._listeners.items() if each.session == session]
        for oldest in own[: max(0, len(own) + 1 - MOST_OF_A_SESSION)]:
            self._send_away(oldest, "replaced", CLOSE_REPLACED)
        outbox = Outbox(wire, self._drop_slow, monotonic=self._monotonic, limits=self._limits)
        self._listeners[outbox] = Listener(session, is_on_duty)
        return outbox

    def leave(self, outbox: Outbox) -> None:
        """The socket is gone."""
        outbox.closed = True
        self._listeners.pop(outbox, None)

    def tell(self, payload: bytes) -> None:
        """One message for all of them, encoded and framed once."""
        parcel = Parcel(payload)
        for outbox in tuple(self._listeners):
            outbox.push(parcel)

    async def check_sessions(self) -> None:
        """Close the sockets of sessions that ended meanwhile, wherever that was decided."""
        for outbox, listener in tuple(self._listeners.items()):
            if outbox in self._listeners and not await self._lasts(listener):
                self._dismiss(outbox)

    async def _lasts(self, listener: Listener) -> bool:
        """A store that does not answer ends no session: its outage is what staff look at."""
        try:
            return await listener.is_on_duty()
        except Exception as failure:
            logger.warning("a session could not be checked: %s", trace_of(failure))
            return True

    def say_goodbye(self) -> None:
        """The server stops."""
        for outbox in tuple(self._listeners):
            self._send_away(outbox, "restarting", CLOSE_RESTART)

    def _dismiss(self, outbox: Outbox) -> None:
        if outbox in self._listeners:
            outbox.push(Parcel(messages.error(None, Refused(Code.SIGN_IN))))
            self._send_away(outbox, "closed", CLOSE_POLICY)

    def _send_away(self, outbox: Outbox, reason: messages.ByeReason, code: int) -> None:
        self._listeners.pop(outbox, None)
        outbox.farewell(reason, code)

    def _drop_slow(self, outbox: Outbox) -> None:
        """What was missed is old already: nothing is kept for who does not read."""
        self._listeners.pop(outbox, None)
        outbox.drop()
