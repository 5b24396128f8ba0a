"""A socket that remembers."""

from __future__ import annotations

from typing import Any

import orjson

from app.live.wire import Parcel


class Wire:
    """A socket that remembers what it was sent, and stops reading on request."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.stalled = False
        self.held = 0
        self.most_held = 0
        self.closed: tuple[int, str] | None = None
        self.aborted = False

    def send(self, parcel: Parcel) -> None:
        assert self.closed is None
        assert not self.aborted
        self.payloads.extend(parcel.payloads)
        if self.stalled:
            self.held += len(parcel.frame)
            self.most_held = max(self.most_held, self.held)

    def unsent(self) -> int:
        return self.held

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def abort(self) -> None:
        self.aborted = True

    def read_on(self) -> None:
        """The peer reads again, and has read everything."""
        self.stalled = False
        self.held = 0

    def take(self) -> list[dict[str, Any]]:
        """What was sent since the last time."""
        taken, self.payloads = self.payloads, []
        return [orjson.loads(payload) for payload in taken]

    def take_kinds(self) -> list[str]:
        """The types of what was sent since the last time."""
        return [message["type"] for message in self.take()]
