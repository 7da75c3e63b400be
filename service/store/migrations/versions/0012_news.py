"""What is counted of each seat's log counts its news too; counted anew for what is there

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

from alembic import op

from service.store.migrations.counting import count_again

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    count_again(op.get_bind(), by_sets=True)


def downgrade() -> None:
    """What is counted besides is passed over."""
