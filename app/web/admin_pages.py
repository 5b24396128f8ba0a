"""The house's own page: a frame for its script, and only for somebody who is on duty."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.web.callers import Caller
from app.web.context import web_of

LOGIN = "/admin/login"


async def show_house(request: Request) -> Response:
    """`/admin`: what it shows is fetched by its script, so the page itself holds no secret."""
    web = web_of(request)
    if await web.doors.look(request) is None:
        return RedirectResponse(LOGIN, HTTPStatus.SEE_OTHER)
    nobody = Caller(address="")
    page = {"name": "admin", "player": None}
    return web.templates.render(request, "admin", caller=nobody, page=page, boot={})
