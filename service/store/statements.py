"""Units of work, and running statements that are put together once: what every order and every page asks.

Most of what a statement costs is else that SQLAlchemy puts it together, goes through its parts to know it again, and
makes rows of what comes back. Tables are named here by themselves, without the classes of their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeGuard, TypeVar, cast, overload

import orjson
from sqlalchemy import (
    Connection,
    CursorResult,
    Dialect,
    Executable,
    Insert,
    Select,
    bindparam,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine
from sqlmodel import Session

from service.store import tables
from service.store.for_each import NUL, for_each
from service.store.saved import SeatTold

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


class Unit:
    """A unit of work: one transaction, which is the connection's and begins with its first statement."""

    def __init__(self, connection: Connection, *, writes: bool) -> None:
        self.connection = connection
        self.doubted = set[str]()
        """Accounts of which something has ended here by which they may listen."""
        self.writes = writes
        """Whether what was found may be otherwise when it is asked again."""
        self.ahead: dict[tuple[Any, ...], Found[Row]] = {}
        """What was found by `ask_ahead`, by the statement and its values."""
        self.later: dict[tuple[Prepared, tuple[str, ...]], Later] = {}
        """What is still to be written, in the order in which it is."""
        self.failed: BaseException | None = None
        """Why it could not be written."""
        self.last: list[tuple[Prepared, Mapping[str, Any]]] = []
        """What is written behind it."""
        self.told: list[SeatTold] = []
        """What seats were told in it."""
        self.committed: list[Callable[[], None]] = []
        """What is done once it is committed."""

    def ask_ahead(self, *asked: tuple[Prepared, Sequence[Mapping[str, Any]]]) -> None:
        """Ask at once what will be asked for each of these values, by one statement for all of them.

        Whoever runs the statement with the same values, named in the same order, finds it here: in a unit that writes
        once, and until something else than `write_later` is run in it. Nothing is asked ahead for one alone.
        """
        self.flush()
        if self.writes:
            self.ahead.clear()
        if self.writes and self.connection.dialect.name != "sqlite":  # others may write what was found meanwhile
            return
        for statement, values in asked:
            if len(values) > 1:
                for one, found in zip(values, statement.gathered(self.connection, values), strict=False):
                    self.ahead[statement, *one.values()] = found

    def found_ahead(self, statement: Prepared, values: Mapping[str, Any]) -> Found[Row] | None:
        """What was asked ahead by this, if it was."""
        which = (statement, *values.values())
        return self.ahead.pop(which, None) if self.writes else self.ahead.get(which)

    def write_later(
        self, statement: Prepared, values: Sequence[Mapping[str, Any]], missed: Exception | None = None
    ) -> None:
        """Write this with all that is written by the same statement, before anything else is run and at the end.

        Where it changes another number of rows, that raises what is `missed`.
        """
        if "own_session" in vars(self):
            self.own_session.flush()
        if self.connection.dialect.name != "sqlite":
            if missed is None:
                statement.run(self.connection, values)
            elif any(statement.run(self.connection, one).rowcount != 1 for one in values):
                raise missed
            return
        which = (statement, tuple(values[0]))
        if which not in self.later:
            self.later[which] = Later([], missed)
        self.later[which].values.extend(values)

    def write_last(self, statement: Prepared, values: Mapping[str, Any]) -> None:
        """Write this when all is written that is written later."""
        if self.connection.dialect.name != "sqlite":
            statement.run(self.connection, values)
        else:
            self.last.append((statement, values))

    def when_committed(self, work: Callable[[], None]) -> None:
        """Do this once the unit is committed, and never where it is not."""
        self.committed.append(work)

    @property
    def session(self) -> Session:
        """Its session, which sees what was written, and may write itself."""
        if self.later or self.last:
            self.flush()
        self.forget_ahead()
        return self.own_session

    def forget_ahead(self) -> None:
        """Let go of what was asked ahead, where it may be otherwise by now."""
        if self.writes:
            self.ahead.clear()

    @cached_property
    def own_session(self) -> Session:
        """A session for what is done with rows and classes. Most units of work need none.

        A session that begins a transaction of its own takes longer for it than a statement.
        """
        return Session(self.connection, expire_on_commit=False, join_transaction_mode="rollback_only")

    def flush(self) -> None:
        """Write what is still to be written, by the unit or its session.

        Where that has failed once, nothing of the unit is ever committed, whoever has caught what was raised.
        """
        if self.failed is not None:
            raise self.failed
        if self.later:
            later, self.later = self.later, {}
            try:
                for (statement, _), written in later.items():
                    found = statement.run(self.connection, written.values)
                    if written.missed is not None and found.rowcount != len(written.values):
                        raise written.missed
            except BaseException as fault:
                self.failed = fault
                raise
        if self.last:
            last, self.last = self.last, []
            for statement, several in groupby(last, itemgetter(0)):
                statement.run(self.connection, [values for _, values in several])
        if "own_session" in vars(self):
            self.own_session.flush()

    def close(self) -> None:
        """Let go of the session, where there is one."""
        if "own_session" in vars(self):
            self.own_session.close()


class Later(NamedTuple):
    """Rows to be written by one statement, and what is raised where it changes another number."""

    values: list[Mapping[str, Any]]
    missed: Exception | None


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
            return on_driver(connection, form.sql, [form.parameters(one) for one in values], form, many=True)
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


@overload
def run(unit: Unit, statement: Prepared, values: Values = NONE) -> Found[Row]: ...
@overload
def run(unit: Unit, statement: Executable, values: Values = NONE) -> CursorResult[*tuple[Any, ...]]: ...
def run(unit: Unit, statement: Prepared | Executable, values: Values = NONE) -> Any:
    """Run a statement in the unit's transaction, after what its session has still to write.

    In an insert or update that names no values, these are what is written, by the names of the columns.
    """
    if isinstance(statement, Prepared) and statement.reads:
        if unit.ahead and not are_several(values):
            found = unit.found_ahead(statement, cast(Mapping[str, Any], values))
            if found is not None:
                return found
    else:
        unit.forget_ahead()
    unit.flush()
    if isinstance(statement, Prepared):
        return statement.run(unit.connection, values)
    return unit.connection.execute(statement, values)
