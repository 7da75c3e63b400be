"""Answers to mails: what a mail that came does to the match whose mail it answers, and what is answered to it.

Each is worked once: what it puts on the sheet, its answer and the note that it is worked are one transaction, and
orders are sent under its own id as their key. Nothing is read but what the seat knows, and nothing is told but to the
address that the answered mail went to.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from service.engine.orders import Done, Order
from service.engine.phrase_reading import words_of
from service.matches.context import AtSeat, Context
from service.matches.errors import PictureMovedOn, Problem, TextTooLong
from service.matches.letters import filled
from service.matches.mail_addresses import PURPOSES, Purpose, mail_token, stop_within
from service.matches.mail_asides import NOT_DONE, asks_for_map, carry_out_asides
from service.matches.mail_words import HELP, Aside, aside_in, done_by
from service.matches.notices import ON_YOUR_SHEET, came_back
from service.matches.order_lines import TOO_EARLY, OrderLine, as_lines, read_lines
from service.matches.playing import take_orders
from service.matches.reading import SeatReading, read
from service.matches.sheets import sheet_orders
from service.matches.turn_letters import EXAMPLE
from service.store import SavedArrival, SavedChannel, SavedNotice, Work
from service.store.arrivals import ANSWERED_TEST
from service.store.notices import MAP_ASKED, WHOLE_TURN

ANSWERED_FOR = timedelta(days=30)
"""So long after it was written a mail may be answered."""
MOST_IN_AN_HOUR = 30
KEPT_UNREAD = timedelta(days=7)
"""So long the owner of the server can see what a mail said that was not read."""
SETTLES = timedelta(seconds=3)
"""An answer waits so long for what comes of the orders."""
MOST_SENT = 200
"""So many orders are sent by one mail."""
OF_A_LIST = (
    "Nothing was read of your answer to the list of what waits. Each match in it has an address of its own, which "
    "takes the orders of that match."
)
NOT_READ = "Your email could not be read. Orders belong in its text, and all of it may be 256 kB."
AGAIN = "This email has come before, and nothing was done again."
TOO_MANY = f"More than {MOST_IN_AN_HOUR} emails of yours came within an hour. Any beyond that are not read."
STALE = "You were told more since the email that you answered, or its step is over. So nothing of yours was taken:"
ELSEWHERE = "It came from another address than this, so nothing was sent. If it is yours, answer this with `send`."
CHANGED = "Your sheet was not as the email that you answered had it, so nothing was sent. Answer this with `send`."
NOT_SENT = "Nothing was sent: an email sends what it says if it ends with `send` or `done`."
WRONG = "Nothing was sent, since not every line was understood and allowed."
NOTHING = "There were no orders in your email."
SET_APART = "Not read, since they begin with `·` or `|` as quoted examples do:"
FROM_ELSEWHERE = "It came from another address than this, so nothing was done."
DONE_BESIDES = "Your email held no orders."
STOPPED = "No more emails about this match will come."


@dataclass(frozen=True)
class Reply:
    """What a mail says to the match. `words`: its sender's own, a line each, or None where it could not be read.

    `id`: what it is known by if it comes again. `is_doubtful`: a server on its way says that it may not be from whom it
    says. `attachments`: how many files hang on it, none of which is opened. `apart`: how many of its lines begin as
    those do that our mails set apart, which are not read.
    """

    words: str | None
    id: str = ""
    sender: str = ""
    is_doubtful: bool = False
    attachments: int = 0
    apart: int = 0


@dataclass(frozen=True)
class Said:
    """What is answered: a line on what became of it, then each line of the mail, then the sheet that it left.

    `in_brief`: in place of the lines, for whoever wants no contents. `sheet`: orders to be written there, or None where
    it stays as it is; `silent`: no more mails of the match; `asides`: what is done besides.
    """

    head: str
    lines: tuple[str, ...] = ()
    in_brief: tuple[str, ...] = ()
    sheet: Sequence[Order] | None = None
    shows_sheet: bool = False
    silent: bool = False
    asides: tuple[Aside, ...] = ()
    is_right: bool = False
    """Whether every line was understood and allowed, and nothing was in the way."""


def addressed(work: Work, token: str, context: Context) -> tuple[SavedNotice, SavedChannel, Purpose] | None:
    """The notice whose mail has an address with this token, whom it went to, and for what that is; None for no token
    of ours.
    """
    if context.mail is None:
        return None
    notice = work.notices.by_id(token[:16])
    channel = work.notices.channel(notice.channel_id) if notice is not None else None
    if notice is None or channel is None or notice.id is None or notice.dated is None:
        return None
    if context.clock() >= notice.dated + ANSWERED_FOR:
        return None
    for purpose in PURPOSES:
        right = mail_token(context.mail, channel, notice.id, purpose)
        if hmac.compare_digest(right.encode(), token.encode()):
            can_be_answered = bool(notice.seat) or notice.kind == "test"
            return (notice, channel, purpose) if can_be_answered or purpose != "reply" else None
    return None


def takes(context: Context, address: str) -> bool:
    """Whether mails to this address are taken."""
    with context.store.look() as look:
        return context.mail is not None and addressed(look, context.mail.token_in(address), context) is not None


def take_in(
    context: Context, address: str, content: bytes, came_at: datetime | None = None, *, failure: str = "",
    from_nobody: bool = False,
) -> bool:  # fmt: skip
    """Write down a mail that came, now or when it is said to have; whether this address takes any.

    What is written down is worked, whatever happens. `failure`: why a mail of ours could not be delivered, if that is
    what a server reports; `from_nobody`: it can be no more than a report.
    """
    with context.store.work() as work:
        found = addressed(work, context.mail.token_in(address), context) if context.mail is not None else None
        if found is None:
            return False
        notice, channel, purpose = found
        if purpose == "bounces":
            if failure:
                came_back(work, channel, failure, context.clock())
        elif purpose == "stop":
            stop_within(context, work, channel, "" if notice.form == "digest" else notice.match_id)
        elif not from_nobody:
            answered = replace(notice, match_id="", seat="") if purpose == "list" else notice
            work.arrivals.add(answered, content, min(came_at or context.clock(), context.clock()))
    return True


def forget_unread(context: Context) -> None:
    """Forget what mails say that could not be read, once its time is over."""
    with context.store.work() as work:
        work.arrivals.forget_before(context.clock() - KEPT_UNREAD)


def carry_out(context: Context, arrival: SavedArrival, reply: Reply) -> None:
    """Do what a mail says, and write its answer down."""
    now = context.clock()
    if not arrival.seat:
        _carry_out_of_no_match(context, arrival, reply)
        return
    with context.store.look() as look:
        notice = look.notices.by_id(arrival.notice_id)
        channel = look.notices.channel(arrival.channel_id)
        seat = look.notices.asking(arrival.match_id, arrival.seat)
        is_blocked = channel is not None and look.keeping.is_blocked(channel.account_id)
        count = look.arrivals.count(arrival, now - timedelta(hours=1))
        is_known = bool(reply.id) and look.arrivals.is_known(arrival, reply.id)
        was_sent = look.matches.answer(arrival.match_id, arrival.seat, key_of(reply)) is not None
    if notice is None or channel is None or seat is None or seat.account_id != channel.account_id or is_blocked:
        _end(context, arrival, reply, None, None, "nobody to answer")
        return
    at = AtSeat(arrival.match_id, arrival.seat, channel.account_id)
    if count > MOST_IN_AN_HOUR:
        said = Said(TOO_MANY) if count == MOST_IN_AN_HOUR + 1 else None
        _end(context, arrival, reply, channel, said, "too many", keep=True)
    elif reply.words is None:
        _end(context, arrival, reply, channel, Said(NOT_READ), "not read", keep=True)
    elif is_known:
        _end(context, arrival, reply, channel, Said(AGAIN, shows_sheet=True), "again")
    elif was_sent:  # and then we were killed
        asides = asides_in(until_end(reply.words)[0])
        _end(context, arrival, reply, channel, Said("Your orders were taken.", asides=asides), "sent")
    else:
        said = _worked(context, at, notice, channel, reply)
        _end(context, arrival, reply, channel, said, "worked")


def _carry_out_of_no_match(context: Context, arrival: SavedArrival, reply: Reply) -> None:
    """A test was answered, whatever that says; or a list of what waits, which gets help."""
    now = context.clock()
    with context.store.work() as work:
        notice, channel = work.notices.by_id(arrival.notice_id), work.notices.channel(arrival.channel_id)
        if notice is None or channel is None or notice.kind == "test":
            work.arrivals.end(arrival.number, now, ANSWERED_TEST, mail_id=reply.id)
            return
        count = work.arrivals.count(arrival, now - timedelta(hours=1))
        if count <= MOST_IN_AN_HOUR:
            text = "\n".join((filled(OF_A_LIST), "", *(filled(line, "    ") for line in HELP)))
            work.notices.answer(channel, "", "", text, now, now + SETTLES, 0)
        work.arrivals.end(arrival.number, now, "of a list", mail_id=reply.id)


def key_of(reply: Reply) -> str:
    """Under which the orders of a mail are sent."""
    return f"mail:{reply.id}"


def _worked(context: Context, at: AtSeat, notice: SavedNotice, channel: SavedChannel, reply: Reply) -> Said:
    """What a mail that nobody has worked yet does."""
    text, end, unread = until_end(reply.words or "")
    asides = asides_in(text)
    is_theirs = reply.sender == channel.address.lower() and not reply.is_doubtful
    text = [line for line in text if aside_in(line) is None]
    if asides and not text and not end:
        return Said(FROM_ELSEWHERE if not is_theirs else DONE_BESIDES, asides=asides if is_theirs else ())
    said = _ordered(context, at, notice, channel, reply, text, end=end, unread=unread, is_theirs=is_theirs)
    if not asides:
        return said
    if is_theirs and said.is_right:
        return replace(said, asides=asides)
    return replace(said, lines=(*said.lines, NOT_DONE))


def asides_in(lines: Sequence[str]) -> tuple[Aside, ...]:
    """What these lines ask for besides orders."""
    return tuple(filter(None, map(aside_in, lines)))


def _ordered(
    context: Context, at: AtSeat, notice: SavedNotice, channel: SavedChannel, reply: Reply, text: list[str], *,
    end: bool, unread: str, is_theirs: bool,
) -> Said:  # fmt: skip
    """What a mail does to the sheet, and what it sends."""
    previews = any(done_by(line) == "sends nothing" for line in text)
    text = [line for line in text if done_by(line) != "sends nothing"]
    clears = any(done_by(line) == "empties the sheet first" for line in text)
    text = [line for line in text if done_by(line) != "empties the sheet first"]
    if [done_by(line) for line in text] == ["ends the emails about the match"]:
        return Said(STOPPED, silent=True)
    reading = read(context, at)
    if reading.version != notice.up_to_entry or reading.where.ended or not reading.where.asked:
        return Said(STALE, tuple(f"{EXAMPLE}{line}" for line in text))
    on_sheet = sheet_orders(context, reading)
    before = [] if clears else on_sheet
    if len(text) > MOST_SENT or sum(map(len, text)) > MOST_SENT * 100:
        return Said(str(TextTooLong(f"An email has at most {MOST_SENT} lines of orders.")), shows_sheet=True)
    lines = read_lines(reading.game, reading.picture, "\n".join(text), before)
    orders = [*before, *(line.order for line in lines if line.order is not None and line.is_right)]
    if not orders:
        head = NOTHING if not lines else WRONG
        return Said(head, verdicts(reading, lines), in_brief(lines), shows_sheet=True)
    shows_sheet = notice.kind == "answer" or bool(notice.sheet_version)
    is_as_shown = reading.sheet_version == notice.sheet_version if shows_sheet else not on_sheet
    not_read = tuple(filter(None, [unread]))
    below, briefly = (*verdicts(reading, lines), *not_read), (*in_brief(lines), *not_read)
    why = (
        WRONG if not all(line.is_right for line in lines)
        else NOT_SENT if not end or previews
        else ELSEWHERE if not is_theirs
        else CHANGED if not is_as_shown
        else ""
    )  # fmt: skip
    if not why:
        try:
            take_orders(context, at, orders, version=reading.version, key=key_of(reply))
        except PictureMovedOn:
            return Said(STALE, tuple(f"{EXAMPLE}{line}" for line in text))
        except Problem as problem:
            why = f"Nothing was sent. {problem.detail or problem.title}"
        else:
            taken = as_lines(reading.game, reading.picture, orders)
            head = f"Your orders were taken: {len(taken)} {'line' if len(taken) == 1 else 'lines'}."
            below = (*(f"{EXAMPLE}{one}" for one in taken), *not_read)
            return Said(head, below, not_read, [] if clears else None, is_right=True)
    kept = [one for one in orders if not isinstance(one, Done)] if why == WRONG else orders
    return Said(why, below, briefly, kept, shows_sheet=True, is_right=why == NOT_SENT)


def until_end(words: str) -> tuple[list[str], bool, str]:
    """The lines up to the first `send` or `done`, whether there is one, and that what stands below was not read."""
    lines = [line for line in words.splitlines() if words_of(line)]
    for number, line in enumerate(lines):
        does = done_by(line)
        if does == "sends" or does == "sends and closes the step":
            rest = "What is below that line was not read." if len(lines) > number + 1 else ""
            return lines[: number + (does == "sends and closes the step")], True, rest
    return lines, False, ""


def verdicts(reading: SeatReading, lines: Sequence[OrderLine]) -> tuple[str, ...]:
    """What each line that cannot be sent has wrong."""
    found = []
    for line in lines:
        if line.fault is not None:
            meant = f" Did you mean {line.fault.meant}?" if line.fault.meant else ""
            found.append(f"line {line.number}, “{line.text[:60]}”: {line.fault.detail}{meant}")
        elif line.refusal is not None:
            said = reading.in_words(line.refusal.said)
            found.append(f"line {line.number}, “{line.text[:60]}”: {said} ({line.refusal.rule})")
        elif isinstance(line.order, Done) and not all(one.is_right for one in lines):
            found.append(f"line {line.number}, “{line.text[:60]}”: {TOO_EARLY}.")
    return tuple(found)


def in_brief(lines: Sequence[OrderLine]) -> tuple[str, ...]:
    """The same without anything that a line says."""
    faults = ((line.number, "understood" if line.order is None else "allowed") for line in lines if not line.is_right)
    return tuple(f"Line {number} was not {what}." for number, what in faults)


# ---- what is answered


def _end(
    context: Context, arrival: SavedArrival, reply: Reply, channel: SavedChannel | None, said: Said | None,
    outcome: str, *, keep: bool = False,
) -> None:  # fmt: skip
    """Note that a mail is worked, with what it puts on the sheet and what is answered."""
    now = context.clock()
    with context.store.work() as work:
        work.matches.hold(arrival.match_id)
        if said is not None and channel is not None:
            if said.sheet is not None:
                facts = work.matches.facts(arrival.match_id)
                assert facts is not None
                orders = context.store.codec(facts.game).orders(said.sheet)
                work.matches.put_sheet(arrival.match_id, arrival.seat, orders)
            if said.silent:
                work.notices.put_pace(channel.id, arrival.match_id, "silent")
            at = AtSeat(arrival.match_id, arrival.seat, channel.account_id)
            tells_turn = channel.contents in WHOLE_TURN
            done = carry_out_asides(context, work, at, said.asides, tells_turn=tells_turn)
            text, version = _text(context, work, arrival, channel, said, done, reply)
            due, about = now + SETTLES, MAP_ASKED if any(map(asks_for_map, said.asides)) else ""
            work.notices.answer(channel, arrival.match_id, arrival.seat, text, now, due, version, about)
        work.arrivals.end(arrival.number, now, outcome, mail_id=reply.id, keep=keep)
    context.hub.nudge(arrival.match_id)


def _text(
    context: Context, work: Work, arrival: SavedArrival, channel: SavedChannel, said: Said, done: Sequence[str],
    reply: Reply,
) -> tuple[str, int]:  # fmt: skip
    """The text of an answer, by how much its owner wants mails to say; and the version of the sheet that it shows."""
    sheet = work.matches.sheet(arrival.match_id, arrival.seat)
    parts = [filled(said.head), *(filled(line, "    ") for line in done)]
    is_whole = channel.contents in WHOLE_TURN
    parts += [filled(line, "    ") for line in said.lines] if is_whole else said.in_brief
    if reply.apart:
        parts.append(filled(f"{SET_APART} {reply.apart} {'line' if reply.apart == 1 else 'lines'}."))
    if reply.attachments:
        parts.append("Attachments are not opened: orders belong in the email itself.")
    seat = work.matches.seat(arrival.match_id, arrival.seat) if is_whole and said.shows_sheet else None
    if seat is not None:
        orders = context.store.codec(seat.game).to_orders(sheet.orders)
        lines = as_lines(seat.game, seat.picture, orders)
        parts += ["", ON_YOUR_SHEET, *(f"{EXAMPLE}{line}" for line in lines or ["nothing"])]
    return "\n".join(parts), sheet.version
