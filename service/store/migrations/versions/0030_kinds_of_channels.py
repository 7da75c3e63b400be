"""Channels of other kinds than mail

Revision ID: 0030
Revises: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

WERE, ARE = "uq_channel_account_id_match_id_seat", "uq_channel_account_id_match_id_seat_kind"
REFERRING = ("channel_match", "notice", "arrived_mail")
"""The tables whose rows refer to a channel. SQLite builds that table anew, and no row may refer to it meanwhile."""


def put_aside() -> None:
    for table in REFERRING:
        op.execute(f"CREATE TEMPORARY TABLE {table}_aside AS SELECT * FROM {table}")
        op.execute(f"DELETE FROM {table}")


def put_back() -> None:
    for table in REFERRING:
        op.execute(f"INSERT INTO {table} SELECT * FROM {table}_aside")
        op.execute(f"DROP TABLE {table}_aside")


def upgrade() -> None:
    put_aside()
    with op.batch_alter_table("channel") as channel:
        channel.add_column(sa.Column("kind", sqlmodel.AutoString(), server_default="mail", nullable=False))
        channel.drop_constraint(WERE, type_="unique")
        channel.create_unique_constraint(ARE, ["account_id", "match_id", "seat", "kind"])
    put_back()


def downgrade() -> None:
    others = "channel_id IN (SELECT id FROM channel WHERE kind <> 'mail')"
    for table in REFERRING:
        op.execute(f"DELETE FROM {table} WHERE {others}")
    op.execute("DELETE FROM channel WHERE kind <> 'mail'")
    put_aside()
    with op.batch_alter_table("channel") as channel:
        channel.drop_constraint(ARE, type_="unique")
        channel.create_unique_constraint(WERE, ["account_id", "match_id", "seat"])
        channel.drop_column("kind")
    put_back()
