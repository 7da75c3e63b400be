"""Statements that are put together once, and handed to the driver: what every order and every page asks.

Most of what a statement costs is else that SQLAlchemy puts it together, goes through its parts to know it again, and
makes rows of what comes back. Tables are named here by themselves, without the classes of their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Generic, TypeGuard, TypeVar, cast

import orjson
from sqlalchemy import Connection, Dialect, Executable, Insert, Select, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

from service.store import tables
from service.store.for_each import NUL, for_each

MATCHES, SEATS, PICTURES, JOURNAL, LOG, QUEUE, ANSWERS, TOKENS, SESSIONS = (
    tables.METADATA.tables[name]
    for name in (
        "match", "seat", "seat_picture", "journal_entry", "log_entry", "queued_orders", "answer", "token", "session",
    )
)  # fmt: skip
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]


def are_several(values: Values) -> TypeGuard[Sequence[Mapping[str, Any]]]:
    """Whether they are of several rows; to ask of one whether it is a Mapping takes longer."""
    return isinstance(values, list | tuple)


NONE: Values = MappingProxyType({})

MATCH: Any = bindparam("match_id")
SEAT: Any = bindparam("seat")
# In an update the names of columns are those of what is written.
OF_MATCH: Any = bindparam("of_match")
OF_SEAT: Any = bindparam("of_seat")


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


def values_of(names: Sequence[str]) -> Callable[[Mapping[str, Any]], list[Any]]:
    """What takes the values of these names, in their order."""
    if len(names) < 2:
        return lambda values: [values[name] for name in names]
    found = itemgetter(*names)
    return lambda values: [*found(values)]


def positional(dialect: Dialect) -> Dialect:
    """The dialect, where values are given in their order: a driver that is given names looks them up each time."""
    if dialect.positional:
        return dialect
    other = copy(dialect)
    other.paramstyle, other.positional = "format", True
    return other


class Form:
    """A statement as the driver takes it, where values of these names are given."""

    def __init__(self, statement: Executable, names: Sequence[str], dialect: Dialect) -> None:
        dialect = positional(dialect)
        made: Any = statement.compile(  # type: ignore[attr-defined]
            dialect=dialect,
            column_keys=list(names),
            for_executemany=isinstance(statement, Insert),
            compile_kwargs={"render_postcompile": True},
        )
        self.sql = str(made)
        self.names: tuple[str, ...] = tuple(made.positiontup)
        self.in_order = values_of(self.names)
        self.set: dict[str, Any] = {name: value for name, value in made.params.items() if name not in names}
        """What the statement says itself, and nobody gives."""
        of_name = [made.binds[name].type if name in made.binds else None for name in self.names]
        given = processors([one for one in of_name if one is not None], dialect, binds=True)
        found = iter(given)
        binders = [next(found) if one is not None else None for one in of_name]
        self.binder_of = {name: binder for name, binder in zip(self.names, binders, strict=True) if binder is not None}
        self.binders = [(place, binder) for place, binder in enumerate(binders) if binder is not None]
        self.readers: list[tuple[int, Processor]] | None = None
        """None where nothing is read."""
        if isinstance(statement, Select):
            reading = processors([one.type for one in statement.selected_columns], dialect, binds=False)
            self.readers = [(place, reader) for place, reader in enumerate(reading) if reader is not None]

    def parameters(self, values: Mapping[str, Any]) -> list[Any]:
        given = self.in_order({**self.set, **values} if self.set else values)
        for place, binder in self.binders:
            given[place] = binder(given[place])
        return given

    def several(self, values: Sequence[Mapping[str, Any]]) -> list[list[Any]]:
        """The same of several rows: what follows upon itself in a column, as the moment does, is made once."""
        rows = [self.in_order({**self.set, **one} if self.set else one) for one in values]
        for place, binder in self.binders:
            was, bound = None, binder(None)
            for row in rows:
                if row[place] is not was:
                    was, bound = row[place], binder(row[place])
                row[place] = bound
        return rows

    def plain(self, values: Mapping[str, Any]) -> list[Any]:
        """These values as the driver takes them, in the order of their names."""
        return [self.binder_of[name](value) if name in self.binder_of else value for name, value in values.items()]

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
        self.reads = isinstance(statement, Select)
        self._forms: dict[tuple[str, ...], Form] = {}
        """By the kind of database, and the names of the values."""
        self._gathered: dict[tuple[str, ...], tuple[Form, Form]] = {}

    def gathered(self, connection: Connection, values: Sequence[Mapping[str, Any]]) -> Sequence[Found[Row]]:
        """What is found for each of these values, by one statement; nothing where one of them cannot be asked so.

        Raises DBAPIError.
        """
        names = tuple(values[0])
        which = (connection.dialect.name, *names)
        if not connection.in_transaction():
            connection.begin()
        if which not in self._gathered:
            assert isinstance(self.statement, Select)
            gathered = for_each(self.statement, names, connection.dialect)
            self._gathered[which] = (
                Form(self.statement, names, connection.dialect), Form(gathered, ("each",), connection.dialect),
            )  # fmt: skip
        one, many = self._gathered[which]
        try:
            asked = orjson.dumps([one.plain(value) for value in values]).decode()
        except TypeError:  # half a character, of which no row knows either
            asked = NUL
        if NUL in asked:  # SQLite would take what stands before it, and PostgreSQL takes none
            return ()
        found: list[list[Row]] = [[] for _ in values]
        for row in on_driver(connection, many.sql, many.parameters({"each": asked}), many):
            found[row[-1]].append(row[:-1])
        return [Found(rows, -1) for rows in found]

    def run(self, connection: Connection, values: Values) -> Found[Row]:
        """Run it; several times where several rows are given. Raises DBAPIError."""
        names: tuple[str, ...] = tuple(values[0] if are_several(values) else cast(Mapping[str, Any], values))
        which = (connection.dialect.name, *names)
        if not connection.in_transaction():
            connection.begin()
        form = self._forms.get(which)
        if form is None:
            form = self._forms[which] = Form(self.statement, names, connection.dialect)
        if are_several(values):
            return on_driver(connection, form.sql, form.several(values), form, many=True)
        return on_driver(connection, form.sql, form.parameters(cast(Mapping[str, Any], values)), form)


def on_driver(
    connection: Connection, sql: str, parameters: Sequence[Any] = (), form: Form | None = None, *, many: bool = False
) -> Found[Row]:
    """Have the driver run this in the connection's transaction, and tell whoever listens. Raises DBAPIError."""
    driver: Any = connection.connection.driver_connection
    for told in connection.dispatch.before_cursor_execute:
        told(connection, None, sql, parameters, None, many)
    try:
        cursor = driver.cursor()
        cursor.executemany(sql, parameters) if many else cursor.execute(sql, parameters)
        rows = form.read(cursor.fetchall()) if form is not None and form.readers is not None else ()
    except connection.dialect.loaded_dbapi.Error as fault:
        base, is_lost = connection.dialect.loaded_dbapi.Error, connection.dialect.is_disconnect(fault, driver, None)
        if is_lost:
            connection.invalidate(fault)
        raise DBAPIError.instance(sql, None, fault, base, True, is_lost, connection.dialect) from fault
    return Found(rows, cursor.rowcount)
