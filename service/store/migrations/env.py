"""How Alembic runs our revisions: on the engine that it is given, tables rebuilt whole where SQLite must have it so."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Engine

from service.store.tables import METADATA

engine: Engine = context.config.attributes["engine"]

with engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=True,
        transactional_ddl=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()  # of what was begun outside the revisions, the question which of them have run
