"""What is written down to be told: by one statement that finds who wants to hear of it, and by which channels.

With a report, an offer or a message the notice is written in the transaction that tells, so it is there exactly if what
it tells of is, and where nobody wants to hear, nothing is written. What comes as time goes by, reminders and a time
that is over, is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import bindparam, case, exists, insert, literal, or_, select

from service.engine.reports import HeadingOpened, LetterArrived, Report, TimeTold
from service.engine.seats import Seat
from service.store import tables
from service.store.statements import MATCH, MATCHES, SEAT, SEATS, Prepared
from service.store.unit import Unit, run

NoticeKind = Literal[
    "asked", "letter", "over", "late", "day-before", "hours-before", "talk", "consent", "seat", "confirm", "test",
    "way-back", "answer",
]  # fmt: skip
Reminder = Literal["day-before", "hours-before"]
CHANNELS, NOTICES, ARBITERS = (tables.METADATA.tables[name] for name in ("channel", "notice", "arbiter"))
_c, _n = CHANNELS.c, NOTICES.c
OF_ALL = ""
"""The match and the seat of a channel that tells of all seats of its account."""


# ---- when a time is over

ANSWER_BY: Any = case(
    (SEATS.c.ends_at.is_(None), MATCHES.c.due_at),
    (or_(MATCHES.c.due_at.is_(None), SEATS.c.ends_at < MATCHES.c.due_at), SEATS.c.ends_at),
    else_=MATCHES.c.due_at,
)
"""When the time is over in which a seat has to answer: its clock's or that of its game's window, whichever is first."""

# ---- in the transaction that tells

_WRITTEN = (
    "channel_id", "match_id", "seat", "kind", "up_to_entry", "about", "answer_by", "made_at", "due", "taken_by",
    "tries", "form", "zone", "after", "since", "said",
)  # fmt: skip
_KIND, _ABOUT, _AT = (
    bindparam("kind", type_=_n.kind.type),
    bindparam("about", type_=_n.about.type),
    bindparam("at", type_=_n.due.type),
)
_IS_TOLD = (
    _c.confirmed_at.is_not(None),
    _c.paused_at.is_(None),
    or_(_c.match_id == OF_ALL, (_c.match_id == SEATS.c.match_id) & (_c.seat == SEATS.c.seat)),
)
"""A channel of an account tells of this seat of its."""
_NOTHING_YET = (literal(""), literal(0), literal(""), literal(""), literal(""), literal(0), literal(""))
_WISHED = (
    select(
        _c.id, SEATS.c.match_id, SEATS.c.seat, _KIND, SEATS.c.log_length, _ABOUT, literal(None, _n.answer_by.type),
        _AT, _AT, *_NOTHING_YET,
    )
    .select_from(SEATS)
    .join(CHANNELS, _c.account_id == SEATS.c.account_id)
    .where(SEATS.c.match_id == MATCH, SEATS.c.seat == SEAT, *_IS_TOLD)
    .where(or_(_KIND != "letter", _c.letters), or_(_KIND != "talk", _c.talk == "at-once"))
)  # fmt: skip
_TELL = Prepared(insert(NOTICES).from_select(_WRITTEN, _WISHED, include_defaults=False))  # the database has them


def kinds_of_telling(told: Sequence[Report], *, asked: bool, ended: bool) -> Iterator[tuple[NoticeKind, str]]:
    """What its holder hears of these reports, and about what, after which the seat is `asked` or not.

    `ended`: the match, just now.
    """
    for report in told:
        if isinstance(report, TimeTold):
            yield "late", report.seat
    if ended:
        yield "over", ""
    elif asked and any(isinstance(report, HeadingOpened) for report in told):
        yield "asked", ""  # also what came before the question; what standing orders have answered is none by now
    elif any(isinstance(report, LetterArrived) for report in told):
        yield "letter", ""


def note_telling(unit: Unit, match_id: str, seat: Seat, kind: NoticeKind, at: datetime, *, about: str = "") -> None:
    """Write down that whoever holds a seat is to be told, if they want to be, by each channel that they have."""
    unit.write_last(_TELL, {"match_id": match_id, "seat": seat, "kind": kind, "about": about, "at": at})


# ---- as time goes by

_FROM, _UNTIL = (bindparam(name, type_=_n.due.type) for name in ("from_", "until"))
_SOON = (
    select(_c.id.label("channel_id"), SEATS.c.match_id, SEATS.c.seat, SEATS.c.asked_at, ANSWER_BY.label("answer_by"))
    .select_from(SEATS)
    .join(MATCHES, MATCHES.c.id == SEATS.c.match_id)
    .join(CHANNELS, _c.account_id == SEATS.c.account_id)
    .where(SEATS.c.asked, MATCHES.c.stopped_at.is_(None), *_IS_TOLD)
    .where(or_(SEATS.c.ends_at.between(_FROM, _UNTIL), MATCHES.c.due_at.between(_FROM, _UNTIL)))
    .where(ANSWER_BY.between(_FROM, _UNTIL))
)


def _not_yet(kind: Any, *which: Any) -> Any:
    """That a channel has no notice of this kind and seat that is also so."""
    its = (_n.channel_id == _c.id, _n.match_id == SEATS.c.match_id, _n.seat == SEATS.c.seat, _n.kind == kind)
    return ~exists().where(*its, *which)


_NOW: Any = bindparam("now", type_=_n.due.type)
_REMINDED = {
    kind: _SOON.where(_c[kind.replace("-", "_")], _not_yet(kind, _n.answer_by > _NOW))
    for kind in ("day-before", "hours-before")
}
_late = SEATS.alias()
_LATE = (
    select(
        _c.id.label("channel_id"),
        SEATS.c.match_id,
        SEATS.c.seat,
        _late.c.seat.label("about"),
        _late.c.ends_at.label("answer_by"),
    )
    .select_from(_late)
    .join(SEATS, SEATS.c.match_id == _late.c.match_id)
    .join(MATCHES, MATCHES.c.id == _late.c.match_id)
    .join(CHANNELS, _c.account_id == SEATS.c.account_id)
    .where(_late.c.asked, _late.c.ends_at.between(_FROM, _UNTIL), MATCHES.c.stopped_at.is_(None), *_IS_TOLD)
    .where(or_(_late.c.runs_out_at.is_(None), _late.c.runs_out_at > _late.c.ends_at))
    .where(
        or_(SEATS.c.seat == _late.c.seat, _late.c.runs_out_at.is_(None) & ~SEATS.c.asked & ~SEATS.c.ended),
    )
    .where(_not_yet("late", _n.answer_by == _late.c.ends_at))
)
_LATE_FOR_ARBITERS = (
    select(
        _c.id.label("channel_id"), _late.c.match_id, _late.c.seat.label("about"), _late.c.ends_at.label("answer_by")
    )
    .select_from(_late)
    .join(ARBITERS, ARBITERS.c.match_id == _late.c.match_id)
    .join(CHANNELS, _c.account_id == ARBITERS.c.account_id)
    .where(ARBITERS.c.agreed_at.is_not(None), ARBITERS.c.declined_at.is_(None))
    .where(_c.match_id == OF_ALL, _c.confirmed_at.is_not(None), _c.paused_at.is_(None))
    .where(_late.c.asked, _late.c.ends_at.between(_FROM, _UNTIL), _late.c.runs_out_at > _late.c.ends_at)
    .where(
        ~exists().where(
            _n.channel_id == _c.id, _n.match_id == _late.c.match_id, _n.seat == OF_ALL, _n.kind == "late",
            _n.about == _late.c.seat, _n.answer_by == _late.c.ends_at,
        )
    )
)  # fmt: skip
"""Sides whose arbiter is to rule, by each address of that account; they have no seat, so the notice names none."""
_TELL_OFFICIAL = insert(NOTICES).from_select(
    _WRITTEN,
    select(
        _c.id, bindparam("match_id", type_=_n.match_id.type), literal(OF_ALL), _KIND, literal(0), _ABOUT,
        bindparam("answer_by", type_=_n.answer_by.type), _AT, _AT, *_NOTHING_YET,
    ).where(
        _c.account_id == bindparam("account_id", type_=_c.account_id.type),
        _c.match_id == OF_ALL, _c.confirmed_at.is_not(None), _c.paused_at.is_(None),
    ),
)  # fmt: skip
_ARBITER_OF = select(ARBITERS.c.account_id).where(ARBITERS.c.match_id == MATCH)
_PUT = insert(NOTICES).from_select(
    _WRITTEN,
    select(
        bindparam("channel_id", type_=_n.channel_id.type), SEATS.c.match_id, SEATS.c.seat, _KIND, SEATS.c.log_length,
        _ABOUT, bindparam("answer_by", type_=_n.answer_by.type), _AT, _AT, *_NOTHING_YET,
    ).where(SEATS.c.match_id == MATCH, SEATS.c.seat == SEAT),
)  # fmt: skip


@dataclass(frozen=True)
class Timely:
    """A seat whose time is over soon, or is over, and a channel that is to tell of it; `about`: whose time that is."""

    channel_id: str
    match_id: str
    seat: Seat
    answer_by: datetime
    asked_at: datetime | None = None
    about: str = ""


def soon_over(unit: Unit, kind: Reminder, since: datetime, until: datetime, now: datetime) -> list[Timely]:
    """The seats that have to answer between these moments, by each channel that wants this reminder and had none yet.

    One that told of a time which is over by now, as it was moved meanwhile, is as good as none.
    """
    rows = run(unit, _REMINDED[kind], {"from_": since, "until": until, "now": now})
    return [Timely(one.channel_id, one.match_id, one.seat, one.answer_by, one.asked_at) for one in rows]


def is_late(unit: Unit, since: datetime, until: datetime) -> list[Timely]:
    """The seats whose time was over between these moments, where nobody answers for them yet: told to them, and where
    that was agreed to those who may claim the match, by each channel that has not told it yet."""
    rows = run(unit, _LATE, {"from_": since, "until": until})
    return [Timely(one.channel_id, one.match_id, one.seat, one.answer_by, about=one.about) for one in rows]


def is_late_for_arbiters(unit: Unit, since: datetime, until: datetime) -> list[Timely]:
    """The seats whose time was over between these moments, of which an arbiter is to rule and was not told yet."""
    rows = run(unit, _LATE_FOR_ARBITERS, {"from_": since, "until": until})
    return [Timely(one.channel_id, one.match_id, OF_ALL, one.answer_by, about=one.about) for one in rows]


def note_for_arbiter(
    unit: Unit,
    match_id: str,
    kind: NoticeKind,
    at: datetime,
    *,
    about: str = "",
    answer_by: datetime | None = None,
) -> None:
    """Write down that the arbiter of a match is to be told, by their address."""
    for [account_id] in run(unit, _ARBITER_OF, {"match_id": match_id}):
        note_for_official(unit, account_id, match_id, kind, at, about=about, answer_by=answer_by)


def note_for_official(
    unit: Unit,
    account_id: str,
    match_id: str,
    kind: NoticeKind,
    at: datetime,
    *,
    about: str,
    answer_by: datetime | None = None,
) -> None:
    """Write down that an account is to be told of a match in which it has no seat, by its address."""
    said = {"account_id": account_id, "match_id": match_id, "kind": kind, "about": about, "answer_by": answer_by}
    run(unit, _TELL_OFFICIAL, {**said, "at": at})


def note_timely(unit: Unit, kind: NoticeKind, told: Timely, at: datetime) -> None:
    """Write down that a channel is to tell of it. Raises sqlalchemy's IntegrityError where that was done already."""
    if told.seat == OF_ALL:
        note_for_arbiter(unit, told.match_id, kind, at, about=told.about, answer_by=told.answer_by)
        return
    its = {"channel_id": told.channel_id, "match_id": told.match_id, "seat": told.seat, "answer_by": told.answer_by}
    run(unit, _PUT, {**its, "kind": kind, "about": told.about, "at": at})
