"""Writes tables for those who keep the house, through a spectator's eyes.

What a seat alone knows is never looked at here. Staff are told how a table is even where its host
lets nobody watch; keys of links they are not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.codec.desk import ConnectedJson, SeatLineJson, TableDetailJson, TableLineJson
from app.games.base import Audience
from app.live import scribe
from app.live.attachment import Attachment
from app.live.parts import Parts
from app.live.rounds import why_frozen
from app.live.scribe import Presence
from app.live.talk import Talk
from app.tables.access import Visitor
from app.tables.match import Match
from app.tables.table import SeatState, Table
from app.tables.table_search import FoundTable

if TYPE_CHECKING:
    from app.live.host import Host

EYES = Visitor(keys=frozenset(("watch",)))
"""Staff look on as somebody without a name, seat or any other right."""


def line_json(found: FoundTable, host: Host | None, violation: str | None) -> TableLineJson:
    """A table in a list; `host`: where it is open in this process, newer than what was found."""
    table = host.table if host else found.table
    presence = host.attendance.presence() if host else Presence()
    return {
        "id": table.id,
        "title": table.title,
        "game": table.game,
        "state": table.state,
        "paused": table.paused is not None,
        "asleep": table.asleep_since is not None,
        "ended_why": table.ended_why,
        "seats": [_seat_json(place, presence) for place in table.seats],
        "watchers": presence.spectators,
        "created_at": messages.time_text(table.created_at),
        "started_at": messages.time_text(table.started_at) if table.started_at else None,
        "seq": host.ledger.seq if host else found.seq,
        "pace": scribe.pace_json(table.pace),
        "violation": violation,
    }


def _seat_json(place: SeatState, presence: Presence) -> SeatLineJson:
    player = place.player
    return {
        "name": player.name if player else None,
        "bot": place.bot,
        "away": place.away,
        "connected": player.id in presence.connected if player else place.bot is not None,
    }


def open_detail(host: Host, parts: Parts) -> TableDetailJson:
    """A table that is open in this process."""
    with host.ledger.in_use():
        detail = _detail(parts, host.table, host.match, host.talk, host.attendance.presence())
    detail["connected"] = connected_json(host.crowd)
    detail["violation"] = why_frozen(host)
    return detail


def stored_detail(table: Table, talk: Talk, parts: Parts, why: str) -> TableDetailJson:
    """A table that cannot be opened, and why."""
    detail = _detail(parts, table, None, talk, Presence())
    detail["violation"] = why
    return detail


def _detail(
    parts: Parts, table: Table, match: Match | None, talk: Talk, presence: Presence
) -> TableDetailJson:
    moment = parts.moment()
    written = scribe.table_json(table, match, EYES, presence, {}, parts.pulse.outages)
    state = scribe.state_message(written, match, Audience.SPECTATOR, table, talk, moment)
    return {
        "table": written,
        "seq": state["seq"],
        "view": state["view"],
        "opening": state["opening"],
        "log": state["log"],
        "notes": state["notes"],
        "deadlines": written["deadlines"],
        "to_act": written["to_act"],
        "connected": [],
        "violation": None,
        "commitment": table.commitment,
        "visibility": table.visibility,
        "links_count": 0,
        "broken_glass": [],
        "created_at": messages.time_text(table.created_at),
        "started_at": messages.time_text(table.started_at) if table.started_at else None,
        "now": state["now"],
    }


def connected_json(attachments: Iterable[Attachment]) -> list[ConnectedJson]:
    """Who has how many sockets here, in the order in which they came."""
    lines: dict[str | None, ConnectedJson] = {}
    for each in attachments:
        player = each.visitor.player
        key = player.id if player else None
        name = player.name if player else None
        line: ConnectedJson = {"player": key, "name": name, "seat": each.seat, "sockets": 0}
        lines.setdefault(key, line)["sockets"] += 1
    return list(lines.values())
