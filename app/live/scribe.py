"""Writes what one viewer may know: tables, entries, `state` and `move` messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.codec import json
from app.codec import wire as messages
from app.codec.patch import same_json, view_patch
from app.games.base import Seat, Viewer
from app.live.talk import Talk
from app.tables import access, agreements
from app.tables.access import Visitor
from app.tables.clock import Deadlines, Moment, deadlines, deadlines_now
from app.tables.lookalikes import doubles
from app.tables.match import Match, Position
from app.tables.table import Break, LinkKind, Pace, SeatState, Table
from app.tables.taking_back import can_undo

LOG_IN_STATE = 50


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there, derived from live sockets."""

    connected: frozenset[str] = frozenset()
    """Ids of players with a socket at this table."""
    spectators: int = 0
    seen: Mapping[str, datetime] = field(default_factory=dict)
    """When players without a socket were last here."""
    unseen_since: datetime | None = None
    """Since when at least everybody else is away, if that is known."""

    def absent_since(self, player: str) -> datetime | None:
        """When this player was last here; None for who is, or where nobody knows."""
        if player in self.connected:
            return None
        return self.seen.get(player, self.unseen_since)


def table_json(
    table: Table,
    match: Match | None,
    visitor: Visitor,
    presence: Presence,
    links: Mapping[LinkKind, str],
    outages: Sequence[Break] = (),
) -> messages.TableJson:
    """The table as this caller may see it; `links`: the whole addresses of both kinds."""
    alike = doubles(table.seats)
    return {
        "id": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "state": table.state,
        "paused": messages.paused_json(table.paused),
        "asleep": table.asleep_since is not None,
        "ended_why": table.ended_why,
        "series": table.series,
        "next": table.next,
        "visibility": table.visibility,
        "pace": pace_json(table.pace),
        "options": json.loads(table.options_json),
        "host": table.host,
        "commitment": table.commitment,
        "client_seeds": list(table.client_seeds) if table.started else None,
        "seats": [seat_json(place, presence, alike=place.seat in alike) for place in table.seats],
        "title": table.title,
        "watchable": table.watchable,
        "seating": table.seating,
        "rail_open": table.rail_open,
        "spectators": presence.spectators,
        "seq": match.seq if match else None,
        "to_act": sorted(match.to_act) if match and not table.ended else [],
        "deadlines": deadlines_json(deadlines_now(table, match, outages)),
        "agreed": agreed_json(table, match),
        "result": messages.result_json(table.result),
        "links": links_json(access.visible_links(table, visitor), links),
        "may_sit": access.may_sit(table, visitor),
        "branch": {"table": table.branch.table, "seq": table.branch.seq} if table.branch else None,
    }


def pace_json(pace: Pace) -> messages.PaceJson:
    """The clock's kind, and the seconds a decision if it has any."""
    if pace.seconds is None:
        return {"kind": pace.kind}
    return {"kind": pace.kind, "seconds": pace.seconds}


def links_json(shown: Set[LinkKind], links: Mapping[LinkKind, str]) -> messages.LinksJson:
    """The addresses of the kinds that are shown."""
    answer: messages.LinksJson = {}
    for kind in ("play", "watch"):
        if kind in shown and kind in links:
            answer[kind] = links[kind]
    return answer


def agreed_json(table: Table, match: Match | None) -> dict[str, list[Seat]]:
    """What somebody wants and others have not agreed to yet."""
    return dict(agreements.shown(agreements.standing(table, match.seq if match else None)))


def seat_json(place: SeatState, presence: Presence, *, alike: bool) -> messages.SeatJson:
    """One seat; a bot is always there."""
    player = place.player
    absent_since = presence.absent_since(player.id) if player else None
    return {
        "seat": place.seat,
        "player": messages.player_json(player) if player else None,
        "bot": place.bot,
        "away": place.away,
        "held": place.held,
        "given_up": place.given_up,
        "connected": player.id in presence.connected if player else place.bot is not None,
        "absent_since": messages.time_text(absent_since) if absent_since else None,
        "alike": alike,
    }


def entry_json(match: Match, position: Position, viewer: Viewer) -> messages.EntryJson:
    """One log position as the viewer may know it."""
    entry = position.entry
    if entry is None:
        raise ValueError("the set-up is not an entry of the log")
    answer: messages.EntryJson = {
        "seq": entry.seq,
        "seat": entry.seat,
        "move": shown_move(match, position, viewer),
        "by": entry.by,
        "at": messages.time_text(entry.at),
        "events": position.events,
    }
    if entry.undo is not None:
        answer["undo"] = entry.undo
    return answer


def shown_move(match: Match, position: Position, viewer: Viewer) -> Any | None:
    """The position's move as the viewer may know it."""
    entry = position.entry
    if entry is None or entry.move is None:
        return None
    return match.game.shown(position.before, entry.seat, entry.move, viewer)


def log_json(match: Match, viewer: Viewer) -> list[messages.EntryJson]:
    """The last entries, oldest first."""
    entries = [position for position in match.recent if position.entry is not None]
    return [entry_json(match, position, viewer) for position in entries[-LOG_IN_STATE:]]


def opening_events(match: Match) -> Sequence[Any]:
    """What was told when the match was set up, as long as the last entries reach back to it."""
    first = match.recent[0]
    return first.events if first.entry is None and len(match.recent) <= LOG_IN_STATE + 1 else ()


def legal_at(match: Match, state: Any, seat: Seat | None, table: Table) -> Sequence[Any]:
    """The seat's legal moves in `state`; none while a stand-in plays it, or after the end."""
    if seat is None or table.seats[seat].away or table.state == "abandoned":
        return ()
    if seat not in match.game.to_act(state):
        return ()
    return match.game.legal_moves(state, seat)


def can_undo_at(
    match: Match, position: Position, viewer: Viewer, table: Table, moment: Moment
) -> int | None:
    """The move that the viewer may take back; only where the match stands now."""
    if position.seq != match.seq or not isinstance(viewer, int):
        return None
    return can_undo(table, match, viewer, moment)


def deadlines_json(deadlines: Deadlines) -> dict[str, str]:
    """When the clock moves, by seat."""
    return {str(seat): messages.time_text(at) for seat, at in sorted(deadlines.items())}


def state_message(
    written: messages.TableJson,
    match: Match | None,
    viewer: Viewer,
    table: Table,
    talk: Talk,
    moment: Moment,
) -> messages.StateMessage:
    """Everything the viewer may know now."""
    seat = viewer if isinstance(viewer, int) else None
    return {
        "type": "state",
        "seq": match.seq if match else None,
        "table": written,
        "seat": seat,
        "view": match.game.view(match.state, viewer) if match else None,
        "legal": legal_at(match, match.state, seat, table) if match else (),
        "can_undo": can_undo(table, match, seat, moment) if match else None,
        "opening": opening_events(match) if match else (),
        "log": log_json(match, viewer) if match else [],
        "now": messages.time_text(moment.now),
        "chat": talk.lines_json(),
        "notes": talk.notes_json(table),
    }


def move_message(
    match: Match, position: Position, viewer: Viewer, table: Table, moment: Moment
) -> messages.MoveMessage:
    """One log position with the full view, as it was known then."""
    seat = viewer if isinstance(viewer, int) else None
    game = match.game
    entry = entry_json(match, position, viewer)
    message: messages.MoveMessage = {
        "type": "move",
        "seq": entry["seq"],
        "seat": entry["seat"],
        "move": entry["move"],
        "by": entry["by"],
        "at": entry["at"],
        "events": entry["events"],
        "view": game.view(position.state, viewer),
        "legal": legal_at(match, position.state, seat, table),
        "can_undo": can_undo_at(match, position, viewer, table, moment),
        "to_act": sorted(game.to_act(position.state)),
        "deadlines": deadlines_json(deadlines(table, position.clocks, moment.outages)),
        "result": messages.result_json(game.outcome(position.state)),
    }
    if "undo" in entry:
        message["undo"] = entry["undo"]
    return message


def seen_by(
    message: messages.MoveMessage,
    match: Match,
    position: Position,
    viewer: Viewer,
    table: Table,
    moment: Moment,
) -> messages.MoveMessage:
    """The same log position for other eyes: only the move, the view and what is legal differ."""
    seat = viewer if isinstance(viewer, int) else None
    other = message.copy()
    other["move"] = shown_move(match, position, viewer)
    other["view"] = match.game.view(position.state, viewer)
    other["legal"] = legal_at(match, position.state, seat, table)
    other["can_undo"] = can_undo_at(match, position, viewer, table, moment)
    return other


def patched(
    message: messages.MoveMessage,
    match: Match,
    position: Position,
    viewer: Viewer,
    table: Table,
) -> messages.MoveMessage:
    """The same message for a client that has the view before it and asked for patches."""
    seat = viewer if isinstance(viewer, int) else None
    small = message.copy()
    patch = view_patch(match.game.view(position.before, viewer), message["view"])
    if patch is not None:
        del small["view"]
        small["patch"] = patch
    legal_before = legal_at(match, position.before, seat, table)
    if same_json(legal_before, message["legal"]):
        del small["legal"]
    return small
