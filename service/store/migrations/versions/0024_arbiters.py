"""Arbiters of matches

Revision ID: 0024
Revises: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "arbiter",
        sa.Column("match_id", sqlmodel.AutoString(), sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("account_id", sqlmodel.AutoString(), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_index("ix_arbiter_account_id", "arbiter", ["account_id"])


def downgrade() -> None:
    op.drop_table("arbiter")
