"""What a seat is there to do: what it is told before it begins, and how it stands with its aim as far as it knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.engine.bills import Bill
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """What a seat begins with in a scenario, and what it is after, a paragraph each; empty where nothing is said.

    `situation`: who it is, and what it commands. `aim`: how it wins, with the figures. `length`: how long the match
    lasts. `hidden`: what is hidden, and from whom. All of it is public.
    """

    situation: Sentence = ()
    aim: Sentence = ()
    length: Sentence = ()
    hidden: Sentence = ()

    @property
    def paragraphs(self) -> tuple[tuple[str, Sentence], ...]:
        """What is said, each paragraph after its title."""
        said = (
            ("Who you are", self.situation),
            ("How you win", self.aim),
            ("How long it lasts", self.length),
            ("What is hidden", self.hidden),
        )
        return tuple((title, text) for title, text in said if text)


@dataclass(frozen=True, kw_only=True)
class Level:
    """A verdict, and the score that it takes. `won`: it is a victory of the reader's; `here`: this score may be it."""

    score: str
    verdict: str
    won: bool
    here: bool


@dataclass(frozen=True, kw_only=True)
class Aim:
    """How a seat stands with its aim, by what it knows; when the match is over, how it ended.

    `line` is a sentence by itself, and `title` the verdict, empty until there is one. `bill` adds up the score, named
    `figure` and said in words by `total`; `unknown` says what is not in it, and `open` what is still to be had.
    `levels` are the verdicts of the scenario, the best of the reader's first.
    """

    line: Sentence = ()
    title: Sentence = ()
    figure: str = ""
    total: str = ""
    bill: Bill = field(default_factory=Bill)
    unknown: Sentence = ()
    open: Sentence = ()
    levels: tuple[Level, ...] = ()
