"""The house: opens tables, keeps one host for each that is in use, looks after slow readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from app.codec import wire as messages
from app.codec.games import codec_for
from app.games.base import AnyGame
from app.games.registry import UnknownGame
from app.live import scribe
from app.live.alarms import Alarms
from app.live.attachment import Attachment
from app.live.branching import lay_branch
from app.live.connections import Connections
from app.live.desk import Desk
from app.live.gauges import Census, Gauges, microseconds, take_census
from app.live.host import Host
from app.live.keeper import Keeper
from app.live.lobby import Lobby
from app.live.options import complete_options
from app.live.orders import TableOrder
from app.live.outbox import CLOSE_RESTART
from app.live.parts import Parts
from app.live.porter import LINKS_CHANGED, Porter
from app.live.pulse import Pulse
from app.live.rematch import follow_up
from app.live.rounds import Liveness, Rounds
from app.live.scribe import Presence
from app.tables import decisions
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.branching import BranchOrder
from app.tables.bugs import trace_of
from app.tables.fairness import commitment_of
from app.tables.refusals import Code, Refused
from app.tables.table import Player, Table, empty_seats
from app.tables.tenures import tenures_between

logger = logging.getLogger("kitchen_table.live")

SWEEP_INTERVAL = 0.1
"""Seconds between two looks at the sockets that are behind."""

IDLE_INTERVAL = 5.0
"""Seconds between two looks at all hosts."""

IDLE_AFTER = 60.0
"""Seconds after which a host that nobody uses is forgotten; its log brings it back."""


class House:
    """All tables of one process."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._hosts: dict[str, Host] = {}
        self._opening: dict[str, asyncio.Task[Host]] = {}
        self._behind: dict[Attachment, Host] = {}
        self._catching_up: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._looked_at_all = parts.monotonic()
        self._unsubscribe = parts.bus.subscribe(self._on_topic)
        self.closing = False
        self.lobby = Lobby(parts, self.public_json)
        self._rounds = Rounds(parts, self._hosts.get, self.lobby.on_change)
        self._alarms = Alarms(parts, self.host)
        self.porter = Porter(parts)
        self.desk = Desk(self, parts)
        self.connections = Connections()
        self.keeper = Keeper(self, parts, self.connections)
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after slow readers, idle hosts, clocks and house rules."""
        self._alarms.start()
        self._keeping = asyncio.create_task(self.keeper.go_on())
        self._sweeper = asyncio.create_task(self._sweep_for_ever())

    # Tables

    async def open_table(
        self, player: Player, order: TableOrder, session: str | None = None
    ) -> Table:
        """A new table as ordered; who opens it may come back even without a seat.

        Raises `invalid` with the place, `unavailable` when closing.
        """
        self._check_open()
        game = self._game(order.game)
        self._parts.rules.check_opens(order.game, order.bots.values(), self._parts.now())
        if order.title:
            self._parts.rules.check_may_speak(player.id, self._parts.now())
        table = self._seat_all(self._lay(game, player, order), player, order)
        if table.auto_start and table.full:
            started = seating.start(table, self._parts.now(), self._parts.rng())
            table = replace(started, committed_first=False)  # nobody saw it before the deal
        return await self._store(table, session)

    async def branch_table(
        self, host: Host, visitor: Visitor, order: BranchOrder, session: str | None = None
    ) -> Table:
        """A new private table that plays on from a position of the host's ended match."""
        self._check_open()
        self._parts.rules.check_opens(host.table.game, (), self._parts.now())
        table, origin = await lay_branch(self._parts, host, visitor, order)
        return await self._store(table, session, origin)

    async def _store(self, table: Table, session: str | None, origin: str | None = None) -> Table:
        before = replace(table, match_seed=None)
        tenures = tenures_between(before, table, 0)
        play, watch = self.porter.new_links(table.series)
        await self._parts.tables.create(table, (play, watch), tenures, origin=origin)
        if session is not None:
            await self._parts.links.grant(session, play.id, self._parts.now())
        self._alarms.expect(table)
        self.lobby.on_change(table)
        return table

    def _game(self, key: str) -> AnyGame:
        try:
            return self._parts.registry.find(key)
        except UnknownGame:
            raise Refused(Code.INVALID, "There is no such game.", {"at": "game"}) from None

    def _lay(self, game: AnyGame, player: Player, order: TableOrder) -> Table:
        seats = game.info.seats.default if order.seats is None else order.seats
        decisions.check_seat_count(game.info.seats, seats)
        decisions.check_pace(order.pace)
        server_seed = self._parts.mint.server_seed()
        return Table(
            id=self._parts.mint.table_id(),
            series=self._parts.mint.table_id(),
            game=game.info.key,
            rules_version=game.info.version,
            options_json=complete_options(codec_for(game), order.options),
            seats=empty_seats(seats),
            host=player.id,
            visibility=order.visibility,
            pace=order.pace,
            commitment=commitment_of(server_seed),
            server_seed=server_seed,
            committed_first=not order.seat_me,
            created_at=self._parts.now(),
            auto_start=order.start,
            title=order.title or None,
            watchable=order.watchable,
            seating=order.seating,
        )

    def _seat_all(self, table: Table, player: Player, order: TableOrder) -> Table:
        for seat, level in order.bots.items():
            decisions.check_level(level)
            table = seating.seat_bot(table, seat, level)
        if not order.seat_me:
            return table
        free = [place.seat for place in table.seats if not place.taken]
        if not free:
            raise Refused(Code.INVALID, "The bots take every seat.", {"at": "bots"})
        word = order.client_seed or self._parts.mint.client_seed()
        return seating.sit_down(table, free[0], player, word)

    async def rematch(self, host: Host, visitor: Visitor) -> Table:
        """The table that follows a host's ended one, the same for everybody who asks."""
        self._check_open()
        follower = await self.host(await follow_up(self._parts, host, visitor))
        self.lobby.on_change(follower.table)
        return follower.table

    def _check_open(self) -> None:
        if self.closing:
            raise Refused(Code.UNAVAILABLE, "The house is closing for a moment. Try again soon.")

    @property
    def hosts(self) -> tuple[Host, ...]:
        """All hosts of this process."""
        return tuple(self._hosts.values())

    def host_here(self, table_id: str) -> Host | None:
        """The host of a table that is open in this process already."""
        return self._hosts.get(table_id)

    async def host(self, table_id: str) -> Host:
        """The host of a table, opened if need be. Raises `not_found`."""
        host = self._hosts.get(table_id)
        if host is not None:
            host.last_used = self._parts.monotonic()
            return host
        opening = self._opening.get(table_id)
        if opening is None:
            opening = asyncio.create_task(self._open(table_id))
            self._opening[table_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: str) -> Host:
        table = await self._parts.tables.load(table_id)
        if table is None or not self._parts.registry.knows(table.game, table.rules_version):
            raise Refused(Code.NOT_FOUND)
        host = Host(
            self._parts,
            table,
            lambda host: self.lobby.on_change(host.table),
            self._note_behind,
        )
        await host.open()
        if self.closing:
            host.stop()
        self._hosts[table_id] = host
        self._alarms.drop(table_id)
        return host

    async def visitor(
        self, table: Table, player: Player | None, session: str | None, key: str | None
    ) -> Visitor:
        """Who stands at the table's door: keys brought or granted before, each looked up now."""
        return await self.porter.visitor(table, player, session, key)

    async def take_name(self, player: Player) -> None:
        """A person goes by another name now: every table that is open here shows it."""
        for host in tuple(self._hosts.values()):
            present = player.id in host.crowd.presence().connected
            if present or host.table.seat_of(player.id) is not None:
                await host.take_name(player)

    def introduce(self, session: str, player: Player) -> None:
        """A nameless visitor is somebody now: whatever that browser has open here is theirs."""
        self.connections.introduce(session, player)
        for host in tuple(self._hosts.values()):
            host.crowd.introduce(session, player)

    def public_json(self, table: Table) -> messages.TableJson:
        """A table for everybody's eyes, live if its host is here."""
        host = self._hosts.get(table.id)
        if host is not None:
            return host.table_json(Visitor())
        return scribe.table_json(table, None, Visitor(), Presence(), {})

    # Other processes

    def _on_topic(self, topic: str) -> None:
        name, _, news = topic.partition(":")
        if news == LINKS_CHANGED:
            for each in tuple(self._hosts.values()):
                if each.table.series == name:
                    self._read_later(each, each.invitations.refresh)
            return
        if name == "house":
            if self.keeper.hear(topic):
                self._begin(self.keeper.refresh, {"topic": topic})
            return
        host = self._hosts.get(name)
        if host is not None and host.lags_behind(news):
            self._read_later(host, partial(host.catch_up, news))

    def _read_later(self, host: Host, read: Callable[[], Awaitable[None]]) -> None:
        self._begin(read, {"table": host.table.id})

    def _begin(self, read: Callable[[], Awaitable[None]], where: dict[str, str]) -> None:
        task = asyncio.create_task(self._catch_up(read, where))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self, read: Callable[[], Awaitable[None]], where: dict[str, str]) -> None:
        try:
            await read()
        except Exception as bug:
            logger.error("catch-up failed: %s", trace_of(bug), extra=where)

    # Slow readers, idle hosts

    def _note_behind(self, host: Host, attachment: Attachment) -> None:
        self._behind[attachment] = host

    async def _sweep_for_ever(self) -> None:
        while True:
            due = self._parts.monotonic() + SWEEP_INTERVAL
            await self._parts.sleep(SWEEP_INTERVAL)
            self.gauges.lag.add(microseconds(self._parts.monotonic() - due))
            try:
                self.sweep()
            except Exception as bug:
                logger.error("sweep failed: %s", trace_of(bug))

    def sweep(self) -> None:
        """Resync who has read enough, drop who has not for too long, forget idle hosts."""
        now = self._parts.monotonic()
        self._alarms.ring()
        self._look_after_slow_readers(now)
        if now - self._looked_at_all >= IDLE_INTERVAL:
            self._looked_at_all = now
            self._rounds.go(self._hosts.values())
            self._forget_idle_hosts(now)

    def _look_after_slow_readers(self, now: float) -> None:
        for attachment, host in tuple(self._behind.items()):
            outbox = attachment.outbox
            if outbox.can_resync():
                self._resync(attachment, host)
            elif outbox.is_too_slow(now):
                self._drop(attachment, host)
            if outbox.closed or not outbox.behind:
                self._behind.pop(attachment, None)

    def _resync(self, attachment: Attachment, host: Host) -> None:
        """Rules that fail here must not keep the readers of other tables waiting."""
        try:
            host.crowd.resync(attachment)
        except Exception as bug:
            where = {"table": host.table.id, "seq": host.ledger.seq}
            logger.error("resync failed: %s", trace_of(bug), extra=where)
            self._drop(attachment, host)

    def _drop(self, attachment: Attachment, host: Host) -> None:
        attachment.outbox.drop()
        host.detach(attachment)

    @property
    def liveness(self) -> Liveness:
        """What the last round found: whether every running table here goes on."""
        return self._rounds.liveness

    @property
    def gauges(self) -> Gauges:
        """Counts since the start."""
        return self._parts.gauges

    @property
    def pulse(self) -> Pulse:
        """Whether the store answers, and when it did not."""
        return self._parts.pulse

    def census(self) -> Census:
        """Who and what is here now."""
        return take_census(self._hosts.values(), len(self.lobby))

    def _forget_idle_hosts(self, now: float) -> None:
        for table_id, host in tuple(self._hosts.items()):
            if host.idle and now - host.last_used > IDLE_AFTER:
                self._alarms.keep(host)
                del self._hosts[table_id]

    async def drain(self) -> None:
        """The server stops: nothing new, `bye: restarting` to everybody. Again: no more to do."""
        if self.closing:
            return
        self.closing = True
        self._unsubscribe()
        for task in (self._sweeper, self._keeping):
            if task is not None:
                task.cancel()
        self._rounds.stop()
        self._alarms.stop()
        self.lobby.say_goodbye()
        for host in tuple(self._hosts.values()):
            host.farewell("restarting", CLOSE_RESTART)
        for reading in tuple(self._catching_up):
            reading.cancel()
