"""The keeper sees to it that what was decided for the house is so in this process, at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.codec.house_news import HouseMessage, NewsJson, news_json
from app.live.connections import Connection, Connections
from app.live.house_rules import RulesInForce, end_text
from app.live.parts import Parts
from app.live.wire import Parcel
from app.tables import bans
from app.tables.bugs import trace_of
from app.tables.cautions import Caution
from app.tables.house_rules import News
from app.tables.refusals import Code, Refused

if TYPE_CHECKING:
    from app.live.house import House

logger = logging.getLogger("kitchen_table.live")

INTERVAL = 3.0
"""Seconds between two readings of what other processes may have decided."""

MOST_TABLES = 1000
"""Tables that somebody is shown out of in one go."""

RULES_CHANGED = "house:rules"
"""On the bus: read again at once."""

SESSION_ENDED = "house:session="
"""On the bus, with a session's id: its sockets end."""

PLAYER_MERGED = "house:merged="
"""On the bus, with the id of a player who is another now: its sockets come again."""


class Keeper:
    """Reads the rules in force, closes sockets of who is kept out, tells the news."""

    def __init__(self, house: House, parts: Parts, connections: Connections) -> None:
        self._house = house
        self._parts = parts
        self._connections = connections
        self._told = News()
        self._cautions: Mapping[str, tuple[Caution, ...]] = {}

    @property
    def rules(self) -> RulesInForce:
        """What is in force, as it was last read."""
        return self._parts.rules

    async def go_on(self) -> None:
        """Read again and again. While the store is away, what was read last holds."""
        while True:
            await self._parts.sleep(INTERVAL)
            try:
                await self.refresh()
            except Exception as failure:
                logger.error("house rules not read: %s", trace_of(failure))

    async def refresh(self) -> None:
        """Read what is in force and make it so. Raises what the store raises."""
        await self._parts.rules.read(self._parts.now())
        self.enforce()

    async def on_change(self) -> None:
        """Something was decided here: it holds when this returns, and others read it soon."""
        await self.refresh()
        self._parts.bus.publish(RULES_CHANGED)

    def enforce(self) -> None:
        """Sockets of who is kept out are closed; everybody else is told what is new."""
        for connection in self._connections:
            self._look_at(connection)
        self._tell_news()

    def _tell_news(self) -> None:
        """What is new to everybody, and to those whose own cautions have changed."""
        news, before = self._parts.rules.news(self._parts.now()), self._cautions
        self._cautions = self._parts.rules.cautions
        changed, self._told = news != self._told, news
        if not changed and self._cautions == before:
            return
        for connection in self._connections:
            player = connection.visitor.player_id or ""
            own_changed = self._cautions.get(player) != before.get(player)
            if connection.news and (changed or own_changed):
                connection.tell(self._news_parcel(connection))

    def _look_at(self, connection: Connection) -> bool:
        """Whether somebody may stay; who may not is turned away."""
        visitor = connection.visitor
        if self._connections.is_late(connection):
            self._connections.remove(connection)
            connection.send_round()
            return False
        ban = self._parts.rules.ban_of(visitor.player_id, connection.address, self._parts.now())
        if ban is None:
            return True
        self._connections.remove(connection)
        connection.turn_away(bans.refusal_of(ban, end_text(ban)))
        return False

    @contextmanager
    def present(self, connection: Connection) -> Iterator[None]:
        """A socket has been let in, until it is gone. Meanwhile its player may have been banned, or
        its session have ended; who may stay is told the news."""
        self._connections.add(connection)
        if self._look_at(connection) and connection.news:
            connection.tell(self._news_parcel(connection))
        try:
            yield
        finally:
            self._connections.remove(connection)

    def news_json(self, player: str | None) -> NewsJson:
        """What that player, or somebody without a name, reads now."""
        rules, now = self._parts.rules, self._parts.now()
        return news_json(rules.news(now), rules.cautions_of(player), now)

    def _news_parcel(self, connection: Connection) -> Parcel:
        news = self.news_json(connection.visitor.player_id)
        return Parcel(messages.encode(HouseMessage(type="house", news=news)))

    # What concerns one player

    async def show_out(self, player: str) -> None:
        """At every table where somebody sits who is kept out, the others go on without them."""
        for table in await self._parts.tables.list_of_player(player, MOST_TABLES):
            try:
                host = await self._house.host(table.id)
                await host.alter(partial(bans.show_out, player=player, seq=host.ledger.seq or 0))
            except Refused as refusal:
                where = {"table": table.id, "code": refusal.code.value}
                logger.warning("not shown out", extra=where)
            except Exception as failure:  # of one table: the others are looked at too
                logger.error("not shown out: %s", trace_of(failure), extra={"table": table.id})

    def end_session(self, session: str) -> None:
        """Nobody is let in by it any more: here and elsewhere its sockets end."""
        self._parts.bus.publish(SESSION_ENDED + session)

    def tell_merged(self, player: str, tables: tuple[tuple[str, int], ...]) -> None:
        """One player is another now: sockets come again as that one, tables are read again."""
        self._parts.bus.publish(PLAYER_MERGED + player)
        for table, version in tables:
            self._parts.bus.publish(f"{table}:version={version}")

    def hear(self, topic: str) -> bool:
        """Do what a line on the bus says; whether the rules are to be read again."""
        if topic.startswith(SESSION_ENDED):
            for connection in self._connections.part_with(topic.removeprefix(SESSION_ENDED)):
                connection.turn_away(Refused(Code.SIGN_IN, "This session has been ended."))
        elif topic.startswith(PLAYER_MERGED):
            for connection in self._connections.part_with(topic.removeprefix(PLAYER_MERGED)):
                connection.send_round()
        return topic == RULES_CHANGED
