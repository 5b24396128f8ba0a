"""The glass before a running match: who broke it, and when the table hears of it.

A look at the hidden state is noted at once and told once the match has ended, by every process
that has the table open; who comes later finds it among the notes.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from app.codec import wire as messages
from app.live.parts import Parts
from app.tables.bugs import trace_of
from app.tables.ports import Note

if TYPE_CHECKING:
    from app.live.hall import Hall
    from app.live.host import Host

logger = logging.getLogger("kitchen_table.live")


class Glass:
    """Whether somebody has looked behind it, at one table."""

    def __init__(self, host: Host, hall: Hall, parts: Parts) -> None:
        self._host = host
        self._hall = hall
        self._parts = parts
        self._owes_word = not host.table.ended
        self._telling: asyncio.Task[None] | None = None

    async def note(self, seq: int) -> None:
        """Write down that the hidden state at this log position is about to be shown."""
        note = Note(self._parts.mint.message_id(), self._parts.now(), "glass", params={"seq": seq})
        await self._parts.notes.add(self._host.table.id, note)
        self._owes_word = True

    def look(self) -> None:
        """Begin to tell, if the match has ended and the table has not heard yet."""
        if self._owes_word and self._host.table.ended and self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    def stop(self) -> None:
        """Nothing more from here."""
        if self._telling is not None:
            self._telling.cancel()

    async def _tell(self) -> None:
        try:
            self._owes_word = False
            for note in await self._host.talk.read_glass():
                self._hall.tell(messages.note_json(note))
        except Exception as bug:
            self._owes_word = True
            where = {"table": self._host.table.id}
            logger.error("glass was not told: %s", trace_of(bug), extra=where)
        finally:
            self._telling = None
