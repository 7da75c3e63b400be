"""Units of work: what is asked ahead in one transaction, what is written by it later, and running a statement in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, cast, overload

from sqlalchemy import Connection, CursorResult, Executable
from sqlmodel import Session

from service.store.saved import SeatTold
from service.store.statements import NONE, Found, Prepared, Row, Values, are_several


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
        if self.later or self.last:
            try:
                self._write()
            except BaseException as fault:
                self.failed = fault
                raise
        if "own_session" in vars(self):
            self.own_session.flush()

    def _write(self) -> None:
        """Write what is still to be written, and then what comes last. Raises what is missed, and DBAPIError."""
        later, self.later = self.later, {}
        for (statement, _), written in later.items():
            found = statement.run(self.connection, written.values)
            if written.missed is not None and found.rowcount != len(written.values):
                raise written.missed
        last, self.last = self.last, []
        for statement, several in groupby(last, itemgetter(0)):
            statement.run(self.connection, [values for _, values in several])

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
