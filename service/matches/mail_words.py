"""What an answer to a mail may hold besides orders: words that stand alone in a line, and words before some more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from service.engine.phrase_reading import words_of

Does = Literal[
    "sends", "sends and closes the step", "empties the sheet first", "ends the emails about the match", "sends nothing",
    "asks for help", "asks for orders", "asks for the map", "says", "notes", "is away",
]  # fmt: skip
WORDS_OF_MAIL: dict[str, Does] = {
    "send": "sends", "done": "sends and closes the step", "clear": "empties the sheet first",
    "stop": "ends the emails about the match", "preview": "sends nothing", "help": "asks for help",
    "orders": "asks for orders", "map": "asks for the map",
}  # fmt: skip
"""What each word does alone in its line. `done` is an order too; `stop` works only where nothing else was written."""
WORDS_BEFORE: dict[str, Does] = {"say": "says", "note": "notes", "away": "is away"}
"""What each word does before some more in its line."""
BEFORE = re.compile(rf"\s*({'|'.join(WORDS_BEFORE)})\b\s*:?\s+(\S.*)", re.IGNORECASE | re.DOTALL)
HELP = (
    "Each of these goes on a line of its own, beside orders as in the examples:",
    "· send: send what is on the sheet and in the email",
    "· done: the same, and close the step",
    "· preview: send nothing, and put what is right on the sheet",
    "· clear: empty the sheet first",
    "· say (a text): say it to the other side",
    "· note (a text): note it for yourself",
    "· away 24 Dec to 2 Jan: be away on these days, where absences were agreed",
    "· orders: see what may be ordered now",
    "· map: see the map as you know it, as a picture",
    "· stop: no more emails about this match, if nothing else is written",
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAY = re.compile(r"(\d{1,2})\.? ([a-z]{3,9})\.?(?: (\d{4}))?|(\d{4})-(\d{1,2})-(\d{1,2})")


@dataclass(frozen=True)
class Aside:
    """What a line asks for besides orders, with what stands behind its word."""

    does: Does
    text: str


def done_by(line: str) -> Does | None:
    """What a line does that is such a word, or begins with one; None for any other."""
    words = words_of(line)
    if len(words) == 1:
        return WORDS_OF_MAIL.get(words[0])
    found = BEFORE.match(line)
    return WORDS_BEFORE[found[1].lower()] if found else None


def aside_in(line: str) -> Aside | None:
    """What a line asks for that orders nothing and touches no sheet: help, a map, something said, noted or declared."""
    does = done_by(line)
    found = BEFORE.match(line)
    if does is not None and does in WORDS_BEFORE.values() and found:
        return Aside(does, found[2].strip())
    return Aside(does, "") if does is not None and does.startswith("asks") else None


def days_in(text: str, today: date) -> tuple[date, date] | None:
    """The first and last day that a text names: 24 Dec to 2 Jan, 2026-12-24 to 2027-01-02, or one day; the next such
    day from `today` on where no year is said. None for any other text.
    """
    parts = re.split(r"\s+(?:to|until|till|-|–)\s+", text.strip().rstrip(".").lower())
    first = day_in(parts[0], today)
    last = day_in(parts[-1], first) if first is not None and len(parts) <= 2 else None
    return (first, last) if first is not None and last is not None else None


def day_in(text: str, since: date) -> date | None:
    """The day that a text names, the next one from that day on where it says no year."""
    found = DAY.fullmatch(text.strip())
    if found is None:
        return None
    if found[4]:
        return made(int(found[4]), int(found[5]), int(found[6]))
    month = next((number for number, name in enumerate(MONTHS, 1) if found[2].startswith(name)), 0)
    if found[3]:
        return made(int(found[3]), month, int(found[1]))
    years = (made(year, month, int(found[1])) for year in range(since.year, since.year + 5))
    return next((day for day in years if day is not None and day >= since), None)


def made(year: int, month: int, day: int) -> date | None:
    """A day of the calendar; None where it has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
