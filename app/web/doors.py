"""From an address to a table: who calls, and at which door with which keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection, Request

from app.tables import access
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused
from app.web.bodies import hear_out
from app.web.callers import Caller
from app.web.context import web_of
from app.web.limits import Deed
from app.web.origins import SAFE_METHODS

if TYPE_CHECKING:
    from app.live.host import Host

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LINK_KEY = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True, slots=True)
class Door:
    """A table's host and a visitor who may see the table."""

    host: Host
    visitor: Visitor
    caller: Caller


async def caller_of(request: Request) -> Caller:
    """Who calls. Raises `sign_in` and `forbidden`, and `rate_limited` for too many calls."""
    web = web_of(request)
    await hear_out(request)
    caller = await web.callers.identify(request)
    deed: Deed = "read" if request.method in SAFE_METHODS else "message"
    web.limits.check(deed, caller.address, caller.session_id)
    return caller


async def door_of(
    request: Request,
    table_id: str,
    caller: Annotated[Caller, Depends(caller_of)],
    key: Annotated[str | None, Query(description="The key of a link")] = None,
) -> Door:
    """The door that a call's address leads to. Raises `not_found`, and `rate_limited` for too
    many changes of one table."""
    if request.method not in SAFE_METHODS:
        web_of(request).limits.check_table("message", table_id)
    return await come_to(request, table_id, caller)


CallerOf = Annotated[Caller, Depends(caller_of)]
DoorOf = Annotated[Door, Depends(door_of)]


def key_of(connection: HTTPConnection) -> str | None:
    """The `?key=` of any call; what cannot be one is none."""
    key = connection.query_params.get("key")
    return key if key is not None and LINK_KEY.fullmatch(key) else None


async def come_to(connection: HTTPConnection, table_id: str, caller: Caller) -> Door:
    """The door of a table. Raises `not_found` for who may not even see it."""
    web = web_of(connection)
    if not TABLE_ID.fullmatch(table_id):
        raise Refused(Code.NOT_FOUND)
    host = await web.house.host(table_id)
    visitor = await web.house.visitor(
        host.table, caller.player, caller.session_id, key_of(connection)
    )
    access.check_sees(host.table, visitor)
    await host.come_in(visitor)
    return Door(host, visitor, caller)
