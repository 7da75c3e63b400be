"""Standing lines: what a seat says in advance, line by line, of which the first that fits acts.

A line is a frozen dataclass of the game's own; what is to be known of each of its fields, so that it can be offered and
asked for, stands with the field (`line_fields`). A `LineList` says where the lines of one type stand in a picture. The
orders that change them are derived from those here: a game gives them their `kind`, their rule and their docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Literal, TypeVar

from service.engine.kinds import kind_of
from service.engine.line_fields import in_brief, line_fields, offered
from service.engine.options import Option, Range
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.sentences import Sentence, say

Line = TypeVar("Line")


@dataclass(frozen=True, kw_only=True)
class LineList(Generic[Line]):
    """Lines of one type as a seat keeps them: where they stand in its picture, and how many at most.

    `name` tells them from others that it keeps; `title` is what they are called as a sentence begins. `check` refuses a
    line, of this number in its list, by what it says.
    """

    name: str
    title: str
    line: type[Line]
    most: int
    rule: str
    kept: Callable[[Any], Sequence[Line]]
    keep: Callable[[Any, list[Line]], None]
    check: Callable[[Any, Line, int], None]

    def there_is_room(self, picture: Any, number: int) -> None:
        many = len(self.kept(picture))
        demand(
            many < self.most,
            self.rule,
            f"There are {self.most} lines of this kind already; drop one before you add one.",
        )
        demand(
            0 <= number <= many + 1, self.rule,
            f"A new line has a number from 1 to {many + 1}, or 0 for the end; not {number}.",
        )  # fmt: skip

    def there_is_a_line(self, picture: Any, number: int) -> None:
        many = len(self.kept(picture))
        demand(1 <= number <= many, self.rule, f"There is no line {number}; there are {many} of this kind.")


@dataclass(frozen=True, kw_only=True)
class Otherwise(Generic[Line]):
    """What a seat keeps for when no line fits: one record, whose fields are as those of a line.

    `title` is what its option is called. `check` refuses a record by what it says.
    """

    title: str
    record: type[Line]
    rule: str
    kept: Callable[[Any], Line]
    keep: Callable[[Any, Line], None]
    check: Callable[[Any, Line], None]


# ---- the orders


@dataclass(frozen=True, kw_only=True)
class AddLine(Order):
    """Put one line more into a list, as its line of this number, counted from 1; 0 is the end.

    The order has the fields of a line too.
    """

    added_to: ClassVar[LineList[Any]]
    number: int = 0

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renamed(cls, said)

    @property
    def line(self) -> Any:
        return part_of(self, self.added_to.line)

    def said(self, to: Any) -> Sentence:
        which = f"line {self.number}" if self.number else "last line"
        return say(f"Standing orders, new {which}: ", to.words.line(to.known, self.line))

    def check(self, picture: Any) -> None:
        self.added_to.there_is_room(picture, self.number)
        self.added_to.check(picture, self.line, self.number or len(self.added_to.kept(picture)) + 1)

    def believe(self, picture: Any) -> None:
        lines = list(self.added_to.kept(picture))
        lines.insert(self.number - 1 if self.number else len(lines), self.line)
        self.added_to.keep(picture, lines)

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        """One option, or one for each value of the field by which they are told apart."""
        there, many = cls.added_to, len(cls.added_to.kept(picture))
        if many >= there.most:
            return
        apart = {name: one.apart for name, one in line_fields(there.line).items() if one.apart}
        for name, ways in (apart or {"": {None: ""}}).items():
            for value, how in ways.items():
                yield Option(
                    kind=kind_of(cls),
                    title=say(f"Add a line for {there.name}{': ' if how else ''}{how}"),
                    fixed={name: value} if name else {},
                    fields=offered(there.line, picture, value) | {"number": Range(least=0, most=many + 1)},
                    rule=there.rule,
                )


@dataclass(frozen=True, kw_only=True)
class MoveLine(Order):
    """Move a line of one of several lists, by its number in the list, counted from 1, to where another number is."""

    lists: ClassVar[Sequence[LineList[Any]]]
    phrase: ClassVar[Phrase] = Phrase("move line {number} of {list} to {to}")
    list: str
    number: int
    to: int

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renamed(cls, said)

    def said(self, to: Any) -> Sentence:
        return say(f"Standing orders for {self.list}: line {self.number} becomes line {self.to}.")

    def check(self, picture: Any) -> None:
        there = called(self.lists, self.list)
        there.there_is_a_line(picture, self.number)
        there.there_is_a_line(picture, self.to)

    def believe(self, picture: Any) -> None:
        there = called(self.lists, self.list)
        lines = list(there.kept(picture))
        lines.insert(self.to - 1, lines.pop(self.number - 1))
        there.keep(picture, lines)

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        for there in cls.lists:
            if (many := len(there.kept(picture))) > 1:
                numbers = Range(least=1, most=many)
                yield Option(
                    kind=kind_of(cls), title=say(f"Move a line for {there.name}"), fixed={"list": there.name},
                    fields={"number": numbers, "to": numbers}, rule=there.rule,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DropLine(Order):
    """Drop a line of one of several lists by its number in the list, counted from 1; 0 drops all of them."""

    lists: ClassVar[Sequence[LineList[Any]]]
    phrase: ClassVar[Phrase] = Phrase("drop line {number} of {list}")
    list: str
    number: int

    @classmethod
    def renewed(cls, said: Mapping[str, Any]) -> Mapping[str, Any]:
        return renamed(cls, said)

    def said(self, to: Any) -> Sentence:
        which = f"line {self.number} is" if self.number else "all lines are"
        return say(f"Standing orders for {self.list}: {which} dropped.")

    def check(self, picture: Any) -> None:
        there = called(self.lists, self.list)
        if self.number:
            there.there_is_a_line(picture, self.number)

    def believe(self, picture: Any) -> None:
        there = called(self.lists, self.list)
        lines = list(there.kept(picture))
        del lines[slice(self.number - 1, self.number) if self.number else slice(None)]
        there.keep(picture, lines)

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        for there in cls.lists:
            if many := len(there.kept(picture)):
                yield Option(
                    kind=kind_of(cls), title=say(f"Drop a line for {there.name}"), fixed={"list": there.name},
                    fields={"number": Range(least=0, most=many)}, rule=there.rule,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SetLines(Order):
    """Write a list anew, with all its lines."""

    written: ClassVar[LineList[Any]]
    lines: tuple[Any, ...]

    def check(self, picture: Any) -> None:
        there = self.written
        demand(
            len(self.lines) <= there.most,
            there.rule,
            f"{there.title} has {there.most} lines at most.",
        )
        for number, line in enumerate(self.lines, start=1):
            there.check(picture, line, number)

    def believe(self, picture: Any) -> None:
        self.written.keep(picture, list(self.lines))

    @classmethod
    def ready(cls, picture: Any) -> Mapping[str, Sequence[Any]]:
        """Lists that are offered ready made, by what they are called."""
        return {}

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        """The list as it stands, to be written on from there, and those that are ready made."""
        for title, lines in {AS_IT_STANDS: cls.written.kept(picture), **cls.ready(picture)}.items():
            yield Option(
                kind=kind_of(cls), title=say(title.capitalize()), fixed={"lines": [in_brief(line) for line in lines]}
            )


@dataclass(frozen=True, kw_only=True)
class SetOtherwise(Order):
    """Say what holds where no line fits, of which this order has the fields too."""

    otherwise: ClassVar[Otherwise[Any]]

    @property
    def record(self) -> Any:
        return part_of(self, self.otherwise.record)

    def said(self, to: Any) -> Sentence:
        return say("Standing orders: ", to.words.otherwise(to.known, self.record))

    def check(self, picture: Any) -> None:
        self.otherwise.check(picture, self.record)

    def believe(self, picture: Any) -> None:
        self.otherwise.keep(picture, self.record)

    @classmethod
    def offers(cls, picture: Any) -> Iterator[Option]:
        there = cls.otherwise
        yield Option(kind=kind_of(cls), title=say(there.title), fields=offered(there.record, picture), rule=there.rule)


def part_of(order: Order, line: type[Line]) -> Line:
    """The line, or record, of which an order has the fields."""
    return line(**{one.name: getattr(order, one.name) for one in fields(line)})  # type: ignore[arg-type]


FORMERLY = {"number": "place", "list": "lines"}
"""What fields of the orders that change lines were called in matches of before."""


def renamed(order: type[Order], said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Such an order as it is written now, whatever it was written as before."""
    now = {one.name for one in fields(order)}
    names = {was: name for name, was in FORMERLY.items() if name in now and was not in now}
    return {names.get(name, name): value for name, value in said.items()}


AS_IT_STANDS = "as it stands"


def called(lists: Sequence[LineList[Any]], name: str) -> LineList[Any]:
    """The list of this name. Raises a Refusal where none of them has it."""
    found = next((one for one in lists if one.name == name), None)
    if found is None:
        raise Refusal(lists[0].rule, f"You keep no list called {name!r}.")
    return found


@dataclass(frozen=True, kw_only=True)
class ListOrders:
    """A list, and the order types that change it; None for one that a game does not have."""

    of: LineList[Any]
    add: type[AddLine] | None
    move: type[MoveLine] | None
    drop: type[DropLine] | None
    write: type[SetLines] | None


def lists_of(order: type[Order]) -> Sequence[LineList[Any]]:
    """The lists that orders of this type change; none where it is no such order."""
    if issubclass(order, AddLine):
        return (order.added_to,)
    if issubclass(order, MoveLine | DropLine):
        return order.lists
    return (order.written,) if issubclass(order, SetLines) else ()


def list_orders(orders: Iterable[type[Order]]) -> list[ListOrders]:
    """Each list that some of these orders change, with those orders; in the order in which they name the lists."""
    changes = [(order, lists_of(order)) for order in orders]
    return [
        ListOrders(
            of=there,
            add=first_of(AddLine, found), move=first_of(MoveLine, found),
            drop=first_of(DropLine, found), write=first_of(SetLines, found),
        )
        for there in dict.fromkeys(there for _, lists in changes for there in lists)
        for found in [[order for order, lists in changes if there in lists]]
    ]  # fmt: skip


Change = TypeVar("Change", bound=Order)


def first_of(base: type[Change], orders: Iterable[type[Order]]) -> type[Change] | None:
    """The first of these order types that derives from another; None where none does."""
    return next((order for order in orders if issubclass(order, base)), None)


@dataclass(frozen=True, kw_only=True)
class StandingAnswer:
    """What standing orders say to a question, or for one of the units to which it is put.

    They give this `order`; or the unit is to "hold", which is no order; or its owner is to be asked. `line` is the
    number of the line that decides, counted from 1: None where none does, or where the game does not say.
    """

    does: Literal["order", "hold", "ask"] = "order"
    unit: str | None = None
    order: Order | None = None
    line: int | None = None
