"""Sentences as spans: what is said, with the places, units, contacts, rules and rolls in it known for what they are.

A game writes a sentence once, and nobody parses it again: a page makes links of its spans, mail and the log take its
plain text. Prose is put together with `say`, which takes plain text and spans in the order in which they are read:

    say("An enemy unit entered ", place(there), " (contact ", contact(handle), ").")
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from service.engine.figures import plain
from service.engine.places import Ground, Place


@dataclass(frozen=True)
class TextSpan:
    """Plain text."""

    words: str

    @property
    def plain(self) -> str:
        return self.words


@dataclass(frozen=True)
class AsideSpan:
    """Plain text for those who have nothing else before them: what shows its meaning in another way leaves it out."""

    words: str

    @property
    def plain(self) -> str:
        return self.words


@dataclass(frozen=True)
class PlaceSpan:
    """A place by its id; `words` where it is called otherwise than by that."""

    place: Place
    words: str = ""

    @property
    def plain(self) -> str:
        return self.words or self.place


@dataclass(frozen=True)
class OwnSpan:
    """Something of the reader's own side by its id; `words` are what it is called, empty where only the id is told."""

    id: str
    words: str = ""

    @property
    def plain(self) -> str:
        return self.words or self.id


@dataclass(frozen=True)
class ContactSpan:
    """A contact of the reader's by its handle; `words` where it is called otherwise than by that."""

    handle: str
    words: str = ""

    @property
    def plain(self) -> str:
        return self.words or self.handle


@dataclass(frozen=True)
class RuleSpan:
    """A rule by its id, with what is said of it; `words` are empty where only the id is told."""

    rule: str
    words: str = ""

    @property
    def plain(self) -> str:
        return self.words or self.rule


@dataclass(frozen=True)
class RollSpan:
    """A roll of dice by its number on the public track, with what its dice show."""

    number: int
    words: str

    @property
    def plain(self) -> str:
        return self.words


@dataclass(frozen=True)
class NoteSpan:
    """A mark in a situation report, with the number of its note."""

    number: int

    @property
    def plain(self) -> str:
        return f" [{self.number}]"


Span = TextSpan | AsideSpan | PlaceSpan | OwnSpan | ContactSpan | RuleSpan | RollSpan | NoteSpan
Sentence = tuple[Span, ...]
"""What is said, from beginning to end; it need not be a whole sentence."""

Said = str | Span | Sentence
"""What a sentence is put together from."""


# ---- what a sentence is put together from


@lru_cache(maxsize=4096)
def place(id: str, words: str = "") -> PlaceSpan:
    """A place; made once, since whatever might be refused there names it."""
    return PlaceSpan(Place(id), words)


def own(id: str, words: str = "") -> OwnSpan:
    return OwnSpan(id, words)


def contact(handle: str, words: str = "") -> ContactSpan:
    return ContactSpan(handle, words)


def rule(id: str, words: str = "") -> RuleSpan:
    return RuleSpan(id, words)


def roll(number: int, words: str) -> RollSpan:
    return RollSpan(number, words)


def aside(words: str) -> AsideSpan:
    return AsideSpan(words)


# ---- putting it together


def say(*pieces: Said) -> Sentence:
    """A sentence of these pieces, one behind the other, as they stand."""
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return _of_text(pieces[0])
    spans: list[Span] = []
    words = ""
    for piece in pieces:
        if isinstance(piece, str):
            words += piece
            continue
        for span in piece if isinstance(piece, tuple) else (piece,):
            if isinstance(span, TextSpan):
                words += span.words
                continue
            if words:
                spans.append(TextSpan(words))
                words = ""
            spans.append(span)
    return (*spans, TextSpan(words)) if words else tuple(spans)


@lru_cache(maxsize=4096)
def _of_text(words: str) -> Sentence:
    """Plain text alone, as most figures and titles are; made once."""
    return (TextSpan(words),) if words else ()


def joined(separator: str, pieces: Iterable[Said]) -> Sentence:
    """Pieces one behind the other, with a separator between them."""
    said: list[Said] = []
    for piece in pieces:
        said += [separator, piece] if said else [piece]
    return say(*said)


def listing(pieces: Iterable[Said], last: str = "and") -> Sentence:
    """Pieces in a row, with "and" before the last."""
    *most, end = list(pieces) or [""]
    return say(joined(", ", most), f" {last} ", end) if most else say(end)


def places(ids: Iterable[str], last: str = "and") -> Sentence:
    """Places in a row, with "and" before the last."""
    return listing(map(place, ids), last)


def sentence(*pieces: Said) -> Sentence:
    """The pieces with a capital letter at the beginning and a full stop at the end; nothing of pieces without words."""
    said = say(*pieces)
    if not said:
        return ()
    first = said[0]
    if not isinstance(first, NoteSpan) and (words := capital(first.plain)) != first.plain:
        first = replace(first, words=words)
    return say(first, *said[1:], "" if said[-1].plain.endswith(".") else ".")


def without_stop(said: Sentence) -> Sentence:
    """What is said, without the full stop at its end, to stand within a sentence."""
    last = said[-1] if said else None
    return say(*said[:-1], last.words.removesuffix(".")) if isinstance(last, TextSpan) else said


def paragraph(sentences: Iterable[Sentence]) -> Sentence:
    """Sentences one behind the other, those without words left out."""
    return joined(" ", filter(None, sentences))


def plain_text(said: Sentence, ground: Ground | None = None) -> str:
    """A sentence as plain text; a mark of a note in brackets behind the word that it follows.

    Places stand in it as one speaks of them on their ground; without one, by their ids.
    """
    return "".join(plain_span(span, ground) for span in said)


def plain_span(span: Span, ground: Ground | None) -> str:
    """A span as plain text."""
    if ground is not None and isinstance(span, PlaceSpan) and not span.words and span.place in ground:
        return ground.called(span.place)
    return span.plain


# ---- words


def capital(words: str) -> str:
    """Words with a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row, with "and" before the last."""
    words = list(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def article(noun: str) -> str:
    """A noun with a or an before it, as one says it: an observer, an HQ, a unit."""
    spelled = noun.partition(" ")[0].isupper()
    return f"{'an' if noun[:1] in ('AEFHILMNORSX' if spelled else 'aeioAEIO') else 'a'} {noun}"


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun, in the plural unless it is 1; one below 0 with a proper minus."""
    return f"{plain(number)} {one if number == 1 else several or one + 's'}"


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def times(number: int) -> str:
    """How often something happened: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(number, f"{spelled(number)} times")
