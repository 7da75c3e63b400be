"""The owner's account, links to sign up with, and what a token may

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "enrolment",
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("made_by", sqlmodel.AutoString(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["made_by"], ["account.id"], name=op.f("fk_enrolment_made_by_account")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_enrolment")),
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.add_column(sa.Column("owner", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.add_column(sa.Column("scope", sqlmodel.AutoString(), server_default="play", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_column("scope")
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_column("owner")
    op.drop_table("enrolment")
