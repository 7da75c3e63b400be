"""By which version of the rules each event was worked; empty for those that are there already

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("journal_entry", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rules_version", sqlmodel.AutoString(), server_default="", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("journal_entry", schema=None) as batch_op:
        batch_op.drop_column("rules_version")
