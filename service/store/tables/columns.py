"""How columns are named and typed, in whichever database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Dialect, LargeBinary, Text, TypeDecorator
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = SQLModel.metadata
METADATA.naming_convention = NAMES


class Moment(TypeDecorator[datetime]):
    """An aware moment in UTC, also where the database forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Json(TypeDecorator[Any]):
    """JSON; on PostgreSQL JSONB, of a dialect that only a server with such a database need import."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name != "postgresql":
            return dialect.type_descriptor(JSON())
        from sqlalchemy.dialects.postgresql import JSONB

        return dialect.type_descriptor(JSONB())


def json_column() -> Column[Any]:
    return Column(Json, nullable=False)


def text_column() -> Column[Any]:
    return Column(Text, nullable=False)


def secret_column() -> Column[Any]:
    return Column(LargeBinary, nullable=False)
