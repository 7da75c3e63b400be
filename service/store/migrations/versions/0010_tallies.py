"""What is counted of each seat's log, so that no page has to read the whole of it; counted once for what is there

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from service.store.migrations.counting import count_again

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tally", sa.Text(), server_default="", nullable=False))
    count_again(op.get_bind(), by_sets=False)


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("tally")
