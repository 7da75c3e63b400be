"""What a mail tells beside the log: whose time is over, what was done with a seat, offers, and what others have said.

Names change and offers lapse, so it is written down as text before the first try, and taken away when the mail is sent.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.game import AnyGame
from service.engine.reports import TimeTold
from service.matches.handover import seat_changes_in
from service.matches.letters import WIDE, filled
from service.matches.open_seats import changed
from service.matches.talk import MOST_MESSAGES
from service.matches.times import moment_in_full
from service.store import SavedChannel, SavedMessage, SavedNotice, SavedOffer, Work
from service.store.clocks import ARBITER_HAS, ClockTerms

REMATCH = "rematch"
"""What a notice of consent is about, where no side has offered to end the match."""
YOURS_MAY_BE_CLAIMED = (
    "The other side may go on waiting, or announce that it claims the match, which it can do a day later."
)
YOURS_IS_RULED = (
    f"The arbiter rules what is done; if nothing is ruled within {ARBITER_HAS.days} days the umpire answers for you."
)
MAY_BE_CLAIMED = "You may go on waiting, or announce that you claim the match, which you can do a day later."
FOR_YOU = "The umpire answers for you until your next letter."
FOR_IT = "The umpire answers for it until its next letter."
QUOTED = "> "
"""Stands before each line of what somebody else has said."""
MOST_MAILED = 20
"""So many messages stand in one mail, the latest."""


@dataclass(frozen=True)
class TextBeside:
    """What a mail tells beside the log; `up_to_message` numbers the last message of the box that is in it, or is 0."""

    text: str
    up_to_message: int


def text_beside_the_log(work: Work, channel: SavedChannel, told: Sequence[SavedNotice], *, in_full: bool) -> TextBeside:
    """What a mail tells of one seat beside its log, for these notices.

    What others have said is told `in_full`, or only that there is something.
    """
    match_id = told[0].match_id
    facts = work.matches.facts(match_id)
    if facts is None:
        return TextBeside(in_paragraphs([one.aside.split("\n") for one in told if one.kind == "answer"]), 0)
    game, parts = facts.game, list[list[str]]()
    if told[0].is_for_official:
        asked = [one for one in told if one.kind != "seat"]
        parts += ([filled(to_official(game, one))] for one in sorted(asked, key=lambda one: one.number))
        parts += changes_told(work, told, channel.zone)
        return TextBeside(in_paragraphs(parts), 0)
    for notice in sorted(told, key=lambda one: one.number):
        if notice.kind == "answer":
            parts.append(notice.aside.split("\n"))
        elif notice.kind == "late":
            parts.append([filled(late(work, game, notice, ClockTerms.of(facts.terms)))])
        elif notice.kind == "consent":
            parts += ([filled(one)] for one in consent(work, game, notice, channel.zone))
    parts += changes_told(work, told, channel.zone)
    messages = unread(work, channel, told[0]) if channel.talk != "never" else []
    if messages and in_full:
        parts.append(list(said(game, messages, channel.zone)))
    elif messages:
        parts.append(["There are messages that you have not read."])
    return TextBeside(in_paragraphs(parts), messages[-1].number if messages else 0)


PAUSED = {
    "webhook": "Your webhook is paused, since it refused what was sent there. The page Notices says why, and opens it.",
    "push": "No browser of yours is told any more, since those that were are gone. The page Notices adds one.",
}


def paused_besides(work: Work, channel: SavedChannel) -> str:
    """That other channels of the same owner are paused, as a mail tells it; empty where none is."""
    if channel.kind != "mail":
        return ""
    its = (channel.account_id, channel.match_id, channel.seat)
    found = ((work.notices.channel_of(*its, kind), said) for kind, said in PAUSED.items())  # type: ignore[arg-type]
    return "\n\n".join(filled(said) for one, said in found if one is not None and one.paused_at is not None)


def in_paragraphs(parts: Sequence[Sequence[str]]) -> str:
    """Lines that belong together as paragraphs of a text."""
    return "\n\n".join("\n".join(lines) for lines in parts)


def late(work: Work, game: AnyGame, notice: SavedNotice, terms: ClockTerms | None) -> str:
    """That the time of a seat is over, and what comes of that. Where nobody answers for it yet, its end is known."""
    whose = "Your time" if notice.about == notice.seat else f"The time of {game.words.the_side(notice.about)}"
    if notice.answer_by is None and by_sheet(work, game, notice):
        return f"{whose} is over: what was on {'your' if notice.about == notice.seat else 'its'} sheet is sent."
    waits = notice.answer_by is not None and terms is not None and terms.over
    if notice.about == notice.seat:
        then = YOURS_MAY_BE_CLAIMED if waits == "claimed" else YOURS_IS_RULED if waits == "arbiter" else FOR_YOU
        return f"{whose} is over. {then}"
    return f"{whose} is over. {MAY_BE_CLAIMED if waits == 'claimed' else FOR_IT}"


def by_sheet(work: Work, game: AnyGame, notice: SavedNotice) -> bool:
    """Whether what a notice tells is that a sheet is sent, which is told by itself, so it is the last entry."""
    told = work.matches.log(notice.match_id, notice.seat, game, notice.up_to_entry - 1, 1, TimeTold.kind)
    return any(isinstance(entry.report, TimeTold) and entry.report.by_sheet for entry in told)


def changes_told(work: Work, told: Sequence[SavedNotice], zone: str) -> list[list[str]]:
    """What was done with seats and with the match, with its moment."""
    numbers = {notice.about for notice in told if notice.kind == "seat"}
    changes = seat_changes_in(work, told[0].match_id) if numbers else ()
    return [[filled(one.text), f"({moment_in_full(one.at, zone)})"] for one in changes if str(one.number) in numbers]


def to_official(game: AnyGame, notice: SavedNotice) -> str:
    """What the arbiter or moderator of a match is told: that they are asked to be it, or that the arbiter may rule."""
    if notice.is_for_moderator:
        return (
            "You are asked to be the moderator of a match: you see all of it, may stop its clocks or give more "
            "time, and put right what goes wrong."
        )
    if notice.kind == "consent":
        return "You are asked to be the arbiter of a match: when a time is over in it, you rule what is done."
    return (
        f"The time of {game.words.the_side(notice.about)} is over. You rule what is done; if nothing is ruled within "
        f"{ARBITER_HAS.days} days the umpire answers."
    )


def consent(work: Work, game: AnyGame, notice: SavedNotice, zone: str) -> Iterator[str]:
    """What a seat is asked to agree to."""
    if notice.about == REMATCH and is_open(work, notice):
        yield "A rematch with sides swapped is open, and a seat of it is kept for you."
    for offer in open_offers(work, notice):
        what = "a draw" if offer.terms == "draw" else "to abandon the match"
        yield f"{game.words.seat(offer.seat)} offers {what}. The offer lapses on {moment_in_full(offer.until, zone)}."


def is_open(work: Work, notice: SavedNotice) -> bool:
    """Whether a seat can still agree to what a notice of consent is about."""
    if notice.about != REMATCH:
        return bool(open_offers(work, notice))
    facts, after = work.matches.facts(notice.match_id), work.agreements.rematch(notice.match_id)
    if facts is None or after is None:
        return False
    return work.matches.holder(after, changed(facts.game.info.seats, notice.seat)) == (None,)


def open_offers(work: Work, notice: SavedNotice) -> list[SavedOffer]:
    """The offer that a notice is about, while its seat has not agreed to it."""
    offers = work.agreements.offers(notice.match_id, notice.made_at)
    return [one for one in offers if one.seat == notice.about and notice.seat not in one.agreed]


def unread(work: Work, channel: SavedChannel, notice: SavedNotice) -> list[SavedMessage]:
    """What others have said to a seat that it has not read, and that no mail to this address has brought."""
    match_id, seat = notice.match_id, notice.seat
    read, _ = work.talk.box(match_id, seat)
    after = max(read, work.notices.last_said(channel.id, match_id, seat))
    return [one for one in work.talk.messages(match_id, seat, after, MOST_MESSAGES) if one.sender != seat]


def said(game: AnyGame, messages: Sequence[SavedMessage], zone: str) -> Iterator[str]:
    """The messages, each with who said it and when, line by line behind a sign that no order begins with."""
    if len(messages) > MOST_MAILED:
        yield "There are more messages on the page; these are the latest."
    for one in messages[-MOST_MAILED:]:
        yield filled(f"{game.words.seat(one.sender)} said on {moment_in_full(one.at, zone)}:")
        for line in one.text.split("\n"):
            wrapped = textwrap.wrap(line, WIDE - len(QUOTED), break_on_hyphens=False) or [""]
            yield from (f"{QUOTED}{part}".rstrip() for part in wrapped)
