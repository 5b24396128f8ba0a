"""The first schema"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("move", sa.Text()),
        sa.Column("undo", sa.Integer()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("ref", sa.Text()),
        sa.Column("at", TIME, nullable=False),
        sa.CheckConstraint("\"by\" IN ('player', 'bot', 'clock')", name=op.f("ck_entries_by")),
        sa.CheckConstraint(
            "(move IS NULL) <> (undo IS NULL)", name=op.f("ck_entries_move_or_undo")
        ),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_entries"),
        sa.UniqueConstraint(
            "match_id", "player_id", "ref", name="uq_entries_match_id_player_id_ref"
        ),
        sqlite_with_rowid=False,
    )

    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )

    op.create_table(
        "links",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("max_uses", sa.Integer()),
        sa.Column("until", TIME),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.CheckConstraint("kind IN ('play', 'watch')", name=op.f("ck_links_kind")),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
        sa.UniqueConstraint(
            "series_id", "kind", "generation", name="uq_links_series_id_kind_generation"
        ),
    )

    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("merged_into", sa.Text()),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint("kind IN ('guest', 'account')", name=op.f("ck_players_kind")),
        sa.ForeignKeyConstraint(["merged_into"], ["players.id"], name="fk_players_merged_into"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )

    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("language", sa.Text()),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_sessions_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])

    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("next_id", sa.Text()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("ended_why", sa.Text()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Text(), nullable=False),
        sa.Column("options_json", sa.Text(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("host_id", sa.Text()),
        sa.Column("title", sa.Text()),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("watchable", sa.Boolean(), nullable=False),
        sa.Column("auto_start", sa.Boolean(), nullable=False),
        sa.Column("barred", sa.JSON(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("pace_seconds", sa.Integer()),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("committed_first", sa.Boolean(), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(), nullable=False),
        sa.Column("match_seed", sa.LargeBinary()),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME),
        sa.Column("ended_at", TIME),
        sa.CheckConstraint("pace IN ('relaxed', 'live', 'daily')", name=op.f("ck_tables_pace")),
        sa.CheckConstraint(
            "state IN ('open', 'playing', 'finished', 'abandoned')", name=op.f("ck_tables_state")
        ),
        sa.CheckConstraint("visibility IN ('public', 'link')", name=op.f("ck_tables_visibility")),
        sa.ForeignKeyConstraint(["host_id"], ["players.id"], name="fk_tables_host_id"),
        sa.ForeignKeyConstraint(["next_id"], ["tables.id"], name="fk_tables_next_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_series_id", "tables", ["series_id"])
    op.create_index("ix_tables_state_created_at", "tables", ["state", "created_at"])
    op.create_index(
        "ix_tables_visibility_created_at_id", "tables", ["visibility", "created_at", "id"]
    )
    op.create_index(
        "ix_tables_visibility_state_created_at_id",
        "tables",
        ["visibility", "state", "created_at", "id"],
    )

    op.create_table(
        "chat",
        sa.Column("number", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("text", sa.Text()),
        sa.Column("phrase", sa.Text()),
        sa.Column("at", TIME, nullable=False),
        sa.CheckConstraint("room IN ('table', 'rail')", name=op.f("ck_chat_room")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_chat_player_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id"),
        sa.PrimaryKeyConstraint("number", name="pk_chat"),
        sa.UniqueConstraint("id", name="uq_chat_id"),
    )
    op.create_index("ix_chat_table_id_number", "chat", ["table_id", "number"])

    op.create_table(
        "credentials",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("until", TIME, nullable=False),
        sa.CheckConstraint(
            "kind IN ('session', 'token', 'recovery')", name=op.f("ck_credentials_kind")
        ),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_credentials_session_id"),
        sa.PrimaryKeyConstraint("kind", "secret_hash", name="pk_credentials"),
    )
    op.create_index("ix_credentials_session_id", "credentials", ["session_id"])
    op.create_index("ix_credentials_until", "credentials", ["until"])

    op.create_table(
        "grants",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("link_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_grants_link_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_grants_session_id"),
        sa.PrimaryKeyConstraint("session_id", "link_id", name="pk_grants"),
    )
    op.create_index("ix_grants_link_id", "grants", ["link_id"])

    op.create_table(
        "notes",
        sa.Column("number", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notes_table_id"),
        sa.PrimaryKeyConstraint("number", name="pk_notes"),
        sa.UniqueConstraint("id", name="uq_notes_id"),
    )
    op.create_index("ix_notes_table_id_number", "notes", ["table_id", "number"])

    op.create_table(
        "outcomes",
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["tables.id"], name="fk_outcomes_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_outcomes"),
    )

    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("bot", sa.Text()),
        sa.Column("client_seed", sa.Text()),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "player_id", name="uq_seats_table_id_player_id"),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])

    op.create_table(
        "tenures",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("match_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("from_seq", sa.Integer(), nullable=False),
        sa.Column("to_seq", sa.Integer()),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "why IN ('start', 'left', 'back', 'stand_in', 'substitute')",
            name=op.f("ck_tenures_why"),
        ),
        sa.CheckConstraint("to_seq >= from_seq", name=op.f("ck_tenures_ends_after_its_beginning")),
        sa.ForeignKeyConstraint(["match_id"], ["tables.id"], name="fk_tenures_match_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_tenures_player_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tenures"),
    )
    op.create_index("ix_tenures_match_id_player_id", "tenures", ["match_id", "player_id"])
    op.create_index(
        "uq_tenures_running",
        "tenures",
        ["match_id", "seat"],
        unique=True,
        sqlite_where=sa.text("to_seq IS NULL"),
        postgresql_where=sa.text("to_seq IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("tenures")
    op.drop_table("seats")
    op.drop_table("outcomes")
    op.drop_table("notes")
    op.drop_table("grants")
    op.drop_table("credentials")
    op.drop_table("chat")
    op.drop_table("tables")
    op.drop_table("sessions")
    op.drop_table("players")
    op.drop_table("links")
    op.drop_table("heartbeat")
    op.drop_table("entries")
