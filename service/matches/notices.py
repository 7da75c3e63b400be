"""Notices: which of them is sent when, what is let be, which are told together, and what becomes of a try.

A notice was written with what it tells of (`store.notice_writing`). Whoever sends takes one up for a while; one who
dies leaves it, and it is free again when that while is over. At the first try all that its mail depends on is written
down, besides the log, so that each further try is the same mail: none is lost, and one that comes twice is known by its
id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.exc import IntegrityError

from service.engine.events import HourStrikes
from service.matches.context import Context
from service.matches.notice_texts import in_paragraphs, is_open, paused_besides, text_beside_the_log
from service.matches.order_lines import as_lines
from service.matches.recovery import leads_back, link_back
from service.matches.turn_letters import EXAMPLE
from service.store import ChannelKind, NoticeKind, SavedChannel, SavedNotice, SavedSheet, Unavailable, Work
from service.store.notices import BY_MAIL, MAP_ASKED, WHOLE_TURN
from service.store.windows import strikes

LEASE = timedelta(minutes=2)
"""For so long a notice is taken by who sends it: longer than a mail server may take to answer."""
SETTLES = timedelta(seconds=10)
"""A mail waits so long for more of the same, and for a page to show what it would tell."""
LOOKING = timedelta(minutes=3)
"""What a page has shown waits so long; if it is not answered by then, the mail goes all the same."""
AGAIN = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720, 1440))
"""How long after a try that came to nothing the next one is made."""
GIVEN_UP = timedelta(days=3)
BETWEEN_BOUNCES = timedelta(days=1)
"""An address is paused when mails to it come back more than so long apart, and none went through between."""
BETWEEN_ASIDES = timedelta(minutes=5)
"""What another side brings about at will, by talk or offers, is mailed at most so often."""
OF_ITSELF: tuple[NoticeKind, ...] = ("confirm", "test", "way-back")
"""Kinds that tell of the address, or that somebody asked for: they wait for nothing."""
REMINDERS: tuple[NoticeKind, ...] = ("day-before", "hours-before")
AT_WILL: tuple[NoticeKind, ...] = ("talk", "consent")
ON_YOUR_SHEET = "ON YOUR SHEET"
FAULT = "A fault of this server. It has been written down for its owner."
LEADING: tuple[NoticeKind, ...] = (
    "over", "answer", "asked", "hours-before", "day-before", "late", "seat", "consent", "letter", "talk",
)  # fmt: skip
"""Of several that one mail tells, which stands at its head: the first of these."""


@dataclass(frozen=True)
class Mailing:
    """What one mail tells, to whom: a notice, and for a digest all that it carries."""

    notice: SavedNotice
    channel: SavedChannel
    parts: tuple[SavedNotice, ...]


def take_up(context: Context, by: str, kinds: Sequence[ChannelKind] = BY_MAIL) -> Mailing | None:
    """The next notice that is to be sent now, by a channel of these kinds, taken for LEASE; what is due and not to be
    sent is put off or let be.

    A fault of ours is raised; the notice that met it is put off, so that the others go.
    """
    while True:
        now, notice = context.clock(), None
        try:
            with context.store.work() as work:
                notice = work.notices.lease(now, now + LEASE, by, kinds)
                if notice is None:
                    return None
                mailing = _prepared(context, work, notice, now, by)
        except Unavailable:
            raise
        except Exception:
            if notice is not None:
                _put_off(context, notice, now)
            raise
        if notice.kind == "way-back" and notice.match_id:  # all at the match are told of the link
            context.hub.nudge(notice.match_id)
        if mailing is not None:
            return mailing


def _put_off(context: Context, notice: SavedNotice, now: datetime) -> None:
    """A notice that could not be made ready by a fault of ours is looked at again later, for three days at most."""
    with context.store.work() as work:
        if now >= notice.made_at + GIVEN_UP:
            work.notices.end(notice.number, now, FAULT)
        else:
            again = now + AGAIN[min(notice.tries, len(AGAIN) - 1)]
            work.notices.free(notice.number, again, tries=notice.tries + 1, said=FAULT)


def _prepared(context: Context, work: Work, notice: SavedNotice, now: datetime, by: str) -> Mailing | None:
    """A notice that was claimed, ready to be sent, or one that leads it; or None, and it is put off or over."""
    channel = work.notices.channel(notice.channel_id)
    assert channel is not None  # a channel that goes takes its notices with it
    channel = replace(channel, zone=channel.zone or zone_of(work, channel))
    pace = work.notices.paces(channel.id).get(notice.match_id) or channel.pace
    why = why_not(work, notice, channel, pace, now)
    if why:
        work.notices.let_be(notice.number, now, why)
        return None
    if notice.id is not None:
        return Mailing(notice, channel, _parts(work, notice))
    moment = due(context, work, notice, channel, pace, now)
    if moment > now:
        work.notices.free(notice.number, moment)
        return None
    told = _together(work, notice, channel, pace, now)
    if notice.kind not in OF_ITSELF and not _is_digest(notice, pace):
        notice = lead_of(told[notice.of_match])
        work.notices.change(notice.number, taken_by=by, taken_until=now + LEASE)
    others = [one.number for group in told.values() for one in group if one.number != notice.number]
    work.notices.carry(others, notice.number, now)
    notice = _fixed(context, work, notice, channel, pace, told, now)
    return Mailing(notice, channel, _parts(work, notice))


def lead_of(told: Sequence[SavedNotice]) -> SavedNotice:
    """Of the notices of a seat that one mail tells the one that stands at its head, and is the mail's own."""
    return min(told, key=lambda one: (LEADING.index(one.kind), -one.up_to_entry, one.number))


def zone_of(work: Work, channel: SavedChannel) -> str:
    """The zone of the account that an address belongs to."""
    account = work.accounts.by_id(channel.account_id)
    return account.zone if account is not None else "UTC"


def _parts(work: Work, notice: SavedNotice) -> tuple[SavedNotice, ...]:
    """What a mail tells: of each seat of a digest what leads."""
    if notice.form != "digest":
        return (notice,)
    of_seats: OfSeats = {}
    for one in work.notices.carried(notice.number):
        of_seats.setdefault(one.of_match, []).append(one)
    return tuple(map(lead_of, of_seats.values()))


# ---- whether, and when


def why_not(work: Work, notice: SavedNotice, channel: SavedChannel, pace: str, now: datetime) -> str:
    """Why a notice is let be: it is answered by now, its owner does not want to hear of it or is blocked; or empty."""
    if work.keeping.is_blocked(channel.account_id):
        return "the account is blocked"
    if notice.kind == "confirm":
        return "confirmed" if channel.confirmed_at is not None else ""
    if notice.kind == "way-back":  # asked for just now, whatever was stopped before
        return "" if leads_back(work, channel) is not None else "nobody to let in"
    if not channel.tells:
        return "the address is paused" if channel.confirmed_at is not None else "the address is not confirmed"
    if notice.kind == "test" or (notice.kind == "answer" and not notice.match_id):
        return ""
    if pace == "silent" and notice.kind != "answer":
        return "silent in this match"
    if notice.is_for_moderator:
        return _why_not_moderator(work, notice, channel)
    if notice.is_for_official:
        return _why_not_arbiter(work, notice, channel)
    seat = work.notices.asking(notice.match_id, notice.seat)
    if seat is None or seat.account_id != channel.account_id:
        return "somebody else sits there"
    if notice.kind == "asked" and (not seat.asked or (seat.asked_at is not None and seat.asked_at > notice.made_at)):
        return "answered"
    if notice.kind in REMINDERS:
        if notice.answer_by is not None and notice.answer_by <= now:
            return "the time is over"
        return "answered" if not seat.asked else "the end has moved" if seat.answer_by != notice.answer_by else ""
    if notice.kind == "late" and notice.answer_by is not None:
        whose = work.notices.asking(notice.match_id, notice.about)
        return "" if whose is not None and whose.asked and whose.answer_by == notice.answer_by else "answered"
    if notice.kind == "talk":
        return "read" if work.talk.box(notice.match_id, notice.seat)[0] >= int(notice.about) else ""
    if notice.kind == "consent" and not is_open(work, notice):
        return "no such offer any more"
    return ""


def _why_not_arbiter(work: Work, notice: SavedNotice, channel: SavedChannel) -> str:
    """The same of what tells the arbiter of a match."""
    arbiter = work.agreements.arbiter(notice.match_id)
    if arbiter is None or arbiter.account_id != channel.account_id or arbiter.declined_at is not None:
        return "no arbiter there"
    if notice.kind == "consent":
        return "agreed" if arbiter.agreed_at is not None else ""
    late = work.notices.asking(notice.match_id, notice.about)
    return "" if late is not None and late.asked and late.answer_by == notice.answer_by else "answered"


def _why_not_moderator(work: Work, notice: SavedNotice, channel: SavedChannel) -> str:
    """The same of what tells whoever moderates a match, or has done so until this befell."""
    theirs = [one for one in work.moderators.all_of(notice.match_id) if one.account_id == channel.account_id]
    now = next((one for one in theirs if one.ended_at is None), None)
    if notice.kind == "consent":
        return "no moderator there" if now is None else "agreed" if now.agreed_at is not None else ""
    meanwhile = any(one.ended_at is None or notice.made_at <= one.ended_at for one in theirs)
    return "" if meanwhile else "no moderator there"


def due(
    context: Context, work: Work, notice: SavedNotice, channel: SavedChannel, pace: str, now: datetime
) -> datetime:  # fmt: skip
    """When a notice is to be sent, not before now, by its owner's wishes and by what their page has shown.

    A reminder keeps to no pace, or it would come too late; quiet hours hold back the last one too, unless its owner
    says otherwise.
    """
    if notice.kind in (*OF_ITSELF, "answer"):
        return max(notice.made_at, notice.due)
    is_looked_at = (
        channel.waits
        and not notice.is_for_official
        and context.presence.seen(notice.match_id, notice.seat) >= notice.up_to_entry
    )
    moment = notice.made_at + (LOOKING if is_looked_at else SETTLES)
    if notice.kind in REMINDERS:
        is_last = notice.kind == "hours-before" and channel.last_in_quiet
        return max(moment, now) if is_last else after_quiet(channel, max(moment, now))
    if pace == "daily":
        moment = strikes(HourStrikes(hour=channel.hour, zone=channel.zone), moment)
    elif pace == "hours":
        last = work.notices.last_sent(*notice.of_match)
        if last is not None and last.over_at is not None:
            moment = max(moment, last.over_at + timedelta(hours=channel.hours))
    elif notice.kind in AT_WILL:
        last = work.notices.last_sent(*notice.of_match)
        if last is not None and last.over_at is not None:
            moment = max(moment, last.over_at + BETWEEN_ASIDES)
    return after_quiet(channel, max(moment, now))


def after_quiet(channel: SavedChannel, moment: datetime) -> datetime:
    """The first moment from this one on that is not in the owner's quiet hours."""
    begins, ends = channel.quiet_from, channel.quiet_until
    hour = moment.astimezone(ZoneInfo(channel.zone)).hour
    quiet = begins <= hour < ends if begins <= ends else hour >= begins or hour < ends
    return strikes(HourStrikes(hour=ends, zone=channel.zone), moment) if quiet else moment


# ---- what one mail tells


OfSeats = dict[tuple[str, str, str], list[SavedNotice]]
"""What one mail tells, by the seats that it tells it of."""


def _together(work: Work, notice: SavedNotice, channel: SavedChannel, pace: str, now: datetime) -> OfSeats:
    """The notice with what else waits to be told by the same mail: of this seat, or once a day of every seat."""
    if notice.kind in OF_ITSELF:
        return {notice.of_match: [notice]}
    paces = work.notices.paces(channel.id)
    told = [notice]
    for one in work.notices.waiting(channel.id, now):
        of_this_seat = one.of_match == notice.of_match
        its_pace = paces.get(one.match_id) or channel.pace
        if one.number == notice.number or one.kind in OF_ITSELF:
            continue
        if not (of_this_seat or (_is_digest(notice, pace) and _is_digest(one, its_pace))):
            continue
        why = why_not(work, one, channel, its_pace, now)
        if why:
            work.notices.end(one.number, now, why)
        else:
            told.append(one)
    found: OfSeats = {}
    for one in told:
        found.setdefault(one.of_match, []).append(one)
    return found


def _is_digest(notice: SavedNotice, pace: str) -> bool:
    """Whether a notice is told in the list that comes once a day."""
    return pace == "daily" and notice.kind not in (*OF_ITSELF, *REMINDERS, "answer") and not notice.is_for_official


def _fixed(
    context: Context, work: Work, notice: SavedNotice, channel: SavedChannel, pace: str, told: OfSeats, now: datetime
) -> SavedNotice:
    """The notice with all that its mail depends on, written down before the first try."""
    form = "digest" if _is_digest(notice, pace) else channel.contents
    of_itself = notice.kind in OF_ITSELF
    last = work.notices.last_sent(*notice.of_match) if not of_itself else None
    reported = work.notices.last_sent(*notice.of_match, reported=True) if not of_itself else None
    fixed = {
        "id": context.new_id(), "dated": now.replace(microsecond=0), "form": form, "zone": channel.zone,
        "after": last.id or "" if last is not None else "",
        "since": reported.up_to_entry if reported is not None else 0,
    }  # fmt: skip
    if notice.kind == "way-back":
        fixed["aside"] = link_back(context, work, channel)
    work.notices.change(notice.number, **fixed)
    for group in told.values() if not of_itself else ():
        lead = lead_of(group)
        of_it = _leading(context, work, channel, lead, group, form)
        if lead.number != notice.number:  # each match of a list can be answered for itself
            of_it |= {"id": context.new_id(), "dated": fixed["dated"]}
        work.notices.change(lead.number, **of_it)
        if lead.number == notice.number:
            fixed |= of_it
    return replace(notice, **fixed)  # type: ignore[arg-type]


def _leading(
    context: Context, work: Work, channel: SavedChannel, lead: SavedNotice, group: list[SavedNotice], form: str
) -> dict[str, object]:
    """What a mail tells of one seat below what `lead`s: up to the newest, with all that is beside the log."""
    beside = text_beside_the_log(work, channel, group, in_full=form in WHOLE_TURN)
    asking = work.notices.asking(lead.match_id, lead.seat)
    is_answer = lead.kind == "answer"
    answer_by = asking.answer_by if asking is not None and lead.kind in ("asked", "answer") else lead.answer_by
    seat = work.matches.seat(lead.match_id, lead.seat) if is_answer else None  # it tells all that is known by now
    about = next((one.about for one in group if one.about == MAP_ASKED), "") if is_answer else lead.about
    sheet = work.matches.sheet(lead.match_id, lead.seat) if lead.kind == "asked" and form in WHOLE_TURN else None
    shown = sheet_lines(context, work, lead, sheet) if sheet is not None and sheet.orders else ""
    paused = "" if is_answer or lead.is_for_official else paused_besides(work, channel)
    return {
        "about": about, "answer_by": answer_by,
        "up_to_entry": seat.log_length if seat is not None else max(one.up_to_entry for one in group),
        "aside": in_paragraphs([[one] for one in (beside.text, paused, shown) if one])
        if form != "none" or is_answer
        else "", "up_to_message": beside.up_to_message,
        "sheet_version": sheet.version if shown and sheet else max(one.sheet_version for one in group),
    }  # fmt: skip


def sheet_lines(context: Context, work: Work, lead: SavedNotice, sheet: SavedSheet) -> str:
    """What stands on the sheet of a seat, as lines that are no orders of the mail that shows them."""
    seat = work.matches.seat(lead.match_id, lead.seat)
    if seat is None:
        return ""
    lines = as_lines(seat.game, seat.picture, context.store.codec(seat.game).to_orders(sheet.orders))
    return "\n".join((ON_YOUR_SHEET, *(f"{EXAMPLE}{line}" for line in lines)))


# ---- what time brings


def note_what_time_brings(context: Context) -> int:
    """Write down the reminders that are to be sent now, and the times that are over; how many."""
    now = context.clock()
    with context.store.look() as look:
        found = look.notices.timely(now, context.times_end_by())
    count = 0
    for kind, told in found:
        try:
            with context.store.work() as work:
                work.notices.tell_timely(kind, told, now)
        except IntegrityError:  # another process looked at the same moment
            continue
        count += 1
    return count


# ---- what becomes of a try


def was_sent(context: Context, mailing: Mailing, said: str) -> None:
    """The other server has taken the mail, with these words."""
    now = context.clock()
    with context.store.work() as work:
        work.notices.end(mailing.notice.number, now, said, sent=True)
        channel = work.notices.channel(mailing.channel.id)
        # A report comes after the mail was taken, so one that is taken says nothing against it.
        if channel is not None and channel.bounced_at is not None and not channel.paused_why:
            work.notices.put(replace(channel, bounced_at=None))


def was_refused(context: Context, mailing: Mailing, said: str) -> None:
    """The other server will never take it. An address that refuses again after a day is paused."""
    now = context.clock()
    with context.store.work() as work:
        work.notices.end(mailing.notice.number, now, said)
        channel = work.notices.channel(mailing.channel.id)
        if channel is None:
            return
        if channel.bounced_at is None:
            work.notices.put(replace(channel, bounced_at=now))
        elif now - channel.bounced_at > BETWEEN_BOUNCES:
            work.notices.put(replace(channel, paused_at=now, paused_why=said))


def came_back(work: Work, channel: SavedChannel, said: str, now: datetime) -> None:
    """A server reports that it could not deliver a mail for good. The second report a day later pauses the address."""
    if channel.bounced_at is None:
        work.notices.put(replace(channel, bounced_at=now, paused_why=said))
    elif now - channel.bounced_at > BETWEEN_BOUNCES and channel.paused_at is None:
        work.notices.put(replace(channel, paused_at=now, paused_why=said))


def failed(context: Context, mailing: Mailing, said: str) -> None:
    """It could not be sent just now: it is tried again, the later the oftener it was tried, for three days at most."""
    now, notice = context.clock(), mailing.notice
    assert notice.dated is not None
    last = notice.dated + GIVEN_UP
    with context.store.work() as work:
        if now >= last:
            work.notices.end(notice.number, now, f"given up after three days: {said}")
        else:
            again = min(last, now + AGAIN[min(notice.tries, len(AGAIN) - 1)])
            work.notices.free(notice.number, again, tries=notice.tries + 1, said=said)
