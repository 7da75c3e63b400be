"""What a match is called, what a seat is asked and since when, and what a newcomer was taught

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "coaching",
        sa.Column("account_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("game", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.Column("met", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_coaching_account_id_account")),
        sa.PrimaryKeyConstraint("account_id", "game", "seat", name=op.f("pk_coaching")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name", sqlmodel.AutoString(), server_default="", nullable=False))
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("question", sqlmodel.AutoString(), server_default="", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("question")
        batch_op.drop_column("asked_at")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_column("name")
    op.drop_table("coaching")
