"""Everything that goes wrong gets a code; nothing a client sends makes a 500."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.codec.commands import invalid, place_of
from app.tables.bugs import trace_of
from app.tables.refusals import Code, Refused
from app.web.answers import STATUSES, refusal_answer
from app.web.callers import LANGUAGE
from app.web.context import web_of
from app.web.logs import TROUBLE
from app.web.traces import TRACE

CODES_OF_STATUS = {404: Code.NOT_FOUND, 401: Code.SIGN_IN, 403: Code.FORBIDDEN}


def install_errors(app: FastAPI) -> None:
    """Answer refusals of the domain, of the framework and of the router alike."""
    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http_exception)


async def on_refused(request: Request, error: Exception) -> Response:
    """The domain said no; maybe before it was known who reads it."""
    if wants_page(request.scope) and LANGUAGE not in request.scope:
        await web_of(request).callers.learn_language(request)
    return await tell(request, cast(Refused, error))


async def on_invalid(request: Request, error: Exception) -> Response:
    """A parameter of path or query cannot be read."""
    problems: Sequence[Any] = cast(RequestValidationError, error).errors()
    place = place_of(tuple(problems[0]["loc"]))
    return await tell(request, invalid(place, problems[0]["msg"]))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """No such address, or not with that method."""
    failure = cast(HTTPException, error)
    if wants_page(request.scope):
        await web_of(request).callers.learn_language(request)
    if failure.status_code == 405:
        refusal = Refused(Code.INVALID, "This address does not know that method.")
    else:
        refusal = Refused(CODES_OF_STATUS.get(failure.status_code, Code.INVALID))
    answer = await tell(request, refusal, failure.status_code)
    answer.headers.update(failure.headers or {})
    return answer


async def tell(request: Request, refusal: Refused, status: int | None = None) -> Response:
    """The refusal as JSON to programs and scripts, as a page to people."""
    refusal = noted(request, refusal)
    if not wants_page(request.scope):
        return refusal_answer(refusal, status)
    status = status or STATUSES[refusal.code]
    return await web_of(request).templates.error_page(request, refusal, status)


def wants_page(scope: Scope) -> bool:
    """Whether a person looks at this address."""
    return not scope["path"].startswith(("/api/", "/static/", "/healthz", "/readyz", "/metrics"))


class Rescue:
    """ASGI middleware around everything: a bug is logged and answered `unavailable`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; what nobody foresaw gets a trace id in the log and in the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except ClientDisconnect:
            return
        except Exception as bug:
            request = Request(scope, receive)
            refusal = log_trouble(request, scope["method"], bug)
            if started:
                raise
            answer = await tell(request, refusal)
            await answer(scope, receive, send)


def log_trouble(connection: HTTPConnection, what: str, bug: Exception) -> Refused:
    """Log under a trace id where the bug is; the refusal that tells it."""
    web_of(connection).house.gauges.bugs[connection.scope["type"]] += 1
    path = ascii(connection.scope["path"][:200])
    where = {"trace": TRACE.get()}
    TROUBLE.error("unexpected failure: %s %s: %s", what, path, trace_of(bug), extra=where)
    return Refused(Code.UNAVAILABLE, detail=where)


def noted(connection: HTTPConnection, refusal: Refused) -> Refused:
    """The refusal, counted. Where the fault is ours it names the trace to look for."""
    web_of(connection).house.gauges.refusals[refusal.code.value] += 1
    if refusal.code is not Code.UNAVAILABLE:
        return refusal
    return Refused(refusal.code, refusal.message, {**refusal.detail, "trace": TRACE.get()})
