"""What a command has done, for the process that serves to tell whoever listens

Revision ID: 0036
Revises: 0035
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "knock",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_knock")),
    )


def downgrade() -> None:
    op.drop_table("knock")
