"""Links that work once, to set a new password by; what the name of an account looks like

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

from service.lookalikes import look_of
from service.store.tables import Moment

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


ACCOUNT = sa.table("account", *map(sa.column, ("id", "name", "look_key", "made_at")))


def upgrade() -> None:
    op.create_table(
        "one_time_link",
        sa.Column("hash", sqlmodel.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.AutoString(), nullable=False),
        sa.Column("account_id", sqlmodel.AutoString(), nullable=False),
        sa.Column("made_by", sqlmodel.AutoString(), nullable=True),
        sa.Column("made_at", Moment(timezone=True), nullable=False),
        sa.Column("ends_at", Moment(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_one_time_link_account_id_account")),
        sa.ForeignKeyConstraint(["made_by"], ["account.id"], name=op.f("fk_one_time_link_made_by_account")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_one_time_link")),
    )
    op.create_index(op.f("ix_one_time_link_account_id"), "one_time_link", ["account_id"])
    # No constraint of the table: SQLite would have to make it anew, and other tables' rows name its rows.
    op.add_column("account", sa.Column("look_key", sqlmodel.AutoString(), nullable=True))
    op.create_index(op.f("ix_account_look_key"), "account", ["look_key"], unique=True)
    looks: dict[str, str] = {}
    named = sa.select(ACCOUNT.c.id, ACCOUNT.c.name).where(ACCOUNT.c.name.is_not(None))
    for account_id, name in op.get_bind().execute(named.order_by(ACCOUNT.c.made_at, ACCOUNT.c.id)):
        looks.setdefault(look_of(name), account_id)
    for look, account_id in looks.items():
        op.execute(sa.update(ACCOUNT).where(ACCOUNT.c.id == account_id).values(look_key=look))


def downgrade() -> None:
    op.drop_index(op.f("ix_account_look_key"), "account")
    op.drop_column("account", "look_key")
    op.drop_table("one_time_link")
