"""The `move` message of one log position, encoded once for each distinct audience."""

from __future__ import annotations

from app.codec import wire as messages
from app.games.base import Viewer
from app.live import scribe
from app.live.wire import Parcel
from app.tables.clock import Moment
from app.tables.match import Match, Position
from app.tables.table import Table


class MoveEncoder:
    """Writes what each viewer is told of one position, when the first of them is told."""

    def __init__(self, match: Match, position: Position, table: Table, moment: Moment) -> None:
        self._match = match
        self._position = position
        self._table = table
        self._moment = moment
        self._messages: dict[Viewer, messages.MoveMessage] = {}
        self._parcels: dict[tuple[Viewer, bool], Parcel] = {}

    def parcel(self, viewer: Viewer, *, patch: bool) -> Parcel:
        """The message as this viewer asked for it."""
        parcel = self._parcels.get((viewer, patch))
        if parcel is None:
            message = self._message(viewer)
            if patch:
                message = scribe.patched(message, self._match, self._position, viewer, self._table)
            parcel = self._parcels[viewer, patch] = Parcel(messages.encode(message))
        return parcel

    def _message(self, viewer: Viewer) -> messages.MoveMessage:
        message = self._messages.get(viewer)
        if message is None:
            message = self._write(viewer)
            self._messages[viewer] = message
        return message

    def _write(self, viewer: Viewer) -> messages.MoveMessage:
        for other in self._messages.values():
            return scribe.seen_by(
                other, self._match, self._position, viewer, self._table, self._moment
            )
        return scribe.move_message(self._match, self._position, viewer, self._table, self._moment)


class Batch:
    """`move` messages of one audience that go out together, in order and without a gap."""

    def __init__(self, first: int, payloads: tuple[bytes, ...]) -> None:
        self._first = first
        self._payloads = payloads
        self._parcels: dict[int, Parcel] = {}

    @property
    def last(self) -> int:
        """The log position of the last message."""
        return self._first + len(self._payloads) - 1

    def after(self, seq: int) -> Parcel | None:
        """The messages after `seq` as one parcel; None when one before them is missing."""
        skip = seq + 1 - self._first
        if skip < 0:
            return None
        parcel = self._parcels.get(skip)
        if parcel is None:
            parcel = self._parcels[skip] = Parcel(*self._payloads[skip:])
        return parcel
