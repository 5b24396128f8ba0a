"""What a change of a running table is noted as, for everybody who looks on or comes later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.games.base import Seat
from app.tables.ports import NoteKind
from app.tables.table import Pause, SeatState, Table
from app.tables.tenures import handovers, is_substitute

Word = Seat | Literal["staff"] | None
"""Whose word a change was: a seat's, staff's, or nobody's in particular."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A note before it has an id and a time; `params` are what its words are filled with."""

    kind: NoteKind
    seat: Seat | None = None
    params: Mapping[str, int | str] = field(default_factory=dict)


def happenings(old: Table, new: Table, by: Word) -> list[Happening]:
    """What happened between two versions of a table; `by`: whose word it was."""
    if by == "staff" and new.ended_why != old.ended_why:
        return [Happening("ended" if new.ended else "played_out", params={"by": by})]
    noted = [_handover(old.seats[place.seat], place, new, by) for place in handovers(old, new)]
    if new.paused is not None and old.paused is None:
        word = "host" if _is_hosts_word(old, new) else "agreed"
        noted.append(Happening("paused", new.paused.by, {"by": by if by == "staff" else word}))
    if old.paused is not None and new.paused is None and not new.ended:
        noted.append(_resumed(old.paused, new, by))
    return noted


def _resumed(pause: Pause, table: Table, by: Word) -> Happening:
    seconds = int((table.breaks[-1].ended_at - pause.since).total_seconds())
    if by == "staff":
        return Happening("resumed", None, {"seconds": seconds, "by": by})
    return Happening("resumed", by, {"seconds": seconds})


def _handover(before: SeatState, place: SeatState, table: Table, by: Word) -> Happening:
    if by == "staff":
        return Happening("stand_in", place.seat, {"why": by})
    if is_substitute(before, place):
        return Happening("back", place.seat, {"why": "substitute"})
    if not place.away:
        return Happening("back", place.seat)
    absent = "absent" if table.pace.kind == "relaxed" else "clock"
    return Happening("stand_in", place.seat, {"why": "left" if place.given_up else absent})


def _is_hosts_word(old: Table, new: Table) -> bool:
    by = new.paused.by if new.paused else None
    return by is None or old.seat_of(old.host) == by
