"""The tables of the store that belong to who keeps the house: staff, audit, bans, numbers.

They lie beside `schema.py`'s in the same metadata; the rules of its first lines hold here too.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from app.storage.schema import UtcTime, chat, metadata, players, tables, tenures

admins = Table(
    "admins",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("handle", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("password_hash", Text),
    Column("totp_generation", Integer, nullable=False, server_default="0"),
    Column("totp_step", BigInteger, nullable=False, server_default="0"),
    Column("created_at", UtcTime, nullable=False),
    Column("dismissed_at", UtcTime),
    CheckConstraint("role IN ('owner', 'moderator', 'observer')", name="role"),
)
"""`handle`: the name folded, so that no two look alike. `totp_step`: the newest one that was used.
No secret of TOTP is stored: it is derived from the server's own."""

admin_links = Table(
    "admin_links",
    metadata,
    Column("secret_hash", LargeBinary, primary_key=True),
    Column("admin_id", Text, ForeignKey("admins.id"), nullable=False, index=True),
    Column("created_at", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False),
    Column("used_at", UtcTime),
)
"""Links that let somebody set a password, once."""

admin_tries = Table(
    "admin_tries",
    metadata,
    Column("mark", LargeBinary, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("locked_until", UtcTime),
    Column("at", UtcTime, nullable=False, index=True),
)
"""Tries to log in since the last good one. `mark`: a hash of the name that was given, whether
somebody bears it or not, or of the browser that was let in before."""

admin_sessions = Table(
    "admin_sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("secret_hash", LargeBinary, nullable=False, unique=True),
    Column("admin_id", Text, ForeignKey("admins.id"), nullable=False, index=True),
    Column("agent", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("seen_at", UtcTime, nullable=False),
    Column("proved_at", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False, index=True),
)
"""`proved_at`: when its admin last gave password and code: dangerous deeds want it recent."""

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, Identity(), primary_key=True),
    Column("at", UtcTime, nullable=False, index=True),
    Column("admin_id", Text, ForeignKey("admins.id")),
    Column("deed", Text, nullable=False),
    Column("target_kind", Text),
    Column("target_id", Text),
    Column("why", Text, nullable=False),
    Column("detail", JSON, nullable=False),
    Index(None, "target_kind", "target_id"),
)
"""Everything an admin did. Triggers refuse to change or delete a row. `admin_id` NULL: the command
line."""

bans = Table(
    "bans",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("player_id", Text, ForeignKey("players.id"), index=True),
    Column("network", Text),
    Column("why", Text, nullable=False),
    Column("admin_id", Text, ForeignKey("admins.id"), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("until", UtcTime),
    Column("lifted_at", UtcTime),
    CheckConstraint("kind IN ('ban', 'mute')", name="kind"),
    CheckConstraint("(player_id IS NULL) <> (network IS NULL)", name="player_or_network"),
    CheckConstraint("network IS NULL OR until IS NOT NULL", name="networks_end"),
)

house_rules = Table(
    "house_rules",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", JSON, nullable=False),
    Column("at", UtcTime, nullable=False),
)
"""What admins decided for the whole house: games that rest, levels, maintenance. Certificates of
games as well."""

announcements = Table(
    "announcements",
    metadata,
    Column("id", Text, primary_key=True),
    Column("texts", JSON, nullable=False),
    Column("starts_at", UtcTime, nullable=False),
    Column("ends_at", UtcTime, nullable=False, index=True),
    Column("admin_id", Text, ForeignKey("admins.id"), nullable=False),
    CheckConstraint("ends_at > starts_at", name="ends_after_its_beginning"),
)

statistics = Table(
    "statistics",
    metadata,
    Column("minute", UtcTime, primary_key=True),
    Column("values", JSON, nullable=False),
)
"""One row a minute for all charts."""

addresses = Table(
    "addresses",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), nullable=False),
    Column("mark", Text, nullable=False),
    Column("raw", Text),
    Column("first_at", UtcTime, nullable=False, index=True),
    Column("last_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("player_id", "mark"),
)
"""Where somebody came from. `raw` is gone after a day; `mark` is a hash whose salt changes."""

salts = Table(
    "salts",
    metadata,
    Column("day", UtcTime, primary_key=True),
    Column("salt", Text, nullable=False),
)
"""What the marks of one day (UTC) are made with. Gone when the day is: then a mark leads back to
no address."""

visits = Table(
    "visits",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), primary_key=True),
    Column("at", UtcTime, nullable=False, index=True),
)
"""When somebody was here last, to an hour; who has left has no row."""

departures = Table(
    "departures",
    metadata,
    Column("player_id", Text, ForeignKey("players.id"), primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("cleared_at", UtcTime, index=True),
)
"""Players of whom only a pseudonym is left. `cleared_at` NULL: not all of theirs is gone yet."""

verdicts = Table(
    "verdicts",
    metadata,
    Column("report_id", Text, ForeignKey("reports.id"), primary_key=True),
    Column("admin_id", Text, ForeignKey("admins.id"), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("verdict", Text, nullable=False),
    CheckConstraint("verdict IN ('dismissed', 'warned', 'muted', 'banned')", name="verdict"),
)
"""What became of a report; one without a row waits."""

cautions = Table(
    "cautions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player_id", Text, ForeignKey("players.id"), nullable=False, index=True),
    Column("line_id", Text, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("understood_at", UtcTime),
)
"""Players who were warned, until they leave. `line_id` refers to nothing: lines go before that."""

Index(
    "ix_cautions_waiting",
    cautions.c.at,
    sqlite_where=text("understood_at IS NULL"),
    postgresql_where=text("understood_at IS NULL"),
)

Index(
    "ix_addresses_raw",
    addresses.c.first_at,
    sqlite_where=text("raw IS NOT NULL"),
    postgresql_where=text("raw IS NOT NULL"),
)

Index("ix_players_merged_into", players.c.merged_into)
Index("ix_tables_host_id", tables.c.host_id)
Index("ix_tenures_player_id", tenures.c.player_id)
Index("ix_chat_player_id_number", chat.c.player_id, chat.c.number)
"""By these, all that is somebody's is found."""
