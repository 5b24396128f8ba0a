"""What a visitor asks of a table, judged: each answers the changed table or raises `Refused`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from app.games.base import Seat, SeatRange
from app.tables import access, agreements, rest, substitutes, succession, table
from app.tables.access import Visitor
from app.tables.clock import PACES, is_covered
from app.tables.liveness import owing
from app.tables.match import Match
from app.tables.refusals import Code, Refused
from app.tables.table import Pace, Seating, Table, Visibility

BOT_LEVELS = ("easy", "normal", "hard")

STAND_IN_AFTER = timedelta(minutes=3)
"""How long a player has to be away from a relaxed table before others may call a stand-in."""


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


def sit(
    place: Table,
    visitor: Visitor,
    seat: Seat,
    client_seed: str,
    *,
    seq: int = 0,
    clean: bool = False,
) -> Table:
    """Take a free seat, take the own one back, or one that was given up, at log position `seq`.

    `clean`: the visitor has held no other seat of this match.
    """
    player = access.check_may_sit(place, visitor)
    rest.check_not_played_out(place)
    if substitutes.wants_substitute(place, seat, player):
        return substitutes.take_over(place, seat, player, clean=clean, seq=seq)
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
        access.check_gives_up(place, visitor, seat)
        left = table.hand_to_stand_in(place, seat, seq=seq)
        return succession.pass_on(left) if access.is_host(place, visitor) else left
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


def pause(place: Table, visitor: Visitor, now: datetime, *, seq: int) -> Table:
    """The host's word pauses at once; of others all who play have to agree."""
    seat = access.check_pauses(place, visitor)
    rest.check_running(place)
    rest.check_not_played_out(place)
    if place.paused is not None:
        return place
    if seat is None or access.is_host(place, visitor):
        return rest.pause(place, seat, now)
    return agreements.carry_out(agreements.agree_to_pause(place, seat, seq), seq, now)


def resume(place: Table, visitor: Visitor, now: datetime) -> Table:
    """Whoever holds a seat, or the host, lets the match go on."""
    access.check_resumes(place, visitor)
    rest.check_running(place)
    return rest.resume(place, now)


def end(place: Table, visitor: Visitor, now: datetime, *, seq: int) -> Table:
    """All who play agree to end the match without a result."""
    seat = access.check_plays(place, visitor)
    rest.check_running(place)
    return agreements.carry_out(agreements.agree_to_end(place, seat, seq), seq, now)


def call_stand_in(
    place: Table, visitor: Visitor, seat: Seat, *, match: Match | None, absent: timedelta
) -> Table:
    """Somebody seated has a bot play for a seat whose player has been `absent` for too long."""
    access.check_seated(place, visitor)
    holder = table.check_seat(place, seat)
    match = check_under_way(place, match)
    if holder.away:
        return place
    if holder.player is None:
        raise Refused(Code.FORBIDDEN, "A bot plays that seat.")
    if place.pace.kind != "relaxed":
        raise Refused(Code.FORBIDDEN, "The clock looks after that seat.")
    check_awaited(match, seat)
    if absent < STAND_IN_AFTER:
        wait = math.ceil((STAND_IN_AFTER - absent).total_seconds())
        raise Refused(Code.FORBIDDEN, "Its player may still come back.", {"wait": wait})
    called = table.call_stand_in(place, seat, seq=match.seq)
    return succession.pass_on(called) if holder.player.id == place.host else called


def check_nudge(place: Table, visitor: Visitor, seat: Seat, match: Match | None) -> Seat:
    """The seat of who may knock for `seat`: somebody seated, while the match waits for it."""
    own = access.check_seated(place, visitor)
    holder = table.check_seat(place, seat)
    match = check_under_way(place, match)
    if holder.player is None or holder.away:
        raise Refused(Code.FORBIDDEN, "A bot plays that seat.")
    check_awaited(match, seat)
    return own


def check_hint(place: Table, visitor: Visitor, match: Match | None) -> tuple[Seat, Match]:
    """The seat that may be advised now, by its own player, and the match.

    No match counts for a rating, so hints are for every table. Not while a stand-in plays: what a
    bot does for somebody it need not tell them first.
    """
    seat = access.check_plays(place, visitor)
    match = check_under_way(place, match)
    if is_covered(place.seats[seat], match.clocks):
        raise Refused(Code.NOT_SEATED, "A stand-in plays for you until it is your turn anew.")
    if not match.legal_moves(seat):
        raise Refused(Code.NOT_YOUR_TURN)
    return seat, match


def check_under_way(place: Table, match: Match | None) -> Match:
    """The match. Raises unless it has begun, has not ended and is not paused."""
    rest.check_running(place)
    if match is None:
        raise Refused(Code.NOT_STARTED)
    if match.outcome is not None:
        raise Refused(Code.MATCH_OVER)
    rest.check_not_paused(place)
    return match


def check_awaited(match: Match, seat: Seat) -> None:
    """Raises `forbidden` unless the match waits for this seat."""
    if seat not in owing(match):
        raise Refused(Code.FORBIDDEN, "Nobody waits for that seat.")


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
    allowed = PACES[pace.kind]
    if pace.seconds not in allowed:
        choice = "no seconds" if allowed == (None,) else f"{', '.join(map(str, allowed))} seconds"
        raise Refused(
            Code.INVALID,
            f"The pace {pace.kind} is kept with {choice}.",
            {"at": "pace", "seconds": [each for each in allowed if each is not None]},
        )


def check_level(level: str) -> None:
    """Raises `invalid` for a bot that is not known here."""
    if level not in BOT_LEVELS:
        raise Refused(Code.INVALID, "There is no such bot.", {"levels": list(BOT_LEVELS)})
