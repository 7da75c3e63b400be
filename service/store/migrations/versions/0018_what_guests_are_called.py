"""What a guest is called, who has no account with a name

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("called", sqlmodel.AutoString(), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("account", "called")
