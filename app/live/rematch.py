"""Another match for the same people: whoever asks, and however often, there is one next table."""

from __future__ import annotations

from app.live.host import Host
from app.live.parts import Parts
from app.tables.access import Visitor
from app.tables.bans import show_out
from app.tables.rematch import Fresh, check_rematch, next_table
from app.tables.table import Table, people


async def follow_up(parts: Parts, host: Host, visitor: Visitor) -> str:
    """The id of the table that follows the host's; everybody there is told of it.

    Raises until the match has ended. The store decides between two who ask at once.
    """
    caller = check_rematch(host.table, visitor)
    if not await _is_followed(parts, host.table):
        levels = [place.bot for place in host.table.seats if place.bot and place.player is None]
        parts.rules.check_opens(host.table.game, levels, parts.now())
    fresh = Fresh(parts.mint.table_id(), parts.mint.server_seed(), parts.now())
    offered = without_banned(next_table(host.table, caller, fresh), parts)
    next_id = await parts.tables.create_next(host.table.id, offered)
    if host.table.next != next_id:
        await host.catch_up(f"version={host.table.version + 1}")
        parts.bus.publish(f"{host.table.id}:version={host.table.version}")
    return next_id


def without_banned(offered: Table, parts: Parts) -> Table:
    """No seat is held for who is kept out of the house: the others would wait for nobody."""
    for player in people(offered.seats):
        if parts.rules.is_banned(player.id, parts.now()):
            offered = show_out(offered, player.id, seq=0)
    return offered


async def _is_followed(parts: Parts, table: Table) -> bool:
    """Whether the next table is there already: none is opened then."""
    follower = await parts.tables.load(table.next) if table.next else None
    return follower is not None and not follower.fell_through
