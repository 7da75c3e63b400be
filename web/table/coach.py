"""The coach's note on the match page: a lesson of the game as HTML, every rule id in it a link."""

from __future__ import annotations

from service.matches import Reading
from service.matches.coaching import Coaching, coaching
from service.store import SavedCoaching
from web.book.texts import Texts
from web.table.shown import Coached


def coached(saved: SavedCoaching, reading: Reading) -> Coached | None:
    """What the coach has to say at a seat now."""
    found = coaching(saved, reading)
    return shown(found, reading) if found is not None else None


def shown(found: Coaching, reading: Reading) -> Coached:
    """A lesson as a note."""
    lesson = found.lesson
    if lesson is None:
        return Coached(wanted=found.wanted)
    book = reading.game.rulebook()
    texts = Texts(book, f"/games/{reading.game.address}/rules", book.rules)
    said = (
        ("What is asked", lesson.asked),
        ("Try this", lesson.suggestion(reading.seat)),
        ("Why", lesson.why),
        ("What the enemy learns", lesson.learns),
    )
    lines = tuple((about, texts.prose(words)) for about, words in said if words)
    return Coached(wanted=found.wanted, name=lesson.name, title=lesson.title, lines=lines)
