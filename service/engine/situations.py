"""Situation reports: what a seat was told in a while, as a staff officer writes it up for their commander.

A report is made of the seat's own reports, and of its picture before and after them, which earlier reports have made:
so it cannot tell more than they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.engine.sentences import NoteSpan, Said, Sentence, Span, say


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """What happened in one place or of one kind; `title` says where or which."""

    title: Sentence
    text: Sentence


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A situation report: to whom, from whom, of what date in the game's calendar; notes count from 1."""

    to: str
    sender: str
    date: str
    paragraphs: tuple[Paragraph, ...]
    notes: tuple[Sentence, ...] = ()


@dataclass
class Notes:
    """The footnotes of a situation report while it is written; one that is there already is referred to again."""

    texts: list[Sentence] = field(default_factory=list)

    def mark(self, *pieces: Said) -> NoteSpan:
        """The mark to put behind the sentence or word that the note belongs to."""
        text = say(*pieces)
        if text not in self.texts:
            self.texts.append(text)
        return NoteSpan(self.texts.index(text) + 1)

    def in_order(self, paragraphs: Iterable[Paragraph]) -> tuple[tuple[Paragraph, ...], tuple[Sentence, ...]]:
        """The paragraphs that say something, and the notes, numbered as the reader comes to them."""
        found: dict[int, int] = {}

        def renumbered(span: Span) -> Span:
            return NoteSpan(found.setdefault(span.number, len(found) + 1)) if isinstance(span, NoteSpan) else span

        said = tuple(
            Paragraph(title=one.title, text=tuple(map(renumbered, one.text))) for one in paragraphs if one.text
        )
        return said, tuple(self.texts[number - 1] for number in found)
