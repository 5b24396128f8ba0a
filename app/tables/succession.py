"""Who takes the host's role over when the host is gone: a table without one cannot start."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from datetime import timedelta

from app.tables.table import Table

HOST_GONE_AFTER = timedelta(minutes=3)
"""How long a table waits for its host before somebody who is here takes the role."""


def heir(table: Table, present: Set[str] | None = None) -> str | None:
    """The player who is next: the first seat whose person plays it, and is `present` if asked."""
    for place in table.seats:
        player = place.player
        if player is None or place.away or player.id == table.host:
            continue
        if place.taken if present is None else player.id in present:
            return player.id
    return None


def pass_on(table: Table) -> Table:
    """The host has left: the next person takes the role, or whoever comes."""
    return replace(table, host=heir(table))


def pass_to_present(table: Table, present: Set[str]) -> Table:
    """The host has been away for long: somebody who is here takes the role, if anybody is.

    A host who plays keeps it while the own seat is kept: others can pause and end by agreement.
    """
    next_host = heir(table, present)
    if table.ended or next_host is None or table.host in present or _plays(table):
        return table
    return replace(table, host=next_host)


def _plays(table: Table) -> bool:
    seat = table.seat_of(table.host)
    return table.state == "playing" and seat is not None and not table.seats[seat].away
