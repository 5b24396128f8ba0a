"""`/metrics`: never open to strangers. At the players' port it asks for `METRICS_TOKEN`; a port of
its own is on the loopback address, or asks for the token as well."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.live.house import House
from app.settings import Settings
from app.tables.refusals import Code, Refused
from app.web.answers import refusal_answer
from app.web.metrics import MEDIA_TYPE, metrics_text

PATH = "/metrics"


class Monitor:
    """Tells who may know how the process is doing."""

    def __init__(self, house: House, token: str | None) -> None:
        self._house = house
        self._token = token

    async def serve(self, request: Request) -> Response:
        """The reading, or a refusal as JSON: no person comes here."""
        if not self._may_read(request):
            return refusal_answer(
                Refused(Code.SIGN_IN, "This asks for the token of METRICS_TOKEN.")
            )
        headers = {"Cache-Control": "no-store"}
        return Response(metrics_text(self._house), headers=headers, media_type=MEDIA_TYPE)

    def _may_read(self, request: Request) -> bool:
        if self._token is None:
            return is_local_name(request.url.hostname or "")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        known = compare_digest(token.strip().encode(), self._token.encode())
        return scheme.lower() == "bearer" and known


def is_local_name(name: str) -> bool:
    """Whether the address names this very machine: a page whose own name was made to lead here
    must not read through its visitor's browser."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def monitor_of(house: House, settings: Settings) -> Monitor:
    """The one of these settings."""
    token = settings.metrics_token
    return Monitor(house, None if token is None else token.get_secret_value())


def monitor_route(house: House, settings: Settings) -> list[Route]:
    """At the players' port: only with a token, and only if there is no port of its own."""
    if settings.metrics_token is None or settings.metrics_port is not None:
        return []
    return [Route(PATH, monitor_of(house, settings).serve)]


def monitor_app(house: House, settings: Settings) -> Starlette:
    """All that a port of its own serves."""
    return Starlette(routes=[Route(PATH, monitor_of(house, settings).serve)])
