"""What all people at a table have to agree to: to pause the match, to end it without a result.

An agreement belongs to the log position at which it was begun: the next move empties it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from app.games.base import Seat
from app.tables import rest
from app.tables.table import Agreed, Table


def voters(table: Table) -> frozenset[Seat]:
    """The seats whose word is needed: people who play themselves, no bots and stand-ins."""
    return frozenset(
        place.seat for place in table.seats if place.player is not None and not place.away
    )


def standing(table: Table, seq: int | None) -> Agreed:
    """What is agreed to while the log stands at `seq`."""
    if seq is None or table.ended or table.agreed.seq != seq:
        return Agreed(seq or 0)
    return table.agreed


def was_emptied(table: Table, seq: int) -> bool:
    """Whether the move that led to log position `seq` has emptied an agreement."""
    return bool(table.agreed.seq == seq - 1 and (table.agreed.end or table.agreed.pause))


def agree_to_end(table: Table, seat: Seat, seq: int) -> Table:
    """This seat would end the match. Again changes nothing."""
    agreed = standing(table, seq)
    return replace(table, agreed=replace(agreed, end=_with(agreed.end, seat)))


def agree_to_pause(table: Table, seat: Seat, seq: int) -> Table:
    """This seat would pause the match. Again changes nothing."""
    agreed = standing(table, seq)
    return replace(table, agreed=replace(agreed, pause=_with(agreed.pause, seat)))


def without(agreed: Agreed, seat: Seat) -> Agreed:
    """What the others agree to: who takes this seat over has said nothing yet."""
    return replace(
        agreed,
        end=tuple(each for each in agreed.end if each != seat),
        pause=tuple(each for each in agreed.pause if each != seat),
    )


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else (*seats, seat)


def carry_out(table: Table, seq: int, now: datetime) -> Table:
    """Do what everybody has agreed to; also when the last who had not has left meanwhile."""
    if table.state != "playing":
        return table
    agreed, needed = standing(table, seq), voters(table)
    if needed and needed <= set(agreed.end):
        return end(table, now)
    if needed and needed <= set(agreed.pause) and table.paused is None:
        return rest.pause(table, agreed.pause[-1], now)
    return table


def end(table: Table, now: datetime) -> Table:
    """The match ends without a result; what was played stays on record."""
    return replace(
        table,
        state="abandoned",
        ended_why="agreed",
        ended_at=now,
        paused=None,
        asleep_since=None,
        agreed=Agreed(),
    )


def shown(agreed: Agreed) -> Iterator[tuple[str, list[Seat]]]:
    """Each wish that somebody has, with the seats that share it."""
    for wish, seats in (("end", agreed.end), ("pause", agreed.pause)):
        if seats:
            yield wish, sorted(seats)
