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
    if can_undo(table, match, seat) != seq:
        raise Refused(Code.CANNOT_UNDO, detail={"can_undo": can_undo(table, match, seat)})
