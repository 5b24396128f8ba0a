"""A host: the one place where a table changes in this process, commands one after another.

Save, then publish (architecture.md, "The life of a move"): what a host tells anybody is in the
store. A host that failed, or that another process overtook, forgets what it holds and reads the
log again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.codec import wire as messages
from app.codec.record import RecordJson
from app.games.base import Seat
from app.live import scribe
from app.live.announcer import Announcer
from app.live.archive import write_record
from app.live.attachment import Attachment
from app.live.crowd import Crowd
from app.live.driver import Driver
from app.live.ledger import Ledger
from app.live.options import merged_options
from app.live.orders import TableChange
from app.live.outbox import CLOSE_POLICY, Outbox
from app.live.parts import Parts
from app.live.resume import missed_positions, move_payloads, shorter
from app.live.talk import Talk
from app.live.wire import Parcel, Wire
from app.tables import access, decisions
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.match import Attempt, Match
from app.tables.ports import Appended, Room
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind, Table
from app.tables.tenures import handovers, tenures_between

logger = logging.getLogger("kitchen_table.live")

TRIES = 8
"""How often a change is judged again when other writers are faster."""


class Host:
    """One open table. Every public coroutine raises `Refused` and then has changed nothing."""

    def __init__(
        self,
        parts: Parts,
        table: Table,
        links: Mapping[LinkKind, str],
        on_change: Callable[[Host], None],
        on_behind: Callable[[Host, Attachment], None],
    ) -> None:
        self._parts = parts
        self._links = links
        self._on_change = on_change
        self._on_behind = on_behind
        self._lock = asyncio.Lock()
        self._announcer = Announcer(self._announce, parts.monotonic)
        game = parts.registry.find(table.game, table.rules_version)
        self.table = table
        self.ledger = Ledger(parts, table.id, game)
        self.talk = Talk(parts, table.id)
        self.crowd = Crowd(parts, self._state_parcel)
        self.driver = Driver(self, parts)
        self.last_used = parts.monotonic()

    @property
    def match(self) -> Match | None:
        """The match as far as it is stored, None before the start."""
        return self.ledger.match

    @property
    def away(self) -> tuple[Seat, ...]:
        """Seats whose player is away: a stand-in plays them."""
        return tuple(place.seat for place in self.table.seats if place.away)

    @property
    def idle(self) -> bool:
        """Whether nobody looks on and nothing is going on here."""
        return not self.crowd and not self._lock.locked() and not self.driver.busy

    # Reading the store

    async def open(self) -> None:
        """Read table, log, chat and notes for the first time."""
        async with self._lock:
            await self.talk.read()
            await self._reload()
        self.driver.wake()

    async def catch_up(self) -> None:
        """Another process has written, or a save was cut off: read, and tell what is new."""
        async with self._lock:
            self.ledger.broken = True
            await self._refresh()

    def lags_behind(self, what: str) -> bool:
        """Whether a line on the bus, a log position or a table's version, is news here."""
        kind, _, number = what.partition("=")
        known = self.table.version if kind == "version" else (self.ledger.seq or 0)
        return int(number) > known

    async def _refresh(self) -> None:
        self.last_used = self._parts.monotonic()
        if not self.ledger.broken:
            return
        version, seq = self.table.version, self.ledger.seq
        await self._reload()
        if (version, seq) != (self.table.version, self.ledger.seq):
            for attachment in self.crowd:
                self._look_again(attachment)
                self.crowd.tell_state(attachment)
            self._on_change(self)
            self.driver.wake()

    async def _reload(self) -> None:
        table = await self._parts.tables.load(self.table.id)
        if table is None:
            raise Refused(Code.NOT_FOUND)
        await self.ledger.read(table)
        self.table = table
        self.crowd.seq = self.ledger.seq

    # What callers read

    def table_json(self, visitor: Visitor) -> messages.TableJson:
        """The table as this visitor may see it."""
        presence = self.crowd.presence()
        return scribe.table_json(self.table, self.match, visitor, presence, self._links)

    def state_json(self, visitor: Visitor) -> bytes:
        """What the socket's `state` message would say to this visitor now."""
        access.check_watches(self.table, visitor)
        return messages.encode(self._state(visitor))

    def _state(self, visitor: Visitor) -> messages.StateMessage:
        return scribe.state_message(
            self.table_json(visitor),
            self.match,
            access.viewer_of(self.table, visitor),
            self.away,
            self.talk,
        )

    def _state_parcel(self, attachment: Attachment) -> Parcel:
        return Parcel(messages.encode(self._state(attachment.visitor)))

    def _table_parcel(self, visitor: Visitor) -> Parcel:
        table = self.table_json(visitor)
        message = messages.TableMessage(type="table", seq=self.ledger.seq, table=table)
        return Parcel(messages.encode(message))

    async def log_page(self, visitor: Visitor, before: int | None) -> list[messages.EntryJson]:
        """Up to 50 entries older than `before`, as this visitor may know them."""
        async with self._lock:
            await self._refresh()
            access.check_watches(self.table, visitor)
            if self.match is None:
                return []
            end = self.match.seq + 1 if before is None else before
            matches = await self.ledger.positions(self.table, end)
        viewer = access.viewer_of(self.table, visitor)
        return [
            scribe.entry_json(match, match.newest, viewer)
            for match in matches[-scribe.LOG_IN_STATE :]
        ]

    async def record(self, visitor: Visitor, *, draws: bool) -> RecordJson:
        """The record of an ended match. Raises `not_started`, `forbidden` while it runs."""
        async with self._lock:
            await self._refresh()
            access.check_watches(self.table, visitor)
            if not self.table.started:
                raise Refused(Code.NOT_STARTED)
            if not self.table.ended:
                raise Refused(Code.FORBIDDEN, "The record opens when the match has ended.")
            rows = await self._parts.log.load(self.table.id)
        return write_record(self.ledger, self.table, rows, draws=draws)

    # Moves

    async def move(self, visitor: Visitor, ref: str, seen: int, raw: Mapping[str, object]) -> int:
        """Make a move; its log position. Exactly once for each `ref` of a player."""
        async with self._lock:
            await self._refresh()
            access.check_sees(self.table, visitor)
            move = self.ledger.parse(raw)
            answered = self.ledger.recall(visitor.player_id, ref)
            if answered is None:
                try:
                    return await self._play(visitor, ref, seen, move)
                except Refused:
                    answered = await self.ledger.recall_old(visitor.player_id, ref)
                    if answered is None:
                        raise
            return self.ledger.answer_again(answered, move)

    async def _play(self, visitor: Visitor, ref: str, seen: int, move: Any | None) -> int:
        seat = access.check_seated(self.table, visitor)
        if self.table.seats[seat].away:
            raise Refused(Code.NOT_SEATED, "A stand-in plays for you. Take your seat back first.")
        if self.match is None:
            raise Refused(Code.MATCH_OVER if self.table.ended else Code.NOT_STARTED)
        now = self._parts.now()
        return await self._submit(Attempt(seat, move, seen, "player", now, visitor.player_id, ref))

    async def move_for_bot(self, seat: Seat, move: Any) -> bool:
        """A bot's or stand-in's move; False when the seat is no longer its to play."""
        async with self._lock:
            await self._refresh()
            place = self.table.seats[seat]
            if self.match is None or place.bot is None or seat not in self.match.to_act:
                return False
            await self._submit(Attempt(seat, move, None, "bot", self._parts.now()))
            return True

    async def _submit(self, attempt: Attempt) -> int:
        for _ in range(TRIES):
            match = self.ledger.judge(attempt)
            result = await self.ledger.save(match)
            if result is Appended.DONE:
                self._publish(match)
                return match.seq
            await self._refresh()
            if result is Appended.REF_TAKEN and attempt.player and attempt.ref:
                answered = await self.ledger.look_up(attempt.player, attempt.ref)
                if answered is not None:
                    return self.ledger.answer_again(answered, attempt.move)
        raise Refused(Code.UNAVAILABLE)

    def _publish(self, match: Match) -> None:
        if match.outcome is not None:
            ended = seating.finish(self.table, match.outcome, self._parts.now())
            self.table = replace(ended, version=self.table.version + 1)
        try:
            self.crowd.show_move(match, match.newest, self.away)
            if match.outcome is not None:
                self._announcer.now()
        except Exception:
            # It is stored, so it counts; whoever was not told gets a `state` after the reload.
            self.ledger.broken = True
            logger.exception("publish failed", extra={"table": self.table.id, "seq": match.seq})
        self._parts.bus.publish(f"{self.table.id}:seq={match.seq}")
        self.driver.wake()

    # Seats and the table itself

    async def sit(self, visitor: Visitor, seat: Seat, client_seed: str | None) -> None:
        """Take a free seat, or take the own one back."""
        word = client_seed if client_seed is not None else self._parts.mint.client_seed()
        await self._alter(lambda table: decisions.sit(table, visitor, seat, word))

    async def seat_bot(self, visitor: Visitor, seat: Seat, level: str) -> None:
        """Put a bot on a free seat (host). `level` is one of the levels of `bots`."""
        decisions.check_level(level)
        await self._alter(lambda table: decisions.seat_bot(table, visitor, seat, level))

    async def vacate(self, visitor: Visitor, seat: Seat, *, bar: bool) -> None:
        """Free a seat before the start; during a match hand the own one to a stand-in."""
        await self._alter(lambda table: decisions.vacate(table, visitor, seat, bar=bar))

    async def change(self, visitor: Visitor, wanted: TableChange) -> None:
        """Change what the host may change while the table is open."""
        allowed = self.ledger.game.info.seats
        await self._alter(
            lambda table: decisions.change(table, visitor, self._changes(table, wanted), allowed)
        )

    def _changes(self, table: Table, wanted: TableChange) -> decisions.Changes:
        if wanted.pace is not None:
            decisions.check_pace(wanted.pace)
        options_json = None
        if wanted.options is not None:
            options_json = merged_options(self.ledger.codec, table, wanted.options)
        return decisions.Changes(
            seats=wanted.seats,
            options_json=options_json,
            pace=wanted.pace,
            visibility=wanted.visibility,
            watchable=wanted.watchable,
            title=wanted.title,
        )

    async def close(self, visitor: Visitor) -> None:
        """The host gives the table up before the start."""
        await self._alter(lambda table: decisions.close(table, visitor, self._parts.now()))

    async def start(self, visitor: Visitor) -> None:
        """The host starts the match; every seat must be taken."""
        await self._alter(lambda table: decisions.start(table, visitor, self._parts.now()))

    async def _alter(self, change: Callable[[Table], Table]) -> None:
        """Save a changed table, then tell. `change` judges the newest table and may refuse."""
        async with self._lock:
            await self._refresh()
            for _ in range(TRIES):
                old = self.table
                new = change(old)
                if new == old:
                    return
                if new.auto_start and new.state == "open" and new.full:
                    new = seating.start(new, self._parts.now())
                saved = await self._save_table(old, new)
                if saved is not None:
                    await self._adopt(old, saved)
                    return
                self.ledger.broken = True
                await self._refresh()
            raise Refused(Code.UNAVAILABLE)

    async def _save_table(self, old: Table, new: Table) -> Table | None:
        try:
            return await self._parts.tables.save(
                new, tenures_between(old, new, self.ledger.seq or 0)
            )
        except asyncio.CancelledError:
            self.ledger.broken = True
            raise
        except Exception as failure:
            self.ledger.broken = True
            logger.exception("save failed", extra={"table": old.id})
            raise Refused(Code.UNAVAILABLE) from failure

    async def _adopt(self, old: Table, new: Table) -> None:
        self.table = new
        started = new.started and not old.started
        if started:
            self.ledger.match = self.ledger.set_up(new)
            self.crowd.seq = 0
        handed = handovers(old, new)
        touched = {place.player.id for place in handed if place.player is not None}
        for attachment in self.crowd:
            moved = self._look_again(attachment)
            if started or moved or attachment.visitor.player_id in touched:
                self.crowd.tell_state(attachment)
        for place in handed:
            self._tell(messages.note_json(await self.talk.note_handover(place)))
        self._announcer.now()
        self._parts.bus.publish(f"{new.id}:version={new.version}")
        self.driver.wake()

    # Sockets

    async def attach(
        self,
        visitor: Visitor,
        wire: Wire,
        *,
        seq: int | None = None,
        chat: str | None = None,
        patch: bool = False,
    ) -> Attachment:
        """Snapshot and subscription in one step: nothing is told twice, nothing is missed."""
        async with self._lock:
            await self._refresh()
            access.check_watches(self.table, visitor)
            outbox = Outbox(wire, self._fell_behind, self._parts.limits)
            viewer = access.viewer_of(self.table, visitor)
            attachment = Attachment(visitor, viewer, outbox, patch=patch)
            attachment.favoured = access.belongs(self.table, visitor)
            self.crowd.join(attachment, self._first_parcel(attachment, seq, chat))
            self._announcer.soon()
            return attachment

    def _first_parcel(self, attachment: Attachment, seq: int | None, chat: str | None) -> Parcel:
        state = self._state_parcel(attachment)
        missed = missed_positions(self.match, seq)
        if missed is None or self.match is None:
            return state
        table = self._table_parcel(attachment.visitor).payloads
        moves = move_payloads(self.match, missed, attachment, self.away)
        lines = map(messages.encode, self.talk.lines_after(chat))
        return shorter(Parcel(*table, *moves, *lines), state)

    def detach(self, attachment: Attachment) -> None:
        """The socket is gone."""
        if self.crowd.leave(attachment):
            self._announcer.soon()

    def _fell_behind(self, outbox: Outbox) -> None:
        for attachment in self.crowd:
            if attachment.outbox is outbox:
                self._on_behind(self, attachment)

    def _look_again(self, attachment: Attachment) -> bool:
        """Whose eyes this socket looks through now; whether that has changed."""
        visitor = attachment.visitor
        try:
            access.check_watches(self.table, visitor)
        except Refused as refusal:
            attachment.answer_error(None, refusal)
            self.crowd.send_away(attachment, "closed", CLOSE_POLICY)
            return False
        viewer = access.viewer_of(self.table, visitor)
        moved = viewer != attachment.viewer
        attachment.viewer = viewer
        attachment.favoured = access.belongs(self.table, visitor)
        return moved

    def _announce(self) -> None:
        parcels: dict[bool, Parcel] = {}

        def parcel_of(attachment: Attachment) -> Parcel:
            if attachment.favoured not in parcels:
                parcels[attachment.favoured] = self._table_parcel(attachment.visitor)
            return parcels[attachment.favoured]

        self.crowd.tell(parcel_of)
        self._on_change(self)

    async def say(
        self, visitor: Visitor, room: Room, *, text: str | None, phrase: str | None
    ) -> None:
        """One line of chat; it never waits for a move."""
        line = await self.talk.say(self.table, visitor, room, text=text, phrase=phrase)
        self._tell(messages.chat_json(line))

    def _tell(self, message: messages.ChatJson | messages.NoteJson) -> None:
        parcel = Parcel(messages.encode(message))
        self.crowd.tell(lambda _: parcel)

    def farewell(self, reason: messages.ByeReason, code: int) -> None:
        """`bye` to everybody here, and no more bots."""
        self._announcer.cancel()
        self.driver.stop()
        self.crowd.say_goodbye(reason, code)
