"""Talk between the seats of a match, and notes that a seat keeps for itself.

Neither is part of the match: no version moves by it, and rules, journal and dice know nothing of it. What was said is
text wherever it is shown. Nobody learns whether or when something was read, or that somebody is not heard.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.errors import Malformed, NotFound, NotNow
from service.matches.reading import seat_in
from service.store import SavedMessage, SavedNote, Work

LONGEST_MESSAGE = 2_000
"""Characters of a message, and of a note."""
MOST_MESSAGES = 200
"""So many of a box are shown at a time, the latest."""
MOST_NOTES = 500


@dataclass(frozen=True)
class Box:
    """What was said to a seat, and by it. `on`: whether the match was opened with talk.

    `messages` are the latest of it; it has `length` in all, and the seat has `read` them up to that number. `muted` are
    sides that it does not want to hear: what they say meanwhile does not come in.
    """

    on: bool
    messages: tuple[SavedMessage, ...]
    length: int
    read: int
    muted: tuple[Seat, ...]


def talks(terms: Mapping[str, Any]) -> bool:
    """Whether a match was opened with talk, as it is if nobody says otherwise."""
    return terms.get("talk") is not False


def box(context: Context, at: AtSeat, *, after: int = 0, before: int | None = None) -> Box:
    """What was said to a seat and by it, from the message after this number on: the latest of it, or of what was said
    before another number. Raises NotFound.
    """
    with context.store.look() as look:
        seat = seat_in(look, at)
        read, muted = look.talk.box(at.match_id, at.seat)
        messages = look.talk.messages(at.match_id, at.seat, after, MOST_MESSAGES, before=before)
    return Box(talks(seat.facts.terms), tuple(messages), seat.said, read, muted)


def say_to_others(context: Context, at: AtSeat, said: str) -> int:
    """Say something to the other seats; its number in one's own box. Raises NotNow, Malformed, TooOften, NotFound."""
    with context.store.work() as work:
        number = say_within(context, work, at, said)
    context.hub.nudge(at.match_id)
    return number


def say_within(context: Context, work: Work, at: AtSeat, said: str) -> int:
    """The same in a transaction, after which the match is to be nudged."""
    text = tidy_text(said, "A message")
    context.rate_limits.admit("talk", f"{at.match_id} {at.seat}")
    work.matches.hold(at.match_id)
    seat = seat_in(work, at)
    if not talks(seat.facts.terms):
        raise NotNow("This match was opened without talk.")
    now, seats = context.clock(), seat.game.info.seats
    numbers = work.talk.say(at.match_id, at.seat, seats, text, now)
    number = numbers[at.seat]
    holders = work.matches.holders(at.match_id)
    for other in seats:
        if holders[other] != holders[at.seat]:  # of no seat where it is not heard, which takes as long
            work.notices.tell_seat(at.match_id, other if other in numbers else "", "talk", now, str(numbers.get(other)))
    read, muted = work.talk.box(at.match_id, at.seat)
    if read == number - 1:  # what one has said oneself is no news
        work.talk.keep_box(at.match_id, at.seat, number, muted)
    return number


def mark_read(context: Context, at: AtSeat, number: int) -> None:
    """A seat has read its messages up to this number, which nobody else learns. Raises NotFound."""
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seat = seat_in(work, at)
        read, muted = work.talk.box(at.match_id, at.seat)
        work.talk.keep_box(at.match_id, at.seat, min(max(read, number), seat.said), muted)
    context.hub.nudge(at.match_id)  # its own sockets say so now, and not when something else is nudged, as by the enemy


def mute(context: Context, at: AtSeat, muted: Sequence[Seat]) -> None:
    """From now on a seat hears nothing of these others, and of all the rest again. Raises Malformed, NotFound."""
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        seats = seat_in(work, at).game.info.seats
        others = [seat for seat in seats if seat != at.seat]
        if not set(muted) <= set(others):
            raise Malformed([(["muted"], f"Other sides may be muted: {', '.join(others)}.")])
        read, _ = work.talk.box(at.match_id, at.seat)
        work.talk.keep_box(at.match_id, at.seat, read, [seat for seat in others if seat in muted])


# ---- notes


def notes(context: Context, at: AtSeat) -> list[SavedNote]:
    """What a seat has noted for itself."""
    with context.store.look() as look:
        return look.talk.notes(at.match_id, at.seat)


def write_note(context: Context, at: AtSeat, said: str, number: int | None = None) -> SavedNote:
    """Note something with the letter that the seat had last; or write the note of this number anew.

    Raises Malformed, NotNow, TooOften; NotFound where there is no such note.
    """
    with context.store.work() as work:
        return note_within(context, work, at, said, number)


def note_within(context: Context, work: Work, at: AtSeat, said: str, number: int | None = None) -> SavedNote:
    """The same in a transaction."""
    text = tidy_text(said, "A note")
    context.rate_limits.admit("talk", f"{at.match_id} {at.seat}")
    work.matches.hold(at.match_id)
    seat = seat_in(work, at)
    if number is None:
        if len(work.talk.notes(at.match_id, at.seat)) >= MOST_NOTES:
            raise NotNow(f"A seat keeps {MOST_NOTES} notes. Delete one first.")
        number = work.talk.add_note(at.match_id, at.seat, seat.picture.letters, text, context.clock())
    elif not work.talk.change_note(at.match_id, at.seat, number, text):
        raise NotFound()
    return next(one for one in work.talk.notes(at.match_id, at.seat) if one.number == number)


def delete_note(context: Context, at: AtSeat, number: int) -> None:
    """Take a note away. Raises NotFound where there is none."""
    with context.store.work() as work:
        work.matches.hold(at.match_id)
        if not work.talk.change_note(at.match_id, at.seat, number, ""):
            raise NotFound()


def tidy_text(said: str, what: str) -> str:
    """A text in normal form, of lines of letters that show. Raises Malformed."""
    said = unicodedata.normalize("NFC", said.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))
    text = "\n".join(line.rstrip() for line in said.split("\n")).strip()
    if not 0 < len(text) <= LONGEST_MESSAGE:
        raise Malformed([(["text"], f"{what} has 1 to {LONGEST_MESSAGE:,} characters.")])
    if any(unicodedata.category(letter)[0] == "C" for letter in text if letter != "\n"):
        raise Malformed([(["text"], f"{what} has no control characters, nor such as turn the direction of writing.")])
    return text
