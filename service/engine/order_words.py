"""What is said of orders: of each type, on sheet, button and form, in standing lines, and what it is likely to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from service.engine.bills import itemised
from service.engine.facts import (
    as_words,
    running,
)
from service.engine.line_fields import OWN
from service.engine.line_words import WHERE_NO_LINE_FITS, LineNames, is_line, line_said
from service.engine.lines import StandingAnswer
from service.engine.name_words import NameWords
from service.engine.odds import Odds
from service.engine.options import Scalar
from service.engine.orders import Order
from service.engine.places import Place, fields_of_places
from service.engine.roles import Role, fields_in, role_of
from service.engine.sentences import (
    OwnSpan,
    Sentence,
    capital,
    counted,
    joined,
    listing,
    place,
    say,
    without_stop,
)
from service.engine.state import Known

W = TypeVar("W", bound="OrderWords")


class OrderWords(NameWords):
    """An order is said by the sentence that stands with its type, or else by its title, its units and its fields."""

    silence: ClassVar[str] = "nothing, which leaves it to the rules"
    """What no answer to a question means."""
    group_titles: ClassVar[dict[str, str]] = {"attend": "Asked each time, or on standing orders"}
    group_help: ClassVar[dict[str, str]] = {
        "attend": "Asked each time, you decide yourself, whether or not your page is open. On standing orders the "
        "umpire answers for you at once. "
        "Every side is told which; it holds from the next question."
    }
    standing_title: ClassVar[str] = "Standing orders"
    """What all that a seat says in advance is called, line by line."""
    rehearsal: ClassVar[str] = "What would they have answered so far?"
    """The question that puts what was asked of earlier to the standing orders of now."""
    list_titles: ClassVar[dict[str, str]] = {}
    list_help: ClassVar[dict[str, str]] = {}
    """What the lists of standing lines are called, and what is to be known of each, by their names."""
    no_line: ClassVar[str] = "No line yet."

    def title(self, kind: str) -> str:
        """What an order type is called, over its forms."""
        return self.group_titles.get(kind, as_words(kind))

    def help(self, known: Known[Any, Any], kind: str) -> Sentence:
        """What to know before one gives an order of this type."""
        return say(self.group_help.get(kind, ""))

    def holds(self, known: Known[Any, Any], kind: str) -> Mapping[str, Scalar]:
        """What holds now of that which an order of this type would change."""
        return {}

    def cost(self, cost: str) -> str:
        """What a way costs, or ways cost from so much to so much: plainly, so many steps."""
        return f"{cost} {'step' if cost == '1' else 'steps'}"

    def met(self, known: Known[Any, Any], place: Place) -> str:
        """What stands beside a place that is offered: who of the enemy is held to be there, in few words, or nothing.

        A game may add what it costs to go there, as far as its side knows.
        """
        if self.forces is None:
            return ""
        held = self.forces.contacts(known.picture).items()
        return ", ".join(self.contact_name(one, handle) for handle, one in held if place in self.forces.places_of(one))

    def is_known_at(self, known: Known[Any, Any], place: Place) -> bool:
        """Whether an enemy is known to be in a place at which an order may be aimed."""
        return False

    def must_be_ordered(self, known: Known[Any, Any]) -> Sequence[str]:
        """The own units that have to be given an order before the step can be closed."""
        return ()

    def idle(self, known: Known[Any, Any], unit: str) -> Sentence:
        """Why an own unit has no orders now, by what its side knows; nothing where there is no more to say."""
        return ()

    def line(self, known: Known[Any, Any] | None, line: Any) -> Sentence:
        """A standing line in a sentence, made of what stands with its fields."""
        return line_said(line, self.line_names(known))

    def otherwise(self, known: Known[Any, Any] | None, record: Any) -> Sentence:
        """What holds where no standing line fits, in a sentence or several."""
        return line_said(record, self.line_names(known), WHERE_NO_LINE_FITS)

    def list_title(self, name: str) -> str:
        """What the list of standing lines of this name is called."""
        return self.list_titles.get(name, capital(as_words(name)))

    def line_names(self, known: Known[Any, Any] | None) -> LineNames:
        """What the values of standing lines are called, by the list that a field names: here the own things."""
        return {OWN: self.named(known)}

    def order(self, known: Known[Any, Any] | None, order: Order) -> Sentence:
        """An order in a sentence, on the sheet, in the log and in mail alike.

        `known` is what its seat knows now. It is None where an order of before is told: then units stand in the
        sentence by their ids, which the reader's words name, and contacts by their handles.
        """
        return order.said(Saying(self, known)) or self.plainly(known, order)

    def plainly(self, known: Known[Any, Any] | None, order: Order) -> Sentence:
        """An order that has no sentence of its own: by its title, to whom it is given, and what its fields say."""
        made, to = type(order), Saying(self, known)
        ways = [say("to ", to.held(order, name)) for name in fields_in(Role.WAY, made)]
        first = joined(" ", filter(None, [to.units(order.subjects()) if order.subjects() else (), *ways]))
        rest = [
            say(running(self.label(one.name)), " ", to.held(order, one.name))
            for one in fields(order) if one.name != "kind" and role_of(one.name, made) not in (Role.SUBJECT, Role.WAY)
        ]  # fmt: skip
        said = joined(", ", [one for one in (first, *rest) if one])
        return say(self.title(order.kind), ": " if said else "", said)

    def held(self, known: Known[Any, Any] | None, order: Order, field: str) -> Sentence:
        """What this field of an order holds."""
        return self.field_said(known, type(order), field, getattr(order, field))

    def field_said(self, known: Known[Any, Any] | None, order: type[Order], field: str, value: Any) -> Sentence:
        """What a field of an order of this type holds, one value or several, in words."""
        if isinstance(value, tuple | list):
            mark = " → " if role_of(field, order) is Role.WAY else ", "
            return joined(mark, (self.value_said(known, order, field, one) for one in value)) or say("none")
        return self.value_said(known, order, field, value)

    def value_said(self, known: Known[Any, Any] | None, order: type[Order], field: str, value: Any) -> Sentence:
        """One of the values that a field of an order holds, in words: as a place where the field's type says so."""
        if is_line(value):
            return without_stop(self.line(known, value))
        is_place = isinstance(value, str) and field in fields_of_places(order)
        return say(place(value) if is_place else self.value(known, field, value))

    def commit(self, known: Known[Any, Any], order: Order) -> Sentence:
        """What the button says that gives this order: the sentence of the sheet, where the order has no shorter one."""
        return without_stop(order.on_button(Saying(self, known)) or self.order(known, order))

    def sending(self, many: int) -> str:
        """What the button says that sends so many orders, at least one, and closes the step."""
        return f"Send {counted(many, 'order')} and close"

    def passing(self, known: Known[Any, Any], kinds: Sequence[str]) -> str:
        """What the button says that closes the step without an order; `kinds` are those that can be given."""
        return "Close without orders" if kinds else "Close this step"

    def answer(self, known: Known[Any, Any], answer: StandingAnswer) -> Sentence:
        """What standing orders say to a question, and by which line, where the game says that."""
        if answer.order is None:
            return ()
        return say(self.order(known, answer.order), "" if answer.line is None else f" (line {answer.line})")

    def odds(self, odds: Odds) -> Sentence:
        """What an order is likely to do, in few words."""
        bill = joined(", ", filter(None, (say(f"{odds.figure} {odds.value}"), itemised(odds.bill))))
        return bill if odds.chance is None else say(bill, f": {odds.chance}% {odds.effect}")


@dataclass(frozen=True)
class SayingIn(Generic[W]):
    """What an order is put into a sentence with: the words of its game, and what its seat knows; None in a log."""

    words: W
    known: Known[Any, Any] | None

    def unit(self, id: str) -> OwnSpan:
        """An own unit by its name."""
        return self.words.called(self.known, id)

    def units(self, ids: Iterable[str]) -> Sentence:
        """Own units by their names, with "and" before the last."""
        return listing(map(self.unit, ids))

    def held(self, order: Order, field: str) -> Sentence:
        """What this field of the order holds."""
        return self.words.held(self.known, order, field)


Saying: TypeAlias = SayingIn[Any]
"""The same, for an order that asks nothing of the words of its own game."""


def through(way: Sequence[Place]) -> Sentence:
    """The places on a way before the last; where they are many, how many steps it has."""
    if len(way) < 2:
        return ()
    return say(" via ", joined(", ", map(place, way[:-1]))) if len(way) <= 6 else say(f" in {len(way)} steps")
