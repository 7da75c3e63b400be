"""Bringing the tables up to date, with Alembic.

Alembic and what it brings along take a quarter of a second to import and eight megabytes; so they are imported only
where there are tables to bring up to date. A new database is made with the tables as the code has them, which are those
that all revisions come to (a test compares them). Which revisions there are, the names of their files say.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Engine

from service.store.database import UnfitAddress
from service.store.tables import METADATA, NOTICE_ONCE, ONCE

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).parent / "migrations"
VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps which revision has run last, as Alembic itself makes it."""


def config_for(engine: Engine | None = None) -> Config:
    """Alembic's configuration, without a file: the scripts lie beside this module."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["engine"] = engine
    return config


def migrate(engine: Engine) -> None:
    """Run every revision that has not run yet, each in a transaction of its own; make a new database at once.

    Raises UnfitAddress.
    """
    if is_new(engine):
        make_tables(engine)
        return
    current = revision_of(engine)
    if current == revisions()[-1]:
        return
    if current is not None and not is_known(current):
        raise UnfitAddress("The database is of a later version of Sitrep than this one.")
    from alembic import command

    command.upgrade(config_for(engine), "head")


def is_new(engine: Engine) -> bool:
    """Whether a database has no tables at all."""
    return not sa.inspect(engine).get_table_names()


def make_tables(engine: Engine) -> None:
    """The tables of a new database, all of them in one transaction, noted down as what the newest revision made."""
    if engine.dialect.name == "postgresql":  # said here, for to name it imports the dialect: 30 ms and two megabytes
        NOTICE_ONCE.dialect_kwargs["postgresql_where"] = sa.text(ONCE)
    with engine.begin() as connection:
        METADATA.create_all(connection)
        VERSION.create(connection)
        connection.execute(sa.insert(VERSION).values(version_num=revisions()[-1]))


def is_up_to_date(engine: Engine) -> bool:
    """Whether the newest revision has run."""
    return revision_of(engine) == revisions()[-1]


def is_behind(engine: Engine) -> bool:
    """Whether revisions are left to be run on tables that are there and that this release knows."""
    current = revision_of(engine)
    return not is_new(engine) and current != revisions()[-1] and (current is None or is_known(current))


def is_known(revision: str) -> bool:
    """Whether a revision is one of those that this version has."""
    return revision in revisions()


def revisions() -> list[str]:
    """The ids of all revisions, the newest last: what the name of a file has before its first underscore."""
    return sorted(file.name.partition("_")[0] for file in (SCRIPTS / "versions").glob("[0-9]*_*.py"))


def revision_of(engine: Engine) -> str | None:
    """The last revision that has run; None, where there are no tables yet."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(VERSION.name):
            return None
        return connection.execute(sa.select(VERSION.c.version_num)).scalar_one_or_none()
