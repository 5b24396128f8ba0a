"""One socket at one table: whose eyes it looks through and how far it has been told."""

from __future__ import annotations

from app.codec import wire as messages
from app.games.base import Audience, Viewer
from app.live.outbox import Outbox
from app.live.wire import Parcel
from app.tables.access import Visitor
from app.tables.refusals import Refused


class Attachment:
    """A subscription. `seq`: the log position its client has been told, None before the start."""

    __slots__ = ("favoured", "outbox", "patch", "seq", "viewer", "visitor")

    def __init__(self, visitor: Visitor, viewer: Viewer, outbox: Outbox, *, patch: bool) -> None:
        self.visitor = visitor
        self.viewer = viewer
        self.outbox = outbox
        self.patch = patch
        self.seq: int | None = None
        self.favoured = False
        """Whether it belongs to a seat or the host: told before the crowd."""

    @property
    def seat(self) -> int | None:
        """The seat it looks from, None for a spectator."""
        return None if isinstance(self.viewer, Audience) else self.viewer

    def answer_ok(self, ref: str, seq: int | None) -> None:
        """Tell this socket that its message counted."""
        self.outbox.answer(Parcel(messages.ok(ref, seq)))

    def answer_error(self, ref: str | None, refusal: Refused) -> None:
        """Tell this socket why its message did not count."""
        self.outbox.answer(Parcel(messages.error(ref, refusal)))
