"""The clock of a seat, when its time is over, and when the house was last seen at work

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("seat", sa.Column("clock", JSON, server_default="{}", nullable=False))
    op.add_column("seat", sa.Column("runs_out_at", MOMENT, nullable=True))
    op.create_index("ix_seat_runs_out_at", "seat", ["runs_out_at"])
    op.create_table(
        "pulse",
        sa.Column("name", sqlmodel.AutoString(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_pulse"),
    )


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_index("ix_seat_runs_out_at", table_name="seat")
    op.drop_column("seat", "runs_out_at")  # not in a batch, which would drop a table that others may refer to
    op.drop_column("seat", "clock")
