"""Dice are found in a journal without reading all of it

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("journal_entry", schema=None) as batch_op:
        batch_op.create_index("ix_journal_entry_match_id_kind", ["match_id", "kind"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("journal_entry", schema=None) as batch_op:
        batch_op.drop_index("ix_journal_entry_match_id_kind")
