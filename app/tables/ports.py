"""The seams between the domain and its adapters: what `live` and `web` ask for.

Storage, bus, leases and thinkers meet here, and in `links.py` and `people.py` where the seam lies
beside its subject; tests run the same suite over every implementation.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Literal, Protocol

from app.games.base import Outcome, Seat
from app.tables.links import Link
from app.tables.match import By
from app.tables.table import Player, Table, TableState

Room = Literal["table", "rail"]
TenureWhy = Literal["start", "left", "back", "stand_in", "substitute"]
NoteKind = Literal[
    "time_given_back",
    "paused",
    "resumed",
    "stand_in",
    "back",
    "ended",
    "played_out",
    "hint",
    "glass",
]


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry as it is stored; `move_json` is canonical JSON, None for an undo."""

    seq: int
    seat: Seat
    move_json: str | None
    by: By
    at: datetime
    undo: int | None = None
    player: str | None = None
    ref: str | None = None


class Appended(Enum):
    """What became of an append."""

    DONE = "done"
    SEQ_TAKEN = "seq_taken"
    """Another process was faster: load what is new and judge again."""
    REF_TAKEN = "ref_taken"
    """This player's `ref` is in the log already."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Goes in with the same transaction as the last move."""

    outcome: Outcome
    at: datetime


class Log(Protocol):
    """The append-only log of all matches; a match has its table's id."""

    async def append(self, match_id: str, row: LogRow, ending: Ending | None = None) -> Appended:
        """Returns only after the commit. With `ending` the table becomes `finished` as well."""
        ...

    async def load(
        self, match_id: str, *, after: int = 0, before: int | None = None, limit: int | None = None
    ) -> list[LogRow]:
        """Rows with `after < seq < before`, ascending; with `limit` the newest ones of those."""
        ...

    async def find_ref(self, match_id: str, player_id: str, ref: str) -> LogRow | None:
        """The row that this player's `ref` led to."""
        ...


@dataclass(frozen=True, slots=True)
class Tenure:
    """From `from_seq` on this seat is held by `player`, or by a bot (None): who has seen what."""

    seat: Seat
    player: str | None
    from_seq: int
    why: TenureWhy


@dataclass(frozen=True, slots=True)
class TablePage:
    """Public tables, newest first; `cursor` None on the last page."""

    tables: tuple[Table, ...]
    cursor: str | None


class Tables(Protocol):
    """Tables with their seats and tenures; a new one with the links of its series."""

    async def create(
        self,
        table: Table,
        links: Sequence[Link],
        tenures: Sequence[Tenure] = (),
        *,
        origin: str | None = None,
    ) -> None:
        """Store a new table (seats included), its links, and tenures if it starts at once.

        `origin`: for a branch the record, JSON, of the match that it leaves.
        """
        ...

    async def origin(self, table_id: str) -> str | None:
        """The record that a branch was stored with; None for a match from its set-up."""
        ...

    async def create_next(self, table_id: str, table: Table) -> str:
        """Store `table` as the one that follows, if none does yet; the id of the one that does.

        One that was closed before its start is followed no longer.
        """
        ...

    async def list_series(self, series: str, limit: int) -> tuple[Table, ...]:
        """The last tables of a series, oldest first."""
        ...

    async def load(self, table_id: str) -> Table | None:
        """The table as stored, its outcome joined in as `result`."""
        ...

    async def save(self, table: Table, tenures: Sequence[Tenure] = ()) -> Table | None:
        """Store a changed table if its `version` is still the stored one; the saved table with
        the next version, or None when somebody was faster (or one person would hold two seats).
        Each tenure ends the seat's running one at its `from_seq`."""
        ...

    async def list_public(
        self, *, state: TableState | None, game: str | None, cursor: str | None, limit: int
    ) -> TablePage:
        """Public tables, newest first. A cursor that cannot be read raises `ValueError`."""
        ...

    async def list_of_player(self, player_id: str, limit: int) -> tuple[Table, ...]:
        """Open and running tables where this player holds a seat, newest first."""
        ...

    async def list_past(self, player_id: str, limit: int) -> tuple[Table, ...]:
        """Matches at which this player held a seat to the end, the last ended first."""
        ...

    async def list_timed(self) -> tuple[str, ...]:
        """Ids of the running tables with a clock, or played out: what must go on after a start."""
        ...

    async def list_unvisited(self, before: datetime, limit: int) -> tuple[str, ...]:
        """Ids of open tables that nobody has visited since `before`, the oldest first."""
        ...

    async def clean_eyes(self, match_id: str, player_id: str, seat: Seat) -> bool:
        """Whether this player never held another seat of that match than this one."""
        ...


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of a room; `seat` as it was when written."""

    id: str
    room: Room
    player: Player
    seat: Seat | None
    text: str | None
    phrase: str | None
    at: datetime


class Chat(Protocol):
    """Chat is a stream of its own, never an entry of the log."""

    async def add(self, table_id: str, line: ChatLine) -> None:
        """Store one line."""
        ...

    async def newest(self, table_id: str, limit: int = 50) -> tuple[ChatLine, ...]:
        """The last lines of both rooms, oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody wants a line of chat looked at."""

    id: str
    table: str
    line: str
    player: str
    why: str
    at: datetime


class Reports(Protocol):
    """Reported lines; who runs the place reads them."""

    async def add(self, report: Report) -> bool:
        """Store a report, once for each line and reader; False when that table has no such
        line."""
        ...


@dataclass(frozen=True, slots=True)
class Note:
    """What happened at a table outside the log."""

    id: str
    at: datetime
    kind: NoteKind
    seat: Seat | None = None
    params: Mapping[str, int | str] = field(default_factory=dict)


class Notes(Protocol):
    """Notes of a table: no position, no chance, not in the record."""

    async def add(self, table_id: str, note: Note) -> None:
        """Store one note, unless one with its id is there."""
        ...

    async def newest(self, table_id: str, limit: int = 50) -> tuple[Note, ...]:
        """The last notes, oldest first, but none of kind `glass`: those wait for the end."""
        ...

    async def glass(self, table_id: str) -> tuple[Note, ...]:
        """All notes of kind `glass`, oldest first."""
        ...


class Bus(Protocol):
    """Wakes other processes: a line says that a table has something new, no more."""

    def publish(self, topic: str) -> None:
        """Tell everybody who listens. Never waits, may be lost."""
        ...

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Hear every topic; the answer ends it."""
        ...


class Leases(Protocol):
    """Who drives a table's clock and bots."""

    async def hold(self, table_id: str) -> bool:
        """Take or keep the lease; False when another process holds it."""
        ...

    async def release(self, table_id: str) -> None:
        """Give it back."""
        ...


THINKING_TIME = 1.0
"""Seconds that a bot which searches may search, if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: `state` is imagined for its seat, never the true one.

    A bot that searches does so for `seconds`, or for `iterations` if they are given.
    """

    game: str
    rules_version: str
    state: Any
    seat: Seat
    level: str
    seed: int
    seconds: float = THINKING_TIME
    iterations: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One move and how often it wins, 0 to 1; None where nobody could tell."""

    move: Any
    wins: float | None


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves worth a thought, the best first; `samples`: matches that were imagined to their
    end for it."""

    choices: tuple[Choice, ...]
    samples: int


class Thinker(Protocol):
    """Bots that think outside the event loop."""

    async def choose(self, question: Question) -> Any:
        """A legal move; the game's `default_move` if thinking fails."""
        ...

    async def advise(self, question: Question) -> Advice | None:
        """What a strong player would do; None if thinking fails, or too many ask at once."""
        ...


class Mint(Protocol):
    """The one place where unguessable things are made."""

    def table_id(self) -> str: ...
    def player_id(self) -> str: ...
    def session_id(self) -> str: ...
    def message_id(self) -> str: ...
    def token(self) -> str:
        """A bearer secret of at least 128 bits."""
        ...

    def server_seed(self) -> bytes:
        """32 random bytes."""
        ...

    def client_seed(self) -> str:
        """32 random hex digits."""
        ...

    def bot_seed(self) -> int: ...
    def seating_seed(self) -> int:
        """Where the drawing of seats begins."""
        ...


Now = Callable[[], datetime]
"""The time, UTC with zone."""

Sleep = Callable[[float], Awaitable[None]]
