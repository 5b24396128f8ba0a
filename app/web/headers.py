"""What every answer carries: security headers, the cache's rule, a new session's cookie."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.callers import NEW_COOKIE
from app.web.origins import Origins

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
PERMISSIONS_POLICY = (
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), serial=(), hid=(), "
    "browsing-topics=()"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


HTTPS_ONLY = "max-age=31536000"
"""For browsers that speak https: a year of nothing else. Of subdomains we know nothing."""


class Headers:
    """ASGI middleware; sockets pass through it untouched."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Complete the headers of an HTTP answer as it starts."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                complete(headers, scope)
                if self.origins.is_secure(HTTPConnection(scope)):
                    headers.setdefault("Strict-Transport-Security", HTTPS_ONLY)
            await send(message)

        await self.app(scope, receive, send_complete)


def complete(headers: MutableHeaders, scope: Scope) -> None:
    """Add what is missing. An answer that says nothing about caches is for none."""
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    cookie = scope.get(NEW_COOKIE)
    if cookie is not None:
        headers.append("Set-Cookie", cookie)
