"""Who holds which seat from which log position on: who has seen what."""

from __future__ import annotations

from app.tables.ports import Tenure, TenureWhy
from app.tables.table import SeatState, Table


def handovers(old: Table, new: Table) -> list[SeatState]:
    """Seats of a running match that a stand-in has taken over, or its player has taken back."""
    if not old.started:
        return []
    return [
        after
        for before, after in zip(old.seats, new.seats, strict=True)
        if before.away != after.away
    ]


def tenures_between(old: Table, new: Table, seq: int) -> list[Tenure]:
    """The tenures that begin with this change, at log position `seq`."""
    if new.started and not old.started:
        return [Tenure(place.seat, _holder(place), place.since, "start") for place in new.seats]
    return [
        Tenure(place.seat, _holder(place), seq, _why(old.seats[place.seat], place))
        for place in handovers(old, new)
    ]


def replaced(old: Table, new: Table) -> list[SeatState]:
    """Seats of a running match as they were before somebody else took them for good."""
    return [
        old.seats[place.seat]
        for place in handovers(old, new)
        if is_substitute(old.seats[place.seat], place)
    ]


def last_handover(table: Table, player: str) -> int:
    """The last log position at which this player may have changed hands or eyes, or -1.

    Whoever holds no seat may have held any that others play by now.
    """
    own = table.seat_of(player)
    places = table.seats if own is None else (table.seats[own],)
    began = table.branch.seq if table.branch else 0
    return max((place.since for place in places if place.since > began), default=-1)


def is_substitute(before: SeatState, after: SeatState) -> bool:
    """Whether another person plays now than the one who had the seat before."""
    return not after.away and _player_id(before) != _player_id(after)


def _player_id(place: SeatState) -> str | None:
    return place.player.id if place.player else None


def _why(before: SeatState, place: SeatState) -> TenureWhy:
    if not place.away:
        return "substitute" if is_substitute(before, place) else "back"
    return "left" if place.given_up else "stand_in"


def _holder(place: SeatState) -> str | None:
    return None if place.away or place.player is None else place.player.id
