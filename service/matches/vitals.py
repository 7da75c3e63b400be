"""How the server does: its database, disk, clock, bots, open matches and queue, for its monitor and for its owner.

It counts what is of the whole server and of no moment: of what is played in a match that goes on nothing can be read
from it, and so orders that wait are counted once they have waited longer than they ever do while all goes well.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from service.matches.context import Context

GIGABYTE = 1024**3
LITTLE, TOO_LITTLE = GIGABYTE, GIGABYTE // 50
"""Bytes free on the disk: less than the first is said to the owner, less than the second makes the server not ready."""
AWRY = 5.0
"""Seconds by which the database's clock may differ from this machine's."""
OVERDUE = timedelta(minutes=1)
"""Orders that have waited longer are stuck."""


@dataclass(frozen=True)
class Vitals:
    """How the server does now. `disk_free`: bytes, None where the disk is another machine's. `clock_apart`: seconds.

    `claimed`: whether this process has the right to serve the database. `bots`: None where the server runs none.
    """

    database_seconds: float
    disk_free: int | None
    clock_apart: float
    claimed: bool
    bots: bool | None
    going_on: int
    stopped: int
    overdue: int

    @property
    def wrong(self) -> tuple[str, ...]:
        """What keeps the server from its work, each in a word; where there is any it is not ready."""
        full = self.disk_free is not None and self.disk_free < TOO_LITTLE
        found = (("disk", full), ("clock", self.clock_apart > AWRY), ("claim", not self.claimed))
        return tuple(what for what, is_wrong in found if is_wrong)

    def alarms(self) -> Iterator[str]:
        """What its owner is to see to, a sentence each."""
        if self.disk_free is not None and self.disk_free < LITTLE:
            free = f"{self.disk_free / 2**20:.0f} MB are free on the disk of this server."
            yield f"{free} When it is full nobody can give orders or sign in. Make room, or put away what is over."
        if self.clock_apart > AWRY:
            yield f"The database's clock and this machine's are {self.clock_apart:.0f} s apart."
        if self.stopped:
            yield f"Matches that have stopped because of a fault: {self.stopped}."
        if self.overdue:
            yield f"Lists of orders that wait to be worked for more than a minute: {self.overdue}."


def vitals(context: Context, *, bots: bool | None = None) -> Vitals:
    """How the server does. Raises Unavailable where the database does not answer."""
    began = time.perf_counter()
    with context.store.look() as look:
        look.accounts.by_id("")
        taken = time.perf_counter() - began
        going_on, stopped, overdue = look.keeping.counted(context.clock() - OVERDUE)
        apart = look.keeping.clock_apart()
    claim = context.store.claim
    return Vitals(
        database_seconds=taken, disk_free=disk_free(context), clock_apart=apart,
        claimed=claim is None or claim.is_held, bots=bots, going_on=going_on, stopped=stopped, overdue=overdue,
    )  # fmt: skip


def disk_free(context: Context) -> int | None:
    """Bytes free where a database of our own lies."""
    file = context.store.writer.url.database
    if not context.store.is_embedded or not file or file == ":memory:":
        return None
    return shutil.disk_usage(Path(file).parent).free
