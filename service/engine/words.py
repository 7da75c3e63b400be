"""What a game says to its players, from what they know: to a page, a mail, a text client or a bot alike.

A report and an order are sentences; headings, questions, fields and values have their words, units and contacts their
names, and what is worth knowing at a glance stands in facts and lists. Nothing here is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from copy import copy
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

from service.engine.aims import Aim, Briefing
from service.engine.bills import itemised
from service.engine.cards import WEIGHTS, Card, Logged, Weight, places_in
from service.engine.declared import Declarations
from service.engine.faculties import Forces
from service.engine.glances import (
    NAMES_IT,
    Decision,
    Fact,
    Roster,
    Row,
    as_words,
    is_made_of_parts,
    is_nothing,
    name_of,
    parts,
    row,
    running,
    told,
    value_words,
)
from service.engine.line_words import WHERE_NO_LINE_FITS, LineNames, change_said, is_change, is_line, line_said
from service.engine.lines import OWN
from service.engine.options import Scalar
from service.engine.orders import Done, Order
from service.engine.places import Place, fields_of_places
from service.engine.reports import (
    AttendanceTold,
    HeadingOpened,
    LetterArrived,
    Occasion,
    OrdersAccepted,
    Report,
    RulesTold,
    Telling,
)
from service.engine.sentences import (
    AsideSpan,
    OwnSpan,
    RuleSpan,
    Sentence,
    Span,
    capital,
    counted,
    joined,
    listed,
    listing,
    own,
    paragraph,
    place,
    plain_text,
    say,
    without_stop,
)
from service.engine.sightlines import Odds
from service.engine.situations import Paragraph, Situation
from service.engine.standing import Answer, Attend
from service.engine.state import Known, Picture

if TYPE_CHECKING:
    from service.engine.game import Scenario

Reads = Callable[[Sentence], Sentence]

MOST_NAMED = 6
"""So many units are called by their names where a seat is told what it commands."""

OF_ENGINE = frozenset(field.name for field in fields(Picture))
"""What every picture has, and is said at other places."""


class PlainWords:
    """Everything is said as its kind and its field names say it. A game with words of its own derives from this.

    A unit or contact whose dataclass has a `name` is called by it. What is said to a seat is said by what it knows, its
    picture and its view alike. `forces` and `told_of` are the forces and the scenarios of the game that speaks, which
    says so itself by `of_game`.
    """

    forces: Forces[Any] | None = None
    told_of: Mapping[str, Scenario] = {}

    said_elsewhere: ClassVar[frozenset[str]] = frozenset({"heading-opened", "letter-arrived", "orders-accepted"})
    """The kinds of reports that tell nothing which the page does not say at another place."""
    silence: ClassVar[str] = "nothing, which leaves it to the rules"
    """What no answer to a question means."""
    group_titles: ClassVar[dict[str, str]] = {"attend": "Present, or on standing orders"}
    group_help: ClassVar[dict[str, str]] = {
        "attend": "Present, you are asked at each decision. On standing orders the umpire answers for you at once. "
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

    option_titles: ClassVar[dict[str, str]] = {}
    option_words: ClassVar[dict[str, dict[str, str]]] = {}
    """What may be agreed on when a match is opened, and its values, where their names are no words."""
    option_meanings: ClassVar[dict[str, dict[str, str]]] = {}
    """What it means to choose one of these values, in a sentence, where its words do not say it."""

    def of_game(self, forces: Forces[Any] | None, scenarios: Mapping[str, Scenario]) -> Self:
        """The same words for a game with these forces and scenarios."""
        mine = copy(self)
        mine.forces, mine.told_of = forces, scenarios
        return mine

    def prose(self, report: Report, /) -> Sentence:
        """A report as a sentence: the engine's own in full, another as its kind says it."""
        match report:
            case HeadingOpened():
                when = f"{self.turns_of(report.turn)}, " if report.turn else ""
                return say(capital(f"{when}{self.heading(report.titles)}: your orders are awaited."))
            case OrdersAccepted():
                return self.accepted(report)
            case LetterArrived():
                return say(f"Letter {report.number} has arrived.")
            case AttendanceTold(attendance="standing"):
                return say(f"{self.seat(report.seat)}: on standing orders from now on.")
            case AttendanceTold():
                return say(f"{self.seat(report.seat)}: present from now on, and asked at each decision.")
            case RulesTold():
                return say(report.sentence)
        return say(report.kind.replace("-", " ").capitalize(), ".")

    def accepted(self, report: OrdersAccepted) -> Sentence:
        """Orders that were accepted, each in the sentence that stood on the sheet."""
        whose = "Answered on your behalf: " if report.answered_for else "Orders accepted: "
        orders = [without_stop(self.order(None, order)) for order in report.orders if not isinstance(order, Done)]
        closed = " This step is closed." if len(orders) < len(report.orders) else ""
        return say(whose, joined("; ", orders) or "none", ".", closed)

    def called(self, known: Known[Any, Any] | None, unit: str) -> OwnSpan:
        """An own unit by its name; where nothing is known, by its id, which the reader's words name."""
        return own(unit, "" if known is None else self.name(known, unit))

    def subjects_of(self, order: Order) -> tuple[OwnSpan, ...]:
        """The own units that an order is given to."""
        if self.forces is None or isinstance(order, Attend | Done):
            return ()
        return tuple(own(id) for id in self.forces.subjects(order))

    def situation(
        self, before: Known[Any, Any], after: Known[Any, Any], told: Sequence[Telling], turn: int, /
    ) -> Situation:
        """What came, report for report, but for what the page says at another place."""
        news = [one.report for one in told if one.report.kind not in self.said_elsewhere]
        text = self.naming(before, after)(paragraph(dict.fromkeys(map(self.prose, news))))
        date = f"Turn {turn}" if turn else "Before the first turn"
        paragraphs = (Paragraph(title=(), text=text),) if text else ()
        return Situation(to=after.picture.seat, sender="The umpire", date=date, paragraphs=paragraphs)

    def cards(self, known: Known[Any, Any], told: Sequence[Logged], /) -> tuple[Card, ...]:
        """What came of the fights and moves of which these entries of a log tell, in the order in which it was told.

        Here all that was told on one occasion is a card.
        """
        together: dict[Occasion, list[Logged]] = {}
        for one in told:
            if one.occasion is not None and self.is_news(one.report):
                together.setdefault(one.occasion, []).append(one)
        return tuple(self.card(occasion, entries) for occasion, entries in together.items())

    def card(self, occasion: Occasion, entries: Sequence[Logged]) -> Card:
        """What was told on one occasion, report for report."""
        text = paragraph(dict.fromkeys(self.prose(one.report) for one in entries))
        return Card(
            kind=occasion.kind,
            entries=tuple(one.number for one in entries),
            title=say(" ".join(filter(None, (as_words(occasion.kind), occasion.item)))),
            text=text,
            places=places_in(text),
            weight=min((self.weight(one.report) for one in entries), key=WEIGHTS.index),
        )

    def weight(self, report: Report, /) -> Weight:
        """Whether what a report tells is read first, as a stop, a contact or a loss, or last."""
        return "usual"

    def verdict(self, known: Known[Any, Any], /) -> str:
        return ""

    def briefing(self, known: Known[Any, Any]) -> Briefing:
        """What the seat begins with and what it is after: as its scenario says, and the rest as it is in any game."""
        scenario, seat = self.told_of.get(known.picture.scenario), known.picture.seat
        given = scenario.briefings.get(seat) if scenario is not None else None
        begins = given or Briefing(situation=scenario.summary if scenario is not None else "", aim="")
        names = list(self.names(known).values())
        has = f" You command {listed(names)}." if 0 < len(names) <= MOST_NAMED else ""
        return replace(
            begins,
            situation=f"You are {self.seat(seat)}.{has} {begins.situation}".strip(),
            hidden=begins.hidden
            or "You see what you were told, and nothing else. What the others hold, order and "
            "know stays hidden from you until the match is over, and so does yours from them.",
        )

    def aim(self, known: Known[Any, Any]) -> Aim:
        """How the seat stands with its aim, by what it knows; at the end how the match has ended."""
        if known.picture.ended:
            return Aim(title=self.verdict(known), line="")
        aim = self.briefing(known).aim
        return Aim(line=f"Your aim: {running(aim)}" if aim else "")

    def option(self, name: str) -> str:
        """What one of a match's options is called."""
        return self.option_titles.get(name) or name.replace("_", " ").capitalize()

    def option_value(self, name: str, value: object) -> str:
        """A value of one of a match's options."""
        return self.option_words.get(name, {}).get(str(value)) or (
            value_words("", value) if isinstance(value, bool) else str(value)
        )

    def option_meaning(self, name: str, value: object) -> str:
        """What it means to choose a value of one of a match's options; nothing where its words say it."""
        return self.option_meanings.get(name, {}).get(str(value), "")

    def seat(self, seat: str) -> str:
        """What a seat is called."""
        return seat

    def facts(self, known: Known[Any, Any], turn: int) -> tuple[Fact, ...]:
        """What stands at the head of the page."""
        return (Fact.of("Turn", str(turn)),)

    def another_turn(self, known: Known[Any, Any]) -> bool | None:
        """Whether another game turn follows this one; None where nobody can know before it is over."""
        return None

    def points(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """What the seat has besides units, as far as there is any; who has won stands elsewhere."""
        if not is_dataclass(known.view):
            return ()
        held = {
            name: getattr(known.view, name) for field in fields(known.view) if (name := field.name) not in OF_ENGINE
        }
        verdict, of_places = self.verdict(known), fields_of_places(type(known.view))
        return tuple(
            self.fact(name, value, is_place=name in of_places)
            for name, value in held.items()
            if not (is_made_of_parts(value) or is_nothing(value) or (verdict and value == verdict))
        )

    def lines(self, known: Known[Any, Any], lines: Any) -> tuple[Fact, ...]:
        """What the seat has said in advance, by the `lines` of the game's standing orders, as facts."""
        if isinstance(lines, Sequence) and not isinstance(lines, str):
            said = {str(number): self.summed_up(known, line) for number, line in enumerate(lines, start=1)}
        else:
            said = self.parts_summed_up(known, lines)
        return tuple(Fact.of(self.unit_or_field(known, name), one or "nothing") for name, one in said.items())

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
        return {OWN: self.names(known)}

    def summed_up(self, known: Known[Any, Any] | None, value: Any, *, is_place: bool = False) -> Sentence:
        """A value in a few words, whatever it is made of; `is_place` where its type is that of a place or of places."""
        if isinstance(value, Sequence | Set) and not isinstance(value, str):
            return joined(", ", (self.summed_up(known, one, is_place=is_place) for one in value))
        if is_line(value):
            return without_stop(self.line(known, value))
        if is_made_of_parts(value):
            said = self.parts_summed_up(known, value, is_place=is_place)
            return joined(", ", (say(self.unit_or_field(known, name), " ", one) for name, one in said.items() if one))
        if is_nothing(value):
            return ()
        name = None if is_place else self.names(known).get(str(value))
        return say(own(str(value), name)) if name else told(value, is_place=is_place)

    def parts_summed_up(
        self, known: Known[Any, Any] | None, thing: Any, *, is_place: bool = False
    ) -> dict[str, Sentence]:
        """What each part of a dataclass or mapping says in a few words, by name."""
        of_places = fields_of_places(type(thing))
        return {
            name: self.summed_up(known, one, is_place=name in of_places or (is_place and isinstance(thing, Mapping)))
            for name, one in parts(thing).items()
        }

    def unit_or_field(self, known: Known[Any, Any] | None, name: str) -> str:
        """What a key is called: a unit's id by the unit's name, anything else as a field."""
        return self.names(known).get(name) or self.label(name)

    def rosters(self, known: Known[Any, Any]) -> tuple[Roster, ...]:
        """The lists of units that a seat knows of."""
        forces = self.forces
        if forces is None:
            return ()
        own = tuple(row(forces, name, thing, id=name) for name, thing in forces.own(known.picture).items())
        met = tuple(row(forces, name, thing, contact=name) for name, thing in forces.contacts(known.picture).items())
        return (
            Roster(title="Your units", side="own", rows=own, none="You have none on the map."),
            Roster(title="Contacts", side="foe", rows=met, none="No enemy is known."),
        )

    def unit(self, known: Known[Any, Any], unit: str) -> Row | None:
        """One own unit, for the head of its orders."""
        return next((row for roster in self.rosters(known) for row in roster.rows if row.id == unit), None)

    def name(self, known: Known[Any, Any], unit: str) -> str:
        """What a unit is called."""
        return self.names(known).get(unit) or as_words(unit)

    def value(self, known: Known[Any, Any] | None, field: str, value: Scalar) -> str:
        """A field's value as words."""
        return value_words(field, value)

    def label(self, field: str) -> str:
        """What a field is called."""
        return as_words(field)

    def title(self, kind: str) -> str:
        """What an order type is called, over its forms."""
        return self.group_titles.get(kind, as_words(kind))

    def help(self, known: Known[Any, Any], kind: str) -> str:
        """What to know before one gives an order of this type."""
        return self.group_help.get(kind, "")

    def order(self, known: Known[Any, Any] | None, order: Order) -> Sentence:
        """An order in a sentence, on the sheet, in the log and in mail alike.

        `known` is what its seat knows now. It is None where an order of before is told: then units stand in the
        sentence by their ids, which the reader's words name, and contacts by their handles.
        """
        if is_change(order):
            return change_said(order, partial(self.line, known), partial(self.otherwise, known))
        units = tuple(self.called(known, unit.id) for unit in self.subjects_of(order))
        return order_said(self, order, units, lambda name, value: self.told(known, type(order), name, value))

    def commit(self, known: Known[Any, Any], order: Order) -> Sentence:
        """What the button says that gives this order: the sentence of the sheet, where the game has no shorter one."""
        return without_stop(self.order(known, order))

    def sending(self, many: int) -> str:
        """What the button says that sends so many orders, at least one, and closes the step."""
        return f"Send {counted(many, 'order')} and close"

    def passing(self, known: Known[Any, Any], kinds: Sequence[str]) -> str:
        """What the button says that closes the step without an order; `kinds` are those that can be given."""
        return "Close without orders" if kinds else "Close this step"

    def told(self, known: Known[Any, Any] | None, order: type[Order], field: str, value: Any) -> Sentence:
        """What a field of an order of this type holds, whatever it is."""
        if isinstance(value, tuple | list):
            mark = " → " if field == "path" else ", "
            return joined(mark, (self.part(known, order, field, one) for one in value)) or say("none")
        return self.part(known, order, field, value)

    def part(self, known: Known[Any, Any] | None, order: type[Order], field: str, value: Any) -> Sentence:
        """One of the values that a field of an order holds: a place where the field's type says so."""
        if is_line(value):
            return without_stop(self.line(known, value))
        is_place = isinstance(value, str) and field in fields_of_places(order)
        return say(place(value) if is_place else self.value(known, field, value))

    def holds(self, known: Known[Any, Any], kind: str) -> Mapping[str, Scalar]:
        """What holds now of that which an order of this type would change."""
        return {}

    def met(self, known: Known[Any, Any], place: Place) -> str:
        """Who of the enemy is held to be in a place, in few words; nothing where nobody is."""
        if self.forces is None:
            return ""
        held = self.forces.contacts(known.picture).items()
        return ", ".join(self.contact_name(one, handle) for handle, one in held if place in self.forces.places_of(one))

    def cost(self, cost: str) -> str:
        """What a way costs, or ways cost from so much to so much: plainly, so many steps."""
        return f"{cost} {'step' if cost == '1' else 'steps'}"

    def ask(self, known: Known[Any, Any], kinds: Sequence[str], heading: str) -> Sentence:
        """What is asked now, under this heading, in a sentence."""
        return ()

    def owed(self, known: Known[Any, Any]) -> Sequence[str]:
        """The own units that have to be given an order before the step can be closed."""
        return ()

    def until(self, known: Known[Any, Any]) -> str:
        """What ends with the time that runs in the match, where this seat may know when that is; else nothing."""
        return ""

    def is_live(self, known: Known[Any, Any]) -> bool:
        """Whether the sides sit at the table together, and the time that runs does so in seconds before them all."""
        return False

    def waiting(self, known: Known[Any, Any]) -> tuple[str, str] | None:
        """Title and sentence for a seat that is not asked, where there is more to say than that it waits."""
        return None

    def question(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """The figures of what is asked about."""
        return ()

    def declared(self, known: Known[Any, Any]) -> Declarations:
        """What is declared against the seat and still to be worked, while it is asked about that one by one."""
        return Declarations()

    def decision(self, known: Known[Any, Any]) -> Decision | None:
        """What is asked now as a question with few answers, where it is one."""
        return None

    def odds(self, odds: Odds) -> str:
        """What an order is likely to do, in few words."""
        bill = plain_text(joined(", ", filter(None, (say(f"{odds.figure} {odds.value}"), itemised(odds.bill)))))
        return bill if odds.chance is None else f"{bill}: {odds.chance} % {odds.effect}"

    def recalled(self, known: Known[Any, Any]) -> tuple[Fact, ...]:
        """What was asked about, where one looks back on it."""
        return self.question(known)

    def answer(self, known: Known[Any, Any], answer: Answer) -> Sentence:
        """What standing orders say to a question."""
        return self.order(known, answer.order) if answer.order is not None else ()

    def is_news(self, report: Report) -> bool:
        """Whether a report tells what its reader has not ordered himself and cannot see elsewhere."""
        return report.kind not in self.said_elsewhere

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """What the reader's own things are called, by their ids."""
        if self.forces is None or known is None:
            return {}
        return {id: name_of(thing) or as_words(id) for id, thing in self.forces.own(known.picture).items()}

    def naming(self, *known: Known[Any, Any]) -> Reads:
        """Calls own things and rules in a sentence by their names: things as the last that knows of them does."""

        rules = self.rule_names()

        @cache
        def own() -> Mapping[str, str]:
            return {id: name for one in known for id, name in self.names(one).items()}

        def named(span: Span) -> Span:
            if isinstance(span, OwnSpan) and not span.words and span.id in own():
                return replace(span, words=own()[span.id])
            if isinstance(span, RuleSpan) and not span.words and (words := rules.get(span.rule)):
                return replace(span, words=words)
            return span

        return lambda said: tuple(map(named, said))

    def reader(self, known: Known[Any, Any]) -> Reads:
        """Makes of a sentence of the umpire what the page says: own things and rules are named, asides left out."""
        name = self.naming(known)
        return lambda said: name(tuple(span for span in said if not isinstance(span, AsideSpan)))

    def contact_name(self, contact: Any, handle: str) -> str:
        """What a contact of the game's own type is called, from how it was last reported."""
        return name_of(contact) or as_words(handle)

    def contact(self, contact: Any, turn: int, *, present: bool) -> tuple[Fact, ...]:
        """What is held of a contact of the game's own type, as it was last reported; `turn` is now."""
        of_places = fields_of_places(type(contact))
        return tuple(
            self.fact(name, value, is_place=name in of_places)
            for name, value in parts(contact).items()
            if name not in NAMES_IT and not is_nothing(value)
        )

    def fact(self, name: str, value: Any, *, is_place: bool) -> Fact:
        """A field with its value, whatever it holds; `is_place` where its type is that of a place or of several."""
        if is_made_of_parts(value):
            return Fact.of(as_words(name), self.summed_up(None, value, is_place=is_place))
        return Fact.of(as_words(name), told(value, is_place=is_place))

    def key(self) -> tuple[Fact, ...]:
        """What counters and figures mean."""
        return ()

    def rule_names(self) -> Mapping[str, str]:
        """What rules are called in a sentence, by their ids."""
        return {}

    def heading(self, titles: Sequence[str]) -> str:
        """Where in the sequence of play something was told, in few words."""
        return "".join(titles[-1:])

    def turns_of(self, turn: int) -> str:
        """A turn's date."""
        return f"Turn {turn}"


def order_said(
    words: PlainWords, order: Order, units: Sequence[OwnSpan], says: Callable[[str, Any], Sentence]
) -> Sentence:
    """An order in a sentence: to whom it is given, where to, and then what else its fields say."""
    held = {f.name: getattr(order, f.name) for f in fields(order) if f.name != "kind"}
    if units:
        ids = tuple(unit.id for unit in units)
        held = {name: value for name, value in held.items() if value not in (ids, *ids)}
    way = say("to ", says("path", held.pop("path"))) if "path" in held else ()
    rest = [say(running(words.label(name)), " ", says(name, value)) for name, value in held.items()]
    first = joined(" ", [one for one in (listing(units) if units else (), way) if one])
    said = joined(", ", [one for one in (first, *rest) if one])
    return say(words.title(order.kind), ": " if said else "", said)
