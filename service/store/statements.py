"""Units of work, and running statements that are put together once: what every order and every page asks.

Most of what a statement costs is else that SQLAlchemy puts it together, goes through its parts to know it again, and
makes rows of what comes back. Tables are named here by themselves, without the classes of their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from sqlalchemy import Connection, CursorResult, Dialect, Executable, Insert, Select, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine
from sqlmodel import Session

from service.store import tables

MATCHES, SEATS, JOURNAL, LOG, QUEUE, ANSWERS, TOKENS, SESSIONS = (
    tables.METADATA.tables[name]
    for name in ("match", "seat", "journal_entry", "log_entry", "queued_orders", "answer", "token", "session")
)
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
NONE: Values = MappingProxyType({})

MATCH: Any = bindparam("match_id")
SEAT: Any = bindparam("seat")
# In an update the names of columns are those of what is written.
OF_MATCH: Any = bindparam("of_match")
OF_SEAT: Any = bindparam("of_seat")


class Unit:
    """A unit of work: one transaction, which is the connection's and begins with its first statement."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.doubted = set[str]()
        """Accounts of which something has ended here by which they may listen."""

    @cached_property
    def session(self) -> Session:
        """A session for what is done with rows and classes. Most units of work need none.

        A session that begins a transaction of its own takes longer for it than a statement.
        """
        return Session(self.connection, expire_on_commit=False, join_transaction_mode="rollback_only")

    def flush(self) -> None:
        """Write what the session has still to write, where there is one."""
        if "session" in vars(self):
            self.session.flush()

    def close(self) -> None:
        """Let go of the session, where there is one."""
        if "session" in vars(self):
            self.session.close()


class Records:
    """Some of the tables, within one unit of work."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    @property
    def session(self) -> Session:
        return self.unit.session


T = TypeVar("T")


class Found(Generic[T]):
    """What a statement found, all of it, or how many rows it has changed."""

    def __init__(self, rows: Sequence[T], rowcount: int) -> None:
        self.rows = rows
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[T]:
        return iter(self.rows)

    def all(self) -> Sequence[T]:
        return self.rows

    def first(self) -> T | None:
        return self.rows[0] if self.rows else None

    def one(self) -> T:
        """The only one. Raises LookupError."""
        if len(self.rows) != 1:
            raise LookupError(f"{len(self.rows)} rows where there is to be one")
        return self.rows[0]

    def scalars(self) -> Found[Any]:
        """The first column."""
        return Found([row[0] for row in self.rows], self.rowcount)  # type: ignore[index]

    def scalar_one(self) -> Any:
        return self.scalars().one()


Row = tuple[Any, ...]
Processor = Callable[[Any], Any]


def processors(types: Sequence[TypeEngine[Any]], dialect: Dialect, *, binds: bool) -> tuple[Processor | None, ...]:
    """What makes of a value what the driver takes, or of what it gives the value; None where they are the same."""
    own = [type_.dialect_impl(dialect) for type_ in types]
    return tuple(one.bind_processor(dialect) if binds else one.result_processor(dialect, None) for one in own)


class Form:
    """A statement as SQLite's driver takes it, where values of these names are given."""

    def __init__(self, statement: Executable, names: Sequence[str], dialect: Dialect) -> None:
        made: Any = statement.compile(  # type: ignore[attr-defined]
            dialect=dialect,
            column_keys=list(names),
            for_executemany=isinstance(statement, Insert),
            compile_kwargs={"render_postcompile": True},
        )
        self.sql = str(made)
        self.names: tuple[str, ...] = tuple(made.positiontup)
        self.set: dict[str, Any] = {name: value for name, value in made.params.items() if name not in names}
        """What the statement says itself, and nobody gives."""
        of_name = [made.binds[name].type if name in made.binds else None for name in self.names]
        given = processors([one for one in of_name if one is not None], dialect, binds=True)
        found = iter(given)
        binders = [next(found) if one is not None else None for one in of_name]
        self.binders = [(place, binder) for place, binder in enumerate(binders) if binder is not None]
        self.readers: list[tuple[int, Processor]] | None = None
        """None where nothing is read."""
        if isinstance(statement, Select):
            reading = processors([one.type for one in statement.selected_columns], dialect, binds=False)
            self.readers = [(place, reader) for place, reader in enumerate(reading) if reader is not None]

    def parameters(self, values: Mapping[str, Any]) -> list[Any]:
        said = {**self.set, **values} if self.set else values
        given = [said[name] for name in self.names]
        for place, binder in self.binders:
            given[place] = binder(given[place])
        return given

    def read(self, rows: list[Row]) -> list[Row]:
        if not self.readers:
            return rows
        found = []
        for row in rows:
            columns = list(row)
            for place, reader in self.readers:
                columns[place] = reader(columns[place])
            found.append(tuple(columns))
        return found


class Prepared:
    """A statement that is asked again and again. It lives as long as the process."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement
        self._forms: dict[tuple[str, ...], Form] = {}

    def run(self, connection: Connection, values: Values) -> Found[Row]:
        """Run it; several times where several rows are given. Raises DBAPIError."""
        if connection.dialect.name != "sqlite":
            found = connection.execute(self.statement, values)
            return Found([tuple(row) for row in found] if found.returns_rows else (), found.rowcount)
        first = values if isinstance(values, Mapping) else values[0]
        names = tuple(first)
        if not connection.in_transaction():
            connection.begin()
        form = self._forms.get(names)
        if form is None:
            form = self._forms[names] = Form(self.statement, names, connection.dialect)
        if isinstance(values, Mapping):
            return on_driver(connection, form.sql, form.parameters(values), form)
        return on_driver(connection, form.sql, [form.parameters(one) for one in values], form, many=True)


def on_driver(
    connection: Connection, sql: str, parameters: Sequence[Any] = (), form: Form | None = None, *, many: bool = False
) -> Found[Row]:
    """Have the driver run this in the connection's transaction, and tell whoever listens. Raises DBAPIError."""
    driver: Any = connection.connection.driver_connection
    for told in connection.dispatch.before_cursor_execute:
        told(connection, None, sql, parameters, None, many)
    try:
        cursor = driver.executemany(sql, parameters) if many else driver.execute(sql, parameters)
        rows = form.read(cursor.fetchall()) if form is not None and form.readers is not None else ()
    except connection.dialect.loaded_dbapi.Error as fault:
        base = connection.dialect.loaded_dbapi.Error
        raise DBAPIError.instance(sql, None, fault, base, True, dialect=connection.dialect) from fault
    return Found(rows, cursor.rowcount)


@overload
def run(unit: Unit, statement: Prepared, values: Values = NONE) -> Found[Row]: ...
@overload
def run(unit: Unit, statement: Executable, values: Values = NONE) -> CursorResult[*tuple[Any, ...]]: ...
def run(unit: Unit, statement: Prepared | Executable, values: Values = NONE) -> Any:
    """Run a statement in the unit's transaction, after what its session has still to write.

    In an insert or update that names no values, these are what is written, by the names of the columns.
    """
    unit.flush()
    if isinstance(statement, Prepared):
        return statement.run(unit.connection, values)
    return unit.connection.execute(statement, values)
