"""Result cards: what came of one fight, or of moves that are closed, as one side was told of it.

A card is made of a seat's own log when that is read: of the reports in it, and of what the seat calls the things that
they speak of. A line, a die, a loss or a cause that it was not told is not on it, and nothing stands in its place; of a
total it has then the range that the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from service.engine.bills import Bill, Term
from service.engine.figures import signed
from service.engine.places import Place
from service.engine.sentences import PlaceSpan, Sentence

Weight = Literal["grave", "usual", "slight"]
"""What is read first: stops, contacts and losses; what else happened; and last what may be folded away."""
WEIGHTS: tuple[Weight, ...] = ("grave", "usual", "slight")


@dataclass(frozen=True, kw_only=True)
class Course:
    """Something of a card to be drawn on the map: who attacked or fired at what, or went by which places where.

    `own`: the reader's own side did. `way` begins where it began; a thing that stayed, or is no more, has one place.
    """

    does: Literal["attack", "fire", "move", "retreat", "stop", "contact", "lost"]
    own: bool
    way: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True)
class Loss:
    """What a fight or a way cost somebody: a unit of the reader's `own` side, or an enemy as they know it.

    `whole`: it is gone for good, which is read before all else where it was the reader's own.
    """

    own: bool
    who: Sentence
    what: Sentence
    whole: bool = False


@dataclass(frozen=True, kw_only=True)
class Sum:
    """What was added up, line by line as far as its reader was told, with the dice that they may see.

    The total lies from `least` to `most`: both are the same where they know it, and None where nothing bounds it there.
    `comes_to` is what the total means, in a few words.
    """

    title: Sentence
    bill: Bill
    dice: tuple[int, ...] = ()
    least: int | None = None
    most: int | None = None
    comes_to: Sentence = ()

    @classmethod
    def of(cls, title: Sentence, bill: Bill) -> Sum:
        """A sum of which every line was told."""
        return cls(title=title, bill=bill, least=bill.total, most=bill.total)

    @classmethod
    def thrown(cls, title: Sentence, dice: tuple[int, ...], comes_to: Sentence) -> Sum:
        """Dice to which nothing is added."""
        return cls(title=title, bill=Bill(), dice=dice, comes_to=comes_to)

    @property
    def lines(self) -> tuple[Term, ...]:
        """The lines of its bill."""
        return self.bill.lines

    @property
    def total(self) -> str:
        """The total in figures, or the range in which it lies; empty where nothing is known of it."""
        match self.least, self.most:
            case int(least), None:
                return f"{signed(least)} or more"
            case None, int(most):
                return f"{signed(most)} or less"
            case int(least), int(most) if least == most:
                return signed(least)
            case int(least), int(most):
                return f"{signed(least)} to {signed(most)}"
            case _:
                return ""


@dataclass(frozen=True, kw_only=True)
class Card:
    """What came of one fight or movement.

    `entries` are the numbers of the log's entries of which it is made. `title` says what was done and where, `outcome`
    in few words what came of it and why, `brief` the same without the why, where it says one, and `text` all of it as
    a letter has it. `places` are those of the map that it is about, `courses` what is to be drawn there.
    """

    kind: str
    entries: tuple[int, ...]
    title: Sentence
    outcome: Sentence = ()
    brief: Sentence = ()
    text: Sentence = ()
    sums: tuple[Sum, ...] = ()
    losses: tuple[Loss, ...] = ()
    courses: tuple[Course, ...] = ()
    places: tuple[Place, ...] = ()
    weight: Weight = "usual"

    @property
    def number(self) -> int:
        """The number of the last entry of which it is made: no two cards of a seat have the same."""
        return self.entries[-1]


def places_in(*said: Sentence, courses: Iterable[Course] = ()) -> tuple[Place, ...]:
    """The places of which sentences speak and over which courses lead, each once."""
    spoken = [span.place for one in said for span in one if isinstance(span, PlaceSpan)]
    return tuple(dict.fromkeys([*(place for course in courses for place in course.way), *spoken]))
