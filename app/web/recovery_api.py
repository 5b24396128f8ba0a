"""HTTP calls by which a person goes on in another browser (protocol.md, "Who is calling")."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.codec.commands import NewRecovery, Recover
from app.codec.wire import time_text
from app.tables.refusals import Code, Refused
from app.web.answers import MeAnswer, RecoveryAnswer, json_answer
from app.web.bodies import described, read_body, read_command, read_optional
from app.web.callers import Caller
from app.web.context import web_of
from app.web.doors import CallerOf, come_to
from app.web.people import describe_me
from app.web.pictures import draw_code
from app.web.tables_api import REFUSED, answers

router = APIRouter(prefix="/api/me", tags=["players"], responses=REFUSED)


@router.post(
    "/recovery",
    summary="A link to go on as the same person elsewhere",
    status_code=201,
    responses=answers(RecoveryAnswer, 201),
    openapi_extra=described(NewRecovery, required=False),
)
async def make_recovery(request: Request, caller: CallerOf) -> Response:
    """The secret stands in the address's fragment, which browsers send to nobody."""
    body = await read_optional(request, NewRecovery)
    there = await way_to(request, caller, body.table)
    secret, until = await web_of(request).callers.recovery(caller)
    address = f"{web_of(request).house.porter.public_url}/come#{secret}{there}"
    answer = RecoveryAnswer(url=address, until=time_text(until), qr=draw_code(address).decode())
    return json_answer(answer, 201)


async def way_to(request: Request, caller: Caller, table_id: str | None) -> str:
    """Where the link leads afterwards. Raises `not_found` for a table that is not the caller's."""
    if table_id is None:
        return ""
    door = await come_to(request, table_id, caller)
    return f"&to=/t/{door.host.table.id}"


@router.post(
    "/recover",
    summary="Go on here as the person of a recovery link",
    responses=answers(MeAnswer),
    openapi_extra=described(Recover),
)
async def recover(request: Request, caller: CallerOf) -> Response:
    """A new session for this browser, whatever it came with."""
    body = await read_command(request, Recover)
    caller = await web_of(request).callers.recovered(
        request, caller, body.secret, replacing=body.replace
    )
    return json_answer(await describe_me(request, caller))


@router.delete("/recovery", summary="End all own recovery links", responses=answers(MeAnswer))
async def end_recovery(request: Request, caller: CallerOf) -> Response:
    """None that was made before is good for anything; sessions go on."""
    await read_body(request)
    if caller.player is None:
        raise Refused(Code.SIGN_IN)
    await web_of(request).callers.end_recovery(caller)
    return json_answer(await describe_me(request, caller))
