"""The lobby's feed: public tables as they open, fill, start and go, at most once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.codec import wire as messages
from app.live.outbox import CLOSE_RESTART, Outbox
from app.live.parts import Parts
from app.live.wire import Parcel, Wire
from app.tables.table import Table

INTERVAL = 1.0
"""Seconds between two rounds of news."""

SHOWN_OF_EACH = 50
"""Open and running tables in the first message, each."""


class Lobby:
    """Listeners of the public tables. `json_of` writes a table for everybody's eyes."""

    def __init__(self, parts: Parts, json_of: Callable[[Table], messages.TableJson]) -> None:
        self._parts = parts
        self._json_of = json_of
        self._listeners: dict[Outbox, None] = {}
        self._news: dict[str, Table] = {}
        self._shown: set[str] = set()
        self._round: asyncio.TimerHandle | None = None

    async def listen(self, wire: Wire) -> Outbox:
        """Subscribe, then tell what is there: what changes meanwhile is told again after it."""
        outbox = Outbox(wire, self._drop_slow, self._parts.limits)
        self._listeners[outbox] = None
        tables: list[Table] = []
        for state in ("open", "playing"):
            page = await self._parts.tables.list_public(
                state=state, game=None, cursor=None, limit=SHOWN_OF_EACH
            )
            tables.extend(page.tables)
        self._shown.update(table.id for table in tables)
        shown = [self._json_of(table) for table in tables]
        first = Parcel(messages.encode(messages.LobbyMessage(type="lobby", tables=shown)))
        outbox.push(first, self._parts.monotonic())
        return outbox

    def leave(self, outbox: Outbox) -> None:
        """The socket is gone."""
        outbox.closed = True
        self._listeners.pop(outbox, None)
        if not self._listeners:
            self._shown.clear()
            self._news.clear()

    def on_change(self, table: Table) -> None:
        """A table has changed: tell it with the next round."""
        if not self._listeners:
            return
        if table.visibility != "public" and table.id not in self._shown:
            return
        self._news[table.id] = table
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._round = loop.call_later(INTERVAL, self._tell_news)

    def _tell_news(self) -> None:
        self._round = None
        news, self._news = self._news, {}
        payloads = [self._payload(table) for table in news.values()]
        if not payloads:
            return
        parcel = Parcel(*payloads)
        now = self._parts.monotonic()
        for outbox in tuple(self._listeners):
            outbox.push(parcel, now)

    def _payload(self, table: Table) -> bytes:
        if table.ended or table.visibility != "public":
            self._shown.discard(table.id)
            return messages.encode(messages.GoneMessage(type="gone", id=table.id))
        self._shown.add(table.id)
        message = messages.LobbyTableMessage(type="table", table=self._json_of(table))
        return messages.encode(message)

    def _drop_slow(self, outbox: Outbox) -> None:
        """News cannot be made up for one by one: the page comes back for a whole list."""
        outbox.drop()
        self._listeners.pop(outbox, None)

    def say_goodbye(self) -> None:
        """The server stops."""
        if self._round is not None:
            self._round.cancel()
        for outbox in tuple(self._listeners):
            outbox.farewell("restarting", CLOSE_RESTART)
        self._listeners.clear()
