"""`/.well-known/security.txt`: whom to tell of a weakness (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app.settings import Settings
from app.tables.ports import Now

PATH = "/.well-known/security.txt"
GOOD_FOR = timedelta(days=180)
"""How long what is said may be believed; the RFC wants less than a year."""


def contact_route(settings: Settings, now: Now) -> list[Route]:
    """The file, if the settings name somebody."""
    if settings.security_contact is None:
        return []

    async def show_contact(request: Request) -> Response:
        return PlainTextResponse(contact_text(settings, now()))

    return [Route(PATH, show_contact)]


def contact_text(settings: Settings, at: datetime) -> str:
    """What it says at that time."""
    until = datetime.combine((at + GOOD_FOR).date(), time(tzinfo=UTC))
    lines = [
        f"Contact: {settings.security_contact}",
        f"Expires: {until.isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en, fr, ro, th",
    ]
    if settings.public_url is not None:
        lines.append(f"Canonical: {settings.public_url}{PATH}")
    return "\n".join(lines) + "\n"
