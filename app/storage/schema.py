"""The tables of the store (architecture.md, "What the store knows").

Columns that hold lists or small objects nobody searches are JSON. Ids are made outside; numbers
that only keep an order are the database's own.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
    true,
)
from sqlalchemy.types import TypeEngine

REVISION = "0003"
"""The newest migration: what the code below describes."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def to_microseconds(time: datetime) -> int:
    """Whole microseconds since 1970; exact, unlike a float of seconds."""
    return (time - EPOCH) // MICROSECOND


def from_microseconds(count: int) -> datetime:
    """The time, UTC with zone."""
    return EPOCH + timedelta(microseconds=count)


class UtcTime(TypeDecorator[datetime]):
    """Aware datetimes at microsecond precision: `timestamptz`, or an integer with SQLite."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The column's type in that database."""
        if dialect.name == "sqlite":
            return dialect.type_descriptor(BigInteger())
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuses a time without zone, whose meaning nobody could tell afterwards."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A time without zone cannot be stored.")
        return to_microseconds(value) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The stored time, UTC."""
        if value is None:
            return None
        return from_microseconds(value) if dialect.name == "sqlite" else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("merged_into", Text, ForeignKey("players.id")),
    Column("created_at", UtcTime, nullable=False),
    CheckConstraint("kind IN ('guest', 'account')", name="kind"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.id"), index=True),
    Column("language", Text),
    Column("created_at", UtcTime, nullable=False),
)

credentials = Table(
    "credentials",
    metadata,
    Column("kind", Text, nullable=False),
    Column("secret_hash", LargeBinary, nullable=False),
    Column("session_id", Text, ForeignKey("sessions.id"), nullable=False, index=True),
    Column("created_at", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False, index=True),
    PrimaryKeyConstraint("kind", "secret_hash"),
    CheckConstraint("kind IN ('session', 'token', 'recovery')", name="kind"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("series_id", Text, nullable=False, index=True),
    Column("next_id", Text, ForeignKey("tables.id")),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("ended_why", Text),
    Column("game", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("options_json", Text, nullable=False),
    Column("start", JSON, nullable=False),
    Column("host_id", Text, ForeignKey("players.id")),
    Column("title", Text),
    Column("visibility", Text, nullable=False),
    Column("watchable", Boolean, nullable=False),
    Column("auto_start", Boolean, nullable=False),
    Column("barred", JSON, nullable=False),
    Column("pace", Text, nullable=False),
    Column("pace_seconds", Integer),
    Column("commitment", Text, nullable=False),
    Column("committed_first", Boolean, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("match_seed", LargeBinary),
    Column("created_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("ended_at", UtcTime),
    Column("seating", Text, nullable=False, server_default="order"),
    Column("rail_open", Boolean, nullable=False, server_default=true()),
    Column("paused_by", SmallInteger),
    Column("paused_at", UtcTime),
    Column("asleep_since", UtcTime),
    Column("breaks", JSON, nullable=False, server_default="[]"),
    Column("agreed", JSON, nullable=False, server_default="{}"),
    Column("visited_at", UtcTime),
    CheckConstraint("state IN ('open', 'playing', 'finished', 'abandoned')", name="state"),
    CheckConstraint("visibility IN ('public', 'link')", name="visibility"),
    CheckConstraint("pace IN ('relaxed', 'live', 'daily')", name="pace"),
    Index(None, "created_at", "id"),
    Index(None, "state", "created_at"),
    Index(None, "visibility", "created_at", "id"),
    Index(None, "visibility", "state", "created_at", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("player_id", Text, ForeignKey("players.id"), index=True),
    Column("bot", Text),
    Column("client_seed", Text),
    Column("away", Boolean, nullable=False),
    Column("held", Boolean, nullable=False),
    Column("given_up", Boolean, nullable=False),
    Column("since", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "player_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("move", Text),
    Column("undo", Integer),
    Column("by", Text, nullable=False),
    Column("player_id", Text),
    Column("ref", Text),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("match_id", "seq"),
    UniqueConstraint("match_id", "player_id", "ref"),
    CheckConstraint("(move IS NULL) <> (undo IS NULL)", name="move_or_undo"),
    CheckConstraint("\"by\" IN ('player', 'bot', 'clock')", name="by"),
    sqlite_with_rowid=False,
)
"""The log. No foreign keys: an append locks no row of another table, so appends of many matches
in one transaction wait for nobody who changes a table or a name. A table is never deleted."""

outcomes = Table(
    "outcomes",
    metadata,
    Column("match_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("scores", JSON, nullable=False),
    Column("places", JSON, nullable=False),
    Column("winners", JSON, nullable=False),
    Column("at", UtcTime, nullable=False),
)

tenures = Table(
    "tenures",
    metadata,
    Column("id", Integer, Identity(), primary_key=True),
    Column("match_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("player_id", Text, ForeignKey("players.id")),
    Column("from_seq", Integer, nullable=False),
    Column("to_seq", Integer),
    Column("why", Text, nullable=False),
    CheckConstraint("why IN ('start', 'left', 'back', 'stand_in', 'substitute')", name="why"),
    CheckConstraint("to_seq >= from_seq", name="ends_after_its_beginning"),
    Index(None, "match_id", "player_id"),
)
"""`to_seq` is the next holder's `from_seq`; NULL while the tenure runs."""

Index(
    "uq_tenures_running",
    tenures.c.match_id,
    tenures.c.seat,
    unique=True,
    sqlite_where=text("to_seq IS NULL"),
    postgresql_where=text("to_seq IS NULL"),
)

links = Table(
    "links",
    metadata,
    Column("id", Text, primary_key=True),
    Column("series_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("max_uses", Integer),
    Column("until", UtcTime),
    Column("revoked", Boolean, nullable=False),
    UniqueConstraint("series_id", "kind", "generation"),
    CheckConstraint("kind IN ('play', 'watch')", name="kind"),
)

grants = Table(
    "grants",
    metadata,
    Column("session_id", Text, ForeignKey("sessions.id"), nullable=False),
    Column("link_id", Text, ForeignKey("links.id"), nullable=False, index=True),
    Column("at", UtcTime, nullable=False),
    PrimaryKeyConstraint("session_id", "link_id"),
)

chat = Table(
    "chat",
    metadata,
    Column("number", Integer, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("room", Text, nullable=False),
    Column("player_id", Text, ForeignKey("players.id"), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text),
    Column("phrase", Text),
    Column("at", UtcTime, nullable=False),
    CheckConstraint("room IN ('table', 'rail')", name="room"),
    Index(None, "table_id", "number"),
)

notes = Table(
    "notes",
    metadata,
    Column("number", Integer, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("params", JSON, nullable=False),
    Index(None, "table_id", "number"),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", UtcTime, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)
"""One row: when some process last ran, so that time nobody could play is given back."""

outages = Table(
    "outages",
    metadata,
    Column("id", Integer, Identity(), primary_key=True),
    Column("started_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime, nullable=False),
    CheckConstraint("ended_at >= started_at", name="ends_after_its_beginning"),
)
"""Times in which no process could accept a move: no deadline runs in them."""

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False, index=True),
    Column("line_id", Text, ForeignKey("chat.id"), nullable=False),
    Column("player_id", Text, ForeignKey("players.id"), nullable=False),
    Column("why", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("line_id", "player_id"),
)
"""Lines of chat that somebody wants looked at, once for each reader."""
