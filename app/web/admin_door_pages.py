"""The two pages before the house: the log-in, and the welcome of who has a link."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from app.web.callers import Caller
from app.web.context import web_of

STRANGER = Caller(address="")
"""Whoever looks is nobody yet, and the pages hold nothing that is theirs."""


async def show_login(request: Request) -> Response:
    """`/admin/login`."""
    page = {"name": "admin_login", "command": "python3 -m app admin link NAME"}
    return web_of(request).templates.render(
        request, "admin_login", caller=STRANGER, page=page, boot={}
    )


async def show_welcome(request: Request) -> Response:
    """`/admin/welcome#SECRET`: the fragment is sent to nobody; the script asks with it."""
    page = {"name": "admin_welcome"}
    return web_of(request).templates.render(
        request, "admin_welcome", caller=STRANGER, page=page, boot={}
    )
