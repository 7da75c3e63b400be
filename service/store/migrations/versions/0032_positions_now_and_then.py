"""After which entry of its journal a match's position is stored

Revision ID: 0032
Revises: 0031
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("position_at", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE match SET position_at = journal_length")


def downgrade() -> None:
    behind = "SELECT count(*) FROM match WHERE position_at < journal_length"
    if op.get_bind().execute(sa.text(behind)).scalar_one():
        raise RuntimeError("Positions are stored that the journal has gone on from; no earlier version can read them.")
    op.drop_column("match", "position_at")
