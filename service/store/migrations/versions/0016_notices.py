"""Mail addresses by which players are told when they are asked, and what waits to be told

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

WORD, MOMENT = sqlmodel.AutoString, sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "channel",
        sa.Column("id", WORD(), nullable=False),
        sa.Column("account_id", WORD(), nullable=False),
        *(sa.Column(name, WORD(), nullable=False) for name in ("match_id", "seat", "address")),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        *(sa.Column(name, MOMENT, nullable=True) for name in ("confirmed_at", "bounced_at", "paused_at")),
        *(sa.Column(name, WORD(), nullable=False) for name in ("paused_why", "contents", "pace")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("hours", "hour")),
        sa.Column("zone", WORD(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("quiet_from", "quiet_until")),
        *(sa.Column(name, sa.Boolean(), nullable=False) for name in ("letters", "waits")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_channel_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sa.UniqueConstraint("account_id", "match_id", "seat", name=op.f("uq_channel_account_id_match_id_seat")),
    )
    op.create_table(
        "channel_match",
        *(sa.Column(name, WORD(), nullable=False) for name in ("channel_id", "match_id", "pace")),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_channel_match_channel_id_channel")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_channel_match_match_id_match")),
        sa.PrimaryKeyConstraint("channel_id", "match_id", name=op.f("pk_channel_match")),
    )
    op.create_table(
        "notice",
        sa.Column("number", sa.Integer(), nullable=False),
        *(sa.Column(name, WORD(), nullable=False) for name in ("channel_id", "match_id", "seat", "kind")),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("answer_by", MOMENT, nullable=True),
        *(sa.Column(name, MOMENT, nullable=False) for name in ("made_at", "due")),
        sa.Column("taken_by", WORD(), nullable=False),
        sa.Column("taken_until", MOMENT, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("id", WORD(), nullable=True),
        sa.Column("dated", MOMENT, nullable=True),
        *(sa.Column(name, WORD(), nullable=False) for name in ("form", "zone", "after")),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("carried_by", sa.Integer(), nullable=True),
        sa.Column("over_at", MOMENT, nullable=True),
        sa.Column("sent", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("said", WORD(), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_notice_channel_id_channel")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_notice")),
        sa.UniqueConstraint("id", name=op.f("uq_notice_id")),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notice_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index("ix_notice_over_at_due", ["over_at", "due"], unique=False)


def downgrade() -> None:
    for table in ("notice", "channel_match", "channel"):
        op.drop_table(table)
