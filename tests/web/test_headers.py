"""Every answer carries the headers that keep a page to itself."""

from __future__ import annotations

import pytest

from app.web.headers import SECURITY_HEADERS
from tests.web.kitchen import Kitchen

PATHS = (
    "/", "/nothing", "/privacy", "/api/games", "/api/nothing", "/api/docs", "/api/openapi.json",
    "/api/schema", "/api/tables/none", "/api/tables?limit=x", "/healthz", "/readyz",
    "/static/x/css/base.css", "/static/x/nothing",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_security_headers_are_everywhere(kitchen: Kitchen, path: str) -> None:
    answer = kitchen.client().get(path)
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    if not path.startswith("/static/x/css"):
        assert answer.headers["cache-control"] == "no-store"


def test_the_policy_allows_our_own_things_only() -> None:
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'self'"
    assert directives["object-src"] == directives["base-uri"] == "'none'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["form-action"] == "'self'"
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_keeps_quiet_about_what_made_it(kitchen: Kitchen, path: str) -> None:
    headers = kitchen.client().get(path).headers
    assert not {"server", "x-powered-by", "via"} & set(headers)
    kind, _, letters = headers["content-type"].partition("; ")
    assert letters == "charset=utf-8" if kind.startswith("text/") else "/" in kind
