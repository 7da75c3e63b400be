"""Orders that wait to be worked, matches that have stopped, and when a seat's orders were last acknowledged

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "queued_orders",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_queued_orders_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_queued_orders")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.add_column(sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("sent_at")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("stopped_at")
    op.drop_table("queued_orders")
