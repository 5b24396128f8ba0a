"""What a socket is sent first: one `state`, or only what it missed (protocol.md, "Resume")."""

from __future__ import annotations

from collections.abc import Sequence

from app.codec import wire as messages
from app.live import scribe
from app.live.attachment import Attachment
from app.live.wire import Parcel
from app.tables.clock import Moment
from app.tables.match import Match, Position
from app.tables.table import Table


def missed_positions(match: Match | None, seq: int | None) -> list[Position] | None:
    """The positions after `seq`; None when they cannot be told one by one."""
    if match is None or seq is None or not 0 <= seq <= match.seq:
        return None
    told = [position for position in match.recent if position.entry is not None]
    missed = [position for position in told if position.seq > seq]
    return missed if len(missed) == match.seq - seq else None


def move_payloads(
    match: Match,
    missed: Sequence[Position],
    attachment: Attachment,
    table: Table,
    moment: Moment,
) -> list[bytes]:
    """The missed positions as they were known then, the first with a full view."""
    payloads = []
    for number, position in enumerate(missed):
        message = scribe.move_message(match, position, attachment.viewer, table, moment)
        if attachment.patch and number > 0:
            message = scribe.patched(message, match, position, attachment.viewer, table)
        payloads.append(messages.encode(message))
    return payloads


def shorter(one: Parcel, other: Parcel) -> Parcel:
    """The parcel with fewer bytes on the wire."""
    return one if len(one.frame) < len(other.frame) else other
