"""Who may take back which move (architecture.md, "Taking back is computed")."""

from __future__ import annotations

from app.games.base import Seat
from app.tables.match import Match, undoable
from app.tables.refusals import Code, Refused
from app.tables.table import Table


def can_undo(table: Table, match: Match, seat: Seat | None) -> int | None:
    """The log position that this seat's player may take back now, or None.

    Its own last standing move, made in the present tenure, that drew no chance, reveals nothing,
    binds nobody, and without which the rest of the log goes on just as it was told.
    """
    place = None if seat is None else table.seats[seat]
    if place is None or place.player is None or place.away:
        return None
    entry = undoable(match, place.seat)
    if entry is None or entry.player != place.player.id or entry.seq <= place.since:
        return None
    return entry.seq


def check_undo(table: Table, match: Match, seat: Seat, seq: int) -> None:
    """Raises `match_over`, or `cannot_undo` unless the seat may take back the move at `seq`."""
    if match.outcome is not None:
        raise Refused(Code.MATCH_OVER)
    possible = can_undo(table, match, seat)
    if possible != seq:
        raise Refused(Code.CANNOT_UNDO, detail={"can_undo": possible})


def check_thought(table: Table, match: Match | None, seat: Seat, seen: int) -> None:
    """Raises unless what a bot thought out at position `seen` still belongs to its turn.

    `not_your_turn` when no bot plays the seat any more, `stale` when the turn was gone meanwhile:
    who moved before it took that back, and may have moved otherwise.
    """
    if table.seats[seat].bot is None:
        raise Refused(Code.NOT_YOUR_TURN)
    if match is None or match.outcome is not None:
        return
    for position in match.recent:
        if position.seq > seen and seat not in match.game.to_act(position.state):
            raise Refused(Code.STALE)
