"""Moderators of matches, and days by which all clocks are extended

Revision ID: 0029
Revises: 0028
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moderator",
        sa.Column("match_id", sqlmodel.AutoString(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("account_id", sqlmodel.AutoString(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("named_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_index("ix_moderator_account_id", "moderator", ["account_id"])
    op.create_table(
        "moderator_choice",
        sa.Column("match_id", sqlmodel.AutoString(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sqlmodel.AutoString(), primary_key=True),
        sa.Column("account_id", sqlmodel.AutoString(), sa.ForeignKey("account.id"), nullable=False),
    )
    op.add_column("seat_change", sa.Column("days", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("seat_change", "days")
    op.drop_table("moderator_choice")
    op.drop_table("moderator")
