"""What is seen of one table: by who calls, by who subscribes, by who reads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.live import scribe
from app.live.attachment import Attachment
from app.live.parts import Parts
from app.live.resume import missed_positions, move_payloads, shorter
from app.live.wire import Parcel
from app.tables import access
from app.tables.access import Visitor

if TYPE_CHECKING:
    from app.live.host import Host


class Window:
    """Reads a host for others, each through their own eyes; changes nothing."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts

    def table_json(self, visitor: Visitor) -> messages.TableJson:
        """The table as this visitor may see it."""
        host = self._host
        presence, links = host.attendance.presence(), host.invitations.addresses()
        outages = self._parts.pulse.outages
        return scribe.table_json(host.table, host.match, visitor, presence, links, outages)

    def state(self, visitor: Visitor) -> bytes:
        """The `state` message to this visitor."""
        host = self._host
        viewer = access.viewer_of(host.table, visitor)
        table = self.table_json(visitor)
        moment = self._parts.moment()
        with host.ledger.in_use():
            return messages.encode(
                scribe.state_message(table, host.match, viewer, host.table, host.talk, moment)
            )

    def state_parcel(self, attachment: Attachment) -> Parcel:
        """The `state` message to one socket."""
        return Parcel(self.state(attachment.visitor))

    def table_parcel(self, attachment: Attachment) -> Parcel:
        """The `table` message to one socket."""
        table = self.table_json(attachment.visitor)
        now = messages.time_text(self._parts.now())
        told = messages.TableMessage(type="table", seq=self._host.ledger.seq, table=table, now=now)
        return Parcel(messages.encode(told))

    def first_parcel(self, attachment: Attachment, seq: int | None, chat: str | None) -> Parcel:
        """What a socket is told first, its client having been told `seq` (protocol, "Resume")."""
        host = self._host
        state = self.state_parcel(attachment)
        missed = missed_positions(host.match, seq)
        if host.match is None or missed is None or host.table.state == "abandoned":
            return state
        table = self.table_parcel(attachment).payloads
        moment = self._parts.moment()
        moves = move_payloads(host.match, missed, attachment, host.table, moment)
        lines = map(messages.encode, host.talk.lines_after(chat))
        return shorter(Parcel(*table, *moves, *lines), state)

    async def log_page(self, visitor: Visitor, before: int | None) -> list[messages.EntryJson]:
        """Up to 50 entries older than `before`, as this visitor may know them."""
        host = self._host
        access.check_watches(host.table, visitor)
        if host.match is None:
            return []
        viewer = access.viewer_of(host.table, visitor)
        end = host.match.seq + 1 if before is None else before
        shown = await host.ledger.positions(host.table, end, most=scribe.LOG_IN_STATE)
        return [scribe.entry_json(host.match, position, viewer) for position in shown]
