"""The house: staff and their sessions, audit, bans, house rules, announcements, statistics"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")

TABLES = (
    "cautions", "departures", "visits", "salts", "verdicts", "addresses", "statistics",
    "announcements", "house_rules", "bans", "audit",
    "admin_sessions", "admin_tries", "admin_links", "admins",
)  # fmt: skip

OWNERS = (
    ("players", "merged_into"),
    ("tables", "host_id"),
    ("tenures", "player_id"),
    ("chat", "player_id", "number"),
    ("tables", "created_at", "id"),
)

SQLITE_GUARD = """CREATE TRIGGER audit_keeps_{verb} BEFORE {verb} ON audit
BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END"""
SQLITE_GUARD_OF_NUMBERS = """CREATE TRIGGER audit_keeps_numbers BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'The audit log is append-only.'); END"""
# INSERT OR REPLACE deletes without a DELETE that its trigger would see.

POSTGRES_REFUSAL = """CREATE FUNCTION audit_refuses() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'The audit log is append-only.'; END $$ LANGUAGE plpgsql"""
POSTGRES_GUARD = """CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses()"""


def upgrade() -> None:
    create_staff()
    create_audit()
    create_bans()
    create_house()
    create_records()
    create_comings_and_goings()
    guard_audit()


def create_staff() -> None:
    op.create_table(
        "admins",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text()),
        sa.Column("totp_generation", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("totp_step", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("dismissed_at", TIME),
        sa.CheckConstraint(
            "role IN ('owner', 'moderator', 'observer')", name=op.f("ck_admins_role")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_admins"),
        sa.UniqueConstraint("handle", name="uq_admins_handle"),
    )
    op.create_table(
        "admin_links",
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("until", TIME, nullable=False),
        sa.Column("used_at", TIME),
        by_admin("admin_links"),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_admin_links"),
    )
    op.create_index("ix_admin_links_admin_id", "admin_links", ["admin_id"])
    op.create_table(
        "admin_tries",
        sa.Column("mark", sa.LargeBinary(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", TIME),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_admin_tries"),
    )
    op.create_index("ix_admin_tries_at", "admin_tries", ["at"])
    op.create_table(
        "admin_sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("seen_at", TIME, nullable=False),
        sa.Column("proved_at", TIME, nullable=False),
        sa.Column("until", TIME, nullable=False),
        by_admin("admin_sessions"),
        sa.PrimaryKeyConstraint("id", name="pk_admin_sessions"),
        sa.UniqueConstraint("secret_hash", name="uq_admin_sessions_secret_hash"),
    )
    op.create_index("ix_admin_sessions_admin_id", "admin_sessions", ["admin_id"])
    op.create_index("ix_admin_sessions_until", "admin_sessions", ["until"])


def create_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("admin_id", sa.Text()),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("target_kind", sa.Text()),
        sa.Column("target_id", sa.Text()),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        by_admin("audit"),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_index("ix_audit_target_kind_target_id", "audit", ["target_kind", "target_id"])


def create_bans() -> None:
    op.create_table(
        "bans",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text()),
        sa.Column("network", sa.Text()),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("until", TIME),
        sa.Column("lifted_at", TIME),
        sa.CheckConstraint("kind IN ('ban', 'mute')", name=op.f("ck_bans_kind")),
        sa.CheckConstraint(
            "(player_id IS NULL) <> (network IS NULL)", name=op.f("ck_bans_player_or_network")
        ),
        sa.CheckConstraint(
            "network IS NULL OR until IS NOT NULL", name=op.f("ck_bans_networks_end")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_bans_player_id_players"),
        by_admin("bans"),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
    )
    op.create_index("ix_bans_player_id", "bans", ["player_id"])


def create_house() -> None:
    op.create_table(
        "house_rules",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_house_rules"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("starts_at", TIME, nullable=False),
        sa.Column("ends_at", TIME, nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "ends_at > starts_at", name=op.f("ck_announcements_ends_after_its_beginning")
        ),
        by_admin("announcements"),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_index("ix_announcements_ends_at", "announcements", ["ends_at"])


def create_records() -> None:
    op.create_table(
        "statistics",
        sa.Column("minute", TIME, nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("minute", name="pk_statistics"),
    )
    op.create_table(
        "addresses",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("raw", sa.Text()),
        sa.Column("first_at", TIME, nullable=False),
        sa.Column("last_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_addresses_player_id_players"
        ),
        sa.PrimaryKeyConstraint("player_id", "mark", name="pk_addresses"),
    )
    op.create_index("ix_addresses_first_at", "addresses", ["first_at"])
    still_raw = sa.text("raw IS NOT NULL")
    op.create_index(
        "ix_addresses_raw",
        "addresses",
        ["first_at"],
        sqlite_where=still_raw,
        postgresql_where=still_raw,
    )
    op.create_table(
        "verdicts",
        sa.Column("report_id", sa.Text(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "verdict IN ('dismissed', 'warned', 'muted', 'banned')",
            name=op.f("ck_verdicts_verdict"),
        ),
        sa.ForeignKeyConstraint(
            ["report_id"], ["reports.id"], name="fk_verdicts_report_id_reports"
        ),
        by_admin("verdicts"),
        sa.PrimaryKeyConstraint("report_id", name="pk_verdicts"),
    )


def create_comings_and_goings() -> None:
    op.create_table(
        "salts",
        sa.Column("day", TIME, nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_salts"),
    )
    op.create_table(
        "visits",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        of_player("visits"),
        sa.PrimaryKeyConstraint("player_id", name="pk_visits"),
    )
    op.create_index("ix_visits_at", "visits", ["at"])
    op.create_table(
        "departures",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("cleared_at", TIME),
        of_player("departures"),
        sa.PrimaryKeyConstraint("player_id", name="pk_departures"),
    )
    op.create_index("ix_departures_cleared_at", "departures", ["cleared_at"])
    create_cautions()
    for table, *columns in OWNERS:
        op.create_index("_".join(("ix", table, *columns)), table, columns)
    sqlite = op.get_bind().dialect.name == "sqlite"
    now = "CAST(strftime('%s', 'now') AS INTEGER) * 1000000" if sqlite else "now()"
    op.execute(f"INSERT INTO visits (player_id, at) SELECT id, {now} FROM players")  # noqa: S608


def create_cautions() -> None:
    op.create_table(
        "cautions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("line_id", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("understood_at", TIME),
        of_player("cautions"),
        sa.PrimaryKeyConstraint("id", name="pk_cautions"),
    )
    op.create_index("ix_cautions_player_id", "cautions", ["player_id"])
    waiting = sa.text("understood_at IS NULL")
    op.create_index(
        "ix_cautions_waiting",
        "cautions",
        ["at"],
        sqlite_where=waiting,
        postgresql_where=waiting,
    )


def of_player(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["player_id"], ["players.id"], name=f"fk_{table}_player_id_players"
    )


def by_admin(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["admin_id"], ["admins.id"], name=f"fk_{table}_admin_id_admins")


def guard_audit() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(SQLITE_GUARD.format(verb=verb))
        op.execute(SQLITE_GUARD_OF_NUMBERS)
    else:
        op.execute(POSTGRES_REFUSAL)
        op.execute(POSTGRES_GUARD)


def downgrade() -> None:
    for table, *columns in OWNERS:
        op.drop_index("_".join(("ix", table, *columns)), table)
    for table in TABLES:
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION audit_refuses()")
