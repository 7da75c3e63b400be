"""Tokens that begin with a word of ours, end, are for one seat, and say when they were last used; accounts of bots

Revision ID: 0034
Revises: 0033
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("token") as token:
        token.add_column(sa.Column("start", sa.String(), server_default="", nullable=False))
        token.add_column(sa.Column("used_at", sa.DateTime(timezone=True), nullable=True))
        token.add_column(sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True))
        token.add_column(sa.Column("match_id", sa.String(), nullable=True))
        token.add_column(sa.Column("seat", sa.String(), nullable=True))
        token.create_foreign_key(op.f("fk_token_match_id_match"), "match", ["match_id"], ["id"])
    op.add_column("account", sa.Column("bot", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("account", "bot")
    with op.batch_alter_table("token") as token:
        token.drop_constraint(op.f("fk_token_match_id_match"), type_="foreignkey")
        for name in ("seat", "match_id", "ends_at", "used_at", "start"):
            token.drop_column(name)
