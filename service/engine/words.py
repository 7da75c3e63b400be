"""What a game says to its players, from what they know: to a page, a mail, a text client or a bot alike.

A report and an order are sentences; headings, questions, fields and values have their words, units and contacts their
names, and what is worth knowing at a glance stands in facts and lists. Nothing here is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from service.engine.aims import Aim, Briefing
from service.engine.declarations import Declarations
from service.engine.facts import (
    Decision,
    Fact,
    NothingAsked,
    Takes,
    within,
)
from service.engine.lessons import Errand
from service.engine.options import Option
from service.engine.orders import Order
from service.engine.places import Place
from service.engine.report_words import ReportWords
from service.engine.seats import Seat
from service.engine.sentences import (
    Sentence,
    listed,
    paragraph,
    say,
)
from service.engine.state import Known

AS_KNOWN = "As far as you knew when the match ended; no score was announced."
MOST_NAMED = 6
"""So many units are called by their names where a seat is told what it commands."""


class PlainWords(ReportWords):
    """Everything is said as its kind and its field names say it. A game with words of its own derives from this.

    What is said to a seat is said by what it knows, its picture and its view alike. What things are called stands in
    `name_words`, what is said of orders in `order_words`, of what is known in `known_words` and of reports in
    `report_words`; here is the match as a whole: what it is for, and what is asked.
    """

    player_turn: ClassVar[str] = "player turn"
    """What the part of a turn is called that is one side's, within a sentence."""

    def briefing(self, known: Known[Any, Any]) -> Briefing:
        """What the seat begins with and what it is after: as its scenario says, and the rest as it is in any game."""
        scenario, seat = self.told_of.get(known.picture.scenario), known.picture.seat
        given = scenario.briefings.get(seat) if scenario is not None else None
        begins = given or Briefing(situation=say(scenario.summary if scenario is not None else ""))
        names = list(self.named(known).values())
        has = f" You command {listed(names)}." if 0 < len(names) <= MOST_NAMED else ""
        return replace(
            begins,
            situation=paragraph((say(f"You are {self.seat(seat)}.{has}"), begins.situation)),
            hidden=begins.hidden
            or say(
                "You see what you were told, and nothing else. What the others hold, order and know stays hidden from "
                "you until the match is over, and so does yours from them."
            ),
        )

    def aim(self, known: Known[Any, Any]) -> Aim:
        """How the seat stands with its aim, by what it knows; at the end how the match has ended."""
        if known.picture.ended:
            return Aim(title=self.verdict(known))
        aim = self.briefing(known).aim
        return Aim(line=say("Your aim: ", within(aim)) if aim else ())

    def stands_with_aim(self, known: Known[Any, Any]) -> Aim:
        """The same; where the match ended otherwise than by its rules, how, with the sum as the seat knew it then.

        What the rules would have made of it, and what was still to be counted, is left out: nobody has announced it.
        """
        aim, conclusion = self.aim(known), known.picture.conclusion
        if conclusion is None:
            return aim
        unknown = say(AS_KNOWN) if aim.figure else ()
        return replace(aim, title=self.concluded(conclusion), line=(), open=(), levels=(), unknown=unknown)

    def another_turn(self, known: Known[Any, Any]) -> bool | None:
        """Whether another game turn follows this one; None where nobody can know before it is over."""
        return None

    def turn_over(self, known: Known[Any, Any], turn: int) -> Sentence:
        """That this game turn is over, and how the seat stands, in a sentence; nothing by itself."""
        return ()

    def ask(self, known: Known[Any, Any], kinds: Sequence[str], heading: str) -> Sentence:
        """What is asked now, under this heading, in a sentence."""
        return ()

    def until(self, known: Known[Any, Any]) -> str:
        """What ends with the time that runs in the match, where this seat may know when that is; else nothing."""
        return ""

    def unanswered(self, known: Known[Any, Any], goes: Sequence[Order] = (), chosen: Sequence[str] = ()) -> Sentence:
        """What is done for a seat that is asked and says nothing before the time that runs is over.

        `goes` are the orders that are given for it then, `chosen` its units whose forms are open.
        """
        return ()

    def takes_chosen(self, known: Known[Any, Any], chosen: Sequence[str] = ()) -> Takes:
        """Which order that stands in the form of the `chosen` units is given when the time that runs is over."""
        return ""

    def goes_on(self, known: Known[Any, Any], address: str) -> bool:
        """Whether what a seat was told stays before its eyes though it has answered at the heading of this address.

        So it is where the same thing goes on, too fast to read each part of it by itself, and where each of several
        questions is answered by itself, and what came of all of them is read together.
        """
        return False

    def phasing(self, known: Known[Any, Any]) -> Seat:
        """Whose part of the turn is being played, where every seat is told so as it begins; else nothing."""
        return ""

    def stands(self, known: Known[Any, Any]) -> str:
        """Where the match stands for a seat that waits, where it knows more than the last heading it was told."""
        return ""

    def is_live(self, known: Known[Any, Any]) -> bool:
        """Whether the sides sit at the table together, and the time that runs does so in seconds before them all."""
        return False

    def waiting(self, known: Known[Any, Any]) -> NothingAsked | None:
        """What a seat reads that is not asked, where there is more to say than that it waits."""
        return None

    def taught_with(self, known: Known[Any, Any], unit: str) -> int:
        """How far from ideal a unit is to show an advice with, of all with which it could be followed."""
        return 0

    def errand(self, known: Known[Any, Any], unit: str, places: Collection[Place]) -> Errand | None:
        """To which of these places the aim of its side calls a unit, and why; None where it is best where it is."""
        return None

    def best_place(self, known: Known[Any, Any], kind: str, unit: str, places: Collection[Place]) -> Place | None:
        """Which of these places a coach names in an order of this kind to a unit; None where they leave it open."""
        return None

    def best_group(self, known: Known[Any, Any], option: Option, field: str) -> list[str] | None:
        """Whom a coach names in this field of several of an option; None where they advise against it."""
        return None

    def share(self, known: Known[Any, Any], kind: str, field: str, most: int) -> int:
        """How many of what a field of such an order may take at most a coach spends on one such order now."""
        return most

    def stock(self, known: Known[Any, Any], option: Option, field: str) -> str:
        """Of whose points a number is taken and how many are left, or that nobody is known in the places offered; else
        nothing."""
        return ""

    def shuns(self, known: Known[Any, Any], unit: str, way: Sequence[Place]) -> bool:
        """Whether no coach would send a unit that way, by what its side knows."""
        return False

    def unwise(self, known: Known[Any, Any], order: Order) -> bool:
        """Whether no coach would advise an order, by what its side knows, whatever it promises."""
        return False

    def is_idle(self, order: Order) -> bool:
        """Whether an order that is given unasked does nothing: its button is as pale as that for passing."""
        return False

    def area(self, known: Known[Any, Any], place: Place) -> str:
        """The part of the map that an order may name in which a place lies; nothing where parts have no names."""
        return ""

    def asked_again(self, known: Known[Any, Any], orders: Sequence[Order]) -> str:
        """Why the same is asked again after a step was closed with these orders; nothing where it is not."""
        return ""

    def to_come(self, orders: Sequence[Order]) -> Sentence:
        """With what a seat will hear what came of orders that it has sent; nothing where it hears at once."""
        return ()

    def question(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """The figures of what is asked about."""
        return ()

    def declared(self, known: Known[Any, Any]) -> Declarations:
        """What is declared against the seat and still to be worked, while it is asked about that one by one."""
        return Declarations()

    def decision(self, known: Known[Any, Any]) -> Decision | None:
        """What is asked now as a question with few answers, where it is one."""
        return None

    def recalled(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """What was asked about, where one looks back on it."""
        return self.question(known)
