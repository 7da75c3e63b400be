"""Ledgers: what a seat's log has come to, leaf by leaf; written for all logs that are there; and courses of matches

Revision ID: 0037
Revises: 0036
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from service.store.migrations.ledgers import write_all

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ledger_leaf",
        sa.Column("match_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.Column("stops", sa.Text(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_ledger_leaf_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", "number", name=op.f("pk_ledger_leaf")),
    )
    op.create_table(
        "ledger_contact",
        sa.Column("match_id", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("handle", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("present", sa.Boolean(), nullable=False),
        sa.Column("entries", sa.Text(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_ledger_contact_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", "handle", name=op.f("pk_ledger_contact")),
    )
    op.create_table(
        "course",
        sa.Column("match_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("rest", sa.Text(), nullable=False),
        sa.Column("steps", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_course_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_course")),
    )
    write_all(op.get_bind())


def downgrade() -> None:
    op.drop_table("course")
    op.drop_table("ledger_contact")
    op.drop_table("ledger_leaf")
