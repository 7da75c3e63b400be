"""Mails that came, and the sheet that a mail of ours shows

Revision ID: 0028
Revises: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

WORD, MOMENT = sqlmodel.AutoString, sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("notice", sa.Column("sheet_version", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "arrived_mail",
        sa.Column("number", sa.Integer(), nullable=False),
        *(sa.Column(name, WORD(), nullable=False) for name in ("notice_id", "channel_id", "match_id", "seat")),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("came_at", MOMENT, nullable=False),
        sa.Column("mail_id", WORD(), nullable=False),
        sa.Column("taken_until", MOMENT, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("over_at", MOMENT, nullable=True),
        sa.Column("outcome", WORD(), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name="fk_arrived_mail_channel_id_channel"),
        sa.PrimaryKeyConstraint("number", name="pk_arrived_mail"),
    )
    op.create_index("ix_arrived_mail_channel_id", "arrived_mail", ["channel_id"])
    op.create_index("ix_arrived_mail_over_at", "arrived_mail", ["over_at"])


def downgrade() -> None:
    op.drop_table("arrived_mail")
    op.drop_column("notice", "sheet_version")
