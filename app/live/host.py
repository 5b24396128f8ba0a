"""A host: the one place where a table changes in this process, commands one after another.

Save, then publish (architecture.md, "The life of a move"): what a host tells anybody is in the
store. A host that failed, or that another process overtook, reads the log again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from app.codec import wire as messages
from app.codec.record import RecordJson
from app.live.advisor import Advisor
from app.live.archive import Archive
from app.live.attachment import Attachment
from app.live.caretaker import Caretaker
from app.live.crowd import Crowd
from app.live.driver import Driver
from app.live.hall import Hall
from app.live.invitations import Invitations
from app.live.ledger import Ledger
from app.live.mailbox import Mailbox
from app.live.mender import Mender
from app.live.nudges import Nudges
from app.live.orders import Wish
from app.live.parts import Parts
from app.live.presence import Attendance
from app.live.steward import Steward
from app.live.talk import Talk
from app.live.timers import Timers
from app.live.window import Window
from app.live.wire import Wire
from app.live.wishes import attempt_of
from app.tables import access, rest
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.agreements import was_emptied
from app.tables.bugs import trace_of
from app.tables.happenings import Word, happenings
from app.tables.match import Attempt, Match
from app.tables.ports import Appended, Room
from app.tables.refusals import Code, Refused
from app.tables.table import Player, Table
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
        on_change: Callable[[Host], None],
        on_behind: Callable[[Host, Attachment], None],
    ) -> None:
        self._parts = parts
        self._mailbox = Mailbox(lambda: self._mender.look())
        self._mender = Mender(
            lambda: self.ledger.broken, lambda: self._mailbox.put(self._refresh), parts.sleep
        )
        game = parts.registry.find(table.game, table.rules_version)
        self.table = table
        self.ledger = Ledger(parts, table.id, game)
        self.talk = Talk(parts, table.id)
        self.invitations = Invitations(self, parts)
        self._window = Window(self, parts)
        self._hall = Hall(self, parts, self._window, on_change=on_change, on_behind=on_behind)
        self.attendance = Attendance(self, parts)
        self.caretaker = Caretaker(self, self._hall, parts)
        self.nudges = Nudges(self, self._hall, parts)
        self.advisor = Advisor(self, self._hall, parts)
        self.driver = Driver(self, parts)
        self.timers = Timers(self, self._hall, parts)
        self.steward = Steward(self, parts)
        self.archive = Archive(self, parts)
        self.last_used = parts.monotonic()

    @property
    def match(self) -> Match | None:
        """The match as far as it is stored, None before the start."""
        return self.ledger.match

    @property
    def crowd(self) -> Crowd:
        """Everybody who looks on."""
        return self._hall.crowd

    @property
    def _seq(self) -> int:
        return self.ledger.seq or 0

    @property
    def idle(self) -> bool:
        """Whether nobody looks on and nothing is going on here; what may sleep does so first."""
        workers = (self._mailbox, self.driver, self.timers, self._mender)
        quiet = not self.crowd and not rest.may_sleep(self.table)
        return quiet and not any(worker.busy for worker in workers)

    # Reading the store

    async def open(self) -> None:
        """Read table, log, chat and notes for the first time."""
        async with self._mailbox.turn:
            await self.talk.read()
            await self.invitations.read()
            await self._reload()
            self._hall.remember_roles([place for place in self.table.seats if place.away])
        self._set_going()

    async def catch_up(self, news: str) -> None:
        """A line on the bus says that another process has written: read, and tell."""

        async def read() -> None:
            self.ledger.broken = self.ledger.broken or self.lags_behind(news)
            await self._refresh()

        await self._mailbox.put(read)

    def lags_behind(self, news: str) -> bool:
        """Whether a line on the bus, a log position or a table's version, is news here."""
        kind, _, number = news.partition("=")
        known = self.table.version if kind == "version" else (self.ledger.seq or 0)
        return int(number) > known

    async def refresh(self) -> None:
        """Read again what may be out of date, when it is this caller's turn."""
        await self._mailbox.put(self._refresh)

    async def _refresh(self) -> None:
        self.last_used = self._parts.monotonic()
        self.ledger.check_in_use()
        if not self.ledger.broken:
            return
        old = self.table
        try:
            await self._reload()
        except Refused:
            raise
        except Exception as failure:
            self.ledger.fail(failure)
            logger.error("reload failed: %s", trace_of(failure), extra={"table": old.id})
            raise Refused(Code.UNAVAILABLE) from failure
        with self._telling():
            self._tell_what_is_new(old)
        self._set_going()

    async def _reload(self) -> None:
        table = await self._load_table()
        match = await self.ledger.read(table)
        if match is not None and match.outcome is not None and not table.ended:
            table = await self._load_table()  # it ended between the two readings
        self.table = table
        self.crowd.seq = self.ledger.seq

    async def _load_table(self) -> Table:
        table = await self._parts.tables.load(self.table.id)
        if table is None:
            raise Refused(Code.NOT_FOUND)
        return table

    def _tell_what_is_new(self, old: Table) -> None:
        handed = handovers(old, self.table)
        self._hall.remember_roles(handed)
        if old.version != self.table.version:
            self._hall.look_at_roles(old, handed)
        if self.match is not None:
            self.crowd.catch_up(self.match, self.table)
        if old.version != self.table.version:
            self._hall.announcer.now()

    # What callers read

    def table_json(self, visitor: Visitor) -> messages.TableJson:
        """The table as this visitor may see it."""
        return self._window.table_json(visitor)

    def state_json(self, visitor: Visitor) -> bytes:
        """What the socket's `state` message would say to this visitor now."""
        access.check_watches(self.table, visitor)
        return self._window.state(visitor)

    async def log_page(self, visitor: Visitor, before: int | None) -> list[messages.EntryJson]:
        """Up to 50 entries older than `before`, as this visitor may know them."""
        await self.refresh()
        return await self._window.log_page(visitor, before)

    async def record(self, visitor: Visitor, *, draws: bool) -> RecordJson:
        """The record of an ended match. Raises `not_started`, `forbidden` while it runs."""
        return await self.archive.record(visitor, draws=draws)

    def _set_going(self) -> None:
        """Something has changed: bots and clock look again."""
        self.driver.wake()
        self.timers.wake()

    # Moves

    async def move(self, visitor: Visitor, ref: str, seen: int, raw: Mapping[str, object]) -> int:
        """Make a move; its log position. Exactly once for each `ref` of a player."""
        wish = Wish(visitor, ref, seen, self.ledger.parse(raw))
        return await self._mailbox.put(lambda: self._grant(wish))

    async def undo(self, visitor: Visitor, ref: str, seq: int) -> int:
        """Take back the own last move, which is at `seq`; the undo's log position. Once."""
        wish = Wish(visitor, ref, None, None, undo=seq)
        return await self._mailbox.put(lambda: self._grant(wish))

    async def _grant(self, wish: Wish) -> int:
        await self._refresh()
        access.check_sees(self.table, wish.visitor)
        player = wish.visitor.player_id
        answered = self.ledger.recall(player, wish.ref)
        if answered is None:
            try:
                if self.attendance.call(wish.visitor):
                    await self._wake()
                return await self._submit(lambda: self._attempt(wish))
            except Refused:
                answered = await self.ledger.recall_old(player, wish.ref)
                if answered is None:
                    raise
        return self.ledger.answer_again(answered, wish.move, wish.undo)

    def _attempt(self, wish: Wish) -> Attempt:
        return attempt_of(wish, self.table, self.match, self._parts.moment())

    async def play(self, attempt: Callable[[], Attempt]) -> None:
        """A move that nobody sends: a bot's, a stand-in's, or the clock's.

        When it is its turn, `attempt` says what it is, or refuses because it is not due any more.
        """

        async def act() -> None:
            await self._refresh()
            await self._submit(attempt)

        await self._mailbox.put(act)

    async def _submit(self, attempt_of: Callable[[], Attempt]) -> int:
        for _ in range(TRIES):
            attempt = attempt_of()
            match = self.ledger.judge(attempt)
            result = await self.ledger.save(match)
            if result is Appended.DONE:
                self._publish(match)
                return match.seq
            await self._refresh()
            if result is Appended.REF_TAKEN and attempt.player and attempt.ref:
                answered = await self.ledger.look_up(attempt.player, attempt.ref)
                if answered is not None:
                    return self.ledger.answer_again(answered, attempt.move, attempt.undo)
        raise Refused(Code.UNAVAILABLE)

    def _publish(self, match: Match) -> None:
        entry = match.newest.entry
        if match.outcome is not None and entry is not None:
            ended = seating.finish(self.table, match.outcome, entry.at)
            self.table = replace(ended, version=self.table.version + 1)
        with self._telling():
            self.crowd.show_move(match, match.newest, self.table)
            if match.outcome is not None or was_emptied(self.table, match.seq):
                self._hall.announcer.now()
        self._parts.bus.publish(f"{self.table.id}:seq={match.seq}")
        self._set_going()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What is stored counts, whatever happens while it is told; the rest follows later."""
        try:
            yield
        except Exception as bug:
            self.ledger.fail(bug)
            where = {"table": self.table.id, "seq": self.ledger.seq}
            logger.error("publish failed: %s", trace_of(bug), extra=where)

    # The table itself

    async def take_name(self, player: Player) -> None:
        """Somebody here goes by another name now; the store has it already."""
        async with self._mailbox.turn:
            self.table = seating.rename(self.table, player)
            self.talk.rename(player)
            self._hall.rename(player)

    async def alter(self, change: Callable[[Table], Table], *, by: Word = None) -> None:
        """Save a changed table, then tell. `change` judges the newest table and may refuse.

        `by`: whose word it is, for the note.
        """
        await self._mailbox.put(lambda: self._save_change(change, by))

    async def come_in(self, visitor: Visitor) -> None:
        """Somebody calls over HTTP: who belongs here wakes the table."""
        if self.attendance.call(visitor) and self.table.asleep_since is not None:
            await self._mailbox.put(self._wake)

    async def _wake(self) -> None:
        if self.table.asleep_since is not None:
            await self._save_change(self.caretaker.awake)

    async def _save_change(self, change: Callable[[Table], Table], by: Word = None) -> None:
        await self._refresh()
        for _ in range(TRIES):
            old = self.table
            new = change(old)
            if new == old:
                return
            if new.auto_start and new.state == "open" and new.full:
                new = seating.start(new, self._parts.now(), self._parts.rng())
            dealt = self.ledger.deal(new) if new.started and not old.started else None
            saved = await self._save_table(old, new)
            if saved is not None:
                await self._adopt(old, saved, dealt, by)
                return
            self.ledger.broken = True
            await self._refresh()
        raise Refused(Code.UNAVAILABLE)

    async def _save_table(self, old: Table, new: Table) -> Table | None:
        tenures = tenures_between(old, new, self._seq)
        try:
            return await self._parts.tables.save(new, tenures)
        except asyncio.CancelledError:
            self.ledger.broken = True
            raise
        except Exception as failure:
            self.ledger.broken = True
            logger.exception("save failed", extra={"table": old.id})
            raise Refused(Code.UNAVAILABLE) from failure

    async def _adopt(self, old: Table, new: Table, dealt: Match | None, by: Word) -> None:
        self.table = new
        if dealt is not None:
            self.ledger.match = dealt
            self.crowd.seq = dealt.seq
        handed = handovers(old, new)
        self._hall.remember_roles(handed)
        with self._telling():
            self._hall.look_at_roles(old, handed)
            self._hall.announcer.now()
        self._parts.bus.publish(f"{new.id}:version={new.version}")
        self._set_going()
        for happening in happenings(old, new, by):
            await self._hall.note(happening)

    # Sockets

    def look_at_keys(self, renewed: Callable[[Visitor], Visitor]) -> None:
        """Links have changed: everybody is here by what theirs give now, and sees the new ones."""
        with self._telling():
            self._hall.look_at_keys(renewed)

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
        async with self._mailbox.hold():
            await self._refresh()
            access.check_watches(self.table, visitor)
            with suppress(Refused):  # a store that is away keeps nobody out
                await self._wake()
            visitor = self.invitations.renewed(visitor)  # its link may have been taken back
            return self._hall.admit(visitor, wire, seq=seq, chat=chat, patch=patch)

    def detach(self, attachment: Attachment) -> None:
        """The socket is gone."""
        self._hall.leave(attachment)

    async def say(
        self, visitor: Visitor, room: Room, *, text: str | None, phrase: str | None
    ) -> None:
        """One line of chat; it never waits for a move."""
        line = await self.talk.say(self.table, visitor, room, text=text, phrase=phrase)
        self._hall.tell(messages.chat_json(line))

    def farewell(self, reason: messages.ByeReason, code: int) -> None:
        """`bye` to everybody here, and nothing moves by itself any more."""
        self.stop()
        self._hall.say_goodbye(reason, code)

    def stop(self) -> None:
        """Nothing is begun from here any more."""
        for worker in (self.caretaker, self.driver, self.timers, self.advisor):
            worker.stop()
