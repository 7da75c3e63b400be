"""The text of a mail: a whole turn as its seat was told it, a line and a link, or a list of what waits.

It is made of the seat's log up to the entry that the notice names, of what was fixed when the notice was first taken
up, and of nothing else: so it is the same text however often and however late it is made. Lines have 72 characters.
None of ours reads as an order, whatever becomes of it on its way through mail programs: examples stand behind `·`, and
what would begin as an order does behind `| `.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote

from service.engine import phrase_reading
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.phrase_reading import words_of
from service.engine.phrases import form_of
from service.engine.tally import Tally
from service.engine.vocabulary import Vocabulary, vocabulary
from service.mail import MailHouse
from service.matches.context import AtSeat, Context
from service.matches.errors import NotFound
from service.matches.history import letters_in
from service.matches.letters import WIDE, filled, letters_of_record, letters_text
from service.matches.mail_addresses import mail_token, token_of
from service.matches.mail_words import done_by
from service.matches.notices import OF_ITSELF, ON_YOUR_SHEET, REMINDERS, Mailing
from service.matches.order_lines import blocks_of
from service.matches.reading import EVERY_ENTRY, SeatReading, seat_in
from service.matches.times import how_long, moment_in_full
from service.matches.turn_letters import EXAMPLE, turn_letter
from service.store import NoticeKind, SavedChannel, SavedNotice, SavedSheet, Work
from service.store.notices import MAP_ASKED, REPORTED, WHOLE_TURN

MOST_SITUATIONS = 4
"""So many situation reports stand in one mail; the others since the last mail are on the page."""
LOOKS_LIKE_ONE = "| "
NO_MAP = "The map that belongs here could not be drawn."
MARK = "=== What stands below this line is not read ==="
"""The last line of a mail that can be answered, above what a program may leave of it without signs of quoting."""
HOW = (
    "Orders are lines of your own, anywhere in the answer: one a line, as in the examples. `send` below them sends "
    "them, `done` also closes the step; without either they are only put on your sheet."
)
EACH_ITS_OWN = "In this list each match has an address of its own for that; an answer to the list itself gets help."
TITLES: dict[NoticeKind, str] = {
    "asked": "your turn", "letter": "a letter", "over": "the match is over", "day-before": "a reminder",
    "hours-before": "a reminder", "late": "a time is over", "talk": "a message", "consent": "an offer",
    "seat": "news of the match",
    "answer": "your answer",
}  # fmt: skip
"""What a mail of a match is about, in its subject and at its head."""
ASKING: tuple[NoticeKind, ...] = ("asked", "answer", *REMINDERS)
"""What asks stands in one thread of a mail program, what tells in another."""


@dataclass(frozen=True)
class MailText:
    """A mail without its headers. `thread` names what it belongs to, if anything; `stop` is the token that ends it.

    `shows`: what the seat knows of which a map goes with it; None for none.
    """

    subject: str
    body: str
    thread: str = ""
    stop: str = ""
    can_be_answered: bool = False
    shows: SeatReading | None = None


def mail_text(context: Context, mailing: Mailing) -> MailText:
    """The text of a mail. Raises NotFound where what it tells of is gone."""
    notice, house = mailing.notice, context.mail
    assert house is not None
    if notice.kind in OF_ITSELF:
        return _of_itself(house, mailing)
    stop = token_of(mailing.channel, "stop", "" if notice.form == "digest" else notice.match_id)
    foot = _foot(house, stop, digest=notice.form == "digest")
    can_be_answered = bool(house.reply) and bool(notice.seat)
    foot = f"\n\n{MARK}{foot}" if can_be_answered else foot
    if notice.form == "none":
        body = f"{notice.aside or 'Something waits for you in a match:'}\n{_page(house, notice)}\n"
        return MailText("Sitrep: news", body + foot, stop=stop, can_be_answered=can_be_answered)
    if not notice.match_id:  # an answer to what answered a list
        return MailText("Sitrep: your answer", f"{notice.aside}\n\n{house.url}/\n{foot}", stop=stop)
    if notice.is_for_official:
        return _to_official(context, house, notice, foot, stop)
    with context.store.look() as look:
        readings = [(one, reading_as_of(look, one)) for one in mailing.parts]
        is_whole = notice.form in WHOLE_TURN and notice.kind in REPORTED
        if is_whole:
            situations = _situations(context, look, notice, readings[0][1])
    if notice.form == "digest":
        games = [reading for _, reading in readings]
        lines = [line for one, reading in readings for line in (*_in_brief(house, mailing, one, reading), "")]
        if house.reply and any(reading.where.asked for reading in games):
            lines = [filled(f"{HOW} {EACH_ITS_OWN}"), "", *lines]
        body = _guarded(games, ["WHAT WAITS FOR YOU", "", *lines], foot)
        return MailText("Sitrep: what waits for you", body, stop=stop, can_be_answered=can_be_answered)
    reading = readings[0][1]
    lines = [*_in_brief(house, mailing, notice, reading)]
    if is_whole:
        lines += turn_letter(reading, situations, parted(notice)[1])
    thread = f"{notice.match_id} {notice.seat} {TITLES['asked' if notice.kind in ASKING else 'letter']}"
    subject = f"Sitrep: {title_of(reading)}, {TITLES[notice.kind]}"
    is_shown = is_whole and (notice.form == "letter-and-map" or notice.about == MAP_ASKED)
    shows = reading if is_shown and context.draw_map is not None else None
    return MailText(subject, _guarded([reading], [*lines, ""], foot), thread, stop, can_be_answered, shows)


def _to_official(context: Context, house: MailHouse, notice: SavedNotice, foot: str, stop: str) -> MailText:
    """A mail to the arbiter of a match, or to its moderator, of whom neither is told anything of the play.

    Raises NotFound.
    """
    who = "moderator" if notice.is_for_moderator else "arbiter"
    with context.store.look() as look:
        facts = look.matches.facts(notice.match_id)
    if facts is None:
        raise NotFound()
    title = facts.name or facts.game.info.scenarios[facts.scenario].title
    body = f"{filled(f'{facts.game.info.title}, {title}')}\n\n{notice.aside}\n\n{_page(house, notice)}\n"
    return MailText(f"Sitrep: {title}, the {who}", body + foot, f"{notice.match_id} {who}", stop)


def title_of(reading: SeatReading) -> str:
    """What a match is called: its own name, or its scenario's."""
    return reading.name or reading.game.info.scenarios[reading.scenario].title


# ---- what is known after an entry of the log


def reading_as_of(look: Work, notice: SavedNotice) -> SeatReading:
    """What the seat knew after the entry up to which it is told, with nothing on its sheet. Raises NotFound."""
    seat = seat_in(look, AtSeat(notice.match_id, notice.seat, ""))
    if seat.log_length != notice.up_to_entry:
        kept, picture = look.matches.picture_kept(notice.match_id, notice.seat, seat.game, notice.up_to_entry)
        log = look.matches.log(notice.match_id, notice.seat, seat.game, 0, notice.up_to_entry)
        for one in log[kept:]:
            one.report.teach(picture)
        tally = Tally().after([one.telling for one in log], seat.game, notice.seat, log_length=0)
        seat = replace(seat, picture=picture, log_length=notice.up_to_entry, tally=tally)
    return SeatReading(replace(seat, facts=replace(seat.facts, due_at=notice.answer_by)), SavedSheet())


def _situations(context: Context, look: Work, notice: SavedNotice, reading: SeatReading) -> str:
    """The situation reports of the letters that came since the mail before, the latest of them; empty for none."""
    at = AtSeat(notice.match_id, notice.seat, "")
    arrived = look.matches.log(
        notice.match_id, notice.seat, reading.game, notice.since, EVERY_ENTRY, kind="letter-arrived"
    )
    count = sum(one.number <= notice.up_to_entry for one in arrived)
    if not reading.where.ended and (not reading.where.letters or (notice.since and not count)):
        return ""
    many = max(1, min(count, MOST_SITUATIONS))
    record = letters_in(look, at, latest=many + len(arrived) - count)
    log = [one for one in record.log if one.number <= notice.up_to_entry]
    where = reading.where
    return letters_text(letters_of_record(replace(record, log=log, asked=where.asked, ended=where.ended)))


# ---- what stands at the head


def _in_brief(house: MailHouse, mailing: Mailing, notice: SavedNotice, reading: SeatReading) -> Iterator[str]:
    """Whose turn it is, where and until when, and what is told beside the log, without anything that stands there."""
    yield from _head(mailing.notice, notice, reading)
    if mailing.notice.form == "digest":
        yield from _answer_apart(house, mailing.channel, notice, reading)
    else:
        yield from _answer_at(house, notice, reading)
    beside, _ = parted(notice)
    if beside:
        yield from ("", *beside.split("\n"))


def parted(notice: SavedNotice) -> tuple[str, list[str]]:
    """What a mail tells beside the log, and the lines of the sheet that it shows lower down."""
    if notice.kind == "answer":
        return notice.aside, []
    before, found, lines = f"\n\n{notice.aside}".partition(f"\n\n{ON_YOUR_SHEET}\n")
    return before.removeprefix("\n\n"), [ON_YOUR_SHEET, *lines.split("\n")] if found else []


def _head(mailed: SavedNotice, notice: SavedNotice, reading: SeatReading) -> Iterator[str]:
    """What it is about, and until when; `mailed` says when the mail was written and in which zone hours are told."""
    words, where = reading.game.words, reading.where
    info = reading.game.info
    of_game = f"{info.title}, {info.scenarios[reading.scenario].title}"
    yield filled(f"{reading.name}: {of_game}" if reading.name else of_game)
    yield filled(f"You are {words.seat(reading.seat)}.")
    yield ""
    yield TITLES[notice.kind].upper()
    if not where.ended:
        yield filled(f"{', '.join(filter(None, (words.turns_of(where.turn), words.heading(where.titles))))}.")
    if notice.kind in REMINDERS:
        yield "You are still asked."
    if notice.answer_by is not None and mailed.dated is not None and notice.kind in ASKING:
        yield filled(
            f"Until {moment_in_full(notice.answer_by, mailed.zone)} ({how_long(mailed.dated, notice.answer_by)})."
        )


def _answer_at(house: MailHouse, notice: SavedNotice, reading: SeatReading) -> Iterator[str]:
    yield ""
    takes_answers = bool(house.reply) and reading.where.asked
    if takes_answers:
        yield filled(HOW)
        yield ""
    answer = "Answer this email, or on the page:" if takes_answers else "Answer on the page:"
    yield answer if reading.where.asked else "Look at it on the page:"
    yield _page(house, notice)


def _answer_apart(house: MailHouse, channel: SavedChannel, notice: SavedNotice, reading: SeatReading) -> Iterator[str]:
    """The same of one match of a list: the address that takes its orders."""
    yield ""
    if house.reply and reading.where.asked and notice.id:
        yield "Its orders go to this address:"
        yield house.reply_to(mail_token(house, channel, notice.id))
        yield "or on the page:"
    else:
        yield "Answer on the page:" if reading.where.asked else "Look at it on the page:"
    yield _page(house, notice)


def _page(house: MailHouse, notice: SavedNotice) -> str:
    officials = "moderation" if notice.is_for_moderator else "arbitration"
    where = officials if notice.is_for_official else notice.seat
    return f"{house.url}/matches/{quote(notice.match_id, safe='')}/{quote(where, safe='')}"


# ---- what is no order


def _guarded(readings: list[SeatReading], lines: list[str], foot: str) -> str:
    """The lines as a text in which none of them reads as an order of these seats, now or later."""
    body = "\n".join(lines).splitlines()
    apart = {number for reading in readings for number in order_like(reading.game, reading.picture, body)}
    found: list[str] = []
    for number, line in enumerate(body):
        found += set_apart(line) if number in apart and not line.startswith(EXAMPLE) else [line]
    return "\n".join(found) + foot


def set_apart(line: str) -> list[str]:
    """A line behind the sign that no order begins with; two where it would be too long."""
    width = WIDE - len(LOOKS_LIKE_ONE)
    return [f"{LOOKS_LIKE_ONE}{one}" for one in textwrap.wrap(line.strip(), width, break_on_hyphens=False)]


def order_like(game: AnyGame, picture: Any, lines: list[str]) -> set[int]:
    """Which lines, counted from 0, are an order or a part of one, by the seat's words or by any that it may have later.

    So is a line that an answer to a mail may hold besides orders.
    """
    kinds = tuple(game.orders_by_kind.values())
    any_words = AnyWords(ground=game.ground_of(picture))
    known = cache(lambda: vocabulary(game, picture))
    found = set[int]()
    for number, block in blocks_of("\n".join(lines)):
        words = words_of(block.partition("\n")[0])
        if done_by(block) or (
            begins(kinds, words) and (is_order(block, kinds, any_words) or is_order(block, kinds, known()))
        ):
            found.update(range(number - 1, number + block.count("\n")))
    return found


def begins(kinds: tuple[type[Order], ...], words: list[str]) -> bool:
    """Whether these words begin as some order does: most lines do not, and need not be read."""
    return any(tuple(words[: len(verb)]) == verb for verb in (form_of(kind).verb for kind in kinds))


def is_order(block: str, kinds: tuple[type[Order], ...], words: Vocabulary) -> bool:
    """Whether a line, with those below it, reads as an order."""
    try:
        phrase_reading.read(block, kinds, words)
    except phrase_reading.LineFault:
        return False
    return True


class AnyWords(Vocabulary):
    """Words of a seat to which every single word is a name: what reads as an order to it may do so some day."""

    def texts(self, kind: str, name: str) -> dict[str, str]:
        return AnyWord()


class AnyWord(dict[str, str]):
    """Each single word, meaning itself."""

    def get(self, word: str, default: Any = None) -> Any:
        return default if " " in word else word


# ---- what stands in every mail, and mails of the address itself


def _foot(house: MailHouse, stop: str, *, digest: bool) -> str:
    of_what = "Emails to this address" if digest else "Emails about this match"
    return (
        f"\n\n-- \nThis address is set for your seat at {house.url} .\n"
        f"{of_what} end here, with one press of a button:\n{house.url}/mail/stop/{stop}\n"
    )


def _of_itself(house: MailHouse, mailing: Mailing) -> MailText:
    """A mail of the address: with the link that confirms it, a test, or a link that leads back in."""
    if mailing.notice.kind == "test":
        if not house.reply:
            return MailText("Sitrep: a test", f"{filled(TEST)}\n\n{house.url}/notices\n")
        body = f"{filled(TEST)}\n\n{filled(TO_ANSWER)}\n{house.url}/notices\n"
        return MailText("Sitrep: a test", body, can_be_answered=True)
    if mailing.notice.kind == "way-back":
        said = BACK_TO_SEAT if mailing.notice.match_id else BACK_TO_ACCOUNT
        return MailText(
            "Sitrep: a way back in", f"{filled(said)}\n\n{house.url}/{mailing.notice.aside}\n\n{filled(KEEP)}\n"
        )
    link = f"{house.url}/mail/confirm/{token_of(mailing.channel, 'confirm')}"
    return MailText("Sitrep: confirm this address", f"{filled(CONFIRM)}\n\n{link}\n\n{filled(NOT_YOU)}\n")


TEST = "This is the test that you asked for. Emails about your matches reach you here."
TO_ANSWER = "Answer this email, with whatever you like, and the page shows when your answer came:"
CONFIRM = (
    "Somebody, most likely you, wants to be told by mail at this address when it is their turn in a match. Open this "
    "link and press the button there, and emails will come:"
)
BACK_TO_ACCOUNT = (
    "Somebody, most likely you, has lost the password of the account that this address belongs to. This link sets a "
    "new one; it works once, within three days:"
)
BACK_TO_SEAT = (
    "Somebody, most likely you, has lost the browser with the seat that this address belongs to. This link leads back "
    "to it; it works once, within three days, and everybody at the match is told:"
)
KEEP = "If it was not you, do nothing, and give the link to nobody."
NOT_YOU = "If it was not you, do nothing: nothing more will come, and the link ends in a week."
