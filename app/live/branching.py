"""From a position of an ended match to a new table, and the record that this begins with."""

from __future__ import annotations

from app.codec import json
from app.codec.record import RecordJson, branch_of
from app.live.archive import check_position
from app.live.host import Host
from app.live.parts import Parts
from app.tables.access import Visitor
from app.tables.branching import BranchOrder, NewGround, branch_table
from app.tables.refusals import Code, Refused
from app.tables.table import Table

MOST_ORIGINS = 8
"""How many matches may lie one in the other: a record carries all of them whole."""


async def lay_branch(
    parts: Parts, host: Host, visitor: Visitor, order: BranchOrder
) -> tuple[Table, str]:
    """A new table and the record that it stands on. Raises until the host's match has ended."""
    told = await host.archive.positions(visitor)
    check_position(told, order.seq, "seq")
    if host.ledger.game.outcome(told[order.seq].state) is not None:
        raise Refused(Code.MATCH_OVER, "Nothing is left to play from there.")
    origin = origin_at(await host.archive.record(visitor, draws=False), order.seq)
    mint = parts.mint
    ground = NewGround(mint.table_id(), mint.table_id(), mint.server_seed(), parts.now())
    return branch_table(host.table, order, ground), json.dumps(origin).decode()


def origin_at(record: RecordJson, seq: int) -> RecordJson:
    """The record that is needed for a position: of a branch, perhaps the one that it left.

    Raises `forbidden` when too many lie one in the other.
    """
    branch = branch_of(record)
    while branch is not None and seq <= branch["seq"]:
        record = branch["record"]
        branch = branch_of(record)
    if count_origins(record) >= MOST_ORIGINS:
        raise Refused(Code.FORBIDDEN, "This match has been branched from too often already.")
    return record


def count_origins(record: RecordJson) -> int:
    """How many matches lie in this one."""
    branch = branch_of(record)
    return 0 if branch is None else 1 + count_origins(branch["record"])
