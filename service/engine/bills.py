"""Bills: what the rules add up, line by line, reckoned, told, drawn and tested alike in every game.

A modifier table of a game makes a bill; what is stored of it in a report keeps the shape that the report gives it, and
is made a bill again to be told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from service.engine.figures import in_parts
from service.engine.sentences import Said, Sentence, joined, plain_text, rule, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One line of a bill: the rule that has it, its name, and its value.

    The value is None while it is pending: a roll or the enemy decides it later, and `why` says which. Where only a
    range is known it is the least that it can be, and `most` the most. The name is empty where the rule alone is told,
    the rule where a line has none of its own. `of`: the value is counted in halves (2) or quarters (4) of a point.
    """

    name: Sentence
    value: int | None
    rule: str = ""
    why: str = ""
    most: int | None = None
    of: int = 1

    @property
    def figure(self) -> str:
        """Its value as it is printed, or its range; empty while it is pending."""
        if self.value is None:
            return ""
        least = in_parts(self.value, self.of)
        return least if self.most is None else f"{least} to {in_parts(self.most, self.of)}"


@dataclass(frozen=True)
class Bill:
    """What is added up, in the order of its table; lines that come to nothing may stand in it."""

    lines: tuple[Term, ...] = ()

    @classmethod
    def of(cls, values: Iterable[tuple[str, int]], rule: str = "") -> Bill:
        """The bill of these names and values, all by one rule."""
        return cls(tuple(Term(name=say(name), value=value, rule=rule) for name, value in values))

    @cached_property
    def total(self) -> int:
        """What the lines come to of which the value is known."""
        return sum(line.value for line in self.lines if line.value is not None)

    @cached_property
    def most(self) -> int:
        """What they come to at the most; the same as the total where no line is a range."""
        return sum(line.value if line.most is None else line.most for line in self.lines if line.value is not None)

    @property
    def pending(self) -> tuple[Term, ...]:
        """The lines of which the value is not known yet."""
        return tuple(line for line in self.lines if line.value is None)

    @property
    def that_counts(self) -> Bill:
        """The same without the lines that come to nothing."""
        return Bill(tuple(line for line in self.lines if line.value != 0 or line.most))

    def __add__(self, other: Bill) -> Bill:
        return Bill((*self.lines, *other.lines))


def itemised(bill: Bill) -> Sentence:
    """The lines of a bill that count, each with its rule behind it: Cover +2, leader −1, losses (by a die)."""
    return joined(", ", (in_words(line) for line in bill.that_counts.lines))


def in_words(line: Term) -> Sentence:
    """A line of a bill: its name, or else its rule, and its value, or what that waits for."""
    name: Said = rule(line.rule, plain_text(line.name)) if line.rule else line.name
    if line.value is None:
        return say(name, f" ({line.why})")
    return say(name, f" {line.figure}")
