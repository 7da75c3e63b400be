"""Mails that came: written down before the door says that they are taken, and worked once."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Self

from sqlalchemy import bindparam, func, or_, select, update

from service.store import tables
from service.store.notices import ARRIVED, SavedNotice
from service.store.unit import Records, run

_a = ARRIVED.c
_NOW: Any = bindparam("now", type_=_a.came_at.type)
_NEXT = (
    select(_a.number)
    .where(_a.over_at.is_(None), or_(_a.taken_until.is_(None), _a.taken_until <= _NOW))
    .order_by(_a.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(ARRIVED)
    .where(_a.number == _NEXT.scalar_subquery())
    .values(taken_until=bindparam("until"), tries=_a.tries + 1)
    .returning(*ARRIVED.c)
)


ANSWERED_TEST = "answered the test"
"""The outcome of a mail that answers a test."""


@dataclass(frozen=True)
class SavedArrival:
    """A mail that came; the columns of `tables.ArrivedMail` say what each is."""

    number: int
    notice_id: str
    channel_id: str
    match_id: str
    seat: str
    content: bytes
    came_at: datetime
    tries: int

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})


class Arrivals(Records):
    """Mails that came, within one unit of work."""

    def add(self, answered: SavedNotice, content: bytes, at: datetime) -> None:
        """A mail came that answers this notice."""
        row = tables.ArrivedMail(
            notice_id=answered.id or "",
            channel_id=answered.channel_id,
            match_id=answered.match_id,
            seat=answered.seat,
            content=content,
            came_at=at,
        )
        self.session.add(row)

    def lease(self, now: datetime, until: datetime) -> SavedArrival | None:
        """Take up the oldest that is free, for so long; nobody else takes it meanwhile."""
        row = run(self.unit, _CLAIM, {"now": now, "until": until}).first()
        return SavedArrival.of(row) if row else None

    def waiting(self, of_before: datetime | None = None) -> int:
        """How many are not worked yet; of those that came before that moment, if one is said."""
        query = select(func.count()).where(_a.over_at.is_(None))
        query = query.where(_a.came_at < of_before) if of_before is not None else query
        return int(run(self.unit, query).scalar_one())

    def is_known(self, arrival: SavedArrival, mail_id: str) -> bool:
        """Whether another mail of this id was worked for the same seat."""
        its = (_a.channel_id == arrival.channel_id, _a.match_id == arrival.match_id, _a.seat == arrival.seat)
        query = select(_a.number).where(*its, _a.mail_id == mail_id, _a.over_at.is_not(None))
        return run(self.unit, query.limit(1)).first() is not None

    def test_answered_at(self, notice_id: str) -> datetime | None:
        """When the first answer to a test came; None where none has."""
        query = select(func.min(_a.came_at)).where(_a.notice_id == notice_id, _a.outcome == ANSWERED_TEST)
        found: datetime | None = run(self.unit, query).scalar()
        return found

    def count(self, arrival: SavedArrival, since: datetime) -> int:
        """How many came for the same seat from that moment to this one."""
        its = (_a.channel_id == arrival.channel_id, _a.match_id == arrival.match_id, _a.seat == arrival.seat)
        query = select(func.count()).where(*its, _a.came_at >= since, _a.number <= arrival.number)
        return int(run(self.unit, query).scalar_one())

    def forget_before(self, moment: datetime) -> None:
        """Forget what mails say that were over before then."""
        kept = (_a.over_at < moment, _a.content != b"")
        run(self.unit, update(ARRIVED).where(*kept).values(content=b""))

    def seen(self) -> tuple[int, datetime | None, int]:
        """How many mails have come, when the last did, and how many are over and kept all the same."""
        count, last = run(self.unit, select(func.count(), func.max(_a.came_at))).one()
        kept = select(func.count()).where(_a.over_at.is_not(None), _a.content != b"")
        return int(count), last, int(run(self.unit, kept).scalar_one())

    def end(self, number: int, at: datetime, outcome: str, *, mail_id: str = "", keep: bool = False) -> None:
        """It is worked, or let be; what it says is forgotten unless it is to be kept."""
        columns = {"over_at": at, "outcome": outcome, "mail_id": mail_id, "taken_until": None}
        forgotten = {} if keep else {"content": b""}
        run(self.unit, update(ARRIVED).where(_a.number == number).values(**columns, **forgotten))
