"""What people say at a table and what is noted there: streams of their own, never in the log."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from operator import attrgetter

from app.codec import wire as messages
from app.live.parts import Parts
from app.tables import access
from app.tables.access import Visitor
from app.tables.happenings import Happening
from app.tables.ports import ChatLine, Note, Room
from app.tables.table import Player, Table

LINES_IN_STATE = 50


class Talk:
    """The newest lines and notes of one table."""

    def __init__(self, parts: Parts, table_id: str) -> None:
        self._parts = parts
        self._table_id = table_id
        self._lines: deque[ChatLine] = deque(maxlen=LINES_IN_STATE)
        self._notes: deque[Note] = deque(maxlen=LINES_IN_STATE)
        self._glass: tuple[Note, ...] = ()

    async def read(self) -> None:
        """Read what was said before."""
        self._lines.extend(await self._parts.chat.newest(self._table_id, LINES_IN_STATE))
        self._notes.extend(await self._parts.notes.newest(self._table_id, LINES_IN_STATE))
        await self.read_glass()

    async def read_glass(self) -> tuple[Note, ...]:
        """Read when staff looked behind the glass: told once the match has ended."""
        self._glass = await self._parts.notes.glass(self._table_id)
        return self._glass

    async def read_again(self) -> None:
        """Read once more what was said; what came in meanwhile stays after it."""
        stored = await self._parts.chat.newest(self._table_id, LINES_IN_STATE)
        known = {line.id for line in stored}
        newer = [line for line in self._lines if line.id not in known]
        self._lines = deque((*stored, *newer), maxlen=LINES_IN_STATE)

    def quotes(self, player: str) -> bool:
        """Whether one of the newest lines is this player's."""
        return any(line.player.id == player for line in self._lines)

    async def say(
        self, table: Table, visitor: Visitor, room: Room, *, text: str | None, phrase: str | None
    ) -> ChatLine:
        """Store one line: players write in `table`, spectators in `rail`."""
        player, now = access.check_writes(table, visitor, room), self._parts.now()
        self._parts.rules.check_may_speak(player.id, now)
        line = ChatLine(
            id=self._parts.mint.message_id(),
            room=room,
            player=player,
            seat=access.seat_of(table, visitor),
            text=text,
            phrase=phrase,
            at=now,
        )
        await self._parts.chat.add(self._table_id, line)
        self._lines.append(line)
        return line

    async def note(self, happening: Happening) -> Note:
        """Store what has happened as a note."""
        note = Note(
            id=self._parts.mint.message_id(),
            at=self._parts.now(),
            kind=happening.kind,
            seat=happening.seat,
            params=happening.params,
        )
        await self.remember(note)
        return note

    async def remember(self, note: Note) -> bool:
        """Store a note; False if one with its id was known here."""
        await self._parts.notes.add(self._table_id, note)
        if any(note.id == known.id for known in self._notes):
            return False
        self._notes.append(note)
        return True

    def rename(self, player: Player) -> None:
        """What this player has said stands under its present name, as in the store."""
        for at, line in enumerate(self._lines):
            if line.player.id == player.id:
                self._lines[at] = replace(line, player=player)

    def lines_json(self) -> list[messages.ChatJson]:
        """The newest lines, oldest first."""
        return [messages.chat_json(line) for line in self._lines]

    def notes_json(self, table: Table) -> list[messages.NoteJson]:
        """The newest notes, oldest first; after the end also those that waited for it."""
        glass = self._glass if table.ended else ()
        told = sorted((*self._notes, *glass), key=attrgetter("at"))
        return [messages.note_json(note) for note in told]

    def lines_after(self, line_id: str | None) -> list[messages.ChatJson]:
        """The lines said after that one; all of them when it is not known here."""
        lines = list(self._lines)
        known = [number for number, line in enumerate(lines) if line.id == line_id]
        newer = lines[known[0] + 1 :] if known else lines
        return [messages.chat_json(line) for line in newer]
