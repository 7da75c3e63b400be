"""A seat's picture after an entry of its log, kept with one in about a hundred; with none that is there already

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("log_entry", sa.Column("picture", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("log_entry", schema=None) as batch_op:
        batch_op.drop_column("picture")
