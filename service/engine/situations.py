"""Situation reports: what a seat was told in a while, as a staff officer writes it up for his commander.

A report is made of the seat's own reports, and of its picture before and after them, which earlier reports have made:
so it cannot tell more than they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """What happened in one place or of one kind, in sentences; `title` says where or which. `[3]` refers to note 3."""

    title: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A situation report: to whom, from whom, of what date in the game's calendar; notes count from 1."""

    to: str
    sender: str
    date: str
    paragraphs: tuple[Paragraph, ...]
    notes: tuple[str, ...] = ()


MARK = re.compile(r" \[(\d+)\]")
"""A mark in a paragraph's text, with the number of its note."""


@dataclass
class Notes:
    """The footnotes of a situation report while it is written; one that is there already is referred to again."""

    texts: list[str] = field(default_factory=list)

    def mark(self, text: str) -> str:
        """The mark to put behind the sentence or word that the note belongs to."""
        if text not in self.texts:
            self.texts.append(text)
        return f" [{self.texts.index(text) + 1}]"

    def in_order(self, paragraphs: Iterable[Paragraph]) -> tuple[tuple[Paragraph, ...], tuple[str, ...]]:
        """The paragraphs that say something, and the notes, numbered as the reader comes to them."""
        found: dict[str, int] = {}

        def renumbered(mark: re.Match[str]) -> str:
            return f" [{found.setdefault(mark[1], len(found) + 1)}]"

        said = tuple(Paragraph(title=one.title, text=MARK.sub(renumbered, one.text)) for one in paragraphs if one.text)
        return said, tuple(self.texts[int(number) - 1] for number in found)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row, with "and" before the last."""
    words = list(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun, in the plural unless it is 1."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def sentence(words: str) -> str:
    """Words with a capital letter at the beginning and a full stop at the end, of which a note is no part."""
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}" if words else ""


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{spelled(number)} times")
