"""Of a journal it is kept by kind where those events are that are looked for, and not where all are

Revision ID: 0039
Revises: 0038
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

KINDS = (
    "concluded", "corrected", "correction-made", "dice-renewed", "rolled", "ruled", "share-committed", "share-made",
    "share-opened", "shares-mixed",
)  # fmt: skip
FOUND = sa.text(f"({' OR '.join(f'kind = {kind!r}' for kind in KINDS)})")


def upgrade() -> None:
    op.drop_index("ix_journal_entry_match_id_kind", table_name="journal_entry")
    op.create_index(
        "ix_journal_entry_found", "journal_entry", ["match_id", "number"], sqlite_where=FOUND, postgresql_where=FOUND
    )


def downgrade() -> None:
    op.drop_index("ix_journal_entry_found", table_name="journal_entry")
    op.create_index("ix_journal_entry_match_id_kind", "journal_entry", ["match_id", "kind"])
