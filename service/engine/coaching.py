"""What a newcomer is told while he plays: a lesson at each heading that he meets for the first time.

A game writes its lessons as one Markdown text. `## name Title` opens a lesson: `name` is a heading's of the sequence of
play, or one of OCCASIONS. Its paragraphs are labelled: what is asked, why, what the enemy learns of it, and something
to try, for either side or for one ("Try as US:").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from service.engine.figures import filled
from service.engine.seats import Seat
from service.engine.tables import DataFault

WELCOME, WAITING, LETTER, OVER = "welcome", "waiting", "letter", "over"
OCCASIONS = (WELCOME, WAITING, LETTER, OVER)
"""Lessons that belong to no heading: the page itself, the first wait, the first letter, the end."""

LABEL = re.compile(r"(Asked|Why|The enemy learns|Try(?: as ([\w ]+))?): ", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What is said at a heading, in Markdown; `tries` by seat, "" for a suggestion that suits both."""

    name: str
    title: str
    asked: str
    why: str
    learns: str
    tries: Mapping[Seat, str] = field(default_factory=dict)

    def suggestion(self, seat: Seat) -> str:
        """What this seat may try; empty where there is nothing to suggest."""
        return self.tries.get(seat) or self.tries.get("", "")

    def texts(self) -> Iterator[str]:
        """All that it can say to anybody."""
        yield from (self.asked, self.why, self.learns, *self.tries.values())


@dataclass(frozen=True, kw_only=True)
class Coach:
    """A game's lessons by name, and the match to have them in: its scenario, and the seat that is played first."""

    scenario: str
    seat: Seat
    lessons: Mapping[str, Lesson]

    def due(self, met: tuple[str, ...], occasions: tuple[str, ...]) -> Lesson | None:
        """The first lesson for which there is occasion and that was not had yet."""
        return next((self.lessons[name] for name in occasions if name in self.lessons and name not in met), None)


def coach(file: Path, figures: Mapping[str, object], *, scenario: str, seat: Seat) -> Coach:
    """The lessons of a text, with its figures; DataFault for a paragraph that is labelled as none of ours."""
    _, *written = re.split(r"^## ", filled(file.read_text("utf-8"), figures, file.name), flags=re.MULTILINE)
    lessons = [lesson(text, file.name) for text in written]
    return Coach(scenario=scenario, seat=seat, lessons={one.name: one for one in lessons})


def lesson(text: str, where: str) -> Lesson:
    """One lesson."""
    head, _, body = text.partition("\n")
    name, _, title = head.partition(" ")
    said: dict[str, str] = {}
    tries: dict[Seat, str] = {}
    for paragraph in filter(None, (part.strip() for part in body.split("\n\n"))):
        label = LABEL.match(paragraph)
        if label is None:
            raise DataFault(where, name, f"a paragraph without a label: {paragraph[:40]}")
        words = paragraph[label.end() :]
        if label[1].startswith("Try"):
            tries[label[2] or ""] = words
        else:
            said[label[1]] = words
    try:
        return Lesson(
            name=name,
            title=title.strip(),
            asked=said["Asked"],
            why=said["Why"],
            learns=said["The enemy learns"],
            tries=tries,
        )
    except KeyError as lacking:
        raise DataFault(where, name, f"the paragraph {lacking} is missing") from None
