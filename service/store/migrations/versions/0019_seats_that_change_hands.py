"""What accounts were shown of a match, seats that change hands, and what the owner of the house is asked for

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

FILLED = """
    INSERT INTO seat_shown (match_id, seat, account_id, held, at)
    SELECT seat.match_id, seat.seat, seat.account_id, :held, match.opened_at
    FROM seat JOIN match ON match.id = seat.match_id
    WHERE seat.account_id IS NOT NULL
"""


def text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sqlmodel.AutoString(), nullable=nullable)


def refers(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}_{to}"))


def upgrade() -> None:
    op.create_table(
        "seat_shown",
        text("match_id"), text("seat"), text("account_id"),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        refers("seat_shown", "match_id", "match"), refers("seat_shown", "account_id", "account"),
        sa.PrimaryKeyConstraint("match_id", "seat", "account_id", name=op.f("pk_seat_shown")),
    )  # fmt: skip
    op.get_bind().execute(sa.text(FILLED), {"held": True})
    op.create_table(
        "seat_change",
        text("match_id"), sa.Column("number", sa.Integer(), nullable=False), text("seat"), text("kind"),
        text("account_id", nullable=True), text("holder_id", nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        refers("seat_change", "match_id", "match"), refers("seat_change", "account_id", "account"),
        refers("seat_change", "holder_id", "account"),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seat_change")),
    )  # fmt: skip
    op.create_table(
        "wish",
        text("id"), text("kind"), text("match_id"), text("seat"), text("account_id"),
        text("successor_id", nullable=True), sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        refers("wish", "match_id", "match"), refers("wish", "account_id", "account"),
        refers("wish", "successor_id", "account"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wish")),
    )  # fmt: skip
    op.create_index(op.f("ix_wish_match_id"), "wish", ["match_id"])
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.add_column(text("handed_by", nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_invitation_handed_by_account"), "account", ["handed_by"], ["id"])
    with op.batch_alter_table("one_time_link", schema=None) as batch_op:
        batch_op.add_column(text("match_id", nullable=True))
        batch_op.add_column(text("seat", nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_one_time_link_match_id_match"), "match", ["match_id"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("one_time_link", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_one_time_link_match_id_match"), type_="foreignkey")
        batch_op.drop_column("seat")
        batch_op.drop_column("match_id")
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_invitation_handed_by_account"), type_="foreignkey")
        batch_op.drop_column("handed_by")
    for table in ("wish", "seat_change", "seat_shown"):
        op.drop_table(table)
