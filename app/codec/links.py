"""The JSON of links, as the host of a table manages them."""

from __future__ import annotations

from typing_extensions import TypedDict

from app.codec.wire import time_text
from app.tables.links import Link
from app.tables.table import LinkKind


class LinkJson(TypedDict):
    """A link with its whole address; null: without that limit."""

    id: str
    kind: LinkKind
    url: str
    uses: int
    max_uses: int | None
    until: str | None
    revoked: bool


def link_json(link: Link, url: str) -> LinkJson:
    """One link with its whole address."""
    return {
        "id": link.id,
        "kind": link.kind,
        "url": url,
        "uses": link.uses,
        "max_uses": link.max_uses,
        "until": time_text(link.until) if link.until else None,
        "revoked": link.revoked,
    }
