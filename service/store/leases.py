"""What one process of a server has at a time, by a lease that it renews: whoever does not is replaced when it is over.

All moments are of one clock, the database's, so that machines whose clocks differ agree on who has what.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import CursorResult, and_, delete, func, or_, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, insert, select

from service.store import tables
from service.store.unit import Records

_l = tables.Lease
LEAD = "lead"
"""The lease of whoever sees to the duties of the server."""
SERVING = "serving "
"""How the lease begins by which a process is among those who serve; its name follows."""


class Leases(Records):
    """All leases, within one unit of work."""

    def moment(self) -> datetime:
        """What the database's clock says; this machine's, where the database is a file of our own."""
        if self.unit.connection.dialect.name == "sqlite":
            return datetime.now(UTC)
        there: datetime = self.session.execute(select(func.clock_timestamp())).scalar_one()
        return there

    def take(self, name: str, holder: str, at: datetime, until: datetime) -> bool:
        """Take a lease that nobody has at this moment, or renew one's own; whether the holder has it now."""
        free = or_(col(_l.holder) == holder, col(_l.until) <= at)
        taken = self.session.execute(
            update(_l)
            .where(col(_l.name) == name, free)
            .values(holder=holder, until=until)
            .execution_options(synchronize_session=False)
        )
        assert isinstance(taken, CursorResult)
        if taken.rowcount == 1:
            return True
        if self.holder(name) is not None:
            return False
        try:
            with self.session.begin_nested():
                self.session.execute(insert(_l).values(name=name, holder=holder, until=until))
        except IntegrityError:  # another was sooner
            return False
        return True

    def holder(self, name: str) -> tuple[str, datetime] | None:
        """Who had a lease last, and until when."""
        found = self.session.execute(select(_l.holder, _l.until).where(_l.name == name)).one_or_none()
        return (found[0], found[1]) if found is not None else None

    def serving(self, at: datetime) -> Mapping[str, datetime]:
        """The processes that serve at this moment, and until when at least."""
        which = (col(_l.name).startswith(SERVING), col(_l.until) > at)
        return dict(self.session.exec(select(_l.holder, _l.until).where(*which)).all())

    def give_back(self, holder: str, at: datetime) -> None:
        """Give back all that a process has, and forget those processes that are long gone."""
        gone = and_(col(_l.name).startswith(SERVING), col(_l.until) <= at)
        self.session.execute(delete(_l).where(or_(col(_l.holder) == holder, gone)))
