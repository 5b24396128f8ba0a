"""What a visitor asks of a table, judged: each answers the changed table or raises `Refused`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from app.games.base import Seat, SeatRange
from app.tables import access, table
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused
from app.tables.table import Pace, Seating, Table, Visibility

BOT_LEVELS = ("easy", "normal", "hard")


@dataclass(frozen=True, slots=True)
class Changes:
    """What the host wants to be different; None stays. `title` "" takes the title away."""

    seats: int | None = None
    options_json: str | None = None
    pace: Pace | None = None
    visibility: Visibility | None = None
    watchable: bool | None = None
    title: str | None = None
    seating: Seating | None = None


def sit(place: Table, visitor: Visitor, seat: Seat, client_seed: str, *, seq: int = 0) -> Table:
    """Take a free seat, or take the own one back, at log position `seq`."""
    player = access.check_may_sit(place, visitor)
    return table.sit_down(place, seat, player, client_seed, seq=seq)


def seat_bot(place: Table, visitor: Visitor, seat: Seat, level: str) -> Table:
    """The host puts a bot on a free seat."""
    return table.seat_bot(access.take_charge(place, visitor), seat, level)


def vacate(place: Table, visitor: Visitor, seat: Seat, *, bar: bool, seq: int = 0) -> Table:
    """Before the start a seat becomes free (own, or the host's word); later a stand-in plays."""
    access.check_sees(place, visitor)
    holder = table.check_seat(place, seat).player
    own = access.seat_of(place, visitor) == seat
    if place.state == "playing":
        if not own:
            raise Refused(Code.FORBIDDEN, "Only its player can give a seat up.")
        return table.hand_to_stand_in(place, seat, seq=seq)
    if not own or bar:
        place = access.take_charge(place, visitor)
    freed = table.free_seat(place, seat)
    if bar and holder is not None and not own:
        return replace(freed, barred=(*freed.barred, holder.id))
    return freed


def change(place: Table, visitor: Visitor, wanted: Changes, seats: SeatRange) -> Table:
    """The host changes what may change while the table is open."""
    place = access.take_charge(place, visitor)
    table.check_open(place)
    if wanted.seats is not None and wanted.seats != len(place.seats):
        check_seat_count(seats, wanted.seats)
        place = table.resize(place, wanted.seats)
    return replace(
        place,
        options_json=wanted.options_json or place.options_json,
        title=place.title if wanted.title is None else wanted.title or None,
        pace=wanted.pace or place.pace,
        visibility=wanted.visibility or place.visibility,
        watchable=place.watchable if wanted.watchable is None else wanted.watchable,
        seating=wanted.seating or place.seating,
    )


def close(place: Table, visitor: Visitor, now: datetime) -> Table:
    """The host gives the table up before the start."""
    return table.close(access.take_charge(place, visitor), now)


def start(place: Table, visitor: Visitor, now: datetime, *, rng: Random) -> Table:
    """The host starts the match; every seat must be taken. `rng` draws random seats."""
    return table.start(access.take_charge(place, visitor), now, rng)


def open_rail(place: Table, visitor: Visitor, *, is_open: bool) -> Table:
    """Until the end the host says whether spectators may write."""
    place = access.take_charge(place, visitor)
    if place.ended:
        raise Refused(Code.MATCH_OVER)
    return replace(place, rail_open=is_open)


def check_seat_count(allowed: SeatRange, seats: int) -> None:
    """Raises `invalid` unless the game can be played by so many."""
    if not allowed.min <= seats <= allowed.max:
        raise Refused(
            Code.INVALID,
            f"This game is for {allowed.min} to {allowed.max} seats.",
            {"at": "seats", "min": allowed.min, "max": allowed.max},
        )


def check_pace(pace: Pace) -> None:
    """Raises `invalid` for a pace that no clock here can keep."""
    if pace.kind != "relaxed" or pace.seconds is not None:
        raise Refused(Code.INVALID, "Only the relaxed pace is kept here.", {"at": "pace"})


def check_level(level: str) -> None:
    """Raises `invalid` for a bot that is not known here."""
    if level not in BOT_LEVELS:
        raise Refused(Code.INVALID, "There is no such bot.", {"levels": list(BOT_LEVELS)})
