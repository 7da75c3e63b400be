"""What a match is opened with beside its game's options; talk between its seats, and notes that a seat keeps

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

WORD, MOMENT = sqlmodel.AutoString, sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("match", sa.Column("terms", JSON, server_default="{}", nullable=False))
    for table, columns in (
        ("message", (
            sa.Column("number", sa.Integer(), nullable=False), sa.Column("sender", WORD(), nullable=False),
            sa.Column("text", sa.Text(), nullable=False), sa.Column("at", MOMENT, nullable=False),
        )),
        ("talk_box", (
            sa.Column("read", sa.Integer(), nullable=False), sa.Column("muted", JSON, nullable=False),
        )),
        ("private_note", (
            sa.Column("number", sa.Integer(), nullable=False), sa.Column("letter", sa.Integer(), nullable=False),
            sa.Column("text", sa.Text(), nullable=False), sa.Column("at", MOMENT, nullable=False),
        )),
    ):  # fmt: skip
        numbered = ("number",) if table != "talk_box" else ()
        op.create_table(
            table,
            sa.Column("match_id", WORD(), nullable=False),
            sa.Column("seat", WORD(), nullable=False),
            *columns,
            sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=f"fk_{table}_match_id_match"),
            sa.PrimaryKeyConstraint("match_id", "seat", *numbered, name=f"pk_{table}"),
        )


def downgrade() -> None:
    for table in ("private_note", "talk_box", "message"):
        op.drop_table(table)
    op.drop_column("match", "terms")  # not in a batch, which would drop a table that others refer to
