"""Who is at one table, through whose eyes each socket looks, and what all of them are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.games.base import Seat
from app.live.announcer import Announcer
from app.live.attachment import Attachment
from app.live.crowd import Crowd
from app.live.outbox import CLOSE_POLICY, Outbox
from app.live.parts import Parts
from app.live.window import Window
from app.live.wire import Parcel, Wire
from app.tables import access
from app.tables.access import Visitor
from app.tables.bugs import trace_of
from app.tables.happenings import Happening
from app.tables.ports import Note
from app.tables.refusals import Refused
from app.tables.table import Player, SeatState, Table
from app.tables.tenures import last_handover, replaced

if TYPE_CHECKING:
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")


class Hall:
    """The sockets of one table. Roles are looked up anew whenever the table changes."""

    def __init__(
        self,
        host: Host,
        parts: Parts,
        window: Window,
        *,
        on_change: Callable[[Host], None],
        on_behind: Callable[[Host, Attachment], None],
    ) -> None:
        self._host = host
        self._parts = parts
        self._window = window
        self._on_change = on_change
        self._on_behind = on_behind
        self._role_changes: dict[str, int] = {}
        self.crowd = Crowd(parts, window.state_parcel)
        self.announcer = Announcer(self._announce, parts.monotonic, parts.sleep)

    def admit(
        self, visitor: Visitor, wire: Wire, *, seq: int | None, chat: str | None, patch: bool
    ) -> Attachment:
        """Subscribe a socket and tell it what it has missed. Raises unless it may watch."""
        table = self._host.table
        access.check_watches(table, visitor)
        outbox = Outbox(
            wire, self._fell_behind, monotonic=self._parts.monotonic, limits=self._parts.limits
        )
        attachment = Attachment(visitor, table, outbox, patch=patch)
        if seq is not None and seq <= self._role_changed(visitor):
            seq = None
        attachment.afresh = seq is not None and seq == self._host.ledger.seq
        self.crowd.join(attachment, self._window.first_parcel(attachment, seq, chat))
        self.announcer.soon()
        return attachment

    def _role_changed(self, visitor: Visitor) -> int:
        """The last log position at which this visitor's role may have changed, -1 if it did not.

        What is stored tells of changes before this memory began.
        """
        if visitor.player_id is None:
            return -1
        known = self._role_changes.get(visitor.player_id, -1)
        return max(known, last_handover(self._host.table, visitor.player_id))

    def leave(self, attachment: Attachment) -> None:
        """The socket is gone."""
        if self.crowd.leave(attachment):
            self._host.attendance.leave(attachment)
            self.announcer.soon()

    def _fell_behind(self, outbox: Outbox) -> None:
        for attachment in self.crowd:
            if attachment.outbox is outbox:
                self._on_behind(self._host, attachment)

    def remember_roles(self, handed: Sequence[SeatState]) -> None:
        """These seats changed hands: who comes back from before that starts afresh."""
        for place in handed:
            if place.player is not None:
                self._role_changes[place.player.id] = self._host.ledger.seq or 0

    def look_at_roles(self, old: Table, handed: Sequence[SeatState]) -> None:
        """A `state` to whose eyes or hands have changed; to all when the match begins, and when
        it ends without a last move."""
        new = self._host.table
        self.remember_roles(replaced(old, new))
        broken_off = new.state == "abandoned" and not old.ended
        afresh = new.started and (broken_off or not old.started)
        touched = {place.player.id for place in handed if place.player is not None}
        looked = [(each, self._look_again(each)) for each in self.crowd]
        self.crowd.tell_states(
            each for each, moved in looked if afresh or moved or each.visitor.player_id in touched
        )

    def _look_again(self, attachment: Attachment) -> bool:
        """Whose eyes this socket looks through now; whether that has changed."""
        table, visitor = self._host.table, attachment.visitor
        try:
            access.check_watches(table, visitor)
        except Refused as refusal:
            attachment.answer_error(None, refusal)
            self.crowd.send_away(attachment, "closed", CLOSE_POLICY)
            return False
        before = attachment.viewer
        attachment.look(table)
        return attachment.viewer != before

    def look_at_keys(self, renewed: Callable[[Visitor], Visitor]) -> None:
        """Who came by a link that gives less now sees less, or is sent away."""
        for attachment in self.crowd:
            visitor = renewed(attachment.visitor)
            if visitor != attachment.visitor:
                attachment.visitor = visitor
                self._look_again(attachment)
        self.announcer.now()

    def _announce(self) -> None:
        parcels: dict[tuple[bool, bool], Parcel] = {}

        def parcel_of(attachment: Attachment) -> Parcel:
            if attachment.role not in parcels:
                parcels[attachment.role] = self._window.table_parcel(attachment)
            return parcels[attachment.role]

        self.crowd.tell(parcel_of)
        self._on_change(self._host)

    async def note(self, happening: Happening) -> None:
        """Tell everybody what has happened; what was saved counts, noted or not."""
        try:
            self.tell(messages.note_json(await self._host.talk.note(happening)))
        except Exception as bug:
            where = {"table": self._host.table.id, "note": happening.kind}
            logger.error("note failed: %s", trace_of(bug), extra=where)

    async def note_once(self, note: Note) -> None:
        """Tell everybody a note that may have been told before. Raises what the store raises."""
        if await self._host.talk.remember(note):
            self.tell(messages.note_json(note))

    def nudge(self, seat: Seat, parcel: Parcel) -> None:
        """A knock for the sockets of one seat."""
        for attachment in self.crowd:
            if attachment.seat == seat:
                attachment.outbox.push(parcel)

    def tell(self, message: messages.ChatJson | messages.NoteJson) -> None:
        """A line of chat or a note to everybody."""
        parcel = Parcel(messages.encode(message))
        self.crowd.tell(lambda _: parcel)

    def rename(self, player: Player) -> None:
        """Its sockets speak under the new name, and everybody is told."""
        for attachment in self.crowd:
            if attachment.visitor.player_id == player.id:
                attachment.visitor = replace(attachment.visitor, player=player)
        self.announcer.now()

    def say_goodbye(self, reason: messages.ByeReason, code: int) -> None:
        """`bye` to everybody, and nothing is announced any more."""
        self.announcer.cancel()
        self.crowd.say_goodbye(reason, code)
