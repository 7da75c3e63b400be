"""A seat's letters: what each dispatch brought, and the situation report that its staff makes of it.

A situation report covers all that the seat was told since the letter before, so that who reads the letters reads the
match. It is made of the seat's own log, folded over the latest picture that is kept before it; the truth is not loaded.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.places import Ground
from service.engine.reports import LetterArrived, LogEntry
from service.engine.sentences import NoteSpan, Sentence, plain_span, plain_text
from service.engine.situations import Situation
from service.engine.state import duplicate
from service.matches.context import AtSeat, Context
from service.matches.history import Record, letters_in
from service.matches.reading import EntryInWords, entry_of, seat_in

WIDE = 72
"""Characters in a line of a plain letter, as mail has them."""


@dataclass(frozen=True)
class Letter:
    """A dispatch that reached a seat, with what it told, and the situation report that it came with."""

    number: int
    turn: int
    address: str
    titles: tuple[str, ...]
    entries: tuple[EntryInWords, ...]
    situation: Situation
    at: int
    """The number of its last entry in the seat's log."""


@dataclass(frozen=True)
class SeatLetters:
    """A seat's letters, oldest first, of the first `count` that it had; `last` tells what came after the last of them.

    `last` is there when the match is over; `ground` says how places are written.
    """

    game: AnyGame
    scenario: str
    count: int
    letters: tuple[Letter, ...]
    last: Situation | None
    ground: Ground | None


@dataclass(frozen=True)
class LetterHead:
    """A letter by its number and the turn in which it came, without what it says."""

    number: int
    turn: int


@dataclass
class Period:
    """The log's entries that one situation report covers, up to its letter's last; the pictures before and after."""

    entries: list[LogEntry]
    before: Any
    after: Any
    letter: LetterArrived | None

    def situation(self, game: AnyGame) -> Situation:
        turn = self.letter.turn if self.letter is not None else int(self.after.turn)
        told = [one.telling for one in self.entries]
        return game.words.situation(game.known(self.before), game.known(self.after), told, turn)


def periods(record: Record) -> Iterator[Period]:
    """The log cut behind each letter. The last may be without one."""
    picture, letter = record.opening, None
    before = duplicate(picture)
    entries: list[LogEntry] = []
    for one in record.log:
        if letter is not None and one.letter != letter.number:
            yield Period(entries, before, picture, letter)
            entries, before, letter = [], duplicate(picture), None
        entries.append(one)
        one.report.teach(picture)
        if isinstance(one.report, LetterArrived):
            letter = one.report
    if entries:
        yield Period(entries, before, picture, letter)


def seat_letters(context: Context, at: AtSeat, *, latest: int | None = None, before: int | None = None) -> SeatLetters:
    """The letters of a seat, or the latest so many letters of it, or of those before one."""
    with context.store.look() as look:
        record = letters_in(look, at, latest=latest, before=before)
    return letters_of_record(record)


def letter_heads(context: Context, at: AtSeat, *, before: int, most: int) -> list[LetterHead]:
    """So many letters before this one, oldest first, as a list names them; for less than reading them costs."""
    first = max(1, before - most)
    with context.store.look() as look:
        game, begun = seat_in(look, at).game, look.matches.end_of_letter(at.match_id, at.seat, first - 1)
        logged = look.matches.log(
            at.match_id, at.seat, game, begun, max(0, before - first), kind=kind_of(LetterArrived)
        )
    return [LetterHead(one.report.number, one.turn) for one in logged if isinstance(one.report, LetterArrived)]


def letters_of_record(record: Record) -> SeatLetters:
    """As `seat_letters`, of a record that was read before; its picture is used up."""
    count = max((one.report.number for one in record.log if isinstance(one.report, LetterArrived)), default=0)
    return letters_upto(record, until=count)


def letter(context: Context, at: AtSeat, number: int) -> Letter:
    """One letter by its number. Raises NotFound for a number that the seat has not had."""
    return letter_alone(context, at, number).letters[0]


def letter_alone(context: Context, at: AtSeat, number: int) -> SeatLetters:
    """The same as if it were all of the seat's letters; nothing of what came after it."""
    with context.store.look() as look:
        record = letters_in(look, at, number=number)
    return letters_upto(record, until=number)


def letters_upto(record: Record, *, until: int) -> SeatLetters:
    """The letters of a record up to this one, and the last report where the match is over."""
    game, found, last = record.facts.game, [], None
    count = record.since - 1
    for period in periods(record):
        if period.letter is None:
            last = period.situation(game) if record.ended else None
            break
        count = period.letter.number
        found.append(letter_of(game, period, period.letter))
        if count >= until and not record.ended:
            break
    return SeatLetters(
        game=game, scenario=record.facts.scenario, count=count, letters=tuple(found), last=last,
        ground=game.ground_of(record.opening),
    )  # fmt: skip


def letter_of(game: AnyGame, period: Period, arrived: LetterArrived) -> Letter:
    brought = [one for one in period.entries if one.letter == arrived.number and one.report is not arrived]
    return Letter(
        number=arrived.number,
        turn=arrived.turn,
        address=arrived.address,
        titles=arrived.titles,
        entries=tuple(entry_of(game, one) for one in brought),
        situation=period.situation(game),
        at=period.entries[-1].number,
    )


# ---- as plain text


def letter_text(context: Context, at: AtSeat, number: int) -> str:
    """One letter as plain text in lines of 72, as one sends it by mail. Raises NotFound as `letter` does."""
    return letters_text(letter_alone(context, at, number))


def plain(situation: Situation, name: str, scenario: str, ground: Ground | None) -> str:
    """A situation report as plain text, each paragraph under its title, the notes at the foot."""
    head = [f"{name.upper()}", f"{scenario}", "", f"To:    {situation.to}", f"From:  {situation.sender}"]
    head.append(f"Date:  {situation.date}")
    body: list[str] = []
    for paragraph in situation.paragraphs or ():
        title = plain_text(paragraph.title, ground).upper()
        body += ["", *([title] if title else []), filled(plain_lines(paragraph.text, ground))]
    if not situation.paragraphs:
        body += ["", "Nothing to report."]
    notes = [
        filled(f"[{number}] {plain_text(note, ground)}", "    ") for number, note in enumerate(situation.notes, start=1)
    ]
    return "\n".join([*head, *body, *(["", "-" * 20, *notes] if notes else []), ""])


BOUND = "\N{NO-BREAK SPACE}"


def plain_lines(said: Sentence, ground: Ground | None) -> str:
    """Plain text in which a mark is not parted from the word that it follows when it is filled."""
    return "".join(
        f"{BOUND}{span.plain.strip()}" if isinstance(span, NoteSpan) else plain_span(span, ground) for span in said
    )


def filled(text: str, indent: str = "") -> str:
    """Text in lines of 72."""
    lines = textwrap.wrap(text, WIDE, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return "\n".join(lines).replace(BOUND, " ")


def letters_text(found: SeatLetters) -> str:
    """Letters in one text, one under the other."""
    scenario = found.game.info.scenarios[found.scenario].title
    texts = [plain(one.situation, f"Situation report {one.number}", scenario, found.ground) for one in found.letters]
    if found.last is not None:
        texts.append(plain(found.last, "Last report", scenario, found.ground))
    return f"\n{'=' * WIDE}\n\n".join(texts) or "No letters yet.\n"
