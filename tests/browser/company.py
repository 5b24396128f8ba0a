"""The people in a test: each a browser context of their own, whose console is listened to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

COMPLAINTS = ("error", "warning")
LOST_WIRE = r"WebSocket connection to .* failed|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)"
"""What Chromium itself writes while there is no network or no server."""

NO_WORKER = "Service Worker registration blocked by Playwright"
"""What Playwright writes where it keeps workers out."""


class Company:
    """Everybody who comes to one server in one test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.complaints: list[str] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._expected: list[str] = []

    def come(self, **options: Any) -> Page:
        """Somebody new with a browser of their own; `options` are those of a context.

        Motion is reduced, so that nothing that is to be clicked travels, and no worker stands
        between the page and the network.
        """
        settings = {
            "base_url": self.url,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "service_workers": "block",
            **options,
        }
        context = self._browser.new_context(**settings)
        context.set_default_timeout(15_000)
        context.on("console", self._hear)
        context.on("weberror", self._note)
        self._contexts.append(context)
        return context.new_page()

    def sit_down(self, page: Page, game: str, *, name: str = "Ada", **wish: Any) -> str:
        """Give `page` a match against bots in seat 0, unless `wish` says otherwise; opens it.

        `wish` goes into the body of `POST /api/tables`; answers the table's id.
        """
        self.call(page, "PATCH", "/api/me", {"name": name})
        seats = wish.pop("seats", 4)
        bots = wish.pop("bots", {str(seat): "normal" for seat in range(1, seats)})
        body = {"game": game, "seats": seats, "bots": bots, "start": True, **wish}
        table: str = self.call(page, "POST", "/api/tables", body)["id"]
        page.goto(f"/t/{table}")
        return table

    def call(self, page: Page, method: str, path: str, body: Any = None) -> Any:
        """A call on the server in the name of whoever sits before `page`."""
        headers = {"Origin": self.url}
        answer = page.request.fetch(path, method=method, data=body, headers=headers)
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json()

    def expect_complaints(self, pattern: str) -> None:
        """Complaints that belong to what this test does."""
        self._expected.append(pattern)

    @property
    def unexpected(self) -> Sequence[str]:
        """What consoles said that they should not have."""
        patterns = [re.compile(pattern) for pattern in self._expected]
        return [
            words for words in self.complaints if not any(known.search(words) for known in patterns)
        ]

    def go_home(self) -> None:
        """Close all browsers."""
        for context in self._contexts:
            context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in COMPLAINTS and message.text != NO_WORKER:
            place = message.location.get("url", "")
            self.complaints.append(f"{message.type}: {message.text} ({place})")

    def _note(self, error: WebError) -> None:
        self.complaints.append(f"thrown: {error.error}")
