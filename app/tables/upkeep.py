"""What those who keep the house do to a table, judged: repairs, and ends that nobody agreed to.

`admins.py` has said that they may. Each answers the changed table or raises `Refused`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Literal

from app.games.base import Seat
from app.tables import rest, succession
from app.tables.decisions import check_under_way
from app.tables.match import Match
from app.tables.refusals import Code, Refused
from app.tables.table import STAND_IN_LEVEL, Agreed, Table, call_stand_in, check_seat

Repair = Literal["wake", "stand_in", "pause", "resume"]
Ending = Literal["none", "as_it_stands"]

STAFF = "staff"
"""Why a table ended, or is played out, that its people would have gone on at."""


def pause(table: Table, now: datetime) -> Table:
    """The match rests until somebody seated, its host or staff lets it go on."""
    rest.check_running(table)
    rest.check_not_played_out(table)
    return rest.pause(table, None, now)


def resume(table: Table, now: datetime) -> Table:
    """The match goes on, whoever paused it; one that sleeps wakes as well."""
    rest.check_running(table)
    return rest.wake(rest.resume(table, now), now)


def stand_in(table: Table, seat: Seat, *, seq: int) -> Table:
    """From log position `seq` on a bot plays the seat, however long its player has been away.

    The seat stays that player's. One that nobody holds gets a bot for good.
    """
    rest.check_running(table)
    holder = check_seat(table, seat)
    if holder.player is None:
        return _with_bot(table, seat, seq)
    called = call_stand_in(table, seat, seq=seq)
    return succession.pass_on(called) if holder.player.id == table.host else called


def _with_bot(table: Table, seat: Seat, seq: int) -> Table:
    holder = table.seats[seat]
    if holder.bot is not None:
        raise Refused(Code.FORBIDDEN, "A bot plays that seat.")
    held = replace(holder, bot=STAND_IN_LEVEL, since=seq)
    return replace(table, seats=(*table.seats[:seat], held, *table.seats[seat + 1 :]))


def end(table: Table, now: datetime) -> Table:
    """The table ends without a result, started or not; what was played stays on record."""
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    return replace(
        table,
        state="abandoned",
        ended_why=STAFF,
        ended_at=now,
        paused=None,
        asleep_since=None,
        agreed=Agreed(),
    )


def play_out(table: Table, match: Match | None, now: datetime) -> Table:
    """Bots play the match to its end, at once: only the rules know a result, and only at an end.

    Every seat is handed to a stand-in, nobody takes one back, and nothing rests any more.
    """
    awake = resume(table, now)
    match = check_under_way(awake, match)
    for place in awake.seats:
        awake = call_stand_in(awake, place.seat, seq=match.seq)
    return replace(awake, ended_why=STAFF, agreed=Agreed())
