"""A move on its way through the edge, measured."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from app.live.gauges import microseconds
from app.live.host import Host
from app.tables.access import Visitor
from app.web.context import WebContext


async def submit_move(
    web: WebContext, host: Host, visitor: Visitor, *, ref: str, seq: int, move: Mapping[str, object]
) -> int:
    """Make a move; its log position. How long it took is counted, unless it was refused."""
    began = perf_counter()
    position = await host.move(visitor, ref, seq, move)
    web.house.gauges.moves.add(microseconds(perf_counter() - began))
    return position
