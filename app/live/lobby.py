"""The lobby's feed: public tables as they open, fill, start and go, at most once a second."""

from __future__ import annotations

from collections.abc import Callable

from app.codec import wire as messages
from app.live.announcer import Announcer
from app.live.outbox import CLOSE_RESTART, Outbox
from app.live.parts import Parts
from app.live.wire import Parcel, Wire
from app.tables.table import Table

SHOWN_OF_EACH = 50
"""Open and running tables in the first message, each."""


class Lobby:
    """Listeners of the public tables. `json_of` writes a table for everybody's eyes."""

    def __init__(self, parts: Parts, json_of: Callable[[Table], messages.TableJson]) -> None:
        self._parts = parts
        self._json_of = json_of
        self._listeners: dict[Outbox, None] = {}
        self._arriving: dict[Outbox, dict[str, Table]] = {}
        self._news: dict[str, Table] = {}
        self._shown: set[str] = set()
        self._announcer = Announcer(self._tell_news, parts.monotonic, parts.sleep)

    def __len__(self) -> int:
        return len(self._listeners)

    async def listen(self, wire: Wire) -> Outbox:
        """Subscribe, then tell what is there: what changes meanwhile is told after it."""
        outbox = Outbox(
            wire, self._drop_slow, monotonic=self._parts.monotonic, limits=self._parts.limits
        )
        self._arriving[outbox] = {}
        try:
            tables = await self._list_tables()
        finally:
            missed = self._arriving.pop(outbox)
        self._listeners[outbox] = None
        listed = {table.id for table in tables}
        self._shown |= listed
        shown = [self._json_of(table) for table in tables]
        first = messages.encode(messages.LobbyMessage(type="lobby", tables=shown))
        news = [
            self._payload(table)
            for table in missed.values()
            if table.visibility == "public" or table.id in listed
        ]
        outbox.push(Parcel(first, *news))
        return outbox

    async def _list_tables(self) -> list[Table]:
        tables: list[Table] = []
        for state in ("open", "playing"):
            page = await self._parts.tables.list_public(
                state=state, game=None, cursor=None, limit=SHOWN_OF_EACH
            )
            tables.extend(page.tables)
        return tables

    def leave(self, outbox: Outbox) -> None:
        """The socket is gone."""
        outbox.closed = True
        self._listeners.pop(outbox, None)
        if not self._listeners:
            self._shown.clear()
            self._news.clear()

    def on_change(self, table: Table) -> None:
        """A table has changed: tell it with the next round."""
        for missed in self._arriving.values():
            missed[table.id] = table
        if not self._listeners:
            return
        if table.visibility != "public" and table.id not in self._shown:
            return
        self._news[table.id] = table
        self._announcer.soon()

    def _tell_news(self) -> None:
        news, self._news = self._news, {}
        if not news:
            return
        parcel = Parcel(*map(self._payload, news.values()))
        for outbox in tuple(self._listeners):
            outbox.push(parcel)

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
        self._announcer.cancel()
        for outbox in tuple(self._listeners):
            outbox.farewell("restarting", CLOSE_RESTART)
        self._listeners.clear()
