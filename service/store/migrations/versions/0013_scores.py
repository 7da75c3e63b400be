"""What is counted of each seat's log has in it what the game keeps for the score; counted anew for what is there

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

from alembic import op

from service.store.migrations.counting import count_again

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    count_again(op.get_bind(), by_sets=True)


def downgrade() -> None:
    """What is counted besides is passed over."""
