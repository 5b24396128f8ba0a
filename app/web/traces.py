"""A word for each request and each socket: on every line that the log writes about it, and in
what a person is told when something went wrong, so that one leads to the other."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Trace"

TRACE: ContextVar[str | None] = ContextVar("trace", default=None)
"""Tasks that begin in the course of a request carry its word on: a save that fails later is
found by the word that the player was shown."""


class Tracing:
    """ASGI middleware outside of the log's; answers that are errors name their word."""

    def __init__(self, app: ASGIApp, make: Callable[[], str]) -> None:
        self.app = app
        self.make = make

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on under a new word."""
        trace = self.make()

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                MutableHeaders(scope=message)[HEADER] = trace
            await send(message)

        before = TRACE.set(trace)
        try:
            await self.app(scope, receive, send_named if scope["type"] == "http" else send)
        finally:
            TRACE.reset(before)
