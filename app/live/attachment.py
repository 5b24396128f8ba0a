"""One socket at one table: whose eyes it looks through and how far it has been told."""

from __future__ import annotations

from app.codec import wire as messages
from app.games.base import Audience, Viewer
from app.live.outbox import Outbox
from app.live.wire import Parcel
from app.tables import access
from app.tables.access import Visitor
from app.tables.refusals import Refused
from app.tables.table import Table


class Attachment:
    """A subscription. `seq`: the log position its client has been told, None before the start.

    `afresh`: whether its next `move` brings the full view, whatever it says to have seen before.
    """

    __slots__ = ("afresh", "favoured", "invited", "outbox", "patch", "seq", "viewer", "visitor")

    def __init__(self, visitor: Visitor, table: Table, outbox: Outbox, *, patch: bool) -> None:
        self.visitor = visitor
        self.outbox = outbox
        self.patch = patch
        self.afresh = False
        self.seq: int | None = None
        self.look(table)

    def look(self, table: Table) -> None:
        """Take up the role that its visitor has at the table now."""
        self.viewer: Viewer = access.viewer_of(table, self.visitor)
        self.favoured = access.belongs(table, self.visitor)
        """Whether it belongs to a seat or the host: told before the crowd."""
        self.invited = access.may_sit(table, self.visitor)

    @property
    def role(self) -> tuple[bool, bool]:
        """What a `table` is written by: equal roles are told equal bytes."""
        return self.favoured, self.invited

    @property
    def audience(self) -> tuple[Viewer, bool, bool]:
        """What a `state` is written by: equal audiences are told equal bytes."""
        return self.viewer, self.favoured, self.invited

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
