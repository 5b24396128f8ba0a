"""What a change of a running table is noted as, for everybody who looks on or comes later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games.base import Seat
from app.tables.ports import NoteKind
from app.tables.table import SeatState, Table
from app.tables.tenures import handovers, is_substitute


@dataclass(frozen=True, slots=True)
class Happening:
    """A note before it has an id and a time; `params` are what its words are filled with."""

    kind: NoteKind
    seat: Seat | None = None
    params: Mapping[str, int | str] = field(default_factory=dict)


def happenings(old: Table, new: Table, by: Seat | None) -> list[Happening]:
    """What happened between two versions of a table; `by`: the seat whose word it was."""
    noted = [_handover(old.seats[place.seat], place, new) for place in handovers(old, new)]
    if new.paused is not None and old.paused is None:
        word = "host" if _is_hosts_word(old, new) else "agreed"
        noted.append(Happening("paused", new.paused.by, {"by": word}))
    if old.paused is not None and new.paused is None and not new.ended:
        rested = new.breaks[-1].ended_at - old.paused.since
        noted.append(Happening("resumed", by, {"seconds": int(rested.total_seconds())}))
    return noted


def _handover(before: SeatState, place: SeatState, table: Table) -> Happening:
    if is_substitute(before, place):
        return Happening("back", place.seat, {"why": "substitute"})
    if not place.away:
        return Happening("back", place.seat)
    absent = "absent" if table.pace.kind == "relaxed" else "clock"
    return Happening("stand_in", place.seat, {"why": "left" if place.given_up else absent})


def _is_hosts_word(old: Table, new: Table) -> bool:
    by = new.paused.by if new.paused else None
    return by is None or old.seat_of(old.host) == by
