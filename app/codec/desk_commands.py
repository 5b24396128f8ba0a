"""What the staff's calls on tables say: every change has its reason."""

from __future__ import annotations

from app.codec.commands import Command, SeatNumber, Writing
from app.tables.upkeep import Ending, Repair


class RepairTable(Command):
    """`POST /api/admin/tables/{id}/repair`; `seat` for a stand-in."""

    kind: Repair
    seat: SeatNumber | None = None
    why: Writing


class EndTable(Command):
    """`POST /api/admin/tables/{id}/end`. `as_it_stands`: bots play the match out from here."""

    result: Ending
    why: Writing


class BreakGlass(Command):
    """`POST /api/admin/tables/{id}/glass`."""

    why: Writing


DESK_BODIES = (RepairTable, EndTable, BreakGlass)
