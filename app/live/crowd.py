"""Everybody who looks at one table: fan-out that never awaits a socket (speed.md, 1, 2 and 7).

Each distinct audience gets one view and one encoding. Seats and the host are told first; a large
crowd of spectators is told in batches, at most ten times a second, and the loop is given back
in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from app.codec import wire as messages
from app.games.base import Audience, Viewer
from app.live import scribe
from app.live.attachment import Attachment
from app.live.parts import Parts
from app.live.scribe import Presence
from app.live.wire import Parcel
from app.tables.match import Match, Position

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
        self._waiting: list[tuple[int, bytes]] = []
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
        if attachment.outbox.push(first, self._parts.monotonic()):
            attachment.seq = self.seq

    def leave(self, attachment: Attachment) -> bool:
        """Unsubscribe; whether it was still subscribed."""
        attachment.outbox.closed = True
        return self._attachments.pop(attachment, attachment) is None

    def send_away(self, attachment: Attachment, reason: messages.ByeReason, code: int) -> None:
        """`bye`, the closing handshake, and the socket is no longer of this crowd."""
        attachment.outbox.farewell(reason, code)
        self._attachments.pop(attachment, None)

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
        now = self._parts.monotonic()
        for attachment in self:
            attachment.outbox.push(parcel_of(attachment), now)

    def tell_state(self, attachment: Attachment) -> None:
        """The newest `state` to one socket."""
        if attachment.outbox.push(self._state_of(attachment), self._parts.monotonic()):
            attachment.seq = self.seq

    def resync(self, attachment: Attachment) -> None:
        """A socket that fell behind has read enough: one `state` makes up for all."""
        attachment.outbox.resync(self._state_of(attachment))
        attachment.seq = self.seq

    def show_move(self, match: Match, position: Position, away: tuple[int, ...]) -> None:
        """The newest log position to everybody, each audience encoded once."""
        self.seq = position.seq
        encoder = MoveEncoder(match, position, away)
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
            self._waiting.append((position.seq, encoder.full(Audience.SPECTATOR)))
            if self._batches is None:
                self._batches = asyncio.create_task(self._send_batches())

    def _deliver(self, attachment: Attachment, encoder: MoveEncoder, seq: int) -> None:
        if attachment.outbox.behind or attachment.outbox.closed:
            return
        if attachment.seq != seq - 1:
            self.tell_state(attachment)
        elif attachment.outbox.push(encoder.parcel(attachment), self._parts.monotonic()):
            attachment.seq = seq

    async def _send_batches(self) -> None:
        try:
            while self._waiting:
                wait = self._last_batch + BATCH_INTERVAL - self._parts.monotonic()
                await self._parts.sleep(max(0.0, wait))
                self._last_batch = self._parts.monotonic()
                batch, self._waiting = self._waiting, []
                await self._send_batch(batch)
        finally:
            self._batches = None

    async def _send_batch(self, batch: list[tuple[int, bytes]]) -> None:
        first, last = batch[0][0], batch[-1][0]
        parcel = Parcel(*(payload for _, payload in batch))
        onlookers = [each for each in self if not each.favoured]
        for number, attachment in enumerate(onlookers):
            if number % CROWD == CROWD - 1:
                await asyncio.sleep(0)
            self._deliver_batch(attachment, parcel, first, last)

    def _deliver_batch(self, attachment: Attachment, parcel: Parcel, first: int, last: int) -> None:
        if attachment.outbox.behind or attachment.outbox.closed:
            return
        if attachment.seq is not None and attachment.seq >= last:
            return
        if attachment.seq != first - 1 or last - first >= MAX_BATCH:
            self.tell_state(attachment)
        elif attachment.outbox.push(parcel, self._parts.monotonic()):
            attachment.seq = last

    def say_goodbye(self, reason: messages.ByeReason, code: int) -> None:
        """`bye` to everybody."""
        for attachment in self:
            self.send_away(attachment, reason, code)


class MoveEncoder:
    """The `move` message of one log position, one encoding for each distinct audience."""

    def __init__(self, match: Match, position: Position, away: tuple[int, ...]) -> None:
        self._match = match
        self._position = position
        self._away = away
        self._messages: dict[Viewer, messages.MoveMessage] = {}
        self._parcels: dict[tuple[Viewer, bool], Parcel] = {}

    def parcel(self, attachment: Attachment) -> Parcel:
        """The message as this attachment asked for it."""
        audience = (attachment.viewer, attachment.patch)
        parcel = self._parcels.get(audience)
        if parcel is None:
            message = self._message(attachment.viewer)
            if attachment.patch:
                message = scribe.patched(
                    message, self._match, self._position, attachment.viewer, self._away
                )
            parcel = self._parcels[audience] = Parcel(messages.encode(message))
        return parcel

    def full(self, viewer: Viewer) -> bytes:
        """The message with the full view."""
        return messages.encode(self._message(viewer))

    def _message(self, viewer: Viewer) -> messages.MoveMessage:
        message = self._messages.get(viewer)
        if message is None:
            message = scribe.move_message(self._match, self._position, viewer, self._away)
            self._messages[viewer] = message
        return message
