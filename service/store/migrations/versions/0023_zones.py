"""By the clocks of which zone an account is shown times

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("zone", sqlmodel.AutoString(), server_default="UTC", nullable=False))


def downgrade() -> None:
    op.drop_column("account", "zone")
