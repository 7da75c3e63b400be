"""Reminders, talk and ways back in by mail, and when the time of a seat is over

Revision ID: 0025
Revises: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

WORD, MOMENT = sqlmodel.AutoString, sa.DateTime(timezone=True)
ONCE = sa.text("kind IN ('day-before', 'hours-before', 'late') AND answer_by IS NOT NULL")
WISHES = {"day_before": sa.true(), "hours_before": sa.true(), "last_in_quiet": sa.false()}


def upgrade() -> None:
    op.add_column("seat", sa.Column("ends_at", MOMENT, nullable=True))
    op.create_index("ix_seat_ends_at", "seat", ["ends_at"])
    op.execute("UPDATE seat SET ends_at = runs_out_at")  # of clocks that are claimed it comes with the next question
    for name, usual in WISHES.items():
        op.add_column("channel", sa.Column(name, sa.Boolean(), server_default=usual, nullable=False))
    op.add_column("channel", sa.Column("talk", WORD(), server_default="with-next", nullable=False))
    op.add_column("notice", sa.Column("about", WORD(), server_default="", nullable=False))
    op.add_column("notice", sa.Column("aside", sa.Text(), server_default="", nullable=False))
    op.add_column("notice", sa.Column("said_upto", sa.Integer(), server_default="0", nullable=False))
    op.create_index(
        "ix_notice_once", "notice", ["channel_id", "match_id", "seat", "kind", "answer_by"], unique=True,
        sqlite_where=ONCE, postgresql_where=ONCE,
    )  # fmt: skip
    op.create_table(
        "lost_way",
        *(sa.Column(name, WORD(), nullable=False) for name in ("id", "address")),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lost_way"),
    )


def downgrade() -> None:
    op.drop_table("lost_way")
    op.drop_index("ix_notice_once", table_name="notice")
    for name in ("said_upto", "aside", "about"):
        op.drop_column("notice", name)
    for name in ("talk", *WISHES):
        op.drop_column("channel", name)
    op.drop_index("ix_seat_ends_at", table_name="seat")
    op.drop_column("seat", "ends_at")  # not in a batch, which would drop a table that others may refer to
