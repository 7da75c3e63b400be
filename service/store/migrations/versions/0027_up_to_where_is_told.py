"""Up to which entry and which message a mail tells, by names that say so

Revision ID: 0027
Revises: 0026
"""

from __future__ import annotations

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

RENAMED = {"upto": "up_to_entry", "said_upto": "up_to_message"}


def upgrade() -> None:
    for before, now in RENAMED.items():
        op.alter_column("notice", before, new_column_name=now)


def downgrade() -> None:
    for before, now in RENAMED.items():
        op.alter_column("notice", now, new_column_name=before)
