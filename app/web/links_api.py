"""HTTP calls on the links of a table: what the host hands out, and takes back."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import NewLink
from app.codec.links import LinkJson
from app.tables import access
from app.tables.links import LinkOrder
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind
from app.web.answers import LinksAnswer, json_answer
from app.web.bodies import described, read_body, read_command
from app.web.context import web_of
from app.web.doors import Door, DoorOf
from app.web.pictures import draw_code
from app.web.tables_api import REFUSED, IdInPath, answers

router = APIRouter(prefix="/api/tables", tags=["links"], responses=REFUSED)


async def links_answer(door: Door) -> Response:
    """All links of the table's series."""
    return json_answer({"links": await door.host.invitations.list(door.visitor)})


@router.get(
    "/{table_id}/links", summary="All links of a table (host)", responses=answers(LinksAnswer)
)
async def list_links(door: DoorOf) -> Response:
    """Working, used up, ended and revoked ones."""
    return await links_answer(door)


@router.post(
    "/{table_id}/links",
    summary="Make a link (host)",
    status_code=201,
    responses=answers(LinkJson, 201),
    openapi_extra=described(NewLink),
)
async def add_link(request: Request, door: DoorOf) -> Response:
    """A link of the next generation; the others go on as they are."""
    body = await read_command(request, NewLink)
    access.check_host(door.host.table, door.visitor)
    web_of(request).limits.check("link", door.caller.address, door.visitor.player_id)
    order = LinkOrder(body.kind, body.max_uses, body.until)
    return json_answer(await door.host.invitations.add(door.visitor, order), 201)


@router.delete(
    "/{table_id}/links/{link_id}",
    summary="Take a link back (host)",
    responses=answers(LinksAnswer),
)
async def revoke_link(request: Request, door: DoorOf, link_id: IdInPath) -> Response:
    """Who came by it is let in no more; who sits stays."""
    await read_body(request)
    await door.host.invitations.revoke(door.visitor, link_id)
    return await links_answer(door)


@router.get(
    "/{table_id}/qr.svg",
    summary="A link of the table as a QR code",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def show_code(door: DoorOf, link: Literal["play", "watch"] = "play") -> Response:
    """The picture of a link, for who may see that link."""
    address = visible_link(door, link)
    return Response(draw_code(address), media_type="image/svg+xml")


@router.get(
    "/{table_id}/links/{link_id}/qr.svg",
    summary="Any link of the list as a QR code (host)",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def show_code_of(door: DoorOf, link_id: IdInPath) -> Response:
    """The picture of a link that the host made, whichever it is."""
    for link in await door.host.invitations.list(door.visitor):
        if link["id"] == link_id:
            return Response(draw_code(link["url"]), media_type="image/svg+xml")
    raise Refused(Code.NOT_FOUND, "This table has no such link.")


def visible_link(door: Door, kind: LinkKind) -> str:
    """The address of that link. Raises `forbidden` for who is not shown it, and `not_found`."""
    access.check_shown(door.host.table, door.visitor, kind)
    address = door.host.table_json(door.visitor)["links"].get(kind)
    if not isinstance(address, str):
        raise Refused(Code.NOT_FOUND, "No such link works at the moment.")
    return address
