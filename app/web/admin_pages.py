"""The house's own pages: frames for their scripts, which hold nothing that is anybody's."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.web.callers import Caller
from app.web.context import web_of

LOGIN = "/admin/login"
STRANGER = Caller(address="")
"""For whom the pages are written, whoever looks."""


async def show_house(request: Request) -> Response:
    """`/admin`: only for somebody who is on duty."""
    if await web_of(request).doors.look(request) is None:
        return RedirectResponse(LOGIN, HTTPStatus.SEE_OTHER)
    return await render(request, "admin")


async def show_login(request: Request) -> Response:
    """`/admin/login`."""
    return await render(request, "admin_login", command="python3 -m app admin link")


async def show_welcome(request: Request) -> Response:
    """`/admin/welcome#SECRET`: the fragment is sent to nobody; the script asks with it."""
    return await render(request, "admin_welcome")


async def render(request: Request, name: str, **more: str) -> Response:
    """A page of that name, the same for everybody who gets it but for the language."""
    web = web_of(request)
    await web.callers.learn_language(request)
    return web.templates.render(
        request, name, caller=STRANGER, page={"name": name, **more}, boot={}
    )
