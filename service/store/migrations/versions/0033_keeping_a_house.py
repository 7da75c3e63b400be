"""Accounts that are blocked, and bounds that are set on the owner's page

Revision ID: 0033
Revises: 0032
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("blocked_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "house_bound",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_bound")),
    )


def downgrade() -> None:
    op.drop_table("house_bound")
    op.drop_column("account", "blocked_at")
