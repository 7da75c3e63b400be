"""The number of an account's right to listen, which grows with everything that may end it.

Whoever may listen has been looked at once, at some number. As long as it is the same, what is told to their seat may be
sent to them; else they are looked at anew. It is read in the transaction in which what is told is read, so nothing is
sent that was written after the right had ended, in whatever process that was done.

The rows are written as the last of a unit of work and in their order: so nobody who holds one waits for another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import bindparam, delete, func, update
from sqlalchemy.dialects import sqlite
from sqlmodel import select

from service.store import tables
from service.store.statements import Prepared
from service.store.unit import Unit, run

RIGHTS = tables.METADATA.tables["listening_right"]
_ACCOUNT: Any = bindparam("of_account")
NUMBER = Prepared(select(RIGHTS.c.number).where(RIGHTS.c.account_id == _ACCOUNT))
NUMBER_OF_HOLDER: Any = (
    select(func.coalesce(func.max(RIGHTS.c.number), 0))
    .where(RIGHTS.c.account_id == tables.Seat.account_id)
    .correlate(tables.Seat)
    .scalar_subquery()
)
"""The same of whoever holds a seat, in a statement that asks of that seat."""
_RAISE = update(RIGHTS).where(RIGHTS.c.account_id == _ACCOUNT).values(number=RIGHTS.c.number + 1)


def number_of(unit: Unit, account_id: str) -> int:
    """The number of an account's right as of this unit of work."""
    return next((number for (number,) in run(unit, NUMBER, {"of_account": account_id})), 0)


def raise_all(unit: Unit, account_ids: Iterable[str]) -> None:
    """Raise the numbers of these accounts; those who are looked at after the commit are looked at anew."""
    for account_id in sorted(account_ids):
        if unit.connection.dialect.name == "sqlite":
            into = sqlite.insert(RIGHTS).values(account_id=account_id, number=0)
            run(unit, into.on_conflict_do_nothing())
        else:
            from sqlalchemy.dialects import postgresql  # two megabytes that only such a server needs

            run(unit, postgresql.insert(RIGHTS).values(account_id=account_id, number=0).on_conflict_do_nothing())
        run(unit, _RAISE, {"of_account": account_id})


def forget_right(unit: Unit, account_id: str) -> None:
    """Forget the number of an account that is taken away."""
    run(unit, delete(RIGHTS).where(RIGHTS.c.account_id == _ACCOUNT), {"of_account": account_id})
