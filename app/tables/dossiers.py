"""Everything that is kept about one person, as they may carry it home: no secret, no other hand.

The fields are the names in the file. Moves are the person's own alone, which they know, so a
running match may be told as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from app.tables.people import CredentialKind
from app.tables.ports import Room, TenureWhy
from app.tables.table import LinkKind, TableState, Visibility


@dataclass(frozen=True, slots=True)
class KeptPerson:
    """The person. `former_ids`: guests that became this player."""

    id: str
    name: str
    kind: str
    created_at: datetime
    seen_at: datetime | None
    former_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptCredential:
    """Something that lets a browser or a program in; what it is, is stored nowhere."""

    session: str
    language: str | None
    kind: CredentialKind
    created_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class KeptGrant:
    """A link by which a session came in to the tables of a series."""

    session: str
    series: str
    kind: LinkKind
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptAddress:
    """`address` None: only its mark is left."""

    address: str | None
    mark: str
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class KeptBan:
    """A ban or a mute."""

    kind: str
    why: str
    at: datetime
    until: datetime | None
    lifted_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeptCaution:
    """The person was warned about a line. `understood_at`: when they said that they understand."""

    line: str
    at: datetime
    understood_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeptReport:
    """A line of somebody else's that the person wanted looked at."""

    table: str
    line: str
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of chat; `number` keeps their order."""

    number: int
    id: str
    table: str
    room: Room
    seat: int | None
    text: str | None
    phrase: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A seat, and between which log positions it was the person's; `to_seq` None: still."""

    seat: int
    from_seq: int
    to_seq: int | None
    why: TenureWhy


@dataclass(frozen=True, slots=True)
class KeptMove:
    """A move, or an undo of one, that the person made."""

    seq: int
    seat: int
    move: Any
    undo: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table where the person holds or held a seat, or is the host. `word`: their part of the
    seed. `place`: where they came in, once the match has ended."""

    id: str
    game: str
    rules_version: str
    state: TableState
    visibility: Visibility
    title: str | None
    host: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    seat: int | None
    word: str | None
    score: int | None
    place: int | None
    seats: tuple[KeptSeat, ...]
    moves: tuple[KeptMove, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    """All but lines and tables, of which there may be many."""

    player: KeptPerson
    credentials: tuple[KeptCredential, ...]
    links: tuple[KeptGrant, ...]
    addresses: tuple[KeptAddress, ...]
    bans: tuple[KeptBan, ...]
    cautions: tuple[KeptCaution, ...]
    reports: tuple[KeptReport, ...]


class Dossiers(Protocol):
    """Reads everything about one person."""

    async def load(self, player: str) -> Dossier | None:
        """All but lines and tables; None when there is no such player."""
        ...

    async def lines(self, player: str, *, after: int = 0) -> tuple[KeptLine, ...]:
        """A portion of their lines, oldest first; none when there are no more."""
        ...

    async def table_ids(self, player: str) -> tuple[str, ...]:
        """Their tables, oldest first."""
        ...

    async def table(self, player: str, table_id: str) -> KeptTable | None:
        """One table and what they did there."""
        ...
