"""The first tables

Revision ID: 0001
Revises: nothing
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sqlmodel.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.AutoString(), nullable=True),
        sa.Column("name_key", sqlmodel.AutoString(), nullable=True),
        sa.Column("password", sqlmodel.AutoString(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
    )
    op.create_table(
        "match",
        sa.Column("id", sqlmodel.AutoString(), nullable=False),
        sa.Column("game", sqlmodel.AutoString(), nullable=False),
        sa.Column("scenario", sqlmodel.AutoString(), nullable=False),
        sa.Column("options", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("rules_version", sqlmodel.AutoString(), nullable=False),
        sa.Column("chain_end", sa.LargeBinary(), nullable=False),
        sa.Column("hidden", sa.LargeBinary(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("opened_by", sqlmodel.AutoString(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("journal_length", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["opened_by"], ["account.id"], name=op.f("fk_match_opened_by_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_opened_by"), ["opened_by"], unique=False)

    op.create_table(
        "token",
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("account_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("label", sqlmodel.AutoString(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_token_account_id_account")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_token")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_account_id"), ["account_id"], unique=False)

    op.create_table(
        "answer",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("key", sqlmodel.AutoString(), nullable=False),
        sa.Column("asked", sqlmodel.AutoString(), nullable=False),
        sa.Column("accepted", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_answer_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", "key", name=op.f("pk_answer")),
    )
    op.create_table(
        "invitation",
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_invitation_match_id_match")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_invitation")),
    )
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitation_match_id"), ["match_id"], unique=False)

    op.create_table(
        "journal_entry",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=True),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_journal_entry_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_journal_entry")),
    )
    op.create_table(
        "log_entry",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_log_entry_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", "number", name=op.f("pk_log_entry")),
    )
    op.create_table(
        "opening",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_opening_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_opening")),
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("account_id", sqlmodel.AutoString(), nullable=True),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("log_length", sa.Integer(), nullable=False),
        sa.Column("journal_seen", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_seat_account_id_account")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_account_id"), ["account_id"], unique=False)

    op.create_table(
        "session",
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("account_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("match_id", sqlmodel.AutoString(), nullable=True),
        sa.Column("seat", sqlmodel.AutoString(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_session_account_id_account")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_session_match_id_match")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_session")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_account_id"), ["account_id"], unique=False)

    op.create_table(
        "sheet",
        sa.Column("match_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_sheet_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_sheet")),
    )


def downgrade() -> None:
    op.drop_table("sheet")
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_session_account_id"))

    op.drop_table("session")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_account_id"))

    op.drop_table("seat")
    op.drop_table("opening")
    op.drop_table("log_entry")
    op.drop_table("journal_entry")
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invitation_match_id"))

    op.drop_table("invitation")
    op.drop_table("answer")
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_account_id"))

    op.drop_table("token")
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_match_opened_by"))

    op.drop_table("match")
    op.drop_table("account")
