"""The heart: the port by which processes tell each other that one of them can accept moves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from app.tables.table import Break


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no process could accept a move. Ids ascend."""

    id: int
    rest: Break


@dataclass(frozen=True, slots=True)
class Beat:
    """What a beat is answered: the newest beat of any process, and outages not known yet."""

    newest: datetime
    outages: tuple[Outage, ...]


class Heart(Protocol):
    """One row that some process touches each second."""

    async def beat(self, at: datetime, *, most: timedelta, known: int = 0) -> Beat:
        """Some process runs at this time, and its store answers.

        If the beat before it is more than `most` behind, all that time becomes an outage, once.
        The answer has the outages with ids above `known`, oldest first.
        """
        ...
