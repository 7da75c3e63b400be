"""The set of data that each match is played by, kept once; what was opened before has the one that is shipped now

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from service.games.shelf import GAMES
from service.store.shelf import to_text

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

MATCH = sa.table("match", sa.column("id"), sa.column("game"), sa.column("data"))
OPENING = sa.table("opening", sa.column("match_id"), sa.column("data"))
KEPT = sa.table("kept_data", sa.column("id"), sa.column("files"))


def upgrade() -> None:
    op.create_table(
        "kept_data",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("files", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_data")),
    )
    for table in ("match", "opening"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("data", sa.String(), server_default="", nullable=False))
    connection = op.get_bind()
    for (name,) in connection.execute(sa.select(MATCH.c.game).distinct()).all():
        data = GAMES[name].data if name in GAMES else None
        if data is None:  # a game without data, or one that nobody can open either
            continue
        connection.execute(sa.insert(KEPT).values(id=data.id, files=to_text(data)))
        opened = sa.select(MATCH.c.id).where(MATCH.c.game == name)
        connection.execute(sa.update(OPENING).where(OPENING.c.match_id.in_(opened)).values(data=data.id))
        connection.execute(sa.update(MATCH).where(MATCH.c.game == name).values(data=data.id))


def downgrade() -> None:
    for table in ("match", "opening"):
        op.drop_column(table, "data")  # not in a batch, which would drop a table that others refer to
    op.drop_table("kept_data")
