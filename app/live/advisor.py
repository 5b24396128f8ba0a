"""Hints: what a strong player would do, for whoever is to move and asks.

The one who advises is the `hard` bot in a worker process. It is handed a state that was imagined
for the seat that asks, and never the true one, so it says what that seat could have worked out by
itself. No answer comes before a time that is always the same; what takes longer hangs on worlds
that were imagined, and tells nothing of the true one.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from app.codec.games import codec_for
from app.codec.hints import HintJson, hint_json
from app.games.base import Seat
from app.live.driver import question_of
from app.live.parts import Parts
from app.tables import decisions
from app.tables.access import Visitor
from app.tables.happenings import Happening
from app.tables.match import Match
from app.tables.refusals import Code, Refused
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.hall import Hall
    from app.live.host import Host

ADVISOR = "hard"

HINT_TIME = 4.5
"""Seconds from the question to the answer at least, however quickly it was found: more than a
question's search and its matches take together, but where matches are too few."""

HURRIED = 0.25
"""Seconds of search where nothing waits, bots neither."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A hint that is being thought out, or was, for one position."""

    seq: int
    answer: asyncio.Task[HintJson]


class Advisor:
    """The hints of one table. Whoever asks again at the same position is answered the same."""

    def __init__(self, host: Host, hall: Hall, parts: Parts) -> None:
        self._host = host
        self._hall = hall
        self._parts = parts
        self._thoughts: dict[Seat, Thought] = {}

    async def hint(self, visitor: Visitor) -> HintJson:
        """What the visitor's seat might do now. Raises `Refused`."""
        await self._host.refresh()
        table = self._host.table
        seat, match = decisions.check_hint(table, visitor, self._host.match)
        thought = self._thoughts.get(seat)
        if thought is None or thought.seq != match.seq or has_failed(thought.answer):
            thought = self._thoughts[seat] = self._begin(match, seat)
            if is_company(table, seat):
                await self._hall.note(Happening("hint", seat))
        try:
            return await asyncio.shield(thought.answer)
        except asyncio.CancelledError:
            if thought.answer.cancelled():
                raise Refused(Code.UNAVAILABLE) from None
            raise

    def _begin(self, match: Match, seat: Seat) -> Thought:
        answer = asyncio.create_task(self._think(match, seat))
        answer.add_done_callback(has_failed)  # whoever asked may have gone
        return Thought(match.seq, answer)

    async def _think(self, match: Match, seat: Seat) -> HintJson:
        due = self._parts.monotonic() + HINT_TIME
        rng = Random(self._parts.mint.bot_seed())  # noqa: S311
        question = question_of(match, seat, ADVISOR, rng)
        if self._parts.pacing.hurried:
            question, due = replace(question, seconds=HURRIED), 0.0
        advice = await self._parts.thinker.advise(question)
        await self._parts.sleep(max(0.0, due - self._parts.monotonic()))
        if advice is None:
            raise Refused(Code.UNAVAILABLE)
        return hint_json(codec_for(match.game), match.seq, seat, advice)

    def stop(self) -> None:
        """Nobody waits for advice any more."""
        for thought in self._thoughts.values():
            thought.answer.cancel()


def has_failed(answer: asyncio.Task[HintJson]) -> bool:
    """Whether nothing came of it."""
    return answer.done() and (answer.cancelled() or answer.exception() is not None)


def is_company(table: Table, seat: Seat) -> bool:
    """Whether another person sits here: bots do not mind."""
    return any(place.player is not None and place.seat != seat for place in table.seats)
