"""Who is to be told what, and by which mail address: the channels, and the notices that wait.

A notice is written in the transaction that tells, by one statement that finds who wants to hear of it: so it is there
exactly if the report is, and where nobody wants to hear, nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal, Self

from sqlalchemy import bindparam, delete, func, insert, literal, or_, select, update
from sqlmodel import Session

from service.engine.reports import HeadingOpened, LetterArrived, Report
from service.engine.seats import Seat
from service.store import tables
from service.store.statements import MATCH, MATCHES, SEAT, SEATS, run

NoticeKind = Literal["asked", "letter", "over", "confirm", "test"]
CHANNELS, CHANNEL_MATCHES, NOTICES = (tables.METADATA.tables[name] for name in ("channel", "channel_match", "notice"))
_c, _n = CHANNELS.c, NOTICES.c
OF_ALL = ""
"""The match and the seat of a channel that tells of all seats of its account."""


@dataclass(frozen=True)
class SavedChannel:
    """A mail address with what its owner wishes; the columns of `tables.Channel` say what each is."""

    id: str
    account_id: str
    match_id: str
    seat: str
    address: str
    secret: bytes
    made_at: datetime
    confirmed_at: datetime | None
    bounced_at: datetime | None
    paused_at: datetime | None
    paused_why: str
    contents: str
    pace: str
    hours: int
    hour: int
    zone: str
    quiet_from: int
    quiet_until: int
    letters: bool
    waits: bool

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})

    @property
    def tells(self) -> bool:
        """Whether mails go to it."""
        return self.confirmed_at is not None and self.paused_at is None


@dataclass(frozen=True)
class SavedNotice:
    """A notice; the columns of `tables.Notice` say what each is."""

    number: int
    channel_id: str
    match_id: str
    seat: str
    kind: NoticeKind
    upto: int
    answer_by: datetime | None
    made_at: datetime
    due: datetime
    tries: int
    id: str | None
    dated: datetime | None
    form: str
    zone: str
    after: str
    since: int
    over_at: datetime | None
    sent: bool
    said: str

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})

    @property
    def of_match(self) -> tuple[str, str, str]:
        """What notices have in common that one mail tells: the address, the match and the seat."""
        return self.channel_id, self.match_id, self.seat


@dataclass(frozen=True)
class SavedAsking:
    """How a seat stands: who holds it, and whether it is asked and since when."""

    account_id: str | None
    asked: bool
    asked_at: datetime | None


# ---- in the transaction that tells

_WRITTEN = (
    "channel_id", "match_id", "seat", "kind", "upto", "answer_by", "made_at", "due", "taken_by", "tries", "form",
    "zone", "after", "since", "said",
)  # fmt: skip
_KIND, _UPTO, _AT = (
    bindparam("kind", type_=_n.kind.type),
    bindparam("upto", type_=_n.upto.type),
    bindparam("at", type_=_n.due.type),
)
_WISHED = (
    select(
        _c.id, SEATS.c.match_id, SEATS.c.seat, _KIND, _UPTO, MATCHES.c.due_at, _AT, _AT, literal(""), literal(0),
        literal(""), literal(""), literal(""), literal(0), literal(""),
    )
    .select_from(SEATS)
    .join(MATCHES, MATCHES.c.id == SEATS.c.match_id)
    .join(CHANNELS, _c.account_id == SEATS.c.account_id)
    .where(SEATS.c.match_id == MATCH, SEATS.c.seat == SEAT, _c.confirmed_at.is_not(None), _c.paused_at.is_(None))
    .where(or_(_c.match_id == OF_ALL, (_c.match_id == SEATS.c.match_id) & (_c.seat == SEATS.c.seat)))
    .where(or_(_KIND != "letter", _c.letters))
)  # fmt: skip
_TELL = insert(NOTICES).from_select(_WRITTEN, _WISHED)


def kind_of_telling(told: Sequence[Report], *, asked: bool, ended: bool) -> NoticeKind | None:
    """What its holder hears of these reports, after which his seat is `asked` or not; `ended`: the match, just now."""
    if ended:
        return "over"
    if asked and any(isinstance(report, HeadingOpened) for report in told):
        return "asked"  # also what came before the question; what standing orders have answered is none by now
    return "letter" if any(isinstance(report, LetterArrived) for report in told) else None


def note_telling(session: Session, match_id: str, seat: Seat, kind: NoticeKind, upto: int, at: datetime) -> None:
    """Write down that whoever holds a seat is to be told, if he wants to be, by each channel that he has."""
    run(session, _TELL, {"match_id": match_id, "seat": seat, "kind": kind, "upto": upto, "at": at})


# ---- what waits, and what became of it

_NOW: Any = bindparam("now", type_=_n.due.type)
_NEXT = (
    select(_n.number)
    .where(_n.over_at.is_(None), _n.due <= _NOW, or_(_n.taken_until.is_(None), _n.taken_until <= _NOW))
    .order_by(_n.due, _n.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(NOTICES)
    .where(_n.number == _NEXT.scalar_subquery())
    .values(taken_by=bindparam("by"), taken_until=bindparam("until"))
    .returning(*NOTICES.c)
)


class Notices:
    """Channels and notices, within one unit of work."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def claim(self, now: datetime, until: datetime, by: str) -> SavedNotice | None:
        """Take up the notice that is due and free, for so long; nobody else takes it meanwhile."""
        row = run(self.session, _CLAIM, {"now": now, "until": until, "by": by}).first()
        return SavedNotice.of(row) if row else None

    def add(self, channel: SavedChannel, kind: NoticeKind, at: datetime) -> None:
        """A notice of the channel itself, which tells nothing of any log."""
        match_id, seat = channel.match_id, channel.seat
        self.session.add(
            tables.Notice(channel_id=channel.id, match_id=match_id, seat=seat, kind=kind, made_at=at, due=at)
        )

    def change(self, number: int, **columns: Any) -> None:
        """Write columns of a notice."""
        run(self.session, update(NOTICES).where(_n.number == number).values(**columns))

    def free(self, number: int, due: datetime, **columns: Any) -> None:
        """Let go of a notice, which is due again then."""
        self.change(number, due=due, taken_until=None, taken_by="", **columns)

    def end(self, number: int, at: datetime, said: str, *, sent: bool = False) -> None:
        """A notice is over: sent, or let be, and why."""
        self.change(number, over_at=at, said=said, sent=sent, taken_until=None)

    def carry(self, numbers: Sequence[int], by: int, at: datetime) -> None:
        """These are told of by the mail of another notice."""
        run(self.session, update(NOTICES).where(_n.number.in_(numbers)).values(carried_by=by, over_at=at))

    def carried(self, number: int) -> list[SavedNotice]:
        """The notices that this one's mail tells of: itself, and those that it carries."""
        query = select(NOTICES).where(or_(_n.number == number, _n.carried_by == number)).order_by(_n.number)
        return [SavedNotice.of(row) for row in run(self.session, query)]

    def waiting(self, channel_id: str, now: datetime) -> list[SavedNotice]:
        """The notices of a channel that are due by now and have never been taken up for sending, oldest first."""
        query = select(NOTICES).where(_n.channel_id == channel_id, _n.over_at.is_(None), _n.id.is_(None), _n.due <= now)
        return [SavedNotice.of(row) for row in run(self.session, query.order_by(_n.number))]

    def last_sent(self, channel_id: str, match_id: str, seat: Seat) -> SavedNotice | None:
        """The last notice of a seat that a mail was sent for."""
        its = (_n.channel_id == channel_id, _n.match_id == match_id, _n.seat == seat)
        query = select(NOTICES).where(*its, _n.sent, _n.upto > 0)
        row = run(self.session, query.order_by(_n.over_at.desc(), _n.number.desc()).limit(1)).first()
        return SavedNotice.of(row) if row else None

    def latest(self, channel_id: str, kind: NoticeKind) -> SavedNotice | None:
        """The last notice of this kind."""
        query = select(NOTICES).where(_n.channel_id == channel_id, _n.kind == kind)
        row = run(self.session, query.order_by(_n.number.desc()).limit(1)).first()
        return SavedNotice.of(row) if row else None

    def judge_again(self, channel_id: str, now: datetime) -> None:
        """What waits is looked at again now: its owner has other wishes."""
        waits = (_n.channel_id == channel_id, _n.over_at.is_(None), _n.id.is_(None))
        run(self.session, update(NOTICES).where(*waits).values(due=now))

    def queue(self) -> tuple[int, datetime | None, str, datetime | None]:
        """For the house's owner: how many wait, the oldest; the last word of one that failed; when one went out."""
        waits = _n.over_at.is_(None)
        count, oldest = run(self.session, select(func.count(), func.min(_n.made_at)).where(waits)).one()
        failed = select(_n.said).where(waits, _n.said != "").order_by(_n.due.desc()).limit(1)
        fault = run(self.session, failed).scalar() or ""
        return count, oldest, fault, run(self.session, select(func.max(_n.over_at)).where(_n.sent)).scalar()

    def asking(self, match_id: str, seat: Seat) -> SavedAsking | None:
        """Whether a seat is asked."""
        s = SEATS.c
        query = select(s.account_id, s.asked, s.asked_at).where(s.match_id == match_id, s.seat == seat)
        row = run(self.session, query).first()
        return SavedAsking(*row) if row else None

    # ---- channels

    def channel(self, channel_id: str) -> SavedChannel | None:
        row = self.session.get(tables.Channel, channel_id)
        return SavedChannel.of(row) if row else None

    def channel_of(self, account_id: str, match_id: str = OF_ALL, seat: str = OF_ALL) -> SavedChannel | None:
        """The mail address of an account, or of one seat of it."""
        query = select(CHANNELS).where(_c.account_id == account_id, _c.match_id == match_id, _c.seat == seat)
        row = run(self.session, query).first()
        return SavedChannel.of(row) if row else None

    def put(self, channel: SavedChannel) -> None:
        """Write a channel, anew where it is there."""
        self.session.merge(tables.Channel(**vars(channel)))
        self.session.flush()

    def forget(self, channel_id: str) -> None:
        """Take a channel away, with all that it was to tell."""
        for table in (NOTICES, CHANNEL_MATCHES):
            run(self.session, delete(table).where(table.c.channel_id == channel_id))
        run(self.session, delete(CHANNELS).where(_c.id == channel_id))

    def became_account(self, account_id: str) -> None:
        """A guest has got a name: the newest of his seats' addresses is that of the account, and the others go."""
        query = select(_c.id).where(_c.account_id == account_id).order_by(_c.made_at.desc(), _c.id)
        found = list(run(self.session, query).scalars())
        for other in found[1:]:
            self.forget(other)
        if found:
            run(self.session, update(CHANNELS).where(_c.id == found[0]).values(match_id=OF_ALL, seat=OF_ALL))

    def paces(self, channel_id: str) -> dict[str, str]:
        """What the channel does in single matches otherwise than in all, by match."""
        m = CHANNEL_MATCHES.c
        return dict(run(self.session, select(m.match_id, m.pace).where(m.channel_id == channel_id)).all())

    def put_pace(self, channel_id: str, match_id: str, pace: str) -> None:
        """Say so for a match; an empty pace: as in all others."""
        m = CHANNEL_MATCHES.c
        run(self.session, delete(CHANNEL_MATCHES).where(m.channel_id == channel_id, m.match_id == match_id))
        if pace:
            self.session.add(tables.ChannelMatch(channel_id=channel_id, match_id=match_id, pace=pace))
