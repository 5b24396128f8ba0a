"""What somebody wants to do in the match, judged as far as the table goes."""

from __future__ import annotations

from app.live.orders import Wish
from app.tables import access, rest
from app.tables.clock import Moment
from app.tables.match import Attempt, Match
from app.tables.refusals import Code, Refused
from app.tables.table import Table
from app.tables.taking_back import check_undo


def attempt_of(wish: Wish, table: Table, match: Match | None, moment: Moment) -> Attempt:
    """The attempt that the match judges further. Raises `Refused` in the protocol's order."""
    seat = access.check_plays(table, wish.visitor)
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if match is None:
        raise Refused(Code.NOT_STARTED)
    rest.check_not_paused(table)
    if wish.undo is not None:
        check_undo(table, match, seat, wish.undo, moment)
    return Attempt(
        seat=seat,
        move=wish.move,
        seen=wish.seen,
        by="player",
        at=moment.now,
        undo=wish.undo,
        player=wish.visitor.player_id,
        ref=wish.ref,
    )
