"""Who leaves for good: what becomes of their places and their name, and the port that lets go.

A match belongs to everybody who played it, so nothing of it is deleted: its log, its seeds and its
result stay whole and can be checked. What leads back to the person goes: the name, at every table
and in every record, the sessions, the addresses, the titles they wrote. Of what they said only
"…" is left: a text may name its writer, or quote a letter, and no other author makes that
anybody else's; that something was said stays, so that the answers of others make sense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Protocol

from app.tables import succession, table
from app.tables.names import MADE_UP, OTHERWISE
from app.tables.table import Table

WITHDRAWN = "…"
"""What is left of a line whose writer has left; every language reads it."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody has left; not all that was theirs is gone yet."""

    player: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Cleared:
    """One portion of what was somebody's is gone. `tables`: those that changed, with versions."""

    more: bool
    tables: tuple[tuple[str, int], ...] = ()


class Departing(Protocol):
    """Lets go of people. Every call may come again, and ends as if it had come once."""

    async def forget(self, player: str, pseudonym: str, at: datetime) -> str | None:
        """Another name, no session, no visit: at once or not at all. The name they go by now,
        which is the first pseudonym if they had left before; None when there is no such player."""
        ...

    async def end_session(self, session: str) -> None:
        """Nothing of this session is left, whose visitor never had a name."""
        ...

    async def open_tables(self, player: str) -> tuple[str, ...]:
        """Ids of the open and running tables where they hold a seat or the host's role."""
        ...

    async def clear(self, player: str) -> Cleared:
        """One portion of their lines, titles, addresses and cautions. Lines that somebody reported
        stay until they were judged."""
        ...

    async def rename_in_records(self, player: str) -> None:
        """Their name of now in the records that branches carry along."""
        ...

    async def uncleared(self, limit: int) -> tuple[Departure, ...]:
        """Those of whom something may be left, who left first first."""
        ...

    async def mark_cleared(self, player: str, at: datetime) -> None:
        """Nothing is left of this one."""
        ...


def make_pseudonym(rng: Random) -> str:
    """A name for somebody who has left; nothing of the person goes into it."""
    return f"Former {rng.choice(MADE_UP[OTHERWISE].creatures)} {rng.randrange(100, 1000)}"


def leave_table(place: Table, player: str, *, seq: int) -> Table:
    """The table without somebody who never comes back: before the start the seat is free, later a
    stand-in plays it and others may take it; the host's role passes on, its title goes.

    `seq`: the log position.
    """
    if place.ended:
        return place
    seat, was_host = place.seat_of(player), place.host == player
    if seat is not None and place.state == "open":
        place = table.free_seat(place, seat)
    elif seat is not None and not place.seats[seat].given_up:
        place = table.hand_to_stand_in(place, seat, seq=seq)
    return replace(succession.pass_on(place), title=None) if was_host else place
