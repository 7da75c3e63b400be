"""A turn's letter: what a seat was told, what it is asked, what it has, and how its orders are written, as plain text.

It is the body of the mails of a turn (`mail_texts` puts the head, the link and the foot around it), made of the seat's
own reading and the game's own words, without a page.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from service.engine.aims import Aim, Briefing
from service.engine.bills import in_words
from service.engine.facts import Fact, Row
from service.engine.phrase_writing import examples, one_of_each
from service.engine.places import shown_place
from service.matches.letters import WIDE, filled
from service.matches.reading import SeatReading

EXAMPLE = "· "
"""Stands before an order that is an example, so that no reader of order lines takes it for one that is given."""


def turn_letter(reading: SeatReading, situations: str = "", on_sheet: Sequence[str] = ()) -> Iterator[str]:
    """The letter, in lines of at most 72 characters: reports, question, rosters, an example of each kind of order.

    `situations` is the text of the situation reports that it brings (`letters_text`), empty for none, `on_sheet` the
    lines of what stands on its sheet. A seat that is asked nothing is told how it stands instead of a question, and how
    the match has ended before anything else.
    """
    if reading.where.ended:
        yield from ("", *standing(reading))
    if situations:
        yield from ("", situations.rstrip("\n"), "=" * WIDE)
    if not reading.where.ended:
        yield ""
        yield from question(reading) if reading.where.asked else standing(reading)
    for roster in reading.game.words.rosters(reading.known):
        yield from ("", roster.title.upper())
        yield from (row_line(row, reading) for row in roster.rows)
        if not roster.rows:
            yield roster.none
    if on_sheet:
        yield from ("", *on_sheet)
    yield from example_lines(reading)


def question(reading: SeatReading) -> Iterator[str]:
    """How a seat that is asked stands, and what it has to do now, with the figures of what is asked about."""
    words, known = reading.game.words, reading.known
    yield from standing(reading)
    yield ""
    if (decision := words.decision(known)) is not None:
        yield decision.title.upper()
        yield filled(reading.in_words(decision.lead))
        return
    heading = reading.where.titles[-1]
    yield heading.upper()
    kinds = list(dict.fromkeys(option.kind for option in reading.now))
    if asked := words.ask(known, kinds, heading):
        yield filled(reading.in_words(asked))
    for fact in words.question(known):
        yield f"  {fact.label}: {reading.in_words(fact.value)}"
    yield from declared(reading)


def standing(reading: SeatReading) -> Iterator[str]:
    """How the seat stands: in the first turn its briefing too, its aim, and what stands at the head of the page."""
    where, words, known = reading.where, reading.game.words, reading.known
    # Whoever moves second is first asked after letters of the first turn.
    if where.turn <= reading.game.first_turn(reading.scenario) and not where.ended:
        yield from briefing(words.briefing(known), reading)
    yield from aim(words.stands_with_aim(known), reading)
    for fact in words.facts(known, where.turn):
        yield filled(f"{fact.label}: {reading.in_words(fact.value)}", "    ")


def declared(reading: SeatReading) -> Iterator[str]:
    """All that is declared against the seat, with what it can answer to each and the points that it has left."""
    told = reading.game.words.declared(reading.known)
    if not told.combats:
        return
    yield ""
    yield "DECLARED AGAINST YOU"
    yield from facts(told.left, reading)
    for one in told.combats:
        yield filled(f"{one.number}. {reading.in_words(one.title)}")
        yield from facts((*one.facts, *one.answers), reading)
        yield from map(filled, filter(None, [reading.in_words(one.note)]))


def facts(given: Iterable[Fact], reading: SeatReading) -> Iterator[str]:
    """Facts, a line each."""
    known = reading.in_words
    for fact in given:
        yield filled(f"  {fact.label}: {known(fact.value)}", "    ")


def briefing(told: Briefing, reading: SeatReading) -> Iterator[str]:
    """What the seat begins with and what it is after, a paragraph each."""
    if told.paragraphs:
        yield "YOUR BRIEFING"
        for _, text in told.paragraphs:
            yield filled(reading.in_words(text))
        yield ""


def aim(told: Aim, reading: SeatReading) -> Iterator[str]:
    """How the seat stands with its aim, or how the match has ended, and the sum line by line."""
    known = reading.in_words
    if told.title or told.line:
        yield filled((known(told.title) or "Your aim").upper())
        yield from map(filled, filter(None, [known(told.line)]))
        for line in told.bill.lines:
            yield filled(f"- {known(in_words(line))}", "  ")
        yield from map(filled, filter(None, (known(told.open), known(told.unknown))))
        yield ""


def row_line(row: Row, reading: SeatReading) -> str:
    """A unit or contact in one line, its figures behind it."""
    called = row.id or row.contact or ""
    name = row.name if not called or called in row.name else f"{called} {row.name}"
    place = shown_place(row.place, reading.ground) if row.place else row.absent
    figures = [f"{fact.label} {reading.in_words(fact.value)}" for fact in row.figures]
    said = "; ".join(filter(None, (reading.in_words(row.line), *figures, *tags_told(row.tags))))
    where = ", ".join(filter(None, (name, place)))
    return filled(f"{where}: {said}." if said else f"{where}.", "    ")


def tags_told(tags: Sequence[str]) -> list[str]:
    """What is told of a unit in a word each, and once what is so of it several times: 2 × arty 3."""
    return [tag if many == 1 else f"{many} × {tag}" for tag, many in Counter(tags).items()]


def example_lines(reading: SeatReading) -> Iterator[str]:
    """Of each kind of order that may be given now one line, as it is written."""
    options = reading.heading_options
    if not reading.where.asked or not options:
        return
    yield from ("", "WHAT MAY BE ORDERED, AN EXAMPLE EACH")
    for line in examples(reading.game, reading.picture, one_of_each(options)):
        yield from (f"{EXAMPLE}{one}" for one in textwrap.wrap(line, WIDE - len(EXAMPLE), break_on_hyphens=False))
