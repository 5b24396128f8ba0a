"""The table that follows an ended one: the same people and options, seats turned by one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.games.base import Seat
from app.tables import access
from app.tables.access import Visitor
from app.tables.fairness import BOT_SEED, commitment_of
from app.tables.refusals import Code, Refused
from app.tables.table import Player, SeatState, Table, people


@dataclass(frozen=True, slots=True)
class Fresh:
    """What a new table does not take over from the last one."""

    id: str
    server_seed: bytes
    at: datetime


def check_rematch(place: Table, visitor: Visitor) -> Player:
    """The seated player who asks for another match. Raises until this one has ended.

    A match that ended without a result may be followed too; a table that was closed before its
    start has no match to follow.
    """
    player = access.check_follows(place, visitor)
    if not place.started:
        raise Refused(Code.NOT_STARTED, "There was no match here that another could follow.")
    if not place.ended:
        raise Refused(Code.FORBIDDEN, "The next match can be had once this one has ended.")
    return player


def next_table(last: Table, caller: Player, fresh: Fresh) -> Table:
    """The next table of the series; it begins afresh, wherever the last one began."""
    seats = turned(last.seats)
    seated = {player.id for player in people(seats)}
    return Table(
        id=fresh.id,
        series=last.series,
        game=last.game,
        rules_version=last.rules_version,
        options_json=last.options_json,
        seats=seats,
        host=last.host if last.host in seated else caller.id,
        visibility=last.visibility,
        pace=last.pace,
        commitment=commitment_of(fresh.server_seed),
        server_seed=fresh.server_seed,
        committed_first=True,
        created_at=fresh.at,
        auto_start=True,
        title=last.title,
        watchable=last.watchable,
        barred=last.barred,
        seating=last.seating,
        rail_open=last.rail_open,
    )


def turned(seats: tuple[SeatState, ...]) -> tuple[SeatState, ...]:
    """Who sat on a seat gets the next one: people once they say so again, bots at once."""
    count = len(seats)
    return tuple(_follow(seats[(seat - 1) % count], seat) for seat in range(count))


def _follow(before: SeatState, seat: Seat) -> SeatState:
    """The new seat of who sat on another; a stand-in's seat is its player's."""
    if before.player is not None:
        return SeatState(seat, player=before.player, held=True)
    if before.bot is not None:
        return SeatState(seat, bot=before.bot, client_seed=BOT_SEED)
    return SeatState(seat)
