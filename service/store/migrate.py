"""Bringing the tables up to date, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

SCRIPTS = Path(__file__).parent / "migrations"


def config_for(engine: Engine) -> Config:
    """Alembic's configuration, without a file: the scripts lie beside this module."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["engine"] = engine
    return config


def migrate(engine: Engine) -> None:
    """Run every revision that has not run yet; each in a transaction of its own."""
    command.upgrade(config_for(engine), "head")


def is_up_to_date(engine: Engine) -> bool:
    """Whether the newest revision has run."""
    with engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current == ScriptDirectory.from_config(config_for(engine)).get_current_head()
