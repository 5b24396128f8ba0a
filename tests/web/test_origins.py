"""Whose page sent it: one case a line."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from app.web.origins import Origins, parse_origin

PUBLIC = Origins(parse_origin("https://tables.example.org"))


def request(host: str, scheme: str = "http", **headers: str) -> Request:
    """A request as a server would hand it over."""
    named = {"host": host, **{name.replace("_", "-"): text for name, text in headers.items()}}
    raw = [(name.encode(), text.encode()) for name, text in named.items()]
    return Request({"type": "http", "scheme": scheme, "headers": raw, "method": "POST"})


@pytest.mark.parametrize(
    ("sent", "ours"),
    [
        (request("localhost:8000", origin="http://localhost:8000"), True),
        (request("192.168.1.7:8000", origin="http://192.168.1.7:8000"), True),
        (request("[::1]:8000", origin="http://[::1]:8000"), True),
        (request("example.org", "https", origin="https://example.org:443"), True),
        (request("EXAMPLE.org", origin="http://example.ORG"), True),
        (request("inner:8000", origin="https://tables.example.org"), True),
        (request("localhost:8000", origin="http://localhost:8001"), False),
        (request("localhost:8000", origin="https://localhost:8000"), False),
        (request("localhost:8000", origin="http://evil.example"), False),
        (request("localhost:8000", origin="http://localhost.evil.example:8000"), False),
        (request("localhost:8000", origin="null"), False),
        (request("localhost:8000", origin=""), False),
        (request("localhost:8000", origin="http://[bad"), False),
        (request("localhost:8000", origin="http://localhost:99999999"), False),
        (request("", origin="http://"), False),
        (request("localhost:8000", origin="null", sec_fetch_site="same-origin"), False),
        (request("localhost:8000", sec_fetch_site="same-origin"), True),
        (request("localhost:8000", sec_fetch_site="same-site"), False),
        (request("localhost:8000", sec_fetch_site="cross-site"), False),
        (request("localhost:8000", sec_fetch_site="none"), False),
        (request("localhost:8000"), False),
    ],
)
def test_only_our_own_pages_are_ours(sent: Request, ours: bool) -> None:
    assert PUBLIC.is_ours(sent) is ours


@pytest.mark.parametrize(
    ("sent", "secure"),
    [
        (request("tables.example.org", "https"), True),
        (request("tables.example.org", "http"), True),
        (request("192.168.1.7:8000", "http"), False),
        (request("192.168.1.7:8000", "https"), True),
    ],
)
def test_a_cookie_is_secure_where_the_browser_speaks_https(sent: Request, secure: bool) -> None:
    assert PUBLIC.is_secure(sent) is secure
