"""What passes of what a database says: it cannot be had now, and may be had later."""

from __future__ import annotations

from typing import Generic, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from service.store.database import disk_is_full, passes


class Unavailable(Exception):
    """The database is locked, full or gone, and it may go better later.

    Nothing was written, unless the connection was lost at the very end of the transaction: nobody here knows then.
    `is_full`: its disk is, and it goes no better before somebody makes room.
    """

    is_full = False


G = TypeVar("G")


class TranslateDatabaseErrors(Generic[G]):
    """Tells what passes from what does not: a statement that is wrong stays the fault that it is.

    Around whatever is done with what is `given`.
    """

    def __init__(self, given: G) -> None:
        self.given = given

    def __enter__(self) -> G:
        return self.given

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        if isinstance(fault, PoolTimeoutError):
            raise Unavailable(str(fault)) from fault
        if isinstance(fault, DBAPIError) and passes(fault):
            unavailable = Unavailable(str(fault.orig))
            unavailable.is_full = disk_is_full(fault)
            raise unavailable from fault


def translate_database_errors() -> TranslateDatabaseErrors[None]:
    return TranslateDatabaseErrors(None)
