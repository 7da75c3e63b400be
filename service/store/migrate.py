"""Bringing the tables up to date, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from service.store.database import UnfitAddress

SCRIPTS = Path(__file__).parent / "migrations"


def config_for(engine: Engine | None = None) -> Config:
    """Alembic's configuration, without a file: the scripts lie beside this module."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["engine"] = engine
    return config


def migrate(engine: Engine) -> None:
    """Run every revision that has not run yet; each in a transaction of its own. Raises UnfitAddress."""
    current = revision_of(engine)
    if current is not None and not is_known(current):
        raise UnfitAddress("The database is of a later version of Sitrep than this one.")
    command.upgrade(config_for(engine), "head")


def is_up_to_date(engine: Engine) -> bool:
    """Whether the newest revision has run."""
    return revision_of(engine) == ScriptDirectory.from_config(config_for()).get_current_head()


def is_known(revision: str) -> bool:
    """Whether a revision is one of those that this version has."""
    return revision in {script.revision for script in ScriptDirectory.from_config(config_for()).walk_revisions()}


def revision_of(engine: Engine) -> str | None:
    """The last revision that has run; None, where there are no tables yet."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()
