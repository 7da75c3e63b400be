"""Offers to end a match by agreement, rematches, and seats that anybody in the house may take

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("agreements", sa.Integer(), server_default="0", nullable=False))
    op.add_column("match", sa.Column("rematch_of", sqlmodel.AutoString(), nullable=True))
    op.create_index("ix_match_rematch_of", "match", ["rematch_of"], unique=True)
    op.add_column("seat", sa.Column("for_anybody", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "offer",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("terms", sqlmodel.AutoString(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("agreed", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_offer_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_offer"),
    )


def downgrade() -> None:
    op.drop_table("offer")
    # Not in batches, which would drop tables that others refer to.
    op.drop_column("seat", "for_anybody")
    op.drop_index("ix_match_rematch_of", table_name="match")
    op.drop_column("match", "rematch_of")
    op.drop_column("match", "agreements")
