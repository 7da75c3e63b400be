"""By which mail address somebody is told, and what waits to be told: the channels, and the notices.

How a notice comes to be written is in `notice_writing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Literal, Self

from sqlalchemy import bindparam, delete, func, or_, select, update

from service.engine.seats import Seat
from service.store import tables
from service.store.notice_writing import (
    ANSWER_BY,
    CHANNELS,
    NOTICES,
    OF_ALL,
    NoticeKind,
    Reminder,
    Timely,
    is_late,
    is_late_for_arbiters,
    note_for_arbiter,
    note_for_official,
    note_telling,
    note_timely,
    soon_over,
)
from service.store.statements import MATCHES, SEATS
from service.store.unit import Records, run

CHANNEL_MATCHES, LOST_WAYS, ARRIVED = (
    tables.METADATA.tables[name] for name in ("channel_match", "lost_way", "arrived_mail")
)
_c, _n = CHANNELS.c, NOTICES.c
ChannelKind = Literal["mail", "webhook", "feed", "push"]
BY_MAIL: tuple[ChannelKind, ...] = ("mail",)
BESIDES: tuple[ChannelKind, ...] = ("webhook", "feed", "push")
"""What a sender of mails sends, and what is told by the web."""
MAP_ASKED = "map"
"""What an answer to a mail is `about` that was asked for the map."""
MODERATOR = "moderator"
"""What a notice of consent is about that asks somebody to moderate a match."""
WHOLE_TURN = ("letter", "letter-and-map")
"""What mails say that tell a whole turn, without its map or with it."""
REPORTED = ("asked", "letter", "over", "answer")
"""Kinds that tell of what the log of a seat reports."""
REMINDED: dict[Reminder, timedelta] = {"hours-before": timedelta(hours=3), "day-before": timedelta(days=1)}
"""How long before the end of a time one is reminded; of what was asked later than that, nobody is."""
LATE_FOR = timedelta(days=30)
"""So long after its end a time is told to be over to whoever could not be told before."""


@dataclass(frozen=True)
class SavedChannel:
    """A channel with what its owner wishes; the columns of `tables.Channel` say what each is."""

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
    day_before: bool
    hours_before: bool
    last_in_quiet: bool
    talk: str
    kind: ChannelKind = "mail"

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})

    @property
    def tells(self) -> bool:
        """Whether anything goes by it."""
        return self.confirmed_at is not None and self.paused_at is None


@dataclass(frozen=True)
class SavedNotice:
    """A notice; the columns of `tables.Notice` say what each is."""

    number: int
    channel_id: str
    match_id: str
    seat: str
    kind: NoticeKind
    up_to_entry: int
    about: str
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
    aside: str
    up_to_message: int
    sheet_version: int
    over_at: datetime | None
    sent: bool
    said: str

    @classmethod
    def of(cls, row: Any) -> Self:
        return cls(**{field.name: getattr(row, field.name) for field in fields(cls)})

    @property
    def is_for_official(self) -> bool:
        """Whether it tells the arbiter of a match or its moderator, who have no seat there."""
        return bool(self.match_id) and not self.seat

    @property
    def is_for_moderator(self) -> bool:
        """Whether it tells the moderator: that they are asked to be it, or of what was done with the match."""
        return self.is_for_official and (self.kind == "seat" or self.about == MODERATOR)

    @property
    def of_match(self) -> tuple[str, str, str]:
        """What notices have in common that one mail tells: the address, the match and the seat."""
        return self.channel_id, self.match_id, self.seat


@dataclass(frozen=True)
class SavedQueue:
    """How the mail of the server goes: how many notices wait, since when, and the last `fault` that keeps one back.

    How many mails went out, when the last did, and how many were tried and never sent.
    """

    waiting: int
    oldest: datetime | None
    fault: str
    sent: int
    sent_at: datetime | None
    failed: int


@dataclass(frozen=True)
class SavedAsking:
    """How a seat stands: who holds it, whether it is asked and since when, and until when it has to answer."""

    account_id: str | None
    asked: bool
    asked_at: datetime | None
    answer_by: datetime | None


# ---- what waits, and what became of it

_NOW: Any = bindparam("now", type_=_n.due.type)
_OF_KINDS = select(_c.id).where(_c.kind.in_(bindparam("kinds", expanding=True)))
_NEXT = (
    select(_n.number)
    .where(_n.over_at.is_(None), _n.due <= _NOW, or_(_n.taken_until.is_(None), _n.taken_until <= _NOW))
    .where(_n.channel_id.in_(_OF_KINDS))
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


class Notices(Records):
    """Channels and notices, within one unit of work."""

    def lease(
        self, now: datetime, until: datetime, by: str, kinds: Sequence[ChannelKind] = BY_MAIL
    ) -> SavedNotice | None:
        """Take up the notice of a channel of these kinds that is due and free; nobody else takes it until then."""
        row = run(self.unit, _CLAIM, {"now": now, "until": until, "by": by, "kinds": list(kinds)}).first()
        return SavedNotice.of(row) if row else None

    def add(self, channel: SavedChannel, kind: NoticeKind, at: datetime) -> None:
        """A notice of the channel itself, which tells nothing of any log."""
        match_id, seat = channel.match_id, channel.seat
        self.session.add(
            tables.Notice(channel_id=channel.id, match_id=match_id, seat=seat, kind=kind, made_at=at, due=at)
        )

    def answer(
        self, channel: SavedChannel, match_id: str, seat: Seat, text: str, at: datetime, due: datetime, sheet: int,
        about: str = "",
    ) -> None:  # fmt: skip
        """A mail of this seat is answered with this text, which shows its sheet as of that version."""
        row = tables.Notice(channel_id=channel.id, match_id=match_id, seat=seat, kind="answer", made_at=at, due=due)
        row.aside, row.sheet_version, row.about = text, sheet, about
        self.session.add(row)

    def by_id(self, id: str) -> SavedNotice | None:
        """The notice of a mail."""
        row = run(self.unit, select(NOTICES).where(_n.id == id)).first()
        return SavedNotice.of(row) if row else None

    def change(self, number: int, **columns: Any) -> None:
        """Write columns of a notice."""
        run(self.unit, update(NOTICES).where(_n.number == number).values(**columns))

    def free(self, number: int, due: datetime, **columns: Any) -> None:
        """Let go of a notice, which is due again then."""
        self.change(number, due=due, taken_until=None, taken_by="", **columns)

    def end(self, number: int, at: datetime, said: str, *, sent: bool = False) -> None:
        """A notice is over: sent, or let be, and why."""
        self.change(number, over_at=at, said=said, sent=sent, taken_until=None)
        run(self.unit, update(NOTICES).where(or_(_n.number == number, _n.carried_by == number)).values(aside=""))

    def let_be(self, number: int, at: datetime, why: str) -> None:
        """A notice is not sent, and why. What its mail was to tell besides waits again, each for itself."""
        self.end(number, at, why)
        self.change(number, up_to_message=0)
        anew = {"carried_by": None, "over_at": None, "due": at, "up_to_message": 0, "id": None, "dated": None}
        run(self.unit, update(NOTICES).where(_n.carried_by == number).values(**anew))

    def carry(self, numbers: Sequence[int], by: int, at: datetime) -> None:
        """These are told of by the mail of another notice."""
        run(self.unit, update(NOTICES).where(_n.number.in_(numbers)).values(carried_by=by, over_at=at))

    def carried(self, number: int) -> list[SavedNotice]:
        """The notices that this one's mail tells of: itself, and those that it carries."""
        query = select(NOTICES).where(or_(_n.number == number, _n.carried_by == number)).order_by(_n.number)
        return [SavedNotice.of(row) for row in run(self.unit, query)]

    def waiting(self, channel_id: str, now: datetime) -> list[SavedNotice]:
        """The notices of a channel that are due by now and have never been taken up for sending, oldest first."""
        query = select(NOTICES).where(_n.channel_id == channel_id, _n.over_at.is_(None), _n.id.is_(None), _n.due <= now)
        return [SavedNotice.of(row) for row in run(self.unit, query.order_by(_n.number))]

    def last_sent(self, channel_id: str, match_id: str, seat: Seat, *, reported: bool = False) -> SavedNotice | None:
        """The last notice of a seat that a mail was sent for; that has `reported` all that its log did by then."""
        its = (_n.channel_id == channel_id, _n.match_id == match_id, _n.seat == seat)
        query = select(NOTICES).where(*its, _n.sent, _n.up_to_entry > 0)
        if reported:
            query = query.where(_n.kind.in_(REPORTED), _n.form.in_(WHOLE_TURN))
        row = run(self.unit, query.order_by(_n.over_at.desc(), _n.number.desc()).limit(1)).first()
        return SavedNotice.of(row) if row else None

    def last_said(self, channel_id: str, match_id: str, seat: Seat) -> int:
        """The last message of a seat's box that a mail has brought, or is to bring."""
        its = (_n.channel_id == channel_id, _n.match_id == match_id, _n.seat == seat)
        return run(self.unit, select(func.max(_n.up_to_message)).where(*its)).scalar() or 0

    def latest(self, channel_id: str, kind: NoticeKind) -> SavedNotice | None:
        """The last notice of this kind."""
        query = select(NOTICES).where(_n.channel_id == channel_id, _n.kind == kind)
        row = run(self.unit, query.order_by(_n.number.desc()).limit(1)).first()
        return SavedNotice.of(row) if row else None

    def judge_again(self, channel_id: str, now: datetime) -> None:
        """What waits is looked at again now: its owner has other wishes."""
        waits = (_n.channel_id == channel_id, _n.over_at.is_(None), _n.id.is_(None))
        run(self.unit, update(NOTICES).where(*waits).values(due=now))

    def queue(self) -> SavedQueue:
        """How the mail of the server goes."""
        waits, tried = _n.over_at.is_(None), _n.id.is_not(None)
        waiting, oldest = run(self.unit, select(func.count(), func.min(_n.made_at)).where(waits)).one()
        sent, sent_at = run(self.unit, select(func.count(), func.max(_n.over_at)).where(_n.sent)).one()
        failed = run(self.unit, select(func.count()).where(tried, ~waits, ~_n.sent)).scalar_one()
        kept_back = select(_n.said).where(waits, _n.said != "").order_by(_n.due.desc()).limit(1)
        return SavedQueue(waiting, oldest, run(self.unit, kept_back).scalar() or "", sent, sent_at, failed)

    def asking(self, match_id: str, seat: Seat) -> SavedAsking | None:
        """Whether a seat is asked."""
        s = SEATS.c
        query = select(s.account_id, s.asked, s.asked_at, ANSWER_BY).join(MATCHES, MATCHES.c.id == s.match_id)
        row = run(self.unit, query.where(s.match_id == match_id, s.seat == seat)).first()
        return SavedAsking(*row) if row else None

    def tell_seat(self, match_id: str, seat: Seat, kind: NoticeKind, at: datetime, about: str = "") -> None:
        """Write down that whoever holds a seat is to be told of something beside its log, by each channel of theirs."""
        note_telling(self.unit, match_id, seat, kind, at, about=about)

    def tell_question(self, match_id: str, seat: Seat, at: datetime) -> None:
        """Write down that whoever has just taken a seat is to be told what it is asked, where it is asked something."""
        if (seat_now := self.asking(match_id, seat)) is not None and seat_now.asked:
            self.tell_seat(match_id, seat, "asked", at)

    def timely(self, now: datetime, times_end_by: datetime) -> list[tuple[NoticeKind, Timely]]:
        """What time has brought that is to be told now and is not written down: reminders, and times that are over."""
        found: list[tuple[NoticeKind, Timely]] = []
        for kind, before in REMINDED.items():
            for one in soon_over(self.unit, kind, now, now + before, now):
                if one.asked_at is None or one.asked_at < one.answer_by - before:
                    found.append((kind, one))
        since = now - LATE_FOR
        late = (
            *is_late(self.unit, since, times_end_by),
            *is_late_for_arbiters(self.unit, since, times_end_by),
        )
        return [*found, *(("late", one) for one in late)]

    def tell_arbiter(self, match_id: str, kind: NoticeKind, at: datetime) -> None:
        """Write down that the arbiter of a match is to be told that they are asked to be that."""
        note_for_arbiter(self.unit, match_id, kind, at)

    def tell_moderator(self, account_id: str, match_id: str, kind: NoticeKind, at: datetime, about: str) -> None:
        """Write down that whoever moderates a match is to be told: that they are asked to, about `MODERATOR`, or what
        was done with a seat or with the match, about the number of that change."""
        note_for_official(self.unit, account_id, match_id, kind, at, about=about)

    def tell_timely(self, kind: NoticeKind, told: Timely, at: datetime) -> None:
        """Write that down. Raises sqlalchemy's IntegrityError where another process has."""
        note_timely(self.unit, kind, told, at)

    # ---- ways back in

    def ask_back(self, id: str, address: str, at: datetime) -> None:
        """Somebody has lost a way in, and says that this address is theirs."""
        self.session.add(tables.LostWay(id=id, address=address, at=at))

    def is_asked_back(self) -> bool:
        """Whether anybody has asked so who was not taken up yet."""
        return run(self.unit, select(LOST_WAYS.c.id).limit(1)).first() is not None

    def asked_back(self) -> list[str]:
        """Take up all who have asked so: the addresses, each once."""
        rows = list(run(self.unit, delete(LOST_WAYS).returning(LOST_WAYS.c.address)))
        return sorted({row.address.lower() for row in rows})

    def confirmed_at(self, address: str) -> list[SavedChannel]:
        """The channels of an address, in great letters or small, that were confirmed."""
        its = (func.lower(_c.address) == address.lower(), _c.confirmed_at.is_not(None), _c.kind == "mail")
        return [SavedChannel.of(row) for row in run(self.unit, select(CHANNELS).where(*its).order_by(_c.id))]

    # ---- channels

    def channel(self, channel_id: str) -> SavedChannel | None:
        row = self.session.get(tables.Channel, channel_id)
        return SavedChannel.of(row) if row else None

    def channel_of(
        self, account_id: str, match_id: str = OF_ALL, seat: str = OF_ALL, kind: ChannelKind = "mail"
    ) -> SavedChannel | None:
        """The mail address, or another channel, of an account, or of one seat of it."""
        its = (_c.account_id == account_id, _c.match_id == match_id, _c.seat == seat, _c.kind == kind)
        row = run(self.unit, select(CHANNELS).where(*its)).first()
        return SavedChannel.of(row) if row else None

    def channels_of(self, account_id: str) -> list[SavedChannel]:
        """All channels that tell of all seats of an account."""
        its = (_c.account_id == account_id, _c.match_id == OF_ALL)
        return [SavedChannel.of(row) for row in run(self.unit, select(CHANNELS).where(*its).order_by(_c.kind))]

    def newest(self, channel_id: str, count: int) -> list[SavedNotice]:
        """The last so many notices that went by a channel, newest first."""
        query = select(NOTICES).where(_n.channel_id == channel_id, _n.sent, _n.id.is_not(None))
        rows = run(self.unit, query.order_by(_n.over_at.desc(), _n.number.desc()).limit(count))
        return [SavedNotice.of(row) for row in rows]

    def put(self, channel: SavedChannel) -> None:
        """Write a channel, anew where it is there."""
        self.session.merge(tables.Channel(**vars(channel)))
        self.session.flush()

    def forget(self, channel_id: str) -> None:
        """Take a channel away, with all that it was to tell."""
        for table in (ARRIVED, NOTICES, CHANNEL_MATCHES):
            run(self.unit, delete(table).where(table.c.channel_id == channel_id))
        run(self.unit, delete(CHANNELS).where(_c.id == channel_id))

    def became_account(self, account_id: str) -> None:
        """A guest has got a name: the newest of their seats' addresses is that of the account, and the others go."""
        query = select(_c.id).where(_c.account_id == account_id).order_by(_c.made_at.desc(), _c.id)
        found = list(run(self.unit, query).scalars())
        for other in found[1:]:
            self.forget(other)
        if found:
            run(self.unit, update(CHANNELS).where(_c.id == found[0]).values(match_id=OF_ALL, seat=OF_ALL))

    def paces(self, channel_id: str) -> dict[str, str]:
        """What the channel does in single matches otherwise than in all, by match."""
        m = CHANNEL_MATCHES.c
        return dict(run(self.unit, select(m.match_id, m.pace).where(m.channel_id == channel_id)).all())

    def put_pace(self, channel_id: str, match_id: str, pace: str) -> None:
        """Say so for a match; an empty pace: as in all others."""
        m = CHANNEL_MATCHES.c
        run(self.unit, delete(CHANNEL_MATCHES).where(m.channel_id == channel_id, m.match_id == match_id))
        if pace:
            self.session.add(tables.ChannelMatch(channel_id=channel_id, match_id=match_id, pace=pace))
