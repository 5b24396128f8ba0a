"""Who may take back which move (architecture.md, "Taking back is computed")."""

from __future__ import annotations

from app.games.base import Seat
from app.tables.clock import Moment, has_run_out, is_covered
from app.tables.match import Match, way_back
from app.tables.refusals import Code, Refused
from app.tables.table import Table


def can_undo(table: Table, match: Match, seat: Seat | None, moment: Moment) -> int | None:
    """The log position that this seat's player may take back now, or None.

    Its own last standing move, made in the present tenure, that drew no chance, reveals nothing,
    binds nobody, and without which the rest of the log goes on just as it was told. Its deadline
    of then, which will stand again, must not have passed.
    """
    place = None if seat is None else table.seats[seat]
    if place is None or place.player is None or place.away or table.ended:
        return None
    way = way_back(match, place.seat)
    left_out = way[1].left_out if way else None
    if left_out is None or left_out.entry is None or left_out.seq <= place.since:
        return None
    if left_out.entry.player != place.player.id or has_run_out(table, left_out.owed, moment):
        return None
    return left_out.seq


def check_undo(table: Table, match: Match, seat: Seat, seq: int, moment: Moment) -> None:
    """Raises `match_over`, or `cannot_undo` unless the seat may take back the move at `seq`."""
    if match.outcome is not None:
        raise Refused(Code.MATCH_OVER)
    possible = can_undo(table, match, seat, moment)
    if possible != seq:
        raise Refused(Code.CANNOT_UNDO, detail={"can_undo": possible})


def check_thought(table: Table, match: Match | None, seat: Seat, seen: int) -> None:
    """Raises unless what a bot thought out at position `seen` still belongs to its turn.

    `not_your_turn` when no bot plays the seat any more, `stale` when the turn was gone meanwhile:
    who moved before it took that back, and may have moved otherwise.
    """
    place = table.seats[seat]
    if place.bot is None and not is_covered(place, match.clocks if match else None):
        raise Refused(Code.NOT_YOUR_TURN)
    if match is None or match.outcome is not None:
        return
    for position in match.recent:
        if position.seq > seen and seat not in match.game.to_act(position.state):
            raise Refused(Code.STALE)
