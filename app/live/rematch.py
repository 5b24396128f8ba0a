"""Another match for the same people: whoever asks, and however often, there is one next table."""

from __future__ import annotations

from app.live.host import Host
from app.live.parts import Parts
from app.tables.access import Visitor
from app.tables.rematch import Fresh, check_rematch, next_table


async def follow_up(parts: Parts, host: Host, visitor: Visitor) -> str:
    """The id of the table that follows the host's; everybody there is told of it.

    Raises until the match has ended. The store decides between two who ask at once.
    """
    caller = check_rematch(host.table, visitor)
    fresh = Fresh(parts.mint.table_id(), parts.mint.server_seed(), parts.now())
    offered = next_table(host.table, caller, fresh)
    next_id = await parts.tables.create_next(host.table.id, offered)
    if host.table.next != next_id:
        await host.catch_up(f"version={host.table.version + 1}")
        parts.bus.publish(f"{host.table.id}:version={host.table.version}")
    return next_id
