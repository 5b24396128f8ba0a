"""Who holds which seat from which log position on: who has seen what."""

from __future__ import annotations

from app.tables.ports import Tenure
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
        Tenure(place.seat, _holder(place), seq, "left" if place.away else "back")
        for place in handovers(old, new)
    ]


def _holder(place: SeatState) -> str | None:
    return None if place.away or place.player is None else place.player.id
