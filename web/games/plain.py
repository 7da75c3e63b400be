"""Words for a game that has none of its own on a page: everything said as its field names say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar

from service.engine.options import Option, Scalar
from service.engine.orders import Order
from service.engine.sentences import AsideSpan, OwnSpan, RuleSpan, Sentence, Span, joined, place, say
from service.engine.sightlines import Odds
from service.engine.standing import Answer
from web.drawing.map import GameMap
from web.parts.forms import plain, value_words
from web.parts.standing import Editor

OddsOf = Callable[[Order], Odds | None]
Reads = Callable[[Sentence], Sentence]


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One thing worth knowing, with its name; `hex` where its value is a place on the map."""

    label: str
    value: str
    hex: bool = False


@dataclass(frozen=True, kw_only=True)
class Row:
    """One unit or contact of a list. `id` where it can be chosen, `contact` its handle, `hex` where it stands."""

    name: str
    line: str
    id: str | None = None
    contact: str | None = None
    hex: str | None = None
    absent: str = ""
    figures: tuple[Fact, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Act:
    """One answer to a question, as a button: what it says, what it is likely to do, and the orders that it sends.

    `done`: it closes the step as well.
    """

    title: str
    orders: str
    line: str = ""
    done: bool = False


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A question with few answers, which the page puts as large buttons: to let things go on, or to act.

    `verb` is what acting is called; where there are several `acts`, the best first, it opens the choice of one.
    """

    title: str
    lead: str
    passing: str
    verb: str
    acts: tuple[Act, ...]


@dataclass(frozen=True, kw_only=True)
class Roster:
    """A list of units: ours or theirs."""

    title: str
    side: str
    rows: tuple[Row, ...]
    none: str


class Dress:
    """Plain words. A game with words of its own derives from this."""

    said_elsewhere: ClassVar[frozenset[str]] = frozenset({"heading-opened", "letter-arrived", "orders-accepted"})
    """The kinds of reports that tell nothing which the page does not say at another place."""
    weighs: ClassVar[frozenset[str]] = frozenset()
    """The order types of which the page says what they come to before they are given."""
    silence: ClassVar[str] = "nothing, which leaves it to the rules"
    """What no answer to a question means."""
    places: ClassVar[frozenset[str]] = frozenset({"hex", "path"})
    """The fields of orders that hold places."""
    group_titles: ClassVar[dict[str, str]] = {"attend": "Present, or on standing orders"}
    group_help: ClassVar[dict[str, str]] = {
        "attend": "Present, you are asked at each decision. On standing orders the umpire answers for you at once. "
        "Both sides know which; it holds from the next question."
    }

    option_titles: ClassVar[dict[str, str]] = {}
    option_words: ClassVar[dict[str, dict[str, str]]] = {}
    """What may be agreed on when a match is opened, and its values, where their names are no words."""

    def option(self, name: str) -> str:
        """What one of a match's options is called."""
        return self.option_titles.get(name) or name.replace("_", " ").capitalize()

    def option_value(self, name: str, value: object) -> str:
        """A value of one of a match's options."""
        return self.option_words.get(name, {}).get(str(value)) or str(value)

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        """Which of the two side colours a seat has: own blue for the first, red for the other."""
        return "red" if list(seats).index(seat) else "blue"

    def map(self, picture: Any) -> GameMap | None:
        """How the map of a picture is drawn; None for a game without one, whose page lists what stands where."""
        return None

    def seat(self, seat: str) -> str:
        """What a seat is called."""
        return seat

    def facts(self, view: Any, turn: int) -> tuple[Fact, ...]:
        """What stands at the head of the page."""
        return (Fact(label="Turn", value=str(turn)),)

    def points(self, view: Any) -> tuple[Fact, ...]:
        """What the seat has besides units."""
        if not is_dataclass(view):
            return ()
        return tuple(Fact(label=plain(f.name), value=told(getattr(view, f.name))) for f in fields(view))

    def rosters(self, view: Any) -> tuple[Roster, ...]:
        """The lists of units."""
        return ()

    def unit(self, view: Any, unit: str) -> Row | None:
        """One own unit, for the head of its orders."""
        return None

    def name(self, view: Any, unit: str) -> str:
        """What a unit is called."""
        return unit

    def value(self, view: Any, field: str, value: Scalar) -> str:
        """A field's value as words."""
        return value_words(field, value)

    def label(self, field: str) -> str:
        """What a field is called."""
        return plain(field)

    def title(self, kind: str) -> str:
        """What an order type is called, over its forms."""
        return self.group_titles.get(kind, plain(kind))

    def help(self, view: Any, kind: str) -> str:
        """What to know before one gives an order of this type."""
        return self.group_help.get(kind, "")

    def order(self, view: Any, order: Order) -> Sentence:
        """An order in a sentence, as it stands on the sheet."""
        parts = [
            say(running(self.label(f.name)), " ", self.told(view, f.name, getattr(order, f.name)))
            for f in fields(order)
            if f.name != "kind"
        ]
        return say(self.title(order.kind), ": " if parts else "", joined(", ", parts))

    def told(self, view: Any, field: str, value: Any) -> Sentence:
        """A field of an order, whatever it holds."""
        if isinstance(value, tuple | list):
            mark = " → " if field == "path" else ", "
            return joined(mark, (self.told(view, field, one) for one in value)) or say("none")
        is_place = field in self.places and isinstance(value, str)
        return say(place(value) if is_place else self.value(view, field, value))

    def holds(self, view: Any, kind: str) -> Mapping[str, Scalar]:
        """What holds now of that which an order of this type would change."""
        return {}

    def standing(self, view: Any, options: Sequence[Option]) -> Editor | None:
        """The standing orders laid open for change, in a game whose page does not leave them to plain forms."""
        return None

    def ask(self, view: Any, kinds: Sequence[str], heading: str) -> str:
        """What is asked now, under this heading, in a sentence."""
        return ""

    def decision(self, view: Any, options: Sequence[Option], odds: OddsOf) -> Decision | None:
        """What is asked now as a question with few answers, where it is one; `odds` says what an order may do."""
        return None

    def until(self, picture: Any) -> str:
        """What ends with the time that runs in the match, where this seat may know when that is; else nothing."""
        return ""

    def waiting(self, view: Any) -> tuple[str, str] | None:
        """Title and sentence for a seat that is not asked, where there is more to say than that it waits."""
        return None

    def question(self, view: Any) -> tuple[Fact, ...]:
        """The figures of what is asked about."""
        return ()

    def recalled(self, view: Any) -> tuple[Fact, ...]:
        """What was asked about, where one looks back on it."""
        return self.question(view)

    def answer(self, view: Any, answer: Answer) -> Sentence:
        """What standing orders say to a question."""
        return self.order(view, answer.order) if answer.order is not None else ()

    def is_news(self, kind: str, report: Mapping[str, Any]) -> bool:
        """Whether a report tells what its reader has not ordered himself and cannot see elsewhere."""
        return kind not in self.said_elsewhere

    def names(self, view: Any) -> Mapping[str, str]:
        """What the reader's own things are called, by their ids."""
        return {}

    def reader(self, view: Any) -> Reads:
        """Makes of a sentence of the umpire what the page says: own things and rules are named, asides left out."""
        own, rules = self.names(view), self.rule_names()

        def named(span: Span) -> Span:
            if isinstance(span, OwnSpan) and not span.words and span.id in own:
                return replace(span, words=own[span.id])
            if isinstance(span, RuleSpan) and not span.words and span.rule in rules:
                return replace(span, words=rules[span.rule])
            return span

        return lambda said: tuple(named(span) for span in said if not isinstance(span, AsideSpan))

    def contact_name(self, contact: Mapping[str, Any], handle: str) -> str:
        """What a contact is called, from how it was last reported."""
        return f"Contact {handle}"

    def contact(self, contact: Mapping[str, Any], turn: int, *, present: bool) -> tuple[Fact, ...]:
        """What is held of a contact, as it was last reported; `turn` is now."""
        return tuple(Fact(label=plain(name), value=told(value)) for name, value in contact.items() if name != "handle")

    def rule_names(self) -> Mapping[str, str]:
        """What rules are called in a sentence, by their ids."""
        return {}

    def heading(self, titles: Sequence[str]) -> str:
        """Where in the sequence of play something was told, in few words."""
        return "".join(titles[-1:])

    def key(self) -> tuple[Fact, ...]:
        """What the counters and the figures mean."""
        return ()

    def turns_of(self, turn: int) -> str:
        """A turn's date."""
        return f"Turn {turn}"


def running(label: str) -> str:
    """A label as it stands within a sentence; abbreviations stay as they are."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def told(value: Any) -> str:
    """Any value of a view, in a word or two."""
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "none"
    return value_words("", value) if isinstance(value, Scalar) else str(value)
