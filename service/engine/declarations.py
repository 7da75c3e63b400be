"""What the enemy has declared against a seat, in the order in which it is worked, and what can be answered to it.

It is made of what the seat knows: of each declaration what it was told, of its own points what it believes it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.facts import Fact
from service.engine.sentences import Sentence

DeclaredStage = Literal["asked", "comes"]
"""Whether the seat is being asked about it now, or it is worked after that."""


@dataclass(frozen=True, kw_only=True)
class Declared:
    """One thing that is declared against a seat, and not yet worked.

    `number` is that of its declaration. `title` says what comes from where and at what, `facts` what else the seat was
    told of it. `answers` are what the seat can put against it, each with what that leaves, and `note` says in a
    sentence why there is nothing, where there is nothing.
    """

    number: int
    stage: DeclaredStage
    title: Sentence
    facts: tuple[Fact, ...] = ()
    answers: tuple[Fact, ...] = ()
    note: Sentence = ()


@dataclass(frozen=True, kw_only=True)
class Declarations:
    """All that is declared against a seat while it is asked about it, and the points that it has `left` for answers."""

    combats: tuple[Declared, ...] = ()
    left: tuple[Fact, ...] = ()
