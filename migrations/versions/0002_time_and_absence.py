"""Time and absence: pauses, sleep, time given back, agreements, reports"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")

COLUMNS = (
    "visited_at", "agreed", "breaks", "asleep_since", "paused_at", "paused_by", "rail_open",
    "seating",
)  # fmt: skip


def upgrade() -> None:
    for column in (
        sa.Column("seating", sa.Text(), nullable=False, server_default="order"),
        sa.Column("rail_open", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("paused_by", sa.SmallInteger()),
        sa.Column("paused_at", TIME),
        sa.Column("asleep_since", TIME),
        sa.Column("breaks", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("agreed", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("visited_at", TIME),
    ):
        op.add_column("tables", column)

    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), sa.Identity(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=False),
        sa.CheckConstraint(
            "ended_at >= started_at", name=op.f("ck_outages_ends_after_its_beginning")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )

    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("line_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id_tables"),
        sa.ForeignKeyConstraint(["line_id"], ["chat.id"], name="fk_reports_line_id_chat"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_reports_player_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("line_id", "player_id", name="uq_reports_line_id_player_id"),
    )
    op.create_index("ix_reports_table_id", "reports", ["table_id"])


def downgrade() -> None:
    op.drop_table("reports")
    op.drop_table("outages")
    for column in COLUMNS:
        op.drop_column("tables", column)
