"""Order lines are read: each as the order that it is, or what is wrong with it and what was near; never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from service.engine.kinds import kind_of
from service.engine.orders import Order
from service.engine.phrase_writing import NO, YES, one_written
from service.engine.phrases import TO, Clause, PhraseForm, Slot, called, form_of
from service.engine.places import Place
from service.engine.vocabulary import Vocabulary, compared, plainly

MOST_WORDS = 8
"""The longest name that is looked for has so many words."""
LOOK_ALIKE = str.maketrans("ol", "01")
SEPARATORS = frozenset({"-", "->", ">", "="})


class LineFault(Exception):
    """A line that is no order: what is wrong with it, and what may have been meant, if anything is near."""

    def __init__(self, problem: str, meant: str = "") -> None:
        super().__init__(problem)
        self.detail, self.meant = f"{problem}.", meant


def read(text: str, kinds: Sequence[type[Order]], vocabulary: Vocabulary) -> Order:
    """The order of one line, with its standing lines below it, of one of these types. Raises LineFault."""
    line, *below = [part for part in text.splitlines() if part.strip()] or [""]
    words = words_of(line)
    if not words:
        raise LineFault("There is no order")
    begun = [(form_of(kind), kind) for kind in kinds]
    found = [(form, kind) for form, kind in begun if tuple(words[: len(form.verb)]) == tuple(map(compared, form.verb))]
    if not found:
        verbs = {" ".join(form.verb): form for form, _ in begun}
        raise LineFault(
            f"No order begins with “{spelt(line)[0]}”", nearest(words[0], [verb.split()[0] for verb in verbs])
        )
    form, kind = max(found, key=lambda one: len(one[0].verb))
    values = Reader(line, form, kind_of(kind), vocabulary).values()
    if form.below is not None:
        values[form.below.name] = tuple(lines_below(form.below, kind_of(kind), below, vocabulary))
    elif below:
        raise LineFault(f"“{' '.join(form.verb)}” takes no lines below it")
    made: Order = kind(**values)
    return made


def lines_below(slot: Slot, kind: str, below: Sequence[str], vocabulary: Vocabulary) -> Iterator[Any]:
    """The standing lines below an order."""
    form = form_of(slot.hint)
    for text in below:
        yield slot.hint(**Reader(text.strip()[1:], form, kind, vocabulary).values())


def words_of(line: str) -> list[str]:
    """The words of a line, as they are compared."""
    return [word.casefold() for word in spelt(line)]


def spelt(line: str) -> list[str]:
    """The words of a line with the capitals that it has."""
    text = plainly(line)
    return [word for word in (text[:-1] if text.endswith(".") else text).split() if word not in SEPARATORS]


def is_below(line: str) -> bool:
    """Whether a line belongs below the one before it."""
    return plainly(line).startswith("-")


def nearest(text: str, known: Iterable[str]) -> str:
    """What may have been meant by a text, of what is known; empty where nothing is near."""
    by_looks = {compared(one).translate(LOOK_ALIKE): one for one in known}
    found = get_close_matches(compared(text).translate(LOOK_ALIKE), by_looks, n=1, cutoff=0.5)
    return by_looks[found[0]] if found else ""


class Reader:
    """Reads the words of one line by a form."""

    def __init__(self, line: str, form: PhraseForm, kind: str, vocabulary: Vocabulary) -> None:
        self.spelt, self.form, self.kind, self.vocabulary = spelt(line), form, kind, vocabulary
        self.words = [word.casefold() for word in self.spelt]
        self.at = 0
        self.found: dict[str, Any] = {}

    def values(self) -> dict[str, Any]:
        """The fields that the line says. Raises LineFault."""
        for at, part in enumerate(self.form.parts):
            if isinstance(part, Slot):
                self.found[part.name] = self.value(part)
            elif self.next() == compared(part):
                self.at += 1
            elif self.next() != TO or self.form.way_behind(at) is None:
                raise LineFault(f"The word “{part}” is missing; write: {self.form.pattern}")
        while self.at < len(self.words):
            clause = self.clause()
            if clause is None:
                raise LineFault(
                    f"“{self.spelt[self.at]}” means nothing here; write: {self.form.pattern}",
                    nearest(self.next(), [" ".join(one.words) for one in self.form.clauses]),
                )
            if clause.slot.name in self.found:
                raise LineFault(f"You say “{' '.join(clause.words)}” twice")
            self.at += len(clause.words)
            self.found[clause.slot.name] = not clause.slot.default if clause.is_flag else self.value(clause.slot)
        lacking = [one for one in self.form.clauses if one.slot.default is MISSING and one.slot.name not in self.found]
        if lacking:
            raise LineFault(f"The word “{' '.join(lacking[0].words)}” is missing; write: {self.form.pattern}")
        return self.found

    def next(self) -> str:
        """The word that is to be read; empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def clause(self) -> Clause | None:
        """The clause that begins here; of several the one with most words."""
        here = [one for one in self.form.clauses if self.starts(one.words)]
        return max(here, key=lambda one: len(one.words), default=None)

    def starts(self, words: Sequence[str]) -> bool:
        here = self.words[self.at : self.at + len(words)]
        return len(here) == len(words) > 0 and here == [compared(word) for word in words]

    def value(self, slot: Slot) -> Any:
        """The value of a field."""
        if not slot.several:
            return self.one(slot)
        if slot.is_way and self.next() == TO and self.vocabulary.way is not None:
            return self.way(slot)
        values: list[Any] = []
        ends = self.words_after(slot)
        while self.at < len(self.words) and self.clause() is None and self.next() not in ends:
            values.append(self.one(slot))
        return tuple(values)

    def words_after(self, slot: Slot) -> tuple[str, ...]:
        """The words of the form that end the values of a slot, if there are any."""
        at = self.form.parts.index(slot) + 1 if slot in self.form.parts else len(self.form.parts)
        follows = self.form.parts[at] if at < len(self.form.parts) else None
        if not isinstance(follows, str):
            return ()
        return (compared(follows),) if self.form.way_behind(at) is None else (compared(follows), TO)

    def way(self, slot: Slot) -> tuple[Place, ...]:
        """The way to the place that is named behind "to"."""
        assert self.vocabulary.way is not None
        self.at += 1
        to = self.one(slot)
        way = self.vocabulary.way(self.found, to)
        if way is None:
            raise LineFault(f"No way that can be taken leads to {one_written(Place, to, self.vocabulary)}")
        return tuple(way)

    def one(self, slot: Slot) -> Any:
        """One value, of as many words as make the longest that is known."""
        if not self.next():
            raise LineFault(f"What is missing is {called(slot)}; write: {self.form.pattern}")
        for many in range(min(MOST_WORDS, len(self.words) - self.at), 0, -1):
            text = " ".join(self.words[self.at : self.at + many])
            found = self.meant(slot, text)
            if found is not None:
                self.at += many
                return found
        word = self.spelt[self.at]
        if slot.hint is str and self.kind not in self.vocabulary.lawful:
            self.at += 1
            return word
        raise LineFault(self.unknown(slot, word), nearest(self.next(), self.known(slot)))

    def meant(self, slot: Slot, text: str) -> Any:
        """What a text means in a field; None where it means nothing."""
        if slot.hint is bool:
            return {YES: True, NO: False}.get(text)
        if slot.hint is int:
            return int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None
        if slot.hint is Place and self.vocabulary.ground is not None:
            return self.vocabulary.ground.parse(text)
        if get_origin(slot.hint) is Literal:
            return next((one for one in get_args(slot.hint) if compared(str(one)) == text), None)
        return self.vocabulary.texts(self.kind, slot.name).get(text)

    def known(self, slot: Slot) -> list[str]:
        """What could have stood in a field."""
        if slot.hint is Place and self.vocabulary.ground is not None:
            return [self.vocabulary.ground.show(place) for place in self.vocabulary.ground.places]
        if get_origin(slot.hint) is Literal:
            return [str(one) for one in get_args(slot.hint)]
        if slot.hint in (int, bool):
            return []
        return [self.vocabulary.short(one) for one in self.vocabulary.texts(self.kind, slot.name).values()]

    def unknown(self, slot: Slot, text: str) -> str:
        """What is wrong with a text that means nothing in a field."""
        if slot.hint is int:
            return f"{called(slot)} takes a whole number, not “{text}”"
        if slot.hint is bool:
            return f"{called(slot)} is {YES} or {NO}, not “{text}”"
        if slot.hint is Place:
            noun = self.vocabulary.ground.noun if self.vocabulary.ground is not None else "place"
            return f"There is no {noun} “{text}” on this map"
        return f"You have nothing to name here that is called “{text}” ({called(slot)})"
