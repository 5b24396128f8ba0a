"""Whether a request comes from our own pages: a cookie alone proves nothing."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from app.tables.refusals import Code, Refused

DEFAULT_PORTS = {"http": 80, "https": 443}
HOST_ONLY = "__Host-"
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port, as browsers compare them."""

    scheme: str
    host: str
    port: int | None


def parse_origin(text: str) -> Origin | None:
    """The origin in an `Origin` header or an address; None if it is none (`null`)."""
    try:
        parts = urlsplit(text)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    return Origin(parts.scheme, parts.hostname, port)


@dataclass(frozen=True, slots=True)
class Origins:
    """Judges requests by their own `Host`, or by the public address of the service."""

    public: Origin | None = None

    def own(self, connection: HTTPConnection) -> Origin | None:
        """The origin under which this very request reached us."""
        scheme = {"ws": "http", "wss": "https"}.get(
            connection.scope["scheme"], connection.scope["scheme"]
        )
        return parse_origin(f"{scheme}://{connection.headers.get('host', '')}")

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Whether the browser speaks https, to us or to a proxy under the public address."""
        own = self.own(connection)
        if own is None or self.public is None:
            return own is not None and own.scheme == "https"
        same_host = own.host == self.public.host
        return own.scheme == "https" or (same_host and self.public.scheme == "https")

    def cookie_name(self, connection: HTTPConnection, name: str) -> str:
        """What a cookie of that name is called here: under https one that no neighbour may set.

        Browsers take `__Host-` only from the very host, over https; a cookie that somebody else
        planted, from a subdomain or an unprotected line, does not count there.
        """
        return f"{HOST_ONLY}{name}" if self.is_secure(connection) else name

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Whether the browser vouches that one of our own pages sent this."""
        claimed = connection.headers.get("origin")
        if claimed is not None:
            origin = parse_origin(claimed)
            return origin is not None and origin in (self.own(connection), self.public)
        return connection.headers.get("sec-fetch-site") == "same-origin"

    def claims_browser(self, connection: HTTPConnection) -> bool:
        """Whether a browser sent it, from whatever page."""
        return "origin" in connection.headers or "sec-fetch-site" in connection.headers

    def check_change(self, connection: HTTPConnection, *, has_cookie: bool) -> None:
        """Raises `forbidden` for a change that a foreign page could have sent."""
        if has_cookie or self.claims_browser(connection):
            self.check_ours(connection)

    def check_ours(self, connection: HTTPConnection) -> None:
        """Raises `forbidden` unless one of our own pages sent it."""
        if not self.is_ours(connection):
            raise Refused(Code.FORBIDDEN, "That was sent from another site.")
