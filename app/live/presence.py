"""Who is at one table: whoever has a socket, and programs that call over HTTP again and again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.live.attachment import Attachment
from app.live.parts import Parts
from app.live.scribe import Presence
from app.tables import access
from app.tables.access import Visitor

if TYPE_CHECKING:
    from app.live.host import Host

CALL_COUNTS_FOR = timedelta(seconds=30)
"""How long somebody without a socket is here after a call."""


class Attendance:
    """Remembers of each person of the table when they were last seen, since this memory began."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts
        self._last_at = parts.now()
        self._seen: dict[str, datetime] = {}
        self._unseen_since = host.table.asleep_since or self._last_at
        """Since when at least whoever was never seen is away: nobody was at a sleeping table."""

    def call(self, visitor: Visitor) -> bool:
        """Somebody has called over HTTP; whether that counts as being here."""
        player = visitor.player_id
        if player is None or not access.belongs(self._host.table, visitor):
            return False
        self._last_at = self._seen[player] = self._parts.now()
        return True

    def stir(self) -> None:
        """Staff set the table going: it is not quiet from now on, whoever is here."""
        self._last_at = self._parts.now()

    def leave(self, attachment: Attachment) -> None:
        """A socket has gone."""
        self._last_at = self._parts.now()
        player = attachment.visitor.player_id
        if player is not None and attachment.favoured:
            self._seen[player] = self._last_at

    def present(self) -> frozenset[str]:
        """Ids of the players who are here now."""
        lately = self._parts.now() - CALL_COUNTS_FOR
        called = (player for player, at in self._seen.items() if at > lately)
        return self._host.crowd.presence().connected.union(called)

    def is_anybody_here(self) -> bool:
        """Whether a socket is open, or somebody of the table has called just now."""
        return bool(self._host.crowd) or bool(self.present())

    def quiet_for(self) -> timedelta:
        """For how long nobody has been here."""
        return timedelta(0) if self._host.crowd else self._parts.now() - self._last_at

    def absent_for(self, player: str) -> timedelta:
        """For how long this player has neither had a socket nor called."""
        if player in self._host.crowd.presence().connected:
            return timedelta(0)
        return self._parts.now() - self._seen.get(player, self._unseen_since)

    def presence(self) -> Presence:
        """Who is connected, and since when whoever is not has been away."""
        now = self._host.crowd.presence()
        return Presence(now.connected, now.spectators, self._seen, self._unseen_since)
