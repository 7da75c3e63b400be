"""Pictures by themselves, each with the entry of its seat's log after which it is stored

Revision ID: 0038
Revises: 0037
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

BEHIND = "SELECT count(*) FROM seat JOIN seat_picture USING (match_id, seat) WHERE seat_picture.entry < seat.log_length"
BACK = (
    "UPDATE seat SET picture = (SELECT picture FROM seat_picture "
    "WHERE seat_picture.match_id = seat.match_id AND seat_picture.seat = seat.seat)"
)


def upgrade() -> None:
    op.create_table(
        "seat_picture",
        sa.Column("match_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_picture_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat_picture")),
    )
    op.execute("INSERT INTO seat_picture SELECT match_id, seat, log_length, picture FROM seat")
    op.drop_column("seat", "picture")


def downgrade() -> None:
    if op.get_bind().execute(sa.text(BEHIND)).scalar_one():
        raise RuntimeError("Pictures are stored that their logs have gone on from; no earlier version can read them.")
    op.add_column("seat", sa.Column("picture", sa.Text(), server_default="", nullable=False))
    op.execute(BACK)
    op.drop_table("seat_picture")
