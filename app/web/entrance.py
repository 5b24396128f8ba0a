"""How a browser comes in by a link: the key in its address becomes a grant of its session.

A counted link is not used up by who only looks at its address, as programs do that draw previews
of whatever is sent around: a browser without a session is asked in, by a button.
"""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.tables.refusals import Code, Refused
from app.web.callers import Caller
from app.web.context import web_of
from app.web.doors import TABLE_ID, Door, come_to, key_of
from app.web.games_api import game_json


async def come_with_key(request: Request, caller: Caller) -> Door | None:
    """The table's door. A good key that a nameless visitor brings opens a session for it.

    None for a stranger with the key of a counted link. Raises `not_found`.
    """
    table_id = request.path_params["table_id"]
    if caller.session is None and await is_invited(request):
        if await is_counted(request):
            return None
        caller = await web_of(request).callers.with_session(request, caller)
    return await come_to(request, table_id, caller)


async def is_invited(request: Request) -> bool:
    """Whether the address has a key that lets somebody in."""
    web, table_id = web_of(request), request.path_params["table_id"]
    if key_of(request) is None or not TABLE_ID.fullmatch(table_id):
        return False
    host = await web.house.host(table_id)
    return await web.house.porter.invites(host.table, key_of(request))


async def is_counted(request: Request) -> bool:
    """Whether coming in by the address's key is a use that somebody else will lack."""
    web = web_of(request)
    host = await web.house.host(request.path_params["table_id"])
    return await web.house.porter.counts(host.table, key_of(request))


async def ask_in(request: Request, caller: Caller) -> Response:
    """A button that comes in. Its page says where it comes from: a form needs its `Origin`."""
    web = web_of(request)
    host = await web.house.host(request.path_params["table_id"])
    game = web.registry.find(host.table.game, host.table.rules_version)
    page = {
        "name": "invited",
        "table": host.table.id,
        "key": key_of(request),
        "game": game_json(game, web),
    }
    answer = web.templates.render(request, "invited", caller=caller, page=page, boot={})
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer


async def enter_table(request: Request) -> Response:
    """`POST /t/{id}?key=…`: the button was pressed. On to the table, without the key."""
    web = web_of(request)
    caller = await web.callers.identify(request)
    if not caller.browser:
        raise Refused(Code.FORBIDDEN)
    if caller.session is None and await is_invited(request):
        caller = await web.callers.with_session(request, caller)
    door = await come_to(request, request.path_params["table_id"], caller)
    return RedirectResponse(f"/t/{door.host.table.id}", HTTPStatus.SEE_OTHER)
