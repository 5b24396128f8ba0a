"""Everybody who looks at one table: fan-out that never awaits a socket (speed.md, 1, 2 and 7).

Each distinct audience gets one view and one encoding. Seats and the host are told first; a large
crowd of spectators is told in batches, at most ten times a second, and the loop is given back
in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from app.codec import wire as messages
from app.games.base import Audience, Viewer
from app.live.attachment import Attachment
from app.live.encoder import Batch, MoveEncoder
from app.live.parts import Parts
from app.live.scribe import Presence
from app.live.wire import Parcel
from app.tables.match import Match, Position
from app.tables.table import Player, Table

CROWD = 100
"""So many sockets are written to in one go; more spectators than that are told in batches."""

BATCH_INTERVAL = 0.1
"""Seconds between two batches for a large crowd."""

MAX_BATCH = 64
"""Messages of one batch; a crowd that missed more gets one `state`."""

MAX_SOCKETS_OF_ONE = 8
"""Sockets of one player at a table; one more and the oldest goes."""


class Crowd:
    """The attachments of one table. `state_of` encodes what one of them may know now."""

    def __init__(self, parts: Parts, state_of: Callable[[Attachment], Parcel]) -> None:
        self._parts = parts
        self._state_of = state_of
        self._attachments: dict[Attachment, None] = {}
        self._waiting: list[bytes] = []
        self._waiting_until = 0
        self._batches: asyncio.Task[None] | None = None
        self._last_batch = 0.0
        self.seq: int | None = None
        """The log position that a `state` shows now."""

    def __iter__(self) -> Iterator[Attachment]:
        return iter(tuple(self._attachments))

    def __len__(self) -> int:
        return len(self._attachments)

    def join(self, attachment: Attachment, first: Parcel) -> None:
        """Subscribe and send what comes first; one player's ninth socket replaces the first."""
        player = attachment.visitor.player_id
        if player is not None:
            own = [other for other in self if other.visitor.player_id == player]
            for oldest in own[: max(0, len(own) + 1 - MAX_SOCKETS_OF_ONE)]:
                self.send_away(oldest, "replaced", 1000)
        self._attachments[attachment] = None
        if attachment.outbox.push(first):
            attachment.seq = self.seq

    def leave(self, attachment: Attachment) -> bool:
        """Unsubscribe; whether it was still subscribed."""
        attachment.outbox.closed = True
        if attachment not in self._attachments:
            return False
        del self._attachments[attachment]
        return True

    def send_away(self, attachment: Attachment, reason: messages.ByeReason, code: int) -> None:
        """`bye`, the closing handshake, and the socket is no longer of this crowd."""
        attachment.outbox.farewell(reason, code)
        self._attachments.pop(attachment, None)

    def introduce(self, session: str, player: Player) -> None:
        """The sockets of a browser whose visitor had no name yet speak for this person now."""
        for attachment in self:
            visitor = attachment.visitor
            if visitor.session == session and visitor.player is None:
                attachment.visitor = replace(visitor, player=player)

    def presence(self) -> Presence:
        """Who is connected and how many look on; several tabs of one visitor count once."""
        connected = {each.visitor.player_id for each in self if each.visitor.player_id}
        watchers = {
            each.visitor.session or each.visitor.player_id or id(each)
            for each in self._attachments
            if each.seat is None
        }
        return Presence(frozenset(connected), len(watchers))

    def tell(self, parcel_of: Callable[[Attachment], Parcel]) -> None:
        """A message to everybody that a later `state` would say as well."""
        for attachment in self:
            attachment.outbox.push(parcel_of(attachment))

    def tell_states(self, attachments: Iterable[Attachment]) -> None:
        """The newest `state` to these sockets, encoded once for each audience."""
        states: dict[tuple[Viewer, bool, bool], Parcel] = {}
        for attachment in attachments:
            if attachment.audience not in states:
                states[attachment.audience] = self._state_of(attachment)
            self._tell_state(attachment, states[attachment.audience])

    def _tell_state(self, attachment: Attachment, state: Parcel) -> None:
        if attachment.outbox.push(state):
            attachment.seq = self.seq

    def resync(self, attachment: Attachment) -> None:
        """A socket that fell behind has read enough: one `state` makes up for all."""
        attachment.outbox.resync(self._state_of(attachment))
        attachment.seq = self.seq

    def catch_up(self, match: Match, table: Table) -> None:
        """What some have not been told yet, position by position as far as memory reaches."""
        self.seq = match.seq
        lagging = [each for each in self if each.seq != match.seq]
        told = min((each.seq for each in lagging if each.seq is not None), default=match.seq)
        for position in match.recent:
            if position.seq > told:
                self.show_move(match, position, table)
        self.tell_states(each for each in lagging if each.seq is None)

    def show_move(self, match: Match, position: Position, table: Table) -> None:
        """One log position to everybody who has not been told, each audience encoded once."""
        self.seq = match.seq
        encoder = MoveEncoder(match, position, table, self._parts.moment())
        onlookers = []
        for attachment in self:
            if attachment.favoured:
                self._deliver(attachment, encoder, position.seq)
            else:
                onlookers.append(attachment)
        if len(onlookers) <= CROWD and not self._waiting:
            for attachment in onlookers:
                self._deliver(attachment, encoder, position.seq)
        else:
            self._put_in_batch(encoder, position.seq)

    def _deliver(self, attachment: Attachment, encoder: MoveEncoder, seq: int) -> None:
        if not self._has_news(attachment, seq):
            return
        if attachment.seq != seq - 1:
            self._tell_state(attachment, self._state_of(attachment))
            return
        patch = attachment.patch and not attachment.afresh
        if attachment.outbox.push(encoder.parcel(attachment.viewer, patch=patch)):
            attachment.seq = seq
            attachment.afresh = False

    @staticmethod
    def _has_news(attachment: Attachment, seq: int) -> bool:
        if attachment.outbox.behind or attachment.outbox.closed:
            return False
        return attachment.seq is None or attachment.seq < seq

    def _put_in_batch(self, encoder: MoveEncoder, seq: int) -> None:
        if self._waiting and seq <= self._waiting_until:
            return
        if seq != self._waiting_until + 1 or len(self._waiting) == MAX_BATCH:
            self._waiting.clear()
        self._waiting.extend(encoder.parcel(Audience.SPECTATOR, patch=False).payloads)
        self._waiting_until = seq
        if self._batches is None:
            self._batches = asyncio.create_task(self._send_batches())

    async def _send_batches(self) -> None:
        try:
            while self._waiting:
                wait = self._last_batch + BATCH_INTERVAL - self._parts.monotonic()
                await self._parts.sleep(max(0.0, wait))
                self._last_batch = self._parts.monotonic()
                first = self._waiting_until + 1 - len(self._waiting)
                batch, self._waiting = Batch(first, tuple(self._waiting)), []
                await self._send_batch(batch)
        finally:
            self._batches = None

    async def _send_batch(self, batch: Batch) -> None:
        onlookers = [each for each in self if not each.favoured]
        for number, attachment in enumerate(onlookers):
            if number % CROWD == CROWD - 1:
                await asyncio.sleep(0)
            self._deliver_batch(attachment, batch)

    def _deliver_batch(self, attachment: Attachment, batch: Batch) -> None:
        if attachment.favoured or not self._has_news(attachment, batch.last):
            return
        parcel = None if attachment.seq is None else batch.after(attachment.seq)
        if parcel is None:
            self._tell_state(attachment, self._state_of(attachment))
        elif attachment.outbox.push(parcel):
            attachment.seq = batch.last

    def say_goodbye(self, reason: messages.ByeReason, code: int) -> None:
        """`bye` to everybody."""
        for attachment in self:
            self.send_away(attachment, reason, code)
