"""Substitutes: others who take a seat for good that its player has given up in mid-match.

Who has held another hand of a match knows too much for this one: only clean eyes may take over.
A seat that its player has not given up stays that player's, however long a stand-in plays it.
"""

from __future__ import annotations

from dataclasses import replace

from app.games.base import Seat
from app.tables import agreements
from app.tables.refusals import Code, Refused
from app.tables.table import Player, SeatState, Table, check_seat


def is_vacant(place: SeatState) -> bool:
    """Whether a stand-in plays for a player who has left."""
    return place.away and place.given_up


def wants_substitute(table: Table, seat: Seat, player: Player) -> bool:
    """Whether `player`, who sits nowhere here, asks for a seat that was given up."""
    place = check_seat(table, seat)
    return table.state == "playing" and is_vacant(place) and table.seat_of(player.id) is None


def take_over(table: Table, seat: Seat, player: Player, *, clean: bool, seq: int) -> Table:
    """`player` plays the seat from log position `seq` on; its word in the seed stays.

    What the one before agreed to is not agreed to any more. `clean`: this player has held no other
    seat of this match. Raises `forbidden`.
    """
    if table.branch is not None:
        raise Refused(Code.FORBIDDEN, "Its hands could be seen by everybody in the match it left.")
    if not clean:
        raise Refused(Code.FORBIDDEN, "You have seen another hand of this match.")
    taken = replace(
        table.seats[seat], player=player, bot=None, away=False, given_up=False, since=seq
    )
    seats = tuple(taken if place.seat == seat else place for place in table.seats)
    agreed = agreements.without(table.agreed, seat)
    return replace(table, seats=seats, host=table.host or player.id, agreed=agreed)
